"""What it costs to evict keys from a cache.

Z. Zhang et al., "H2O: heavy-hitter oracle" (arXiv:2306.14048), evict the key with the least weight.
"""

from theory.claim import Claim
from theory.letters import i, j, k, m, n
from theory.lookup.attending import attention, attention_to_both
from theory.lookup.finite_masks import share_beside
from theory.softmax.words import p, v, x
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import delta, exp
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.variables import index, real
from theory.stating.vocabulary import word


@word(r"\operatorname{{Attention}}_{{\ne {k}}}({x}, {v})")
def attention_without(x: Family, v: Family, k):
    """Attention to all pairs but pair k, one coordinate of the output."""
    kept = every(j, entry=(1 - delta(j, k)) * exp(x[j]))
    return total(kept * v) / total(kept)


y, w, second = numbers("y", m), numbers("w", m), index("k", m)
low, high = real("L"), real("H")
share = share_beside(x, y)
both = attention_to_both(x, v, y, w)

CLAIMS = (
    Claim(
        id="lookup.least-weight-costs-least",
        states=states(
            line(
                (attention_without(x, v, i) - attention(x, v)) ** 2,
                "≤",
                (attention_without(x, v, k) - attention(x, v)) ** 2,
            ),
            given=(line(p[i], "<", p[k]), line(n, "≥", 2)),
        ),
        says="Of two keys, evicting the one with the smaller weight changes the output less.",
        builds_on=("lookup.attention",),
    ),
    Claim(
        id="lookup.evicting-costs",
        states=states(
            equal(attention(x, v) - both, share * (attention(x, v) - attention(y, w))),
            equal(attention(x, v) - both, share / (1 - share) * (both - attention(y, w))),
            line((low - high) * share, "≤", attention(x, v) - both, "≤", (high - low) * share),
            given=(
                line(low, "≤", v[j], "≤", high),
                line(low, "≤", w[second], "≤", high),
            ),
        ),
        says="Evicting the pairs with scores y changes the output by their share s of the weight, "
        "times how far their own mean is from that of the pairs that stay; or by s/(1 - s) times "
        "how far it is from the output. A heavy pair whose value is the output costs nothing. The "
        "change is at most s times the range of the values.",
        builds_on=("lookup.attention",),
        repairs=("lookup.least-weight-costs-least",),
    ),
)
