"""Attention draws rows together; the residual keeps their differences."""

import sympy as sp

from impl import encoder as impl
from impl.heads import scaled_dot_product_attention
from impl.lookup import attention
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, derivation, necessity, refuses
from theory.symbols import family, i, j, k, n, nonnegative, real, sum_over

X, v = family("X"), family("v")
BETA, GAMMA = family("beta", nonnegative=True), family("gamma", nonnegative=True)


def _output(weights):
    """Σ_j (ε + β_j) v_j: weights of at least ε, whose rests β sum to 1 - nε."""
    return sum_over(j, (nonnegative("epsilon") + weights[j]) * v[j])


@derivation("encoder.attention-contracts")
def the_common_part_cancels():
    return Chain(_output(BETA) - _output(GAMMA)).equals(
        sum_over(j, BETA[j] * v[j]) - sum_over(j, GAMMA[j] * v[j]), "ε Σ v_j is in both outputs"
    )


refuses(
    the_common_part_cancels,
    lambda: Chain(_output(BETA) - _output(GAMMA)).equals(0, "all rows are equal at once"),
)


def _from_above():
    """Σ β_j v_j with v_j = M - t_j, M the largest value."""
    return sum_over(j, BETA[j] * (real("M") - family("t", nonnegative=True)[j]))


@derivation("encoder.attention-contracts")
def one_rest_is_at_most_its_share_of_the_largest():
    rest = 1 - n * nonnegative("epsilon")
    return (
        Chain(_from_above())
        .at_most(real("M") * sum_over(j, BETA[j]), "t_j ≥ 0")
        .given("weights-at-least", sum_over(j, BETA[j]), rest, "weights ε + β_j sum to 1")
    )


refuses(
    one_rest_is_at_most_its_share_of_the_largest,
    lambda: Chain(_from_above()).at_least(real("M") * sum_over(j, BETA[j]), "at least"),
)


def _from_below():
    """Σ γ_j v_j with v_j = m + u_j, m the least value."""
    return sum_over(j, GAMMA[j] * (real("m") + family("u", nonnegative=True)[j]))


@derivation("encoder.attention-contracts")
def the_other_is_at_least_its_share_of_the_least():
    # Together: the difference is at most (1 - nε) (M - m).
    rest = 1 - n * nonnegative("epsilon")
    return (
        Chain(_from_below())
        .at_least(real("m") * sum_over(j, GAMMA[j]), "u_j ≥ 0")
        .given("weights-at-least", sum_over(j, GAMMA[j]), rest, "weights ε + γ_j sum to 1")
    )


refuses(
    the_other_is_at_least_its_share_of_the_least,
    lambda: Chain(_from_below()).at_most(real("m") * sum_over(j, GAMMA[j]), "at most"),
)


@necessity("encoder.attention-contracts", "weights-at-least")
def sharp_weights_keep_the_distance():
    scores = symbols.array([[0, -sp.oo], [-sp.oo, 0]])
    output = attention(scores, symbols.array([[0], [1]])).flat()
    return Witness(
        given={"α": "(1, 0), (0, 1)", "v": "(0, 1)", "ε": "1/4"},
        claimed="y_2 - y_1 ≤ (1 - 2/4) (1 - 0)",
        left=output[1] - output[0],
        op="≤",
        right=sp.Rational(1, 2),
    )


@derivation("encoder.residual-keeps-differences")
def a_common_term_keeps_differences():
    return _apart(X[i], X[k])  # the common term cancels


refuses(
    a_common_term_keeps_differences,
    lambda: _apart(0, 0).equals(X[i] - X[k], "without the residual"),
)


def _apart(first, second):
    """Two rows, to which attention is added, which gives both the same."""
    A = family("a")
    return Chain((first + A[i]) - (second + A[k])).given(
        "common-output", A[i], A[k], "attention gives both rows the same"
    )


@necessity("encoder.residual-keeps-differences", "common-output")
def attention_may_cancel_its_input():
    x = symbols.array([[-1], [1]])
    output = x + scaled_dot_product_attention(x, x, x * (-1 / sp.tanh(1)))
    first, second = output.flat()
    return Witness(
        given={"x": "(-1, 1)", "W^Q = W^K": "1", "W^V": "-1/tanh(1)"},
        claimed="the sums differ by x_2 - x_1",
        left=sp.simplify((second - first).rewrite(sp.exp)),
        op="=",
        right=2,
    )


@necessity("encoder.residual-keeps-differences", "before-the-norm")
def a_norm_may_make_rows_equal():
    rows = impl.layer_norm(symbols.array([[1, 3], [2, 4]])).tolist()
    return Witness(
        given={"x": "(1, 3) and (2, 4), before the norm"},
        claimed="the first entries differ by 1",
        left=rows[1][0] - rows[0][0],
        op="=",
        right=1,
        ours=rows[0] + rows[1],
        instead="both rows, normalised",
    )


@necessity("encoder.residual-keeps-differences", "residual")
def without_it_equal_keys_make_equal_rows():
    x = symbols.array([[1], [2]])
    zero = symbols.array([[0], [0]])
    output = scaled_dot_product_attention(zero, zero, x).flat()
    return Witness(
        given={"x": "(1, 2)", "W^Q = W^K": "0", "W^V": "1"},
        claimed="y_2 - y_1 = x_2 - x_1",
        left=output[1] - output[0],
        op="=",
        right=1,
        ours=output,
        instead="the outputs without a residual",
    )
