"""LayerNorm gives mean 0 and mean square 1 to a row that varies.

Method of the chapter: derivations for all widths d; exact runs of `impl` on numbers, as its nested
roots do not cancel on symbols; witnesses. σ enters derivations through its square.
"""

import sympy as sp

from impl.normalization import layer_norm
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import (
    Witness,
    counterexample,
    derivation,
    exact_run,
    necessity,
    refuses,
)
from theory import normalization as theory
from theory.symbols import a, d, family, nonnegative, o, positive, sum_over

x, y, f = family("x"), family("y"), family("F")
eps, rest = positive("epsilon"), nonnegative("r")
ROWS = ([1, 3], [0, 0, 3], [2, -1, 5, -2])


def as_family(row):
    """Return the row as a family: entry k of the theory's counting."""
    return lambda place: sum(value * sp.KroneckerDelta(place, k) for k, value in enumerate(row, 1))


def as_printed(row, epsilon=0):
    """Evaluate the printed formula on a row of numbers."""
    size = len(row)
    mean = sp.Rational(sum(row), size)
    variance = sp.Rational(1, size) * sum((value - mean) ** 2 for value in row)
    return [(value - mean) / sp.sqrt(variance + epsilon) for value in row]


def as_computed(row, **options):
    return [sp.nsimplify(sp.radsimp(v)) for v in layer_norm(symbols.array(row), **options).tolist()]


@exact_run("normalization.definition")
def layer_norm_is_the_printed_quotient():
    for row in ROWS:
        printed = [
            theory.printed_layer_norm(as_family(row), place).subs(d, len(row)).doit()
            for place in range(1, len(row) + 1)
        ]
        yield f"x = {tuple(row)}", as_computed(row), [sp.radsimp(value) for value in printed]


@exact_run("normalization.as-used")
def epsilon_gain_and_bias_stand_where_they_are_printed():
    epsilon, gain, bias = sp.Rational(5, 4), [2, -3], [1, 7]
    row = [1, 2]
    ours = as_computed(row, gain=symbols.array(gain), bias=symbols.array(bias), eps=epsilon)
    normal = [sp.radsimp(value) for value in as_printed(row, epsilon)]
    printed = [g * value + b for g, value, b in zip(gain, normal, bias, strict=True)]
    yield "x = (1, 2), ε = 5/4, g = (2, -3), b = (1, 7)", ours, printed


@exact_run("normalization.constant-row")
def a_constant_row_becomes_zero():
    constant, bias = [7, 7, 7], symbols.array([1, 2, 3])
    yield "x = (7, 7, 7)", as_computed(constant), [0, 0, 0]
    with_bias = layer_norm(symbols.array(constant), bias=bias, eps=sp.Rational(1, 9)).tolist()
    yield "x = (7, 7, 7), ε = 1/9, b = (1, 2, 3)", with_bias, [1, 2, 3]


@counterexample("normalization.every-row-gets-variance-one")
def a_constant_row_has_no_variance():
    row = as_computed([5, 5])
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
    return sum_over(o, x[o] - theory.printed_mean(x))


def mean_square(epsilon=0):
    return (
        sum_over(o, (x[o] - theory.printed_mean(x)) ** 2 / (theory.printed_variance(x) + epsilon))
        / d
    )


@derivation("normalization.mean-zero-and-mean-square-one")
def normalised_rows_have_mean_zero():
    return Chain(_mean_of_normal()).equals(0, "Σ x_i = d μ; dividing by σ keeps the 0")


refuses(
    normalised_rows_have_mean_zero,
    lambda: Chain(_mean_of_normal()).equals(theory.printed_mean(x), "the mean stays"),
)


@derivation("normalization.mean-zero-and-mean-square-one")
def normalised_rows_have_mean_square_one():
    return Chain(mean_square()).equals(1, "σ² cancels, as it is not 0")


refuses(
    normalised_rows_have_mean_square_one,
    lambda: Chain(mean_square()).equals(d, "without dividing by d"),
)


def _flat_witness(claim, claimed, left, right):
    necessity(claim, "varied")(
        lambda: Witness(
            given={"x": "(5, 5)"},
            claimed=claimed,
            left=left(as_computed([5, 5])),
            op="=",
            right=right,
        )
    )


_flat_witness(
    "normalization.mean-zero-and-mean-square-one", "the mean square is 1",
    lambda row: sum(value**2 for value in row) / sp.Integer(2), 1,
)  # fmt: skip


SUM, SQUARES = sum_over(a, y[a]), sum_over(a, y[a] ** 2)


def use_normalised(chain):
    """Use that y has mean 0 and mean square 1."""
    return chain.given("normalised", SQUARES, d, "Σ y² = d").given("normalised", SUM, 0, "Σ y = 0")


def _sum(place):
    return x[place] + f[place]


@derivation("normalization.add-then-normalise")
def a_normalised_sum_has_mean_square_one():
    squares = sum_over(
        o, (_sum(o) - theory.printed_mean(_sum)) ** 2 / theory.printed_variance(_sum)
    )
    return Chain(squares / d).equals(1, "normalization.mean-zero-and-mean-square-one, for the sum")


refuses(
    a_normalised_sum_has_mean_square_one,
    lambda: Chain(sum_over(a, (x[a] + y[a]) ** 2) / d).equals(1, "a part was normalised"),
)


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
