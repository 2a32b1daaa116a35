"""The feed-forward net: what the documents print, and what is claimed of it."""

import sympy as sp

from theory.claim import Claim, Hypothesis
from theory.stating.families import Family, every, index, larger, total, word
from theory.symbols import a, b, d, d_ff, equation, i, k, sum_to, term


@word(r"\operatorname{{FFN}}({x})_{{{i}}}", i="b_2")
def ffn(x: Family, W_1: Family, b_1: Family, W_2: Family, b_2: Family, i):
    """000:92, 001:404: max(0, x W_1 + b_1) W_2 + b_2."""
    unit = index("k", b_1.lasts[0])
    hidden = larger(0, total(x * W_1.transposed()[unit]) + b_1[unit])
    return total(every(unit, entry=hidden * W_2[unit, i])) + b_2[i]


def feed_forward(x, W_1, b_1, W_2, b_2, phi, column):
    """000:92, 001:404: one component of φ(x W_1 + b_1) W_2 + b_2, with φ = max(0, ·) there."""
    hidden = lambda unit: sum_to(d, a, term(x, a) * term(W_1, a, unit)) + term(b_1, unit)
    return sum_to(d_ff, b, phi(hidden(b)) * term(W_2, b, column)) + term(b_2, column)


def relu(x):
    """000:92: max(0, x)."""
    return sp.Max(0, x)


def gelu(x):
    """Hendrycks and Gimpel (2016), section 2: x Φ(x), Φ the standard normal distribution."""
    return x * (1 + sp.erf(x / sp.sqrt(2))) / 2


def gelu_tanh(x):
    """Hendrycks and Gimpel (2016), section 2: the approximation by a tanh."""
    cubic = x + sp.Rational(44715, 1000000) * x**3
    return x * (1 + sp.tanh(sp.sqrt(2 / sp.pi) * cubic)) / 2


CLAIMS = (
    Claim(
        id="feedforward.definition",
        kind="definition",
        latex=r"\operatorname{FFN}(x) = \max(0, x W_1 + b_1) W_2 + b_2",
        says="Two linear layers with a bend between them.",
        sources=("000:92", "001:400", "001:404", "002:89"),
    ),
    Claim(
        id="feedforward.gelu",
        kind="definition",
        latex=r"\operatorname{GELU}(x) \approx \tfrac x2 \bigl(1 + \tanh\bigl(\sqrt{2/\pi}"
        r" (x + 0.044715\, x^3)\bigr)\bigr)",
        says="The bend may be smooth; GELU is computed by the tanh form of its authors.",
        sources=("002:93",),
        departs="PyTorch's default is x Φ(x); BERT's first code and GPT-2 use the tanh form.",
    ),
    Claim(
        id="feedforward.gelu-is-close",
        kind="bound",
        scope="floats",
        latex=r"\bigl\lvert x\, \Phi(x) - \tfrac x2 (1 + \tanh(\dots)) \bigr\rvert < 5 \cdot"
        r" 10^{-4} + \text{rounding}",
        says="The computed tanh form differs from x Φ(x) by less than 5e-4 and its rounding.",
        builds_on=("feedforward.gelu",),
    ),
    Claim(
        id="feedforward.each-row-by-itself",
        kind="invariance",
        latex=r"\operatorname{FFN}(X + \delta_k t)_i = \operatorname{FFN}(X)_i,\quad i \ne k",
        says="The net sees one row at a time: a change of another row, or of the order, does not "
        "change a row's output. Attention gathers from all rows, the net works on each row "
        "alone.",
        sources=("002:87/gathers",),
        hypotheses={
            "another-row": Hypothesis(
                "another row changes",
                means=(equation(sp.KroneckerDelta(i, k), 0),),
            )
        },
        builds_on=("feedforward.definition",),
    ),
    Claim(
        id="feedforward.affine-without-a-bend",
        kind="identity",
        latex=r"(x W_1 + b_1) W_2 + b_2 = x (W_1 W_2) + (b_1 W_2 + b_2)",
        says="Without the activation the net is one affine map. It is linear only if b_1 W_2 + "
        "b_2 = 0, for instance without biases. Its d × d_ff and d_ff × d parameters do no "
        "more than d × d parameters.",
        builds_on=("feedforward.definition",),
        sources=("002:91/linear", "002:95", "002:97/linear"),
        departs="The document calls affine maps linear, as is usual for layers.",
    ),
    Claim(
        id="feedforward.an-affine-map-keeps-midpoints",
        kind="identity",
        latex=r"f(x + t) + f(x - t) = 2 f(x) \text{ without a bend}",
        says="No net without a bend computes |x|: the mean of |1| and |-1| is not |0|. (A bend is "
        "needed.)",
        builds_on=("feedforward.affine-without-a-bend",),
    ),
    Claim(
        id="feedforward.absolute-value",
        kind="identity",
        latex=r"\max(0, x) + \max(0, -x) = \lvert x \rvert",
        says="With the bend two hidden units compute |x|, which no affine map does: W_1 = (1, "
        "-1), W_2 = (1, 1). (A bend is enough.)",
        sources=("002:87/nonlinear",),
        builds_on=("feedforward.definition", "feedforward.an-affine-map-keeps-midpoints"),
    ),
    Claim(
        id="feedforward.attention-alone-is-linear-for-one-row",
        kind="identity",
        latex=r"n = 1 \implies \operatorname{Attention}(x W^Q, x W^K, x W^V) = x W^V",
        says="Why there is a feed-forward net: on a sequence of one element the weight is 1 and "
        "attention is the linear map x W^V, whatever its parameters. It cannot compute |x|; two "
        "hidden units can. Attention only averages values, the net makes new ones.",
        sources=("003:82",),
        builds_on=("heads.self-attention", "feedforward.absolute-value"),
    ),
    Claim(
        id="feedforward.share-of-parameters",
        kind="identity",
        latex=r"\frac{2 d\, d_{ff}}{2 d\, d_{ff} + 4 d^2} = \tfrac23,\quad d_{ff} = 4d",
        says="Two thirds of the entries of an encoder block's matrices are in the feed-forward "
        "net. More parameters alone are not more capacity: without the bend they collapse.",
        sources=("002:87/parameters",),
        hypotheses={
            "fourfold": Hypothesis(
                "the net is four times as wide as the rows",
                means=(equation(d_ff, 4 * d),),
            ),
        },
        builds_on=(
            "feedforward.definition",
            "feedforward.affine-without-a-bend",
            "heads.multi-head",
        ),
        departs="Biases, gains and a decoder's second attention are not counted.",
    ),
    Claim(
        id="feedforward.sizes",
        kind="sizes",
        latex=r"\mathbb R^{L \times d} \to \mathbb R^{L \times d_{ff}} \to \mathbb R^{L \times d}",
        says="The second layer brings rows back to their width, so that blocks can follow each "
        "other.",
        sources=("002:97",),
        builds_on=("feedforward.definition",),
    ),
)
