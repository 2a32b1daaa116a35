"""Before training: projections of a given row are normal; some have variance 1."""

from itertools import product

import sympy as sp

from impl.scores import dot
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, met_by, necessity
from proofs.scaling.variance import coordinates, equally
from theory.letters import a, b, d
from theory.scaling.random_rows import (
    E,
    P,
    W,
    X,
    column,
    mixed,
    omega,
    projected,
    row,
    squares,
    tau,
)
from theory.scaling.words import t
from theory.stating.families import every, total
from theory.stating.operations import delta, exp, log


@derivation("scaling.projections-of-a-row-are-normal-at-the-start", let={X[b, omega]: row[b]})
def a_sum_of_normals_is_normal(chain):
    each = log(E((t * row[b] * W[b]).map(exp)))
    return (
        chain.given(
            "independent-weights",
            log(E((t * mixed(row, W)).map(exp))),
            total(every(b, entry=each)),
            "the weights are independent",
        )
        .given("normal-weights", each, (tau * t * row[b]) ** 2 / 2, "each weight is normal")
        .closes("as for a normal variable of variance τ²|x|²")
    )


def projections(cases, values):
    """Return equally likely rows x and columns W, and the projections of the rows."""
    ours = [dot(expressions.array(x), expressions.array([w])).tolist()[0] for x, w in cases]
    own = {P: equally(cases), X: coordinates(cases, 0), W: coordinates(cases, 1)}
    return At({**own, **values}, ours, "the projections")


START = "scaling.projections-of-a-row-are-normal-at-the-start"
HIGH = sp.log(3)
LIKE_NORMAL = {t: 1, tau: sp.sqrt(2 * sp.log(2))}  # W is 0 or log 3, and E exp(W) = 2


@necessity(START, "normal-weights")
def signs_are_not_normal():
    return projections([([1], [1]), ([1], [-1])], {row: (1,), t: 1, tau: 1})


@necessity(START, "independent-weights")
def weights_of_equal_size_are_not_enough():
    cases = [([1, 1], [each, each]) for each in (0, HIGH)]
    return projections(cases, {row: (1, 1), **LIKE_NORMAL})


@necessity(START, "given-row")
def a_random_row_spoils_it():
    cases = [([x], [each]) for x in (0, 1) for each in (0, HIGH)]
    return projections(cases, {row: (1,), **LIKE_NORMAL})


@counterexample("scaling.layernorm-gives-unit-variance")
def a_weight_stretches_a_normalised_row():
    rows, weight = [[1, -1], [-1, 1]], expressions.array([[1, -1]])
    return At(
        {P: equally(rows), X: tuple(zip(*rows, strict=True)), column: (1, -1)},
        [dot(expressions.array(each), weight).tolist()[0] for each in rows],
        "the projections of both rows",
    )


INITIAL = "scaling.layernorm-and-initialisation-give-unit-variance"


@derivation(INITIAL)
def the_mean_is_zero(chain):
    own = E(X[a] * W[a])
    return (
        chain.equals(
            E(projected**2) - total(every(a, entry=own)) ** 2,
            "the mean of a sum is the sum of the means",
        )
        .given("given-row", own, E(X[a]) * E(W[a]), "the weights are independent of the row")
        .given("initial-weights", E(W[a]), 0, "they have mean zero")
        .closes("zeros sum to 0")
    )


@met_by(INITIAL)
def a_sign_as_weight():
    cases = [([1], [1]), ([1], [-1])]
    return {P: equally(cases), X: coordinates(cases, 0), W: coordinates(cases, 1), tau: 1}


@derivation(INITIAL, duty=1)
def uncorrelated_weights_meet_each_coordinate_alone(chain):
    both, rows, weights = E(X[a] * X[b] * W[a] * W[b]), E(X[a] * X[b]), E(W[a] * W[b])
    return (
        chain.equals(total(every(a, b, entry=both)), "the mean of a sum is the sum of the means")
        .given("given-row", both, rows * weights, "the weights are independent of the row")
        .given("initial-weights", weights, delta(a, b) * tau**2, "uncorrelated, of variance τ²")
        .closes("δ picks the diagonal")
    )


@derivation(INITIAL, duty=2)
def length_and_initial_variance_cancel(chain):
    everything = total(every(omega, entry=P[omega]))
    return (
        chain.given("normalised", squares[omega], d, "x has mean square 1")
        .equals(everything * tau**2 * d, "d is the same in every outcome")
        .given("", everything, 1, "probabilities sum to 1")
        .given("initial-weights", tau**2 * d, 1, "τ² = 1/d")
    )


@necessity(INITIAL, "normalised")
def a_long_row_stays_long():
    return projections([([3], [1]), ([3], [-1])], {tau: 1})


@necessity(INITIAL, "initial-weights")
def a_large_weight_stays_large():
    return projections([([1], [2]), ([1], [-2])], {tau: 1})


@necessity(INITIAL, "given-row")
def a_row_that_knows_the_weights_gains_from_them():
    root, signs = 1 / sp.sqrt(2), list(product((1, -1), repeat=2))
    cases = [([s, u], [s * root, u * root]) for s, u in signs]
    return projections(cases, {tau: root})
