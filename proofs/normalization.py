"""Why the claims on LayerNorm hold, or fail.

Method: derivations for all widths d; exact runs of `impl` on numbers, as its nested roots do not
cancel on symbols; witnesses. σ enters derivations through its square.
"""

from itertools import product

import numpy as np
import sympy as sp

from impl.normalization import layer_norm
from proofs.arrays import digits, symbols
from proofs.derivation import Chain
from proofs.evidence import Witness, counterexample, derivation, exact_run, necessity
from theory import normalization as theory
from theory.symbols import a, d, family, o, p, positive, real, sum_over

x, y, f = family("x"), family("y"), family("F")
eps = positive("epsilon")
ROWS = ([1, 3], [0, 0, 3], [2, -1, 5, -2])


def _numbers(row):
    """Return the row as a family: entry k of the theory's counting."""
    return lambda place: sum(value * sp.KroneckerDelta(place, k) for k, value in enumerate(row, 1))


def _printed(row, epsilon=0):
    """Evaluate the printed formula on a row of numbers."""
    size = len(row)
    mean = sp.Rational(sum(row), size)
    variance = sp.Rational(1, size) * sum((value - mean) ** 2 for value in row)
    return [(value - mean) / sp.sqrt(variance + epsilon) for value in row]


def _ours(row, **options):
    return [sp.nsimplify(sp.radsimp(v)) for v in layer_norm(symbols.array(row), **options).tolist()]


@exact_run("normalization.definition")
def layer_norm_is_the_printed_quotient():
    for row in ROWS:
        printed = [
            theory.layer_norm(_numbers(row), place).subs(d, len(row)).doit()
            for place in range(1, len(row) + 1)
        ]
        yield f"x = {tuple(row)}", _ours(row), [sp.radsimp(value) for value in printed]


@exact_run("normalization.as-used")
def epsilon_gain_and_bias_stand_where_they_are_printed():
    epsilon, gain, bias = sp.Rational(5, 4), [2, -3], [1, 7]
    row = [1, 2]
    ours = _ours(row, gain=symbols.array(gain), bias=symbols.array(bias), eps=epsilon)
    normal = [sp.radsimp(value) for value in _printed(row, epsilon)]
    printed = [g * value + b for g, value, b in zip(gain, normal, bias, strict=True)]
    yield "x = (1, 2), ε = 5/4, g = (2, -3), b = (1, 7)", ours, printed


@exact_run("normalization.constant-row")
def a_constant_row_becomes_zero():
    constant, bias = [7, 7, 7], symbols.array([1, 2, 3])
    yield "x = (7, 7, 7)", _ours(constant), [0, 0, 0]
    with_bias = layer_norm(symbols.array(constant), bias=bias, eps=sp.Rational(1, 9)).tolist()
    yield "x = (7, 7, 7), ε = 1/9, b = (1, 2, 3)", with_bias, [1, 2, 3]


@counterexample("normalization.every-row-gets-variance-one")
def a_constant_row_has_no_variance():
    row = _ours([5, 5])
    return Witness(
        given={"x": "(5, 5)"},
        claimed="the mean square is 1 (as printed, entries are 0/0)",
        left=sp.Rational(1, 2) * sum(value**2 for value in row),
        op="=",
        right=1,
        ours=row,
        instead="0, by convention",
    )


def _mean_of_normal():
    return sum_over(o, x[o] - theory.mean(x))


def _mean_square(epsilon=0):
    return sum_over(o, (x[o] - theory.mean(x)) ** 2 / (theory.variance(x) + epsilon)) / d


@derivation(
    "normalization.mean-zero-and-mean-square-one",
    wrong=lambda: Chain(_mean_of_normal()).equals(theory.mean(x), "the mean stays"),
)
def normalised_rows_have_mean_zero():
    return Chain(_mean_of_normal()).equals(0, "Σ (x_i - μ), which σ only divides")


@derivation(
    "normalization.mean-zero-and-mean-square-one",
    wrong=lambda: Chain(_mean_square()).equals(d, "without dividing by d"),
)
def normalised_rows_have_mean_square_one():
    return Chain(_mean_square()).equals(1, "σ² cancels, where it is not 0")


def _flat_witness(claim, claimed, left, right):
    necessity(claim, "varied")(
        lambda: Witness(
            given={"x": "(5, 5)"}, claimed=claimed, left=left(_ours([5, 5])), op="=", right=right
        )
    )


_flat_witness(
    "normalization.mean-zero-and-mean-square-one", "the mean square is 1",
    lambda row: sum(value**2 for value in row) / sp.Integer(2), 1,
)  # fmt: skip


@necessity("normalization.jacobian", "varied")
def a_constant_row_has_no_derivative():
    moved = _ours([5, 5 + sp.Rational(1, 1000)])
    deviation = sp.sqrt(theory.variance(_numbers([5, 5])).subs(d, 2).doit())
    return Witness(
        given={"x": "(5, 5), so σ = 0", "d": "2"},
        claimed="(1 - 1/d - y_2²/d)/σ is the slope of the second entry",
        left=sp.Rational(1, 2) / deviation,
        op="=",
        right=sp.limit(1 / real("t"), real("t"), 0, "+"),
        ours=moved,
        instead="the row after a change of 1/1000 in the second entry: it jumps to (-1, 1)",
    )


@derivation(
    "normalization.variance-with-epsilon",
    wrong=lambda: Chain(_mean_square(eps)).equals(1, "as without"),
)
def epsilon_lowers_the_variance():
    return Chain(_mean_square(eps)).equals(
        theory.variance(x) / (theory.variance(x) + eps), "the sum of squares is d σ²"
    )


def _shifted(column):
    return x[column] + real("t")


@derivation(
    "normalization.shift-invariance",
    wrong=lambda: Chain(theory.mean(_shifted)).equals(theory.mean(x), "the mean stays"),
)
def a_shift_leaves_the_deviations():
    return Chain(_shifted(o) - theory.mean(_shifted)).equals(
        x[o] - theory.mean(x), "the mean is shifted as well"
    )


@derivation(
    "normalization.shift-invariance",
    wrong=lambda: Chain(theory.variance(_shifted)).equals(theory.variance(x) + 1, "one more"),
)
def a_shift_leaves_the_variance():
    return Chain(theory.variance(_shifted)).equals(theory.variance(x), "and so the root")


@counterexample("normalization.shift-invariance-in-floats")
def a_large_shift_swallows_the_row():
    row, shift = np.asarray([0.0, 1.0]), 2.0**60
    shifted, plain = (layer_norm(each).tolist() for each in (row + shift, row))
    return Witness(
        given={"x": "(0, 1)", "t": "2^60", "type": "float64"},
        claimed="the second entry stays 1",
        left=sp.Integer(round(shifted[1])),
        op="=",
        right=sp.Integer(round(plain[1])),
        ours=[float(value) for value in digits.floats(layer_norm(digits.array(row + shift)))],
        instead="the same floats at fifty digits: x + t is constant already",
    )


def _scaled(column):
    return positive("c") * x[column]


def _square(row, place, epsilon=0):
    """The square of a normalised entry; its sign is that of the deviation."""
    return (row(place) - theory.mean(row)) ** 2 / (theory.variance(row) + epsilon)


def _plain(column):
    return x[column]


@derivation(
    "normalization.scale-invariance",
    wrong=lambda: Chain(_square(_scaled, o, eps)).equals(_square(_plain, o, eps), "with epsilon"),
)
def a_factor_leaves_the_squares():
    return Chain(_square(_scaled, o)).equals(_square(_plain, o), "c² cancels")


@derivation(
    "normalization.scale-invariance",
    wrong=lambda: Chain(_scaled(o) - theory.mean(_scaled)).equals(
        x[o] - theory.mean(x), "the deviations themselves"
    ),
)
def a_positive_factor_leaves_the_signs():
    return Chain(_scaled(o) - theory.mean(_scaled)).equals(
        positive("c") * (x[o] - theory.mean(x)), "a positive multiple of the deviation"
    )


@necessity("normalization.scale-invariance", "no-epsilon")
def an_epsilon_feels_the_scale():
    one, two = (_ours(row, eps=sp.Integer(3)) for row in ([-1, 1], [-2, 2]))
    return Witness(
        given={"x": "(-1, 1)", "c": "2", "ε": "3"},
        claimed="the second entry stays",
        left=two[1],
        op="=",
        right=one[1],
    )


@necessity("normalization.scale-invariance", "positive-factor")
def a_negative_factor_turns_the_sign():
    return Witness(
        given={"x": "(-1, 1)", "c": "-1"},
        claimed="the second entry stays",
        left=_ours([1, -1])[1],
        op="=",
        right=_ours([-1, 1])[1],
    )


SUM, SQUARES = sum_over(a, y[a]), sum_over(a, y[a] ** 2)


def _normal(chain):
    """Use that y has mean 0 and mean square 1."""
    return chain.given("normalised", SQUARES, d, "Σ y² = d").given("normalised", SUM, 0, "Σ y = 0")


@derivation(
    "normalization.idempotence",
    wrong=lambda: Chain(_again()).equals(y[o] ** 2, "for any row"),
)
def normalising_twice_is_normalising_once():
    opened = (y[o] - SUM / d) ** 2 / (SQUARES / d - SUM**2 / d**2)
    return _normal(Chain(_again()).equals(opened, "σ² = Σ y²/d - μ²")).equals(
        y[o] ** 2, "the square of an entry; its sign is that of y_i - 0"
    )


def _again():
    return _square(lambda column: y[column], o)


@necessity("normalization.idempotence", "plain")
def an_epsilon_shrinks_even_a_normalised_row():
    return Witness(
        given={"y": "(-1, 1)", "ε": "3"},
        claimed="LayerNorm(y) = y",
        left=_ours([-1, 1], eps=sp.Integer(3))[1],
        op="=",
        right=1,
    )


@necessity("normalization.idempotence", "normalised")
def a_row_that_is_not_normal_changes():
    return Witness(
        given={"y": "(-2, 2)"},
        claimed="LayerNorm(y) = y",
        left=_ours([-2, 2])[1],
        op="=",
        right=2,
    )


def _entry():
    return (x[a] - theory.mean(x)) / sp.sqrt(theory.variance(x))


@exact_run("normalization.jacobian")
def the_printed_formula_has_the_printed_derivative():
    for row in ([1, 3], [0, 0, 3], [2, -1, 5]):
        size, t = len(row), sp.Symbol("t", real=True)
        normal, ours, printed = _printed(row), [], []
        sigma = sp.sqrt(theory.variance(_numbers(row)).subs(d, size).doit())
        for k, i in product(range(size), repeat=2):
            moved = _numbers([value + t * int(place == k) for place, value in enumerate(row)])
            entry = theory.layer_norm(moved, i + 1).subs(d, size).doit()
            ours.append(sp.radsimp(sp.diff(entry, t).subs(t, 0)))
            slope = (int(i == k) - sp.Rational(1, size) - normal[i] * normal[k] / size) / sigma
            printed.append(sp.radsimp(slope))
        yield f"x = {tuple(row)}", ours, printed


@derivation(
    "normalization.jacobian",
    wrong=lambda: Chain(_squared_slope()).equals(0, "a constant"),
)
def the_derivative_of_the_variance():
    # With it, the quotient rule gives the formula: ∂(x_i - μ)/∂x_k = δ_ik - 1/d, ∂σ/∂x_k = y_k/d.
    return Chain(_squared_slope()).equals(
        2 * (x[o] - theory.mean(x)) / d, "2σ ∂σ/∂x_k = 2 (x_k - μ)/d"
    )


def _squared_slope():
    return sp.Derivative(theory.variance(x), x[o])


@derivation(
    "normalization.jacobian",
    wrong=lambda: Chain(sp.Derivative(_deviation(), x[o])).equals(
        sp.KroneckerDelta(p, o), "the mean stays"
    ),
)
def the_derivative_of_a_deviation():
    return Chain(sp.Derivative(_deviation(), x[o])).equals(
        sp.KroneckerDelta(p, o) - 1 / d, "the mean moves by 1/d"
    )


def _deviation():
    return x[p] - theory.mean(x)


def _slope(place):
    """σ times the derivative of y_i by x_place, by normalization.jacobian."""
    return sp.KroneckerDelta(p, place) - 1 / d - y[p] * y[place] / d


@derivation(
    "normalization.two-directions-are-lost",
    wrong=lambda: _normal(Chain(sum_over(a, _slope(a))).equals(
        -y[p] * SUM / d, "Σ (δ - 1/d) = 0")).equals(1, "as the identity"),
)  # fmt: skip
def a_common_shift_is_lost():
    chain = Chain(sum_over(a, _slope(a))).equals(-y[p] * SUM / d, "Σ (δ - 1/d) = 0")
    return chain.given("normalised", SUM, 0, "Σ y = 0").equals(0, "J 1 = 0")


@derivation(
    "normalization.two-directions-are-lost",
    wrong=lambda: Chain(_along_the_row()).equals(0, "for any row"),
)
def the_row_itself_is_lost():
    opened = y[p] - SUM / d - y[p] * SQUARES / d
    return _normal(Chain(_along_the_row()).equals(opened, "three sums")).equals(0, "J y = 0")


def _along_the_row():
    return sum_over(a, _slope(a) * y[a])


@necessity("normalization.two-directions-are-lost", "normalised")
def another_row_keeps_its_direction():
    slope = lambda i, k, row: int(i == k) - sp.Rational(1, 2) - sp.Rational(row[i] * row[k], 2)  # noqa: E731
    row = (-2, 2)
    return Witness(
        given={"y": "(-2, 2), with mean square 4", "d": "2"},
        claimed="Σ_k (δ_2k - 1/d - y_2 y_k/d) y_k = 0",
        left=sum(slope(1, k, row) * row[k] for k in (0, 1)),
        op="=",
        right=0,
    )


@counterexample("normalization.gain-is-the-variance")
def a_gain_of_two_has_variance_four():
    row = _ours([-1, 1], gain=symbols.array([2, 2]))
    return Witness(
        given={"x": "(-1, 1)", "a": "2", "b": "0"},
        claimed="the variance is a = 2",
        left=sp.Rational(1, 2) * sum(value**2 for value in row),
        op="=",
        right=2,
        ours=row,
        instead="the row",
    )


def _affine(place):
    return real("a") * y[place] + real("b")


@derivation(
    "normalization.gain-is-a-deviation",
    wrong=lambda: Chain(sum_over(a, _affine(a)) / d).equals(real("b"), "for any row"),
)
def the_bias_is_the_mean():
    chain = Chain(sum_over(a, _affine(a)) / d).equals(real("a") * SUM / d + real("b"), "linear")
    return chain.given("normalised", SUM, 0, "Σ y = 0").equals(real("b"), "b remains")


@derivation(
    "normalization.gain-is-a-deviation",
    wrong=lambda: (
        Chain(_spread()).given("normalised", SQUARES, d, "Σ y² = d").equals(real("a"), "a itself")
    ),
)
def the_gain_is_the_deviation():
    chain = Chain(_spread()).equals(real("a") ** 2 * SQUARES / d, "b cancels")
    return chain.given("normalised", SQUARES, d, "Σ y² = d").equals(real("a") ** 2, "a² remains")


def _spread():
    return sum_over(a, (_affine(a) - real("b")) ** 2) / d


@necessity("normalization.gain-is-a-deviation", "normalised")
def an_epsilon_lowers_the_deviation():
    row = _ours([-1, 1], gain=symbols.array([2, 2]), eps=sp.Integer(3))
    return Witness(
        given={"x": "(-1, 1)", "a": "2", "ε": "3, so the row is not normalised"},
        claimed="the variance is a² = 4",
        left=sp.Rational(1, 2) * sum(value**2 for value in row),
        op="=",
        right=4,
    )


@necessity("normalization.gain-is-a-deviation", "one-pair")
def gains_of_their_own_move_the_mean():
    row = _ours([-1, 1], gain=symbols.array([2, 0]))
    return Witness(
        given={"x": "(-1, 1)", "a": "(2, 0)", "b": "0"},
        claimed="the mean is b = 0",
        left=sp.Rational(1, 2) * sum(row),
        op="=",
        right=0,
    )


def _sum(place):
    return x[place] + f[place]


@derivation(
    "normalization.add-then-normalise",
    wrong=lambda: Chain(sum_over(a, (x[a] + y[a]) ** 2) / d).equals(1, "a part was normalised"),
)
def a_normalised_sum_has_mean_square_one():
    squares = sum_over(o, (_sum(o) - theory.mean(_sum)) ** 2 / theory.variance(_sum))
    return Chain(squares / d).equals(1, "mean-zero-and-mean-square-one, of the sum")


@necessity("normalization.add-then-normalise", "varied")
def a_layer_may_cancel_its_input():
    row = layer_norm(symbols.array([1, 2]) + symbols.array([-1, -2])).tolist()
    return Witness(
        given={"x": "(1, 2)", "F(x)": "(-1, -2)"},
        claimed="the mean square of LayerNorm(x + F(x)) is 1",
        left=sp.Rational(1, 2) * sum(value**2 for value in row),
        op="=",
        right=1,
    )
