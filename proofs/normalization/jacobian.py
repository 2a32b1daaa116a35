"""The derivative of LayerNorm, which loses two directions."""

from itertools import product

import sympy as sp

from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, derivation, exact_run, necessity, refuses
from proofs.normalization.layer_norm import (
    SQUARES,
    SUM,
    as_computed,
    as_family,
    as_printed,
    use_normalised,
    x,
    y,
)
from theory import normalization as theory
from theory.symbols import a, d, o, p, real, sum_over


@necessity("normalization.jacobian", "varied")
def a_constant_row_has_no_derivative():
    moved = as_computed([5, 5 + sp.Rational(1, 1000)])
    deviation = sp.sqrt(theory.printed_variance(as_family([5, 5])).subs(d, 2).doit())
    return Witness(
        given={"x": "(5, 5), so σ = 0", "d": "2"},
        claimed="(1 - 1/d - y_2²/d)/σ is the slope of the second entry",
        left=sp.Rational(1, 2) / deviation,
        op="=",
        right=sp.limit(1 / real("t"), real("t"), 0, "+"),
        ours=moved,
        instead="the row after a change of 1/1000 in the second entry: it jumps to (-1, 1)",
    )


@exact_run("normalization.jacobian")
def the_printed_formula_has_the_printed_derivative():
    for row in ([1, 3], [0, 0, 3], [2, -1, 5]):
        size, t = len(row), sp.Symbol("t", real=True)
        normal, ours, printed = as_printed(row), [], []
        sigma = sp.sqrt(theory.printed_variance(as_family(row)).subs(d, size).doit())
        for k, i in product(range(size), repeat=2):
            moved = as_family([value + t * int(place == k) for place, value in enumerate(row)])
            entry = theory.printed_layer_norm(moved, i + 1).subs(d, size).doit()
            ours.append(sp.radsimp(sp.diff(entry, t).subs(t, 0)))
            slope = (int(i == k) - sp.Rational(1, size) - normal[i] * normal[k] / size) / sigma
            printed.append(sp.radsimp(slope))
        yield f"x = {tuple(row)}", ours, printed


@derivation("normalization.jacobian")
def the_derivative_of_the_norm():
    y_p, y_o = (theory.printed_layer_norm(x, place) for place in (p, o))
    return Chain(_slope_of_the_norm()).equals(
        (sp.KroneckerDelta(p, o) - 1 / d - y_p * y_o / d) / sp.sqrt(theory.printed_variance(x)),
        "the slope of the mean is 1/d, that of the deviation y/d",
    )


refuses(
    the_derivative_of_the_norm,
    lambda: Chain(_slope_of_the_norm()).equals(
        (sp.KroneckerDelta(p, o) - 1 / d) / sp.sqrt(theory.printed_variance(x)),
        "the deviation stays",
    ),
)


def _slope_of_the_norm():
    return sp.Derivative(theory.printed_layer_norm(x, p), x[o])


def _slope(place):
    """σ times the derivative of y_i by x_place, by normalization.jacobian."""
    return sp.KroneckerDelta(p, place) - 1 / d - y[p] * y[place] / d


@derivation("normalization.two-directions-are-lost")
def a_common_shift_is_lost():
    chain = Chain(sum_over(a, _slope(a))).equals(-y[p] * SUM / d, "Σ (δ - 1/d) = 0")
    return chain.given("normalised", SUM, 0, "Σ y = 0").equals(0, "J 1 = 0")


refuses(
    a_common_shift_is_lost,
    lambda: use_normalised(
        Chain(sum_over(a, _slope(a))).equals(-y[p] * SUM / d, "Σ (δ - 1/d) = 0")
    ).equals(1, "as the identity"),
)


@derivation("normalization.two-directions-are-lost")
def the_row_itself_is_lost():
    opened = y[p] - SUM / d - y[p] * SQUARES / d
    return use_normalised(Chain(_along_the_row()).equals(opened, "split into three sums")).equals(
        0, "J y = 0"
    )


refuses(the_row_itself_is_lost, lambda: Chain(_along_the_row()).equals(0, "for any row"))


def _along_the_row():
    return sum_over(a, _slope(a) * y[a])


@necessity("normalization.two-directions-are-lost", "normalised")
def another_row_keeps_its_direction():
    slope = lambda i, k, row: int(i == k) - sp.Rational(1, 2) - sp.Rational(row[i] * row[k], 2)
    row = (-2, 2)
    return Witness(
        given={"y": "(-2, 2), with mean square 4", "d": "2"},
        claimed="Σ_k (δ_2k - 1/d - y_2 y_k/d) y_k = 0",
        left=sum(slope(1, k, row) * row[k] for k in (0, 1)),
        op="=",
        right=0,
    )
