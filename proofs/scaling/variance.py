"""The variance of a score: in general, and in proportion to the width.

Method of the chapter: derivations for all widths and every finite probability space; other laws are
limits of these. Witnesses are small random experiments, of which `impl` computes every score.
"""

from fractions import Fraction

from impl.scores import dot
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import derivation
from theory.letters import a, b
from theory.scaling.random_rows import E, P, key, q, sigma
from theory.stating.families import every, total
from theory.stating.operations import delta


def experiment(cases, score=dot, **more):
    """Return equally likely pairs of a query and a key, and their scores, as a witness."""
    scores = [
        score(expressions.array(one), expressions.array([two])).tolist()[0] for one, two in cases
    ]
    values = {P: equally(cases), q: coordinates(cases, 0), key: coordinates(cases, 1)}
    return At({**values, **more.get("values", {})}, scores, "the scores")


def equally(cases):
    """Return the probabilities of equally likely cases."""
    return (Fraction(1, len(cases)),) * len(cases)


def coordinates(cases, which):
    """Return one of the rows of each case, coordinate by coordinate."""
    return tuple(zip(*(case[which] for case in cases), strict=True))


FOUR = E(q[a] * q[b] * key[a] * key[b])
OWN, OTHERS = E(q[a] * key[a]), E(q[b] * key[b])
APART = 1 - delta(a, b)


def made_independent(chain):
    """Part the query from the key."""
    return chain.given(
        "independent", FOUR, E(q[a] * q[b]) * E(key[a] * key[b]), "query and key are independent"
    ).given("independent", OWN, E(q[a]) * E(key[a]), "they are, in each coordinate")


@derivation("scaling.variance-in-general")
def variance_in_general(chain):
    chain.equals(
        total(every(a, b, entry=FOUR)) - total(every(a, b, entry=OWN * OTHERS)),
        "the mean of a sum is the sum of the means",
    )
    return made_independent(chain).closes("multiply out; the terms of means alone cancel")


@derivation("scaling.variance-is-proportional-to-width", apart=True)
def different_products_are_uncorrelated(chain):
    chain.equals(
        -total(every(a, b, entry=APART * (FOUR - OWN * OTHERS))),
        "the covariances of different products remain",
    )
    return (
        made_independent(chain)
        .given("centred", E(q[a]), 0, "the query has mean zero")
        .given(
            "uncorrelated",
            total(every(a, b, entry=APART * E(q[a] * q[b]) * E(key[a] * key[b]))),
            0,
            "different coordinates are uncorrelated",
        )
    )


@derivation("scaling.variance-is-proportional-to-width", duty=1)
def variance_is_proportional_to_width(chain):
    return (
        made_independent(chain)
        .given("equal-variances", E(q[a] ** 2), sigma**2 + E(q[a]) ** 2, "Var(q_a) = σ²")
        .given("equal-variances", E(key[a] ** 2), sigma**2 + E(key[a]) ** 2, "Var(k_a) = σ²")
        .given("centred", E(q[a]), 0, "the query has mean zero")
        .given("centred", E(key[a]), 0, "the key has mean zero")
        .closes("d equal terms")
    )
