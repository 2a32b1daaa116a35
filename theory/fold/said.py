"""Attention as a fold: the summaries of parts form a monoid, whose meaning is attention.

A summary of some pairs is a shift m, a mass s and an output o, a number for each coordinate of the
values. It means the numbers s exp(m) and o exp(m). Mass and output obey one law, so what is said of
s here is said of o as well.
"""

from theory.claim import Claim, Hypothesis
from theory.fold.tiling import CLAIMS as TILING
from theory.fold.words import (
    c,
    folded,
    folded_where,
    h,
    m_1,
    m_2,
    m_3,
    mass,
    mass_of_kept,
    masses,
    merged,
    output,
    output_of_kept,
    part,
    parts,
    s_1,
    s_2,
    s_3,
    second,
    shifts,
    theta,
    w,
    y,
)
from theory.letters import j
from theory.lookup.attending import attention, attention_to_both
from theory.softmax.words import kappa, v, x
from theory.stating.families import Family, every, total
from theory.stating.operations import exp
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.variables import positive, real

z_1, z_2, o_1, o_2 = positive("z_1"), positive("z_2"), real("o_1"), real("o_2")


def merged_all(c, shifts: Family, masses: Family):
    """Return the mass, or output, of many parts at the shift c."""
    return total((shifts - c).map(exp) * masses)


partial_masses = every(part, entry=mass_of_kept(parts[part], shifts[part], x))
partial_outputs = every(part, entry=output_of_kept(parts[part], shifts[part], x, v))

SOME_KEPT = Hypothesis("some pair is kept", line(total(kappa) + total(theta), ">", 0))
ONE_PART = Hypothesis(
    "each pair stands in exactly one part", line(total(every(part, entry=parts[part, j])), "=", 1)
)


CLAIMS = (
    Claim(
        id="fold.merge-is-commutative",
        states=states(equal(merged(c, m_1, s_1, m_2, s_2), merged(c, m_2, s_2, m_1, s_1))),
        says="Two parts may be merged in either order.",
    ),
    Claim(
        id="fold.merge-is-associative",
        states=states(
            equal(
                merged(c, h, merged(h, m_1, s_1, m_2, s_2), m_3, s_3),
                merged(c, m_1, s_1, real("g"), merged(real("g"), m_2, s_2, m_3, s_3)),
            )
        ),
        says="Of three parts, any two neighbours may be merged first, and at any shifts: the merge "
        "of all at one shift is the same.",
    ),
    Claim(
        id="fold.unit",
        states=states(
            equal(merged(m_1, m_1, s_1, m_2, 0), s_1),
            equal(
                merged(m_1, m_1, s_1, m_2, mass_of_kept(kappa, m_2, x)),
                s_1,
                when=line(kappa[j], "=", 0),
            ),
            equal(
                merged(m_1, m_1, s_1, m_2, output_of_kept(kappa, m_2, x, v)),
                s_1,
                when=line(kappa[j], "=", 0),
            ),
        ),
        says="A part with mass and output 0 changes nothing, whatever its shift. Such is a part of "
        "which a mask keeps nothing.",
    ),
    Claim(
        id="fold.any-shift",
        states=states(
            equal(merged(c, m_1, s_1, m_2, s_2) * exp(c), s_1 * exp(m_1) + s_2 * exp(m_2)),
            equal(
                merged(c, m_1, o_1, m_2, o_2) / merged(c, m_1, z_1, m_2, z_2),
                merged(h, m_1, o_1, m_2, o_2) / merged(h, m_1, z_1, m_2, z_2),
            ),
        ),
        says="A merge adds up what its parts mean: the mass and the output, times exp(m) of the "
        "shift m. The shift at which the merge is taken does not change the quotient of output "
        "and mass.",
    ),
    Claim(
        id="fold.equal-meanings-merge-alike",
        states=states(
            equal(merged(c, m_1, s_1, m_2, s_2), merged(c, m_3, s_3, m_2, s_2)),
            given=equal(s_1, s_3 * exp(m_3 - m_1)),
        ),
        says="Summaries that mean the same may stand for each other in a merge.",
        builds_on=("fold.any-shift",),
    ),
    Claim(
        id="fold.order-of-parts-is-irrelevant",
        states=states(
            equal(
                merged_all(c, shifts.permuted(), masses.permuted()), merged_all(c, shifts, masses)
            )
        ),
        says="At one shift, any number of parts may be merged in any order.",
        builds_on=("fold.merge-is-commutative", "fold.merge-is-associative"),
    ),
    Claim(
        id="fold.average-of-outputs",
        states=states(
            equal(attention_to_both(x, v, y, w), (attention(x, v) + attention(y, w)) / 2)
        ),
        says="Attention over all pairs is the average of its outputs over two parts.",
    ),
    Claim(
        id="fold.attention-is-a-merge",
        states=states(
            equal(
                merged(c, m_1, output(m_1, x, v), m_2, output(m_2, y, w))
                / merged(c, m_1, mass(m_1, x), m_2, mass(m_2, y)),
                attention_to_both(x, v, y, w),
            ),
            equal(
                (mass(c, x) * attention(x, v) + mass(c, y) * attention(y, w))
                / (mass(c, x) + mass(c, y)),
                attention_to_both(x, v, y, w),
            ),
        ),
        says="Attention over two parts together is the output of their merge over its mass, with "
        "any choice of shifts: the mean of attention over each part, weighted by their masses at "
        "one shift.",
        builds_on=("lookup.attention", "fold.any-shift"),
        repairs=("fold.average-of-outputs",),
    ),
    Claim(
        id="fold.any-partition",
        states=states(
            equal(mass(c, x), merged_all(c, shifts, partial_masses)),
            equal(output(c, x, v), merged_all(c, shifts, partial_outputs)),
            hypotheses={"one-part": ONE_PART},
        ),
        says="However the pairs are split into parts, empty ones too, and whichever shifts are "
        "chosen, the merge of all parts has the mass and the output of the whole.",
        builds_on=("fold.merge-is-associative", "fold.any-shift"),
    ),
    Claim(
        id="fold.attention-over-any-partition",
        states=states(
            equal(
                attention(x, v) * merged_all(c, shifts, partial_masses),
                merged_all(c, shifts, partial_outputs),
            ),
            hypotheses={"one-part": ONE_PART},
        ),
        says="Attention over all pairs, times the mass of the merge of all parts, is the output of "
        "that merge, however the pairs are split and shifted.",
        builds_on=("fold.any-partition", "fold.attention-is-a-merge"),
    ),
    Claim(
        id="fold.computed",
        kind="definition",
        states=states(equal(folded(x, v, y, w), attention_to_both(x, v, y, w))),
        says="The code sums up each part at its largest score, merges at the larger of two shifts, "
        "and divides at the end: it gives attention over all pairs.",
        builds_on=("fold.attention-is-a-merge",),
    ),
    Claim(
        id="fold.masks",
        kind="convention",
        states=states(
            equal(
                folded_where(kappa, theta, x, v, y, w),
                (output_of_kept(kappa, 0, x, v) + output_of_kept(theta, 0, y, w))
                / (mass_of_kept(kappa, 0, x) + mass_of_kept(theta, 0, y)),
            ),
            hypotheses={"some-kept": SOME_KEPT},
        ),
        says="Each part has its own piece of the mask. If a piece keeps nothing, the other parts "
        "decide.",
        note="Some codes subtract the shift -∞ of a part that keeps nothing from itself; their "
        "output is NaN.",
        builds_on=("fold.computed", "fold.unit", "lookup.mask"),
    ),
    Claim(
        id="fold.nothing-to-attend-to",
        kind="convention",
        states=states(
            equal(folded_where(kappa, theta, x, v, y, w), 0),
            given=(line(kappa[j], "=", 0), line(theta[second], "=", 0)),
        ),
        says="If no part keeps anything, the output is 0.",
        builds_on=("fold.masks", "softmax.nothing-to-attend-to"),
    ),
    *TILING,
)
