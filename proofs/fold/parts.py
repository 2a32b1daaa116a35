"""Attention over the whole, from its parts."""

from impl.fold import mean, merge, summary
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation, necessity
from theory.fold.words import c, mass, part, parts, r, shifts, w, y
from theory.letters import j, n
from theory.lookup.attending import attention
from theory.softmax.words import v, x
from theory.stating.families import every, total
from theory.stating.operations import exp

closes(
    "fold.attention-is-a-merge",
    "every exponential has the factor exp(-c), above and below",
    "a mass times the attention over its part is the output of that part",
)


def over_all(chain, each):
    """Go on from the sum over all parts to the sum of a number of each pair."""
    of_parts = total(every(part, entry=parts[part, j]))
    return chain.equals(
        total(every(j, entry=of_parts * each)), "the shifts of the parts cancel"
    ).given("one-part", of_parts, 1, "each pair stands in exactly one part")


@derivation("fold.any-partition", turned=True)
def the_masses_of_the_parts_make_up_that_of_the_whole(chain):
    return over_all(chain, exp(x[j] - c)).closes("the sum over all pairs")


@derivation("fold.any-partition", duty=1, turned=True)
def so_do_their_outputs(chain):
    return over_all(chain, exp(x[j] - c) * v[j]).closes("the sum over all pairs")


@derivation("fold.attention-over-any-partition", turned=True)
def their_quotient_is_attention(chain):
    return (
        over_all(chain, exp(x[j] - c) * v[j])
        .equals(attention(x, v) * mass(c, x), "the shift cancels above and below")
        .cites("fold.any-partition", "the mass of the whole is that of the parts")
        .closes("as it is said")
    )


@necessity("fold.any-partition", "one-part")
def a_pair_in_two_parts_has_twice_its_mass():
    case = {parts: ((1, 1), (0, 1)), shifts: (0, 0), x: (0, 0), v: (0, 1), c: 0, r: 2, n: 2}
    return At(
        case,
        summary(expressions.array([0, 0]), expressions.array([[0], [1]])).mass.tolist(),
        "the mass of the whole",
    )


@necessity("fold.attention-over-any-partition", "one-part")
def a_pair_in_two_parts_counts_twice():
    case = {parts: ((1, 1), (0, 1)), shifts: (0, 0), x: (0, 0), v: (0, 1), c: 0, r: 2, n: 2}
    values = expressions.array([[0], [1], [1]])
    whole = mean(summary(expressions.array([0, 0, 0]), values)).tolist()
    return At(case, whole, "the second pair counts twice")


@counterexample("fold.average-of-outputs")
def one_pair_against_two():
    both = mean(
        merge(
            summary(expressions.array([0]), expressions.array([[1]])),
            summary(expressions.array([0, 0]), expressions.array([[0], [0]])),
        )
    ).tolist()
    return At({x: (0,), v: (1,), y: (0, 0), w: (0, 0)}, both, "the merge; the average is 1/2")
