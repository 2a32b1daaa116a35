"""What makes a fold fast: how large scores can be is known before they are, and far pairs do not
matter.
"""

from theory.claim import Claim
from theory.letters import d, i, j, m, n
from theory.lookup.finite_masks import share_beside
from theory.shared_words import dot, length_squared
from theory.softmax.words import p, x
from theory.stating.families import numbers, total
from theory.stating.operations import exp
from theory.stating.relations import line
from theory.stating.statements import states
from theory.stating.variables import index, real

q, key, b, L = numbers("q", d), numbers("k", d), real("b"), real("L")
y, far = numbers("y", m), index("k", m)

CLAIMS = (
    Claim(
        id="fold.scores-within-reach",
        states=states(
            line(dot(q, key) ** 2, "≤", length_squared(q) * length_squared(key)),
            line(
                n * exp(-b),
                "≤",
                total(x.map(exp)),
                "≤",
                n * exp(b),
                when=line(-b, "≤", x[j], "≤", b),
            ),
        ),
        says="The dot product of a query and a key is at most the product of their lengths in "
        "size. If scores lie between -b and b, the sum of their n exponentials lies between n "
        "exp(-b) and n exp(b).",
        note="Where b is small, nothing need be subtracted.",
        builds_on=("fold.any-shift",),
    ),
    Claim(
        id="fold.far-pairs-weigh-little",
        states=states(
            line(share_beside(x, y), "≤", m * exp(-L) * p[i], when=line(y[far], "≤", x[i] - L)),
        ),
        says="m pairs whose scores lie L or more below another score share at most m exp(-L) times "
        "that one's weight among the others: with L = log(m/u), at most u.",
        note="Leaving them out moves the output by at most that share of the range of the values "
        "(lookup.evicting-costs).",
        builds_on=("lookup.evicting-costs",),
    ),
)
