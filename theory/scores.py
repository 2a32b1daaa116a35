"""Scores: what the documents print, and what is claimed of it."""

import sympy as sp

from theory.claim import Claim, Hypothesis
from theory.symbols import a, b, c, d_attn, d_q, sum_to, term


def dot(q, k, width=d_q):
    """001:172 without projections, 004:20: Σ_a q_a k_a."""
    return sum_to(width, a, term(q, a) * term(k, a))


def projected(x, W, width):
    """001:159: entry c of x W, as a function of c."""
    return lambda column: sum_to(width, b, term(x, b) * term(W, b, column))


def additive(q, k, w_out):
    """001:166: (q W^q + k W^k) W_out, for projected q and k."""
    return sum_to(d_attn, c, (q(c) + k(c)) * term(w_out, c))


def additive_tanh(q, k, w_out):
    """Bahdanau, Cho and Bengio (2015), A.1.2: v tanh(W s + U h)."""
    return sum_to(d_attn, c, sp.tanh(q(c) + k(c)) * term(w_out, c))


CLAIMS = (
    Claim(
        id="scores.dot",
        kind="definition",
        latex=r"f(q, k) = q k^\top = \sum_a q_a k_a",
        says="The dot score of a query and a key; every query meets every key, its own included.",
        sources=("000:31/dot", "001:52/dot", "001:163", "001:172", "002:33/dot", "004:20"),
    ),
    Claim(
        id="scores.scaled-dot",
        kind="definition",
        latex=r"f(q, k) = q k^\top / \sqrt{d}",
        says="The scaled score divides the dot product by the root of the width.",
        sources=("000:68/score", "001:179"),
        builds_on=("scores.dot",),
    ),
    Claim(
        id="scores.every-number-is-a-score",
        kind="identity",
        latex=r"f(q, t\, q / \lVert q \rVert^2) = t",
        says="A dot score can be any real number, so it is no weight before it is normalised; "
        "softmax turns scores into weights.",
        hypotheses={"nonzero-query": Hypothesis("the query is not zero")},
        builds_on=("scores.dot",),
        sources=("000:31/score-is-weight",),
    ),
    Claim(
        id="scores.cosine",
        kind="definition",
        latex=r"\cos(q, k) = \frac{q k^\top}{\lVert q \rVert \lVert k \rVert}",
        says="The cosine of the angle between query and key, neither of them zero: a similarity.",
        builds_on=("scores.dot",),
    ),
    Claim(
        id="scores.cosine-distance-prefers-the-similar",
        kind="bound",
        latex=r"\cos(q, k_1) > \cos(q, k_2) \implies \alpha_1 > \alpha_2,\quad f = 1 - \cos",
        says="With the cosine distance as score, the key more similar to the query weighs more.",
        sources=("000:31/cosine", "001:52/cosine"),
    ),
    Claim(
        id="scores.cosine-distance-must-be-negated",
        kind="identity",
        latex=r"\operatorname{softmax}(-(1 - \cos_i)) = \operatorname{softmax}(\cos_i)",
        says="The negated cosine distance gives the weights of the cosine similarity, which "
        "prefer similar keys; the distance itself prefers opposite keys.",
        builds_on=("softmax.shift-invariance", "softmax.keeps-order"),
        repairs=("scores.cosine-distance-prefers-the-similar",),
    ),
    Claim(
        id="scores.cosine-forgets-lengths",
        kind="invariance",
        latex=r"\cos(s q, k) = \cos(q, k),\quad s > 0",
        says="The cosine depends on directions alone.",
        hypotheses={"positive-factor": Hypothesis("the factor is positive")},
        builds_on=("scores.cosine",),
    ),
    Claim(
        id="scores.cosine-cannot-focus",
        kind="bound",
        latex=r"\alpha_i \le \frac{e^2}{e^2 + n} \quad \text{among } n + 1 \text{ keys},\ f = \cos",
        says="Cosines differ by at most 2. So, by scaling.weights-dilute, without a temperature "
        "no key among n + 1 weighs more than e²/(e² + n), and attention to long sequences "
        "cannot be sharp.",
        builds_on=("scores.cosine", "scaling.weights-dilute"),
    ),
    Claim(
        id="scores.additive-as-printed",
        kind="definition",
        latex=r"f(q, k) = (q W^q + k W^k) W_{\mathrm{out}}",
        says="The additive score as it is printed, without a non-linearity.",
        sources=("001:166/formula",),
        departs="Bahdanau, Cho and Bengio (2015), appendix A.1.2, have a tanh: vᵀ tanh(W s + U h).",
    ),
    Claim(
        id="scores.additive-as-printed-uses-the-query",
        kind="identity",
        latex=r"\exists\, q, q':\ \operatorname{softmax}_i\bigl((q W^q + k_i W^k) W_{\mathrm{out}}"
        r"\bigr) \ne \operatorname{softmax}_i\bigl((q' W^q + k_i W^k) W_{\mathrm{out}}\bigr)",
        says="The additive score as printed compares query and keys: there are two queries with "
        "different weights.",
        sources=("001:166/similarity",),
    ),
    Claim(
        id="scores.linear-additive-forgets-the-query",
        kind="identity",
        latex=r"\operatorname{softmax}_i\bigl((q W^q + k_i W^k) W_{\mathrm{out}}\bigr) ="
        r" \operatorname{softmax}_i\bigl(k_i W^k W_{\mathrm{out}}\bigr)",
        says="Without the tanh the query adds the same number to every score and softmax removes "
        "it: every query attends alike, to the same keys.",
        builds_on=("scores.additive-as-printed", "softmax.shift-invariance"),
        repairs=("scores.additive-as-printed-uses-the-query",),
    ),
    Claim(
        id="scores.additive-tanh",
        kind="definition",
        latex=r"f(q, k) = \tanh(q W^q + k W^k)\, w_{\mathrm{out}}",
        says="The additive score of its authors: a network with one hidden layer.",
        sources=("000:31/mlp", "001:52/network"),
    ),
    Claim(
        id="scores.tanh-keeps-the-query",
        kind="identity",
        latex=r"\frac{\partial}{\partial q} \log \frac{\alpha_1}{\alpha_2} ="
        r" \tanh^2(q + k_2) - \tanh^2(q + k_1),\quad d = 1",
        says="With the tanh, and one hidden unit of weight 1, the log-odds of two keys move with "
        "the query, unless the keys agree.",
        builds_on=("scores.additive-tanh", "softmax.log-odds"),
    ),
    Claim(
        id="scores.dot-log-odds",
        kind="identity",
        latex=r"\log \frac{\alpha_i}{\alpha_k} = \sum_a q_a (K_{ia} - K_{ka})",
        says="With dot scores the log-odds of two keys are linear in the query: the part of the "
        "query orthogonal to their difference does not matter.",
        builds_on=("scores.dot", "softmax.log-odds"),
    ),
    Claim(
        id="scores.equal-input-widths",
        kind="sizes",
        latex=r"d_q = d_k = d_{\mathrm{attn}}",
        says="Projecting query and key to one size makes their own sizes equal to it.",
        sources=("001:161/namely",),
    ),
    Claim(
        id="scores.parametric-sizes",
        kind="sizes",
        latex=r"Q \in \mathbb R^{m \times d_q},\ K \in \mathbb R^{n \times d_k},\ "
        r"W^q \in \mathbb R^{d_q \times d_{\mathrm{attn}}},\ "
        r"W^k \in \mathbb R^{d_k \times d_{\mathrm{attn}}} \implies"
        r" Q W^q (K W^k)^\top \in \mathbb R^{m \times n};\quad V W^v \in \mathbb R^{n \times"
        r" d_{\mathrm{out}}} \text{ for any } d_{\mathrm{out}}",
        says="Queries and keys of any two widths can be compared once both are projected to one "
        "width, d_attn; the values keep their own width.",
        sources=("001:159", "001:161/one-size", "001:182", "001:185"),
        builds_on=("scores.dot",),
        repairs=("scores.equal-input-widths",),
        departs="001:29 gives the query the width d_k of the keys, which compares them without "
        "projections; 001:159 gives it a width of its own.",
    ),
    Claim(
        id="scores.parametric-attention",
        kind="definition",
        latex=r"\operatorname{Attention}(Q, K, V) = \operatorname{softmax}\Bigl("
        r"\frac{Q W^q (K W^k)^\top}{\sqrt{d_{\mathrm{attn}}}}\Bigr) V W^v",
        says="Attention with learned projections of queries, keys and values.",
        sources=("001:190",),
        builds_on=("scores.scaled-dot", "lookup.attention"),
    ),
    Claim(
        id="scores.only-the-product-of-projections-counts",
        kind="identity",
        latex=r"\frac{\partial^2 f(q, k)}{\partial q_u\, \partial k_w} = (W^q W^{k\top})_{uw}",
        says="A projected dot score is one bilinear form: the two projections matter only through "
        "their product. That is all of the 'network' that decides the weights; it has no hidden "
        "layer.",
        sources=("004:29/network",),
        builds_on=("scores.dot",),
    ),
)
