"""What an output depends on: its query, every element, every value."""

import sympy as sp

from impl.heads import causal_mask, scaled_dot_product_attention
from impl.scores import additive_tanh
from impl.softmax import softmax
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, counterexample, derivation, necessity, refuses
from theory import heads as theory
from theory.softmax import weight
from theory.symbols import a, c, d_q, family, i, k, l, n, sum_over, sum_to, u

Q, K, V = (family(name) for name in ("Q", "K", "V"))


@counterexample("heads.others-lack-queries")
def the_attention_of_2015_has_a_query():
    keys, one = symbols.array([[0], [1]]), symbols.array([[1]])
    first, second = (
        softmax(additive_tanh(symbols.array([[query]]), keys, one, one, one[0])).flat()
        for query in (0, 1)
    )
    return Witness(
        given={"f": "tanh(q + k), the additive score of 2015", "k": "(0, 1)", "q": "0, then 1"},
        claimed="there is no query: the weights stay the same",
        left=first[0],
        op="=",
        right=second[0],
        ours=[sp.N(value, 6) for value in (first[0], second[0])],
        instead="the weight of the first key for each query",
    )


@derivation("heads.attention-answers-its-query")
def log_odds_move_with_the_query():
    return Chain(sp.Derivative(_log_odds(), Q[u])).equals(
        K[i, u] - K[k, u], "only term u contains q_u"
    )


refuses(
    log_odds_move_with_the_query,
    lambda: Chain(sp.Derivative(_log_odds(), Q[u])).equals(0, "there is no query"),
)


def _log_odds():
    """scores.dot-log-odds: the log-odds of two keys under a dot score."""
    return sum_to(d_q, a, Q[a] * (K[i, a] - K[k, a]))


@counterexample("heads.attends-to-others-alone")
def an_element_alone_attends_to_itself():
    output = scaled_dot_product_attention(*[symbols.array([[5]])] * 3)
    return Witness(
        given={"n": "1", "v_1": "5"},
        claimed="y_1 is a sum over the other elements: 0, as there are none",
        left=output.flat()[0],
        op="=",
        right=0,
        ours=output.flat(),
        instead="the element's own value",
    )


@derivation("heads.every-element-takes-part")
def every_weight_is_positive():
    return Chain(weight(theory.score(Q, K, i), k)).above(0, "exponentials are positive")


refuses(
    every_weight_is_positive,
    lambda: Chain(weight(theory.score(Q, K, i), k)).above(1, "more than all of it"),
)


@necessity("heads.every-element-takes-part", "no-mask")
def a_masked_element_takes_no_part():
    x = symbols.array([[1], [2]])
    weights = scaled_dot_product_attention(
        x, x, symbols.array([[1, 0], [0, 1]]), mask=causal_mask(2, 2, xp=symbols.xp)
    )
    return Witness(
        given={"n": "2", "mask": "causal"},
        claimed="α_12 > 0",
        left=weights.tolist()[0][1],
        op=">",
        right=0,
        ours=weights.tolist()[0],
        instead="the weights of the first row",
    )


@derivation("heads.output-moves-with-every-value")
def an_output_moves_with_every_value():
    return (
        Chain(_slope_by_a_value())
        .equals(weight(theory.score(Q, K, i), k), "the weights do not depend on the values")
        .above(0, "exponentials are positive")
    )


refuses(
    an_output_moves_with_every_value,
    lambda: Chain(_slope_by_a_value()).equals(1 / n, "an even share"),
)


def _slope_by_a_value():
    output = sum_over(l, weight(theory.score(Q, K, i), l) * V[l, c])
    return sp.Derivative(output, V[k, c])


@necessity("heads.output-moves-with-every-value", "no-mask")
def a_masked_value_moves_nothing():
    x = symbols.array([[1], [2]])
    output = scaled_dot_product_attention(
        x, x, symbols.entries(V, 2, 1), mask=causal_mask(2, 2, xp=symbols.xp)
    )
    return Witness(
        given={"n": "2", "mask": "causal"},
        claimed="∂y_1/∂v_2 > 0",
        left=sp.diff(output.flat()[0], V[2, 1]),
        op=">",
        right=0,
        ours=output.flat()[0],
        instead="y_1",
    )
