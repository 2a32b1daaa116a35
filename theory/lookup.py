"""Attention as a lookup table, soft and hard: what the documents print, and what is claimed."""

import sympy as sp

from theory.claim import Claim, Hypothesis
from theory.softmax import weight
from theory.symbols import i, sum_over, term


def output(score, value):
    """000:39, 001:32: Σ_i α_i v_i, one coordinate of the output."""
    return sum_over(i, weight(score, i) * term(value, i))


def output_of_misplaced_value(score, value, k, l):  # noqa: E741  (the theory's name)
    """001:12, where k = 1 and l = 2: the output of a table in which key k carries value l."""
    carried = lambda i: term(value, i) + sp.KroneckerDelta(i, k) * (term(value, l) - term(value, i))
    return output(score, carried)


def hard_weight(score, i, n):
    """001:59-63: 1 if i is an argmax of the n scores, else 0."""
    return hard_weight_of(term(score, i), sp.Max(*(term(score, j) for j in range(1, n + 1))))


def hard_weight_of(score, largest):
    """001:59-63: the weight of one score, from the largest of any number of scores."""
    return sp.Piecewise((1, sp.Eq(score, largest)), (0, True))


def hard_output(first, second, value_1, value_2):
    """001:59-63 and 32: Σ_i α_i v_i with hard weights, for two pairs."""
    scores = {1: first, 2: second}
    return hard_weight(scores.get, 1, 2) * value_1 + hard_weight(scores.get, 2, 2) * value_2


UNIQUE_MAXIMUM = {"unique-maximum": Hypothesis("exactly one score is the largest")}
POSITIVE_SCORES = {"positive-scores": Hypothesis("every score is positive")}

CLAIMS = (
    Claim(
        id="lookup.attention",
        kind="definition",
        latex=r"\operatorname{Attention}(q, K, V) = \sum_{i=1}^{n} \alpha_i v_i,\quad"
        r" \alpha = \operatorname{softmax}(f(q, k_1), \dots, f(q, k_n))",
        sources=(
            "000:23/weighted-mean",
            "000:23/query-and-keys",
            "000:23/four-parts",
            "000:29",
            "000:39/output",
            "000:39/no-limit",
            "001:5",
            "001:8",
            "001:10",
            "001:32/formula",
            "001:38",
            "002:40/sum",
            "004:21",
            "004:22",
        ),
        says="Attention is the mean of the values, weighted by the softmax of the scores.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="lookup.misplaced-value",
        kind="identity",
        latex=r"\text{key } k \text{ with value } l: \quad"
        r" \sum_i \alpha_i v_i + \alpha_k (v_l - v_k)",
        says="A table in which key k carries value l is off by the weight of k times the "
        "difference of the two values; with the pair (k_1, v_2) the value v_1 has no influence at "
        "all.",
        builds_on=("lookup.attention",),
        repairs=("lookup.first-key-with-second-value",),
    ),
    Claim(
        id="lookup.sizes",
        kind="sizes",
        latex=r"Q \in \mathbb R^{m \times d_k},\ K \in \mathbb R^{n \times d_k},\ V \in"
        r" \mathbb R^{n \times d_v} \implies A = \operatorname{softmax}(Q K^\top) \in"
        r" \mathbb R^{m \times n},\ A V \in \mathbb R^{m \times d_v}",
        sources=(
            "001:14-19",
            "001:21-26",
            "001:29/query",
            "001:32/size",
            "001:72-77",
            "001:81",
            "001:87-103",
        ),
        says="m queries as wide as the keys and n pairs give m rows of n weights and m outputs as "
        "wide as a value; one query gives one such vector.",
        builds_on=("lookup.attention",),
        repairs=("lookup.output-is-a-score",),
    ),
    Claim(
        id="lookup.output-is-a-score",
        kind="sizes",
        latex=r"\operatorname{Attention}(q, K, V) \in \mathbb R",
        sources=(
            "001:29/called-score",
            "001:187",
        ),
        says="What Attention(q, K, V) computes is an attention score, that is, a number.",
    ),
    Claim(
        id="lookup.first-key-with-second-value",
        kind="identity",
        latex=r"\mathcal{KV} = \{(k_1, v_2), (k_2, v_2), \dots, (k_n, v_n)\}"
        r" \text{ are the rows of } K, V",
        sources=(
            "001:12/first-pair",
            "001:12/rewritten",
        ),
        says="The table that is printed, whose first pair is (k_1, v_2), is the table with the "
        "rows of K as keys and the rows of V as values.",
    ),
    Claim(
        id="lookup.table-is-a-set",
        kind="invariance",
        latex=r"\operatorname{Attention}(q, \cdot) \text{ depends on the set }"
        r" \{(k_1, v_1), \dots, (k_n, v_n)\} \text{ alone}",
        sources=("001:12/set", "001:113/set"),
        says="The table, or the data, is a set of pairs, as its braces say: a pair that stands "
        "twice counts once.",
    ),
    Claim(
        id="lookup.repeating-a-pair-adds-a-logarithm",
        kind="identity",
        latex=r"r \text{ copies of } (k, v) \;\equiv\; (k, v) \text{ once, with score }"
        r" f(q, k) + \log r",
        says="A pair that stands r times acts as one pair whose score is larger by log r: the "
        "table is a multiset.",
        builds_on=("lookup.attention",),
        repairs=("lookup.table-is-a-set", "position.works-on-a-set"),
    ),
    Claim(
        id="lookup.order-of-pairs-is-irrelevant",
        kind="invariance",
        latex=r"\operatorname{Attention}(q, PK, PV) = \operatorname{Attention}(q, K, V)",
        says="Permuting keys and values together does not change the output.",
        builds_on=("lookup.attention",),
    ),
    Claim(
        id="lookup.weight-depends-on-one-key",
        kind="identity",
        latex=r"\alpha_i = \alpha_i(q, k_i)",
        sources=(
            "001:42/arguments",
            "001:106/arguments",
            "001:119/arguments",
        ),
        says="The weight of a pair is a function of the query and its own key.",
    ),
    Claim(
        id="lookup.ratio-weights-lie-between-zero-and-one",
        kind="bound",
        latex=r"0 \le \frac{f_i}{\sum_j f_j} \le 1",
        sources=("001:49",),
        says="Weights formed as a ratio of any scores, dot products for instance, lie between 0 "
        "and 1.",
    ),
    Claim(
        id="lookup.ratio-weights-sum-to-one",
        kind="identity",
        latex=r"\sum_i \frac{f_i}{\sum_j f_j} = 1",
        sources=("001:48",),
        says="Weights formed as a ratio of any scores sum to one.",
    ),
    Claim(
        id="lookup.ratio-weights-of-positive-scores",
        kind="bound",
        latex=r"f > 0 \implies 0 < \frac{f_i}{\sum_j f_j} \le 1",
        says="Ratios of positive scores are positive and at most one. The Gaussian kernel and "
        "exponentials are positive; dot products and cosines need not be.",
        hypotheses=POSITIVE_SCORES,
        repairs=("lookup.ratio-weights-lie-between-zero-and-one",),
    ),
    Claim(
        id="lookup.ratio-weights-of-scores-that-do-not-cancel",
        kind="identity",
        latex=r"\sum_j f_j \ne 0 \implies \sum_i \frac{f_i}{\sum_j f_j} = 1",
        says="Ratios of scores of any signs sum to one, as long as the scores do not sum to zero.",
        hypotheses={"nonzero-sum": Hypothesis("the scores do not sum to zero")},
        repairs=("lookup.ratio-weights-sum-to-one",),
    ),
    Claim(
        id="lookup.output-is-between-the-values",
        kind="bound",
        latex=r"\min_j v_j \le \sum_i \alpha_i v_i \le \max_j v_j",
        says="The output is a weighted mean: no coordinate leaves the range of the values.",
        builds_on=("lookup.attention",),
    ),
    Claim(
        id="lookup.even-only-if-scores-are-equal",
        kind="identity",
        latex=r"\alpha_1 = \dots = \alpha_n = \tfrac1n \iff f_1 = \dots = f_n",
        sources=("000:23/uneven",),
        says="The weights are even exactly when all scores are equal.",
        builds_on=("lookup.attention", "softmax.log-odds"),
    ),
    Claim(
        id="lookup.weights-follow-the-values",
        kind="identity",
        latex=r"\alpha_i \text{ depends on } v_i",
        sources=("000:23/by-value",),
        says="The weight of an element depends on its value.",
    ),
    Claim(
        id="lookup.slope-by-a-value-is-its-weight",
        kind="identity",
        latex=r"\frac{\partial}{\partial v_k} \sum_i \alpha_i v_i = \alpha_k",
        sources=("002:40/relevant",),
        says="The output is linear in the values. Its slope by a value is the weight of that "
        "value, which depends only on the query and the keys.",
        builds_on=("lookup.attention",),
        repairs=("lookup.weights-follow-the-values",),
    ),
    Claim(
        id="lookup.queries-do-not-mix",
        kind="identity",
        latex=r"\frac{\partial A_{rk}}{\partial F_{sl}} = \delta_{rs} A_{rk} (\delta_{kl} - "
        r"A_{rl})",
        sources=("001:106/over-keys",),
        says="With a matrix of queries each row is normalised over the keys by itself: no query "
        "influences another.",
        builds_on=("softmax.jacobian",),
    ),
    Claim(
        id="lookup.mask",
        kind="convention",
        latex=r"M_{ij} = \text{True keeps};\quad M_{ij} \in \mathbb R \text{ is added to the "
        r"score}",
        says="A boolean mask keeps the pairs where it is true, as if the other pairs were not in "
        "the table; a floating mask is added to the scores.",
        departs="Some libraries drop the pairs where a boolean mask is true.",
        builds_on=("lookup.attention", "softmax.masking-renormalises"),
    ),
    Claim(
        id="lookup.masked-value-never-leaks",
        kind="convention",
        latex=r"M_{ij} = \text{False},\ v_j = \text{NaN} \implies"
        r" \text{row } i \text{ is as without } j",
        says="A value behind a mask has no influence, even if it is NaN.",
        departs="In several libraries zero times NaN leaks through the mask.",
        builds_on=("lookup.mask",),
    ),
    Claim(
        id="lookup.hard-attention",
        kind="definition",
        latex=r"\alpha_i = 1 \text{ if } i = \arg\max_j f(q, k_j), \text{ else } 0",
        sources=("001:59-63",),
        says="Hard attention gives all weight to the element with the largest score.",
        departs="If several scores are the largest, the printed formula gives each the weight 1; "
        "the code takes the first (lookup.first-of-equals).",
    ),
    Claim(
        id="lookup.hard-weight-is-a-vector",
        kind="sizes",
        latex=r"\alpha_i \text{ is a one-hot vector}",
        sources=("001:56/one-hot",),
        says="A single hard weight α_i, not the vector α of all, is a one-hot vector.",
    ),
    Claim(
        id="lookup.hard-weights-sum-to-one",
        kind="identity",
        latex=r"\sum_{i} \alpha_i = 1 \text{ for hard weights as printed}",
        says="The hard weights as printed, 1 for every i that is an argmax, sum to one, whatever "
        "the scores.",
    ),
    Claim(
        id="lookup.hard-weights-are-one-hot",
        kind="identity",
        latex=r"\alpha_i = \delta_{ik},\ \sum_i \alpha_i = 1,\quad k = \arg\max_j f_j",
        sources=("001:56/binary",),
        says="If one score alone is largest, the vector α of hard weights is one-hot.",
        hypotheses=UNIQUE_MAXIMUM,
        builds_on=("lookup.hard-attention",),
        repairs=("lookup.hard-weight-is-a-vector", "lookup.hard-weights-sum-to-one"),
    ),
    Claim(
        id="lookup.first-of-equals",
        kind="convention",
        latex=r"\alpha = e_k,\quad k = \min \arg\max_j f_j",
        says="If several scores are the largest, hard attention takes the first.",
        departs="The limit of soft attention differs: it shares the weight among them "
        "(lookup.ties-share).",
        builds_on=("lookup.hard-attention",),
    ),
    Claim(
        id="lookup.soft-tends-to-hard",
        kind="limit",
        latex=r"0 \le 1 - p_{*} \le n\, e^{-g/T} \to 0 \quad (T \to 0) \text{ among } n + 1"
        r" \text{ scores}",
        says="As the temperature falls, soft attention tends to hard attention. The weight of the "
        "largest score falls short of 1 by at most n exp(-g/T), if the n other scores lie at "
        "least g below it.",
        hypotheses=UNIQUE_MAXIMUM,
        builds_on=("lookup.attention", "lookup.hard-attention"),
    ),
    Claim(
        id="lookup.ties-share",
        kind="limit",
        latex=r"0 \le \tfrac1r - p_{*} \le \tfrac{n}{r^2} e^{-g/T} \to 0 \quad (T \to 0) \text{"
        r" among } r + n \text{ scores}",
        says="r equal largest scores share the weight evenly in the limit, at the same rate.",
        builds_on=("lookup.soft-tends-to-hard",),
    ),
    Claim(
        id="lookup.retrieval-precision",
        kind="bound",
        latex=r"\Bigl|\sum_i \alpha_i v_i - v_{*}\Bigr| \le D\, n\, e^{-g/T} \to 0 \quad (T \to 0)"
        r",\quad D = \max_j |v_j - v_{*}|",
        sources=("002:25",),
        says="A soft table of n + 1 pairs returns the wanted value up to D n exp(-g/T). A gap "
        "that is larger by T log 2 halves this bound, or allows twice as many other pairs.",
        hypotheses=UNIQUE_MAXIMUM,
        builds_on=("lookup.soft-tends-to-hard",),
    ),
    Claim(
        id="lookup.hard-attention-jumps",
        kind="limit",
        latex=r"(o(r) - o(-r))^2 = (v_1 - v_2)^2 > 0 \text{ for every } r > 0,\quad o(f_1 - f_2)"
        r" \text{ the output}",
        sources=("001:66/not-differentiable",),
        says="Hard attention is not differentiable: where the two largest scores tie, its output "
        "jumps from one value to the other.",
        hypotheses={"distinct-values": Hypothesis("the tied elements have different values")},
        builds_on=("lookup.hard-attention",),
    ),
    Claim(
        id="lookup.hard-gradient-by-scores-is-zero",
        kind="identity",
        latex=r"\exists\, \rho > 0:\ |\epsilon| < \rho \implies (f_k + \epsilon_k) - (f_j +"
        r" \epsilon_j) > 0 \text{ for all } j \ne k,\quad \rho = g/2,\ k = \arg\max f",
        sources=("001:66/not-trainable",),
        says="Where one score alone is largest, changing all scores by less than half of its lead "
        "changes no hard weight: the derivative exists and is zero. So queries and keys cannot be "
        "trained through it by backpropagation, while the chosen value gets the whole gradient.",
        hypotheses=UNIQUE_MAXIMUM,
        builds_on=("lookup.hard-attention", "lookup.slope-by-a-value-is-its-weight"),
    ),
)
