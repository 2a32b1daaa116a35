"""Rows that may abstain, and attention sinks: a token with zero key and zero value.

G. Xiao et al., "Efficient streaming language models with attention sinks" (arXiv:2309.17453).
"""

from theory.claim import Claim
from theory.letters import j, n
from theory.lookup.attending import attention
from theory.softmax.one_more import s, softmax_one
from theory.softmax.words import v, x
from theory.stating.families import Family, total
from theory.stating.operations import exp
from theory.stating.relations import INFINITY, equal, line, to
from theory.stating.statements import states
from theory.stating.variables import nonnegative, real
from theory.stating.vocabulary import word


@word(r"\operatorname{{Attention}}_1({x}, {v})")
def attention_one(x: Family, v: Family):
    """The values weighted with one more in the denominator, one coordinate of the output."""
    return total(softmax_one(x) * v)


@word(r"\operatorname{{Attention}}({x}, {v} \mid {s}, {w})")
def attention_beside_one(x: Family, v: Family, s, w):
    """Attention to the pairs (x_j, v_j) and to one more pair, of score s and value w."""
    return (total(x.map(exp) * v) + exp(s) * w) / (total(x.map(exp)) + exp(s))


w, t, C, D = real("w"), real("t"), real("C"), nonnegative("D")
most = n * D * exp(C - t)

CLAIMS = (
    Claim(
        id="lookup.low-scores-fetch-nothing",
        states=states(line(attention(x - t, v), to(t, INFINITY), 0)),
        says="A query that suits no key fetches nothing: as all its scores fall, its output tends "
        "to zero.",
        builds_on=("lookup.attention",),
    ),
    Claim(
        id="lookup.one-more-lets-a-row-abstain",
        states=states(
            line(-most, "≤", attention_one(x - t, v), "≤", most),
            line(attention_one(x - t, v), to(t, INFINITY), 0),
            given=(line(x[j], "≤", C), line(-D, "≤", v[j], "≤", D)),
        ),
        says="With one more in the denominator, the output tends to zero as all scores fall. If "
        "the n scores are at most C - t, and no value is larger than D in size, the output is at "
        "most n D exp(C - t) in size.",
        note="Weights of softmax sum to one, however low the scores are (softmax.rows-sum-to-one).",
        builds_on=("softmax.one-more",),
        repairs=("lookup.low-scores-fetch-nothing",),
    ),
    Claim(
        id="lookup.sink-is-one-more-pair",
        states=states(
            equal(attention_one(x - s, v), attention_beside_one(x, v, s, 0)),
            equal(
                attention_beside_one(x, v, s, w) - attention_one(x - s, v),
                w / (1 + total((x - s).map(exp))),
            ),
        ),
        says="Attention with one more is attention to one more pair, of score and value 0: an "
        "attention sink. With a sink of score s and value 0, it is attention with one more to the "
        "scores less s. A sink whose value w is not 0 adds w times what the sum of the other "
        "weights lacks to one: it is no abstention.",
        builds_on=("softmax.one-more-is-an-extra-score", "lookup.attention"),
    ),
)
