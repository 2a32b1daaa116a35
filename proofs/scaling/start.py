"""Before training: projections of a given row are normal; some have variance 1."""

import sympy as sp

from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, counterexample, derivation, necessity, refuses
from theory.symbols import a, b, d, family, positive, real, sum_over, sum_to

x = family("x")


def _log_moments():
    """log E exp(t (x W)_c), one normal weight at a time: E exp(sW) = exp(τ² s²/2)."""
    t, tau = real("t"), positive("tau")
    return sum_to(d, b, sp.log(sp.exp((tau * t * x[b]) ** 2 / 2)))


@derivation("scaling.projections-of-a-row-are-normal-at-the-start")
def a_sum_of_normals_is_normal():
    return Chain(_log_moments()).equals(
        (real("t") * positive("tau")) ** 2 / 2 * sum_to(d, b, x[b] ** 2),
        "as for a normal variable of variance τ²|x|²",
    )


refuses(
    a_sum_of_normals_is_normal,
    lambda: Chain(_log_moments()).equals(real("t") ** 2 / 2, "with variance 1 for any row"),
)


def _fourth_moment(values, of_weight):
    """E (xW)⁴ for equally likely x, and E W⁴."""
    return sp.Rational(1, len(values)) * sum(value**4 for value in values) * of_weight


@necessity("scaling.projections-of-a-row-are-normal-at-the-start", "normal-weights")
def signs_are_not_normal():
    return Witness(
        given={"x": "(1)", "W": "(1) or (-1), equally likely"},
        claimed="the fourth moment is 3 times the squared variance, as for a normal variable",
        left=_fourth_moment([1], of_weight=1),
        op="=",
        right=3,
    )


@necessity("scaling.projections-of-a-row-are-normal-at-the-start", "independent-weights")
def weights_of_equal_size_are_not_enough():
    # W_2 = ±W_1 at even odds: the projection is 2 W_1 or 0
    return Witness(
        given={"x": "(1, 1)", "W_1": "standard normal", "W_2": "W_1 or -W_1, equally likely"},
        claimed="the fourth moment is 3 times the squared variance, as for a normal variable",
        left=sp.Rational(1, 2) * 2**4 * 3,
        op="=",
        right=3 * (sp.Rational(1, 2) * 2**2) ** 2,
    )


@necessity("scaling.projections-of-a-row-are-normal-at-the-start", "given-row")
def a_random_row_spoils_it():
    return Witness(
        given={"x": "(0) or (1), equally likely", "W": "standard normal"},
        claimed="the fourth moment is 3 times the squared variance, as for a normal variable",
        left=_fourth_moment([0, 1], of_weight=3),
        op="=",
        right=3 * sp.Rational(1, 2) ** 2,
    )


@counterexample("scaling.layernorm-gives-unit-variance")
def a_weight_stretches_a_normalised_row():
    rows, weight = symbols.array([[1, -1], [-1, 1]]), symbols.array([[1], [-1]])
    up, down = (rows @ weight).flat()
    return Witness(
        given={
            "x": "(1, -1) or (-1, 1), equally likely, of mean 0 and mean square 1",
            "W": "(1, -1)",
        },
        claimed="Var(x W) = 1",
        left=sp.Rational(1, 4) * (up - down) ** 2,
        op="=",
        right=1,
        ours=[up, down],
        instead="the projections of both rows",
    )


@derivation("scaling.layernorm-and-initialisation-give-unit-variance")
def length_and_initial_variance_cancel():
    length = sum_over(a, x[a] ** 2)
    return (
        Chain(_projected_variance())
        .equals(length / d, "uncorrelated weights of variance 1/d")
        .given("normalised", length, d, "x has mean square 1")
        .equals(1, "d/d = 1")
    )


refuses(
    length_and_initial_variance_cancel,
    lambda: Chain(_projected_variance()).equals(1, "for any row"),
)


def _projected_variance():
    """E (x W)² = Σ_ab x_a x_b E W_a W_b, with E W_a W_b = δ_ab/d."""
    return sum_over(a, sum_to(d, b, x[a] * x[b] * sp.KroneckerDelta(a, b) / d))


def _one_projection(given, row, weights):
    projection = (symbols.array([row]) @ symbols.array([[w] for w in weights])).tolist()[0][0]
    return Witness(
        given=given, claimed="E (x W)² = 1", left=projection**2, op="=", right=1,
        ours=projection, instead="the projection",
    )  # fmt: skip


@necessity("scaling.layernorm-and-initialisation-give-unit-variance", "normalised")
def a_long_row_stays_long():
    return _one_projection({"x": "(3)", "W": "(1) or (-1), equally likely"}, [3], [1])


@necessity("scaling.layernorm-and-initialisation-give-unit-variance", "initial-weights")
def a_large_weight_stays_large():
    return _one_projection({"x": "(1)", "W": "(2) or (-2), equally likely"}, [1], [2])


@necessity("scaling.layernorm-and-initialisation-give-unit-variance", "given-row")
def a_row_that_knows_the_weights_gains_from_them():
    root = 1 / sp.sqrt(2)
    given = {"W": "(s_1, s_2)/√2 for signs s_1, s_2, all four equally likely", "x": "(s_1, s_2)"}
    return _one_projection(given, [1, -1], [root, -root])
