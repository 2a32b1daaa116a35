"""Attention heads: what the documents print, and what is claimed of it.

Sizes that a formula sums over are symbols; the number of heads in a concatenation is a number.
"""

import sympy as sp

from theory.claim import Claim, Hypothesis
from theory.program import CLAIMS as PROGRAM
from theory.softmax import weight
from theory.symbols import b, c, d, d_k, i, sum_over, sum_to, term


def projected(X, W, width=d):
    """000:52-54, 002:29-31: entry (row, column) of X W, with X as wide as `width`."""
    return lambda row, column: sum_to(width, c, term(X, row, c) * term(W, c, column))


def score(Q, K, row, width=d_k):
    """000:62, 004:25: the scores of one query, as a function of the key's place."""
    return lambda place: sum_to(width, b, term(Q, row, b) * term(K, place, b)) / sp.sqrt(width)


def scaled_dot_product_attention(Q, K, V, row, column, width=d_k):
    """000:62, 004:25: entry (row, column) of softmax(Q K^T / √d_k) V, with n keys."""
    return sum_over(i, weight(score(Q, K, row, width), i) * term(V, i, column))


def concatenated(heads, width):
    """001:231: [head_1 | ... | head_h], each as wide as `width`, as a function of the column."""
    return lambda column: heads((column - 1) // width + 1, (column - 1) % width + 1)


def multi_head(heads, W_o, h, width, column):
    """000:79, 001:224, 004:50: one column of Concat(head_1, ..., head_h) W^O."""
    concat = concatenated(heads, width)
    return sum(concat(c) * term(W_o, c, column) for c in range(1, h * width + 1))


NO_MASK = {"no-mask": Hypothesis("nothing is masked")}

CLAIMS = (
    Claim(
        id="heads.scaled-dot-product-attention",
        kind="definition",
        latex=r"\operatorname{Attention}(Q, K, V) = \operatorname{softmax}\Bigl("
        r"\frac{Q K^\top}{\sqrt{d_k}}\Bigr) V",
        says="Scaled dot-product attention: the rows of V, averaged with the softmax of each row "
        "of Q Kᵀ/√d_k.",
        sources=("000:46/named", "000:60-64", "003:24", "003:66-68", "004:25"),
        builds_on=("scores.scaled-dot", "lookup.attention"),
    ),
    Claim(
        id="heads.self-attention",
        kind="definition",
        latex=r"Q = X W^Q,\ K = X W^K,\ V = X W^V,\quad Y = \operatorname{Attention}(Q, K, V)",
        says="Self-attention takes queries, keys and values from the same rows, by three learned "
        "projections: each row plays three roles.",
        sources=("000:50-56", "001:236", "002:28", "002:29-31", "004:16", "004:18"),
        builds_on=("heads.scaled-dot-product-attention",),
    ),
    Claim(
        id="heads.transformers-attend-to-themselves-alone",
        kind="sizes",
        latex=r"Q K^\top \in \mathbb R^{n \times n}",
        says="The attention of a Transformer is self-attention: as many queries as keys.",
        sources=("000:46/self",),
    ),
    Claim(
        id="heads.sizes",
        kind="sizes",
        latex=r"X \in \mathbb R^{m \times d},\ X' \in \mathbb R^{n \times d},\ W^Q, W^K \in "
        r"\mathbb R^{d \times d_k},\ W^V \in \mathbb R^{d \times d_v} \implies Q K^\top \in "
        r"\mathbb R^{m \times n},\ Y \in \mathbb R^{m \times d_v}",
        says="m rows that attend to n rows give m × n scores and m outputs of width d_v; with m = "
        "n and X' = X this is self-attention, else the decoder's attention to the encoder.",
        sources=("000:48/sizes", "000:58"),
        builds_on=("heads.scaled-dot-product-attention",),
        repairs=(
            "heads.transformers-attend-to-themselves-alone",
            "heads.output-of-one-element-is-a-matrix",
        ),
    ),
    Claim(
        id="heads.others-lack-queries",
        kind="identity",
        latex=r"f(q, k) = f(k) \text{ in attention that is not self-attention}",
        says="Attention mechanisms other than self-attention have values and keys only.",
        sources=("000:46/others-lack",),
    ),
    Claim(
        id="heads.attention-answers-its-query",
        kind="identity",
        latex=r"\frac{\partial}{\partial q_u} \log \frac{\alpha_i}{\alpha_k} = K_{iu} - K_{ku}"
        r"\ \text{(dot score)}",
        says="Wherever its query comes from, attention weighs two different keys differently as "
        "the query moves. Self-attention only adds that the query comes from the rows "
        "attended to. The additive score of 2015 has a query too: the decoder's state.",
        builds_on=("scores.dot-log-odds", "scores.tanh-keeps-the-query"),
        repairs=("heads.others-lack-queries",),
    ),
    Claim(
        id="heads.attends-to-others-alone",
        kind="identity",
        latex=r"y_i = \sum_{j \ne i} \alpha_{ij} v_j",
        says="An element's output is made of the other elements' keys and values.",
        sources=("000:46/other-elements",),
    ),
    Claim(
        id="heads.every-element-takes-part",
        kind="bound",
        latex=r"\alpha_{ij} > 0 \ \text{for all } i, j",
        says="Every element's value enters every output with a positive weight, its own included: "
        "all are seen at once.",
        sources=("002:19/sees-all", "004:29/all"),
        hypotheses=NO_MASK,
        builds_on=("heads.self-attention",),
        repairs=("heads.attends-to-others-alone",),
    ),
    Claim(
        id="heads.output-moves-with-every-value",
        kind="bound",
        latex=r"\frac{\partial y_i}{\partial v_j} = \alpha_{ij} > 0 \ \text{for all } i, j",
        says="Each output depends on every other element, near or far: it moves with that "
        "element's value, at the rate of its weight. The element itself acts through its value "
        "and through its key; W^V = 0 hides both.",
        sources=("000:10/relies-on-attention", "000:13", "000:71/contextual"),
        hypotheses=NO_MASK,
        builds_on=("heads.every-element-takes-part", "lookup.slope-by-a-value-is-its-weight"),
    ),
    Claim(
        id="heads.output-of-one-element-is-a-matrix",
        kind="sizes",
        latex=r"\text{for each element: } Y \in \mathbb R^{n \times d_v}",
        says="Each element has an output of n × d_v numbers.",
        sources=("000:48/each",),
    ),
    Claim(
        id="heads.layers-compose",
        kind="sizes",
        latex=r"Y \in \mathbb R^{n \times d} \text{ is an input of a layer with the same } W^Q,"
        r" W^K, W^V",
        says="The output of one attention layer can be the input of the next of the same sizes.",
        sources=("000:71/next-layer",),
        hypotheses={
            "values-as-wide-as-inputs": Hypothesis("d_v equals d"),
        },
        builds_on=("heads.sizes",),
    ),
    Claim(
        id="heads.multi-head",
        kind="definition",
        latex=r"\operatorname{MultiHead}(X) = \operatorname{Concat}(\mathrm{head}_1, \dots,"
        r" \mathrm{head}_h) W^O,\quad \mathrm{head}_i = \operatorname{Attention}(X W_i^Q,"
        r" X W_i^K, X W_i^V)",
        says="Several heads with projections of their own, put side by side and mixed by one more "
        "matrix.",
        sources=(
            "000:80",
            "000:81-83",
            "001:224",
            "001:225",
            "001:231",
            "001:240-244",
            "001:255/formula",
            "003:58-60",
            "004:48",
            "004:50-51",
        ),
        builds_on=("heads.scaled-dot-product-attention",),
        departs="Keys and values come from the same rows here; 004:51 would allow others.",
    ),
    Claim(
        id="heads.multi-head-uses-its-arguments",
        kind="identity",
        latex=r"\operatorname{MultiHead}(Q, K, V) \text{ depends on } Q, K, V,\quad"
        r" \mathrm{head}_i = \operatorname{Attention}(X W_i^Q, X W_i^K, X W_i^V)",
        says="MultiHead(Q, K, V) as printed, with heads computed from X, is a function of its "
        "arguments.",
        sources=("000:79",),
    ),
    Claim(
        id="heads.projecting-twice-is-projecting-once",
        kind="identity",
        latex=r"(X W) W_i = X (W W_i)",
        says="If the arguments are already projections of X, the heads' own projections merge "
        "with them: MultiHead of projected rows is a MultiHead of X with other weights, so X "
        "alone is the argument that is needed.",
        builds_on=("heads.multi-head",),
        repairs=("heads.multi-head-uses-its-arguments",),
    ),
    Claim(
        id="heads.divisor-is-the-root-of-the-width",
        kind="sizes",
        latex=r"\sqrt{d_{\mathrm{attn}} / h} = \sqrt{d_k},\quad Q W_i^q \in \mathbb R^{m \times"
        r" d_k}",
        says="√(d_attn/h) is the root of the width in which a head compares.",
        sources=("001:228",),
        hypotheses={
            "narrow-heads": Hypothesis(
                "each head projects to d_attn/h columns, not to the d_attn of the single head",
            )
        },
        builds_on=("heads.multi-head",),
    ),
    Claim(
        id="heads.concatenation-may-start-anywhere",
        kind="sizes",
        latex=r"\operatorname{Concat}(\mathrm{head}_i, \dots, \mathrm{head}_h) W^O \in"
        r" \mathbb R^{L \times d_{\mathrm{token}}}",
        says="The concatenation as printed, from head i on, fits W^O.",
        sources=("001:254/formula",),
    ),
    Claim(
        id="heads.projections-are-as-small-as-heads",
        kind="sizes",
        latex=r"W_i^q, W_i^k, W_i^v \in \mathbb R^{(d_{\mathrm{token}}/h) \times"
        r" (d_{\mathrm{token}}/h)}",
        says="The projections of a head are square, as wide as the head.",
        sources=("001:257/projections",),
    ),
    Claim(
        id="heads.multi-head-sizes",
        kind="sizes",
        latex=r"W_i^q, W_i^k, W_i^v \in \mathbb R^{h d_k \times d_k},\ W^O \in \mathbb R^{h d_k"
        r" \times h d_k} \implies \mathrm{head}_i \in \mathbb R^{L \times d_k},\ "
        r"\operatorname{MHSA}(E) \in \mathbb R^{L \times h d_k}",
        says="With d_token = h d_k, each projection has d_token rows and d_k columns; all h "
        "heads, from the first on, stand side by side in d_token columns.",
        sources=("001:254/size", "001:255/size", "001:256", "001:257/output"),
        builds_on=("heads.multi-head",),
        repairs=(
            "heads.concatenation-may-start-anywhere",
            "heads.projections-are-as-small-as-heads",
        ),
    ),
    Claim(
        id="heads.small-projections-see-one-slice",
        kind="identity",
        latex=r"E^{(i)} W = E\, W',\quad W'_{(s, b), c} = \delta_{si} W_{bc}",
        says="What square projections compute where they fit, on h slices of the input: a "
        "projection of the whole that is zero outside slice i. The head is blind to all other "
        "slices.",
        builds_on=("heads.multi-head-sizes",),
    ),
    Claim(
        id="heads.sum-over-heads",
        kind="identity",
        latex=r"\operatorname{Concat}(\mathrm{head}_1, \dots, \mathrm{head}_h) W^O = \sum_i"
        r" \mathrm{head}_i W^O_{[i]}",
        says="Heads that are put side by side and then mixed are summed: each head writes through "
        "its own rows of W^O.",
        builds_on=("heads.multi-head",),
    ),
    Claim(
        id="heads.more-heads-always-help",
        kind="identity",
        latex=r"\operatorname{MultiHead}_2 \ne \operatorname{MultiHead}_1",
        says="A further head always helps: it computes what the heads before it do not.",
        sources=("001:218/always-help",),
    ),
    Claim(
        id="heads.equal-heads-act-as-one",
        kind="identity",
        latex=r"\mathrm{head} = \mathrm{head}' \implies \mathrm{head}\, W + \mathrm{head}' W' ="
        r" \mathrm{head}\, (W + W')",
        says="Heads are there to extract different aspects, but nothing in the formula makes them "
        "do so: two heads with equal projections act as one.",
        builds_on=("heads.sum-over-heads",),
        repairs=("heads.more-heads-always-help",),
    ),
    Claim(
        id="heads.width-limits-the-rank",
        kind="identity",
        latex=r"d_k = 1 \implies \log\frac{\alpha_{ij}}{\alpha_{il}} \log\frac{\alpha_{kj'}}"
        r"{\alpha_{kl}} = \log\frac{\alpha_{ij'}}{\alpha_{il}} \log\frac{\alpha_{kj}}{\alpha_{kl}}",
        says="A head of width 1 has log-odds of rank at most 1, whatever the rows: its 2 × 2 "
        "minors vanish. (A head of width d_k has rank at most d_k: Bhojanapalli et al. 2020.)",
        builds_on=("heads.scaled-dot-product-attention", "softmax.log-odds"),
    ),
    Claim(
        id="heads.width-one-overlooks-the-middle",
        kind="bound",
        latex=r"d_k = 1,\ k_1 \le k_2 \le k_3 \implies (s_1 - s_2)(s_3 - s_2) \le 0",
        says="In a head of width 1 no query scores a key strictly higher than both a smaller and "
        "a larger key: of three different keys, only the smallest or the largest can weigh "
        "more than both others.",
        builds_on=("scores.dot",),
    ),
    Claim(
        id="heads.weights-are-a-kernel-matrix",
        kind="identity",
        latex=r"\alpha_{ij} = \alpha_{ji}",
        says="The matrix of weights is a kernel matrix, so it is symmetric.",
        sources=("001:218/kernel-matrix",),
    ),
    Claim(
        id="heads.weights-are-a-normalised-kernel",
        kind="identity",
        latex=r"Z_i\, \alpha_{ij} = Z_j\, \alpha_{ji},\quad Z_i = \sum_l e^{s_{il}}",
        says="With equal queries and keys, the weights are the kernel matrix exp(s) with each row "
        "divided by its sum. Each row times this sum gives the symmetric matrix again, as "
        "for a random walk on a weighted graph.",
        hypotheses={"equal-projections": Hypothesis("Q = K")},
        builds_on=("heads.scaled-dot-product-attention",),
        repairs=("heads.weights-are-a-kernel-matrix",),
    ),
    Claim(
        id="heads.causal-mask",
        kind="convention",
        latex=r"\text{query } i \text{ keeps key } j \iff j \le i + (n_k - n_q)",
        says="In causal order the last query sees every key; with as many queries as keys, each "
        "sees itself and what comes before. (Aligned at the start instead: j ≤ i.)",
        sources=("003:74-76",),
        departs="003:74-76 shows the drawing of multi-head attention for the masked one: the mask "
        "stands inside. PyTorch's is_causal aligns at the start, FlashAttention and MLX at the "
        "end; is_causal with unequal lengths is refused here (pytorch/pytorch#103082, "
        "ml-explore/mlx#2835).",
    ),
    *PROGRAM,
)
