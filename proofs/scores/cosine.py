"""The cosine as a score: the distance must be negated, and the weights cannot focus."""

from impl import scores as impl
from impl.softmax import softmax
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation, met_by, necessity
from theory.letters import i, j, k, n
from theory.scores.words import K, cosines, first, key, other_key, q, s
from theory.shared_words import dot, length
from theory.softmax.words import x
from theory.stating.families import numbers, total
from theory.stating.operations import exp

slack = numbers("s", n, domain="nonnegative")


@counterexample("scores.cosine-distance-prefers-the-similar")
def the_opposite_key_wins():
    of_both = impl.cosine(expressions.array([1]), expressions.array([[1], [-1]]))
    case = {q: (1,), K: ((1,), (-1,)), cosines: of_both.tolist(), i: 1, k: 2}
    why = "the weights with the cosines themselves as scores"
    return At(case, softmax(of_both).tolist(), why)


@met_by("scores.cosine-distance-must-be-negated")
@met_by("scores.cosine-distance-must-be-negated", supposed_by=1)
def two_opposite_keys():
    return {q: (1,), K: ((1,), (-1,)), cosines: (1, -1), i: 1, k: 2}


closes("scores.cosine-distance-must-be-negated", "a constant added to all scores cancels")


@derivation("scores.cosine-distance-must-be-negated", duty=1)
def similarity_prefers_the_similar(chain):
    at = {x: cosines}
    return chain.cites("softmax.keeps-order", "the larger score has the larger weight", at)


@derivation("scores.cosine-distance-must-be-negated", duty=2, turned=True)
def distance_prefers_the_opposite(chain):
    at = {x: 1 - cosines, i: k, k: i}
    return chain.cites("softmax.keeps-order", "the larger score has the larger weight", at)


@derivation("scores.cosine-forgets-lengths")
def cosine_forgets_lengths(chain):
    return chain.equals(
        s * dot(q, key) / (s * length(q) * length(key)), "s q is s times as long as q, as s > 0"
    ).closes("s is not 0, and cancels")


@necessity("scores.cosine-forgets-lengths", "positive-factor")
def a_negative_factor_turns_around():
    ours = impl.cosine(expressions.array([-1]), expressions.array([[1]])).tolist()
    return At({q: (1,), key: (1,), s: -1}, ours, "the cosine of -q and k")


@derivation("scores.cosine-cannot-focus", apart=True)
def cosines_differ_by_two_at_most(chain):
    of_query, one, other = (row / length(row) for row in (q, other_key, key))
    return chain.equals(
        (total((of_query - one) ** 2) + total((of_query + other) ** 2)) / 2,
        "the directions have length 1",
    ).closes("squares are not negative")


@derivation("scores.cosine-cannot-focus", duty=1, let={cosines[j]: first - 2 + slack[j]})
def cosine_cannot_focus(chain):
    return chain.equals(1 / (1 + total((slack - 2).map(exp))), "divide by the numerator").closes(
        "each of the other exponentials is at least exp(-2)"
    )
