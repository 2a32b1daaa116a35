"""The weights of a head: its width limits their rank, and they are a normalised kernel."""

import sympy as sp

from impl.heads import scaled_dot_product_attention
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, counterexample, derivation, necessity, refuses
from theory import heads as theory
from theory.softmax import weight
from theory.symbols import family, i, index, j, k, l, nonnegative, real, sum_over

Q, K = family("Q"), family("K")


@derivation("heads.width-limits-the-rank")
def minors_of_log_odds_vanish():
    other = index("p")
    return (
        Chain(_odds(i, j) * _odds(k, other))
        .equals(
            Q[i] * (K[j] - K[l]) * Q[k] * (K[other] - K[l]),
            "log-odds are differences of products q k",
        )
        .equals(_odds(i, other) * _odds(k, j), "the same four factors, paired differently")
    )


refuses(minors_of_log_odds_vanish, lambda: Chain(_odds(i, j) * _odds(k, j)).equals(0, "rank zero"))


def _odds(row, place):
    """Return the log-odds of a place against l, for the query of a row of width 1."""
    score = lambda at_: Q[row] * K[at_]
    return sp.log(weight(score, place) / weight(score, l))


@derivation("heads.width-one-overlooks-the-middle")
def the_middle_key_is_overlooked():
    below, above = nonnegative("g"), nonnegative("t")
    return (
        Chain(_differences())
        .equals(-(real("q") ** 2) * below * above, "k_1 = k_2 - g, k_3 = k_2 + t")
        .at_most(0, "q² ≥ 0, g ≥ 0, t ≥ 0")
    )


refuses(
    the_middle_key_is_overlooked,
    lambda: Chain(_differences()).at_least(0, "both differences have one sign"),
)


def _differences():
    query, middle = real("q"), real("k_2")
    below, above = nonnegative("g"), nonnegative("t")
    return (query * (middle - below) - query * middle) * (query * (middle + above) - query * middle)


@counterexample("heads.weights-are-a-kernel-matrix")
def the_weights_are_not_symmetric():
    x = symbols.array([[0], [1]])
    weights = scaled_dot_product_attention(x, x, symbols.array([[1, 0], [0, 1]])).tolist()
    return Witness(
        given={"Q = K": "(0, 1)"},
        claimed="α_12 = α_21",
        left=weights[0][1],
        op="=",
        right=weights[1][0],
        ours=weights[0] + weights[1],
        instead="the weights, row by row",
    )


@derivation("heads.weights-are-a-normalised-kernel")
def weights_are_a_normalised_kernel():
    def scaled_weight(row, place):
        score = theory.score(Q, Q, row)
        return sum_over(l, sp.exp(score(l))) * weight(score, place)

    return (
        Chain(scaled_weight(i, k))
        .equals(sp.exp(theory.score(Q, Q, i)(k)), "the sum cancels")
        .equals(sp.exp(theory.score(Q, Q, k)(i)), "q_i · q_k = q_k · q_i")
        .equals(scaled_weight(k, i), "multiply and divide by the sum of row k")
    )


refuses(
    weights_are_a_normalised_kernel,
    lambda: Chain(weight(theory.score(Q, Q, i), k)).equals(
        weight(theory.score(Q, Q, k), i), "without the sums"
    ),
)


@necessity("heads.weights-are-a-normalised-kernel", "equal-projections")
def other_keys_break_the_symmetry():
    queries = symbols.array([[0], [1]])
    keys = symbols.array([[1], [0]])
    kernel = [[sp.exp(value) for value in row] for row in (queries @ keys.mT).tolist()]
    return Witness(
        given={"Q": "(0, 1)", "K": "(1, 0)"},
        claimed="Z_1 α_12 = Z_2 α_21, that is, exp(s_12) = exp(s_21)",
        left=kernel[0][1],
        op="=",
        right=kernel[1][0],
        ours=scaled_dot_product_attention(queries, keys, symbols.array([[0], [1]])).flat(),
        instead="the weights of the second key",
    )
