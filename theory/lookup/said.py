"""Attention as a lookup table, soft and hard: what the documents print, and what is claimed."""

from theory.claim import Claim
from theory.letters import d_v, i, j, k, l, m, n
from theory.lookup.abstaining import CLAIMS as ABSTAINING
from theory.lookup.attending import attention
from theory.lookup.capping import CLAIMS as CAPPING
from theory.lookup.evicting import CLAIMS as EVICTING
from theory.lookup.finite_masks import CLAIMS as FINITE_MASKS
from theory.lookup.hard import CLAIMS as HARD
from theory.lookup.hopfield import CLAIMS as HOPFIELD
from theory.lookup.ratio import CLAIMS as RATIO
from theory.lookup.words import (
    A,
    V,
    a,
    attention_to_copies,
    b,
    biased_attention,
    c,
    column,
    high,
    low,
    masked_attention,
    o,
    output,
    outputs,
    r,
    s,
    s_0,
    u,
    w_0,
    y,
)
from theory.softmax.words import kappa, p, softmax, softmax_of_kept, v, x
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import delta, log, slope
from theory.stating.relations import equal, line, sized, without
from theory.stating.statements import states
from theory.stating.vocabulary import letter


def carrying(v: Family, k, l) -> Family:  # noqa: E741  (the theory's name)
    """001:12, where k = 1 and l = 2: the values of a table in which key k carries value l."""
    return every(j, entry=v[j] + delta(j, k) * (v[l] - v[j]))


F = numbers("F", m, n)
rows = letter("A", every(o, i, entry=softmax(F[o])[i]))

SOME_KEPT = line(total(kappa), ">", 0)


CLAIMS = (
    Claim(
        id="lookup.attention",
        states=states(equal(attention(x, column), total(every(i, entry=softmax(x)[i] * V[i, a])))),
        kind="definition",
        sources=(
            "000:23/weighted-mean",
            "000:23/query-and-keys",
            "000:23/four-parts",
            "000:29",
            "000:33/mean",
            "000:39/output",
            "001:5",
            "001:8",
            "001:10",
            "001:32/formula",
            "001:38",
            "001:81",
            "002:40/sum",
            "004:21",
            "004:22",
        ),
        answers=("000:39/no-limit",),
        says="Attention is the mean of the values, weighted by the softmax of the scores.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="lookup.misplaced-value",
        states=states(
            equal(attention(x, carrying(v, k, l)), attention(x, v) + p[k] * (v[l] - v[k])),
            equal(slope(attention(x, carrying(v, k, l)), v[k]), delta(k, l) * p[k]),
        ),
        answers=("001:12/first-pair", "001:12/rewritten"),
        says="A table in which key k carries value l is off by the weight of k times the "
        "difference of the two values; with the pair (k_1, v_2) the value v_1 has no influence at "
        "all.",
        builds_on=("lookup.attention",),
        repairs=("lookup.first-key-with-second-value",),
    ),
    Claim(
        id="lookup.sizes",
        states=states(sized(A, m, n), sized(outputs, m, d_v), sized(output, d_v)),
        sources=(
            "001:12/rewritten",
            "001:14-19",
            "001:21-26",
            "001:29/query",
            "001:32/size",
            "001:72-77",
            "001:81",
            "001:87-103",
        ),
        answers=(
            "000:39/name",
            "000:58/called-score",
            "001:12/rows",
            "001:14-19/typesetting",
            "001:29/called-score",
            "001:32/typesetting",
            "001:38",
            "001:187",
            "002:38/names",
        ),
        says="m queries as wide as the keys and n pairs give m rows of n weights and m outputs as "
        "wide as a value; one query gives one such vector.",
        builds_on=("lookup.attention",),
        repairs=("lookup.output-is-a-score",),
    ),
    Claim(
        id="lookup.output-is-a-score",
        states=states(sized(output, 1)),
        sources=("000:58/called-score", "001:29/called-score", "001:187"),
        says="What Attention(q, K, V) computes is an attention score, that is, a number.",
    ),
    Claim(
        id="lookup.first-key-with-second-value",
        states=states(
            equal(attention(x, carrying(v, 1, 2)), attention(x, v)), given=line(n, "≥", 2)
        ),
        sources=("001:12/first-pair",),
        answers=("001:12/rewritten",),
        says="The table that is printed, whose first pair is (k_1, v_2), is the table with the "
        "rows of K as keys and the rows of V as values.",
    ),
    Claim(
        id="lookup.table-is-a-set",
        states=states(
            equal(attention_to_copies(r, s_0, w_0, x, v), attention_to_copies(1, s_0, w_0, x, v))
        ),
        sources=("001:12/once", "001:113/once"),
        says="The table, or the data, is a set of pairs, as its braces say: a pair that stands "
        "twice counts once.",
    ),
    Claim(
        id="lookup.repeating-a-pair-adds-a-logarithm",
        states=states(
            equal(
                attention_to_copies(r, s_0, w_0, x, v),
                attention_to_copies(1, s_0 + log(r), w_0, x, v),
            )
        ),
        answers=("001:12/set", "001:113/set", "001:303/set", "004:16/set", "004:16/once"),
        says="A pair that stands r times acts as one pair whose score is larger by log r: the "
        "table is a multiset.",
        builds_on=("lookup.attention",),
        repairs=("lookup.table-is-a-set", "position.works-on-a-set"),
    ),
    Claim(
        id="lookup.order-of-pairs-is-irrelevant",
        states=states(equal(attention(x.permuted(), v.permuted()), attention(x, v))),
        sources=("001:12/set", "001:113/set"),
        says="Permuting keys and values together does not change the output.",
        builds_on=("lookup.attention",),
    ),
    Claim(
        id="lookup.weight-depends-on-one-key",
        states=states(equal(softmax(x)[i], softmax(y)[i]), given=line(x[i], "=", y[i])),
        sources=(
            "001:42/arguments",
            "001:106/arguments",
            "001:119/arguments",
            "001:123/arguments",
            "001:137/arguments",
        ),
        says="The weight of a pair is a function of the query and its own key.",
    ),
    *RATIO,
    Claim(
        id="lookup.output-is-between-the-values",
        states=states(
            line(low, "≤", attention(x, v), "≤", high), given=line(low, "≤", v[j], "≤", high)
        ),
        answers=("000:23/weighted-mean",),
        says="The output is a weighted mean: no coordinate leaves the range of the values.",
        builds_on=("lookup.attention",),
    ),
    Claim(
        id="lookup.even-only-if-scores-are-equal",
        states=states(
            equal(softmax(x)[i], 1 / n, when=line(x[j], "=", x[i])),
            line(softmax(x)[i], ">", softmax(x)[k], when=line(x[i], ">", x[k])),
        ),
        sources=("000:23/uneven",),
        says="The weights are even exactly when all scores are equal.",
        builds_on=("lookup.attention", "softmax.log-odds"),
    ),
    Claim(
        id="lookup.score-is-its-weight",
        states=states(equal(p[i], x[i])),
        sources=("000:31/score-is-weight",),
        says="The score function gives the weights of the values: a score is a weight.",
    ),
    Claim(
        id="lookup.weights-follow-the-values",
        states=states(
            line(slope(attention(x, u), u[i]), "≠", slope(attention(x, v), v[i])),
            given=line(u[i], "≠", v[i]),
        ),
        sources=("000:23/by-value",),
        says="The weight of an element depends on its value: another value has another weight.",
    ),
    Claim(
        id="lookup.slope-by-a-value-is-its-weight",
        states=states(
            equal(attention(x, c * u + v), c * attention(x, u) + attention(x, v)),
            equal(slope(attention(x, v), v[k]), p[k]),
            without(slope(attention(x, v), v[k]), v),
        ),
        sources=("002:40/relevant",),
        answers=(
            "000:23/query-and-keys",
            "000:23/by-value",
            "000:46/keys-alone",
            "002:87/nonlinear",
        ),
        says="The output is linear in the values. Its slope by a value is the weight of that "
        "value, which depends only on the query and the keys.",
        builds_on=("lookup.attention",),
        repairs=("lookup.weights-follow-the-values",),
    ),
    Claim(
        id="lookup.queries-do-not-mix",
        states=states(
            equal(slope(rows[o, k], F[s, l]), delta(o, s) * rows[o, k] * (delta(k, l) - rows[o, l]))
        ),
        sources=("001:106/over-keys",),
        answers=("000:33/applied", "002:38/sum"),
        says="With a matrix of queries each row is normalised over the keys by itself: no query "
        "influences another.",
        builds_on=("softmax.jacobian",),
    ),
    Claim(
        id="lookup.mask",
        states=states(
            equal(
                masked_attention(kappa, x, v), total(softmax_of_kept(kappa, x) * v), when=SOME_KEPT
            ),
            equal(biased_attention(b, x, v), attention(x + b, v)),
        ),
        kind="convention",
        says="A boolean mask keeps the pairs where it is true, as if the other pairs were not in "
        "the table, as long as it keeps some; a floating mask is added to the scores.",
        answers=("000:60-64/mask", "001:190/mask", "004:82/left-out"),
        note="Some libraries drop the pairs where a boolean mask is true.",
        builds_on=("lookup.attention", "softmax.masking-renormalises"),
    ),
    Claim(
        id="lookup.masked-value-never-leaks",
        states=states(
            equal(masked_attention(kappa, x, v), total(softmax_of_kept(kappa, x) * (kappa * v))),
            given=SOME_KEPT,
        ),
        kind="convention",
        beyond="that the value behind the mask may be NaN or infinite",
        says="A value behind a mask has no influence, even if it is NaN.",
        note="In several libraries zero times NaN leaks through the mask.",
        builds_on=("lookup.mask",),
    ),
    *FINITE_MASKS,
    *ABSTAINING,
    *EVICTING,
    *HOPFIELD,
    *CAPPING,
    *HARD,
)
