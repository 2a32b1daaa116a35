"""The cosine as a score: the distance must be negated, and the weights cannot focus."""

import sympy as sp

from impl import scores as impl
from impl.softmax import softmax
from proofs.arrays import symbols
from proofs.engine.derivation import Chain, as_written
from proofs.engine.evidence import (
    Witness,
    counterexample,
    derivation,
    exact_run,
    necessity,
    refuses,
)
from proofs.scores.dot import key_row, q
from theory.scores import dot
from theory.softmax import weight
from theory.symbols import family, i, j, n, nonnegative, positive, real, sum_over

x = family("x")
VECTORS = ([3, 4], [[5, 12], [-3, -4], [4, -3], [8, 6]])


@exact_run("scores.cosine")
def cosine_is_the_printed_ratio():
    direction, keys = VECTORS
    for size in (1, 4):
        ours = impl.cosine(symbols.array(direction), symbols.array(keys[:size])).tolist()
        printed = [
            sum(p * r for p, r in zip(direction, one, strict=True))
            / (sp.sqrt(sum(p * p for p in direction)) * sp.sqrt(sum(r * r for r in one)))
            for one in keys[:size]
        ]
        yield f"n = {size}, d = 2, whole numbers", ours, printed


@counterexample("scores.cosine-distance-prefers-the-similar")
def the_opposite_key_wins():
    cosines = impl.cosine(symbols.array([1]), symbols.array([[1], [-1]]))
    by_distance = softmax(1 - cosines).tolist()
    return Witness(
        given={"q": "1", "k": "(1, -1), whose cosines are 1 and -1"},
        claimed="α_1 > α_2 with the scores 1 - cos",
        left=by_distance[0],
        op=">",
        right=by_distance[1],
        ours=softmax(cosines).tolist(),
        instead="the weights with the cosines themselves as scores",
    )


@derivation("scores.cosine-distance-must-be-negated")
def negated_distance_is_similarity():
    return (
        Chain(as_written(lambda: weight(lambda place: -(1 - x[place]), i)))
        .equals(weight(lambda place: x[place] - 1, i), "remove the brackets")
        .equals(weight(x, i), "a constant added to all scores cancels")
    )


refuses(
    negated_distance_is_similarity,
    lambda: Chain(weight(lambda place: 1 - x[place], i)).equals(weight(x, i), "without negating"),
)


@derivation("scores.cosine-forgets-lengths")
def cosine_forgets_lengths():
    return Chain(_cosine_of_multiple(positive("s"))).equals(
        _cosine_of_multiple(1), "s = √(s²) cancels, as s > 0"
    )


refuses(
    cosine_forgets_lengths,
    lambda: Chain(_cosine_of_multiple(real("s"))).equals(
        _cosine_of_multiple(1), "for a factor of any sign"
    ),
)


def _cosine_of_multiple(factor):
    """Return cos(s q, k_i)."""
    vector, direction = (lambda column: factor * q[column]), key_row(i)
    return dot(vector, direction) / sp.sqrt(dot(vector, vector) * dot(direction, direction))


@necessity("scores.cosine-forgets-lengths", "positive-factor")
def a_negative_factor_turns_around():
    one, other = (
        impl.cosine(symbols.array([entry]), symbols.array([[1]])).tolist()[0] for entry in (1, -1)
    )
    return Witness(
        given={"q": "1", "k": "1", "s": "-1"},
        claimed="cos(s q, k) = cos(q, k)",
        left=other,
        op="=",
        right=one,
        ours=other,
        instead="the cosine of -q and k",
    )


@derivation("scores.cosine-cannot-focus")
def cosine_cannot_focus():
    return Chain(_sharpest()).at_most(
        sp.exp(2) / (sp.exp(2) + n), "scores lie between -1 and 1, exponentials between 1/e and e"
    )


refuses(
    cosine_cannot_focus,
    lambda: Chain(_sharpest()).at_most(sp.E / (sp.E + n), "scores between 0 and 1"),
)


def _sharpest():
    """Return the weight of score 1 - r among n scores s_j - 1, with r and s_j ≥ 0."""
    s, r = family("s", nonnegative=True), nonnegative("r")
    return sp.exp(1 - r) / (sp.exp(1 - r) + sum_over(j, sp.exp(s[j] - 1)))
