"""The hard lookup: one element takes all the weight, and soft weights come near that."""

from theory.claim import Claim, Hypothesis
from theory.letters import i, j, k, n
from theory.lookup.attending import attention
from theory.softmax.words import f, softmax, v, x
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import bracket, delta, exp, log, slope
from theory.stating.relations import equal, line, sized, to
from theory.stating.statements import states
from theory.stating.variables import nonnegative, positive, real, size
from theory.stating.vocabulary import letter, word


@word(r"\operatorname{{hard}}({f})_{{{i}}}", i="f")
def hard(f: Family, i):
    """001:59-63: 1 if i is an argmax of the scores, else 0."""
    return bracket(total(every(j, entry=bracket(f[j], ">", f[i]))), "=", 0)


@word(r"\operatorname{{Hard}}({f}, {v})")
def hard_attention(f: Family, v: Family):
    """001:32 with hard weights, one coordinate of the output."""
    return total(hard(f) * v)


@word(r"\operatorname{{hardmax}}({f})_{{{i}}}", computed=True, i="f")
def computed_hard(f: Family, i):
    """What the code makes of it."""


def raised(f: Family, place) -> Family:
    """Scores, one of which is larger by t."""
    return every(j, entry=f[j] + delta(place, j) * t)


x_0, D = real("x_0"), nonnegative("D")
g, t, T, r = positive("g"), positive("t"), positive("T"), size("r")
changes = numbers("epsilon", n)

tied = letter("p", exp(x_0 / T) / (r * exp(x_0 / T) + total((x / T).map(exp))))
others = (n - 1) * exp(-g / T)  # a bound of what the other scores weigh together


def unique_maximum(f: Family) -> dict[str, Hypothesis]:
    """Say that score k leads all others by g."""
    leads = line(f[j], "≤", f[k] - (1 - delta(j, k)) * g)
    return {"unique-maximum": Hypothesis("exactly one score is the largest", leads)}


CLAIMS = (
    Claim(
        id="lookup.hard-attention",
        states=states(
            equal(hard(f)[i], bracket(total(every(j, entry=bracket(f[j], ">", f[i]))), "=", 0))
        ),
        kind="definition",
        sources=("001:59-63",),
        says="Hard attention, as printed, gives weight 1 to each element with the largest score, "
        "and 0 to all others.",
        departs={
            "001:59-63": "If several scores are the largest, the printed formula gives each the "
            "weight 1; the code takes the first (lookup.first-of-equals).",
        },
    ),
    Claim(
        id="lookup.hard-weight-is-a-vector",
        states=states(sized(hard(f)[i], n)),
        sources=("001:56/one-hot",),
        says="A single hard weight α_i, not the vector α of all, is a one-hot vector.",
    ),
    Claim(
        id="lookup.hard-weights-sum-to-one",
        states=states(equal(total(hard(f)), 1)),
        answers=("001:56/binary", "001:59-63"),
        says="The hard weights as printed, 1 for every i that is an argmax, sum to one, whatever "
        "the scores.",
    ),
    Claim(
        id="lookup.hard-weights-are-one-hot",
        states=states(
            equal(hard(f)[i], delta(i, k)),
            line(total(hard(f)), "=", total(every(i, entry=delta(i, k))), "=", 1),
            hypotheses=unique_maximum(f),
        ),
        sources=("001:56/binary",),
        answers=("001:56/one-hot", "001:59-63"),
        says="If one score alone is largest, the vector α of hard weights is one-hot.",
        builds_on=("lookup.hard-attention",),
        repairs=("lookup.hard-weight-is-a-vector", "lookup.hard-weights-sum-to-one"),
    ),
    Claim(
        id="lookup.first-of-equals",
        states=states(
            equal(
                computed_hard(f)[i],
                hard(f)[i]
                * bracket(total(every(j, entry=hard(f)[j] * bracket(j, "<", i))), "=", 0),
            )
        ),
        kind="convention",
        answers=("001:56/binary", "001:59-63"),
        says="If several scores are the largest, the code's hard attention takes the first.",
        note="The limit of soft attention differs: it shares the weight among them "
        "(lookup.ties-share).",
        builds_on=("lookup.hard-attention",),
    ),
    Claim(
        id="lookup.soft-tends-to-hard",
        states=states(
            line(1 - others, "≤", softmax(x / T)[k], "≤", 1),
            line(softmax(x / T)[k], to(T, 0, "+"), 1),
            hypotheses=unique_maximum(x),
        ),
        answers=("001:5",),
        says="If one score alone is largest, soft attention tends to hard attention as the "
        "temperature T falls to 0: if the others lie at least g below it, the weight of the "
        "largest of n scores falls short of 1 by at most (n - 1) exp(-g/T), which is all that the "
        "others have.",
        builds_on=("lookup.attention", "lookup.hard-attention"),
    ),
    Claim(
        id="lookup.ties-share",
        states=states(
            line(1 / r - n / r**2 * exp(-g / T), "≤", tied, "<", 1 / r),
            line(tied, to(T, 0, "+"), 1 / r),
            given=line(x[j], "≤", x_0 - g),
        ),
        says="If r scores are equal and largest, and n others lie at least g below, the r share "
        "the weight evenly in the limit T → 0: each falls short of 1/r by at most (n/r²) "
        "exp(-g/T).",
        builds_on=("lookup.soft-tends-to-hard",),
    ),
    Claim(
        id="lookup.retrieval-precision",
        states=states(
            line(-D * others, "≤", attention(x / T, v) - v[k], "≤", D * others),
            line(attention(x / T, v) - v[k], to(T, 0, "+"), 0),
            equal(D * (n - 1) * exp(-(g + T * log(2)) / T), D * others / 2),
            given=line(-D, "≤", v[j] - v[k], "≤", D),
            hypotheses=unique_maximum(x),
        ),
        sources=("002:25",),
        answers=("001:5",),
        says="At temperature T, a soft table of n pairs returns the wanted value up to D (n - 1) "
        "exp(-g/T), if its score leads all others by at least g and no value differs from it by "
        "more than D. A gap that is larger by T log 2 halves this bound, or allows twice as many "
        "other pairs.",
        builds_on=("lookup.soft-tends-to-hard",),
    ),
    Claim(
        id="lookup.hard-attention-jumps",
        states=states(
            line(
                (hard_attention(raised(f, i), v) - hard_attention(raised(f, k), v)) ** 2,
                "=",
                (v[i] - v[k]) ** 2,
                ">",
                0,
            ),
            given=(line(f[j], "≤", f[i]), line(f[j], "≤", f[k])),
            hypotheses={
                "distinct-values": Hypothesis(
                    "the tied elements have different values", line(v[i], "≠", v[k])
                )
            },
        ),
        sources=("001:66/not-differentiable",),
        says="Hard attention is not differentiable: where two scores tie as the largest, its "
        "output jumps from the value of one to that of the other, if these differ, as soon as "
        "either leads, however little.",
        builds_on=("lookup.hard-attention",),
    ),
    Claim(
        id="lookup.hard-attention-trains-nothing",
        states=states(equal(slope(hard_attention(f, v), v[i]), 0), hypotheses=unique_maximum(f)),
        sources=("001:66/no-gradient",),
        says="Backpropagation trains nothing in hard attention: no gradient reaches its values.",
    ),
    Claim(
        id="lookup.hard-gradient-by-scores-is-zero",
        states=states(
            line(hard(f + changes)[i], "=", delta(i, k), "=", hard(f)[i]),
            equal(slope(hard_attention(f, v), v[k]), 1),
            given=line(-g / 2, "<", changes[j], "<", g / 2),
            hypotheses=unique_maximum(f),
        ),
        sources=("001:66/not-trainable",),
        answers=("001:66/not-differentiable",),
        says="Where one score alone is largest, changing all scores by less than half of its "
        "lead changes no hard weight: the derivative by every score is zero, so "
        "backpropagation moves neither queries nor keys. The chosen value gets the whole "
        "gradient.",
        builds_on=("lookup.hard-attention", "lookup.slope-by-a-value-is-its-weight"),
        repairs=("lookup.hard-attention-trains-nothing",),
    ),
)
