"""Positions: what the documents print, and what is claimed of it.

Where a claim needs pairs of columns, d is the number of pairs and the width is 2d.
"""

import sympy as sp

from theory.claim import Claim, Hypothesis
from theory.symbols import a, b, d, equation, family, sum_over, sum_to, term


def sinusoid_by_column(pos, i, width, base=10000):
    """001:308, with i counted from 0."""
    if i % 2 == 0:
        return sp.sin(pos / sp.Integer(base) ** sp.Rational(i, width))
    return sp.cos(pos / sp.Integer(base) ** sp.Rational(i - 1, width))


def sinusoid_by_pair(pos, pair, width, base=10000):
    """003:50, 003:52: columns 2i and 2i + 1."""
    angle = pos / sp.Integer(base) ** sp.Rational(2 * pair, width)
    return sp.sin(angle), sp.cos(angle)


def wavelength(pair, width, base):
    """The period of both columns of a pair, counted from 0, by 003:50."""
    return 2 * sp.pi * base ** (2 * pair / width)


def inner_product(p, q, omega):
    """Σ over the d pairs of the products of rows p and q, with frequencies ω_a."""
    return sum_over(a, _pairwise(p, q, term(omega, a)))


def _pairwise(p, q, frequency):
    first, second = frequency * p, frequency * q
    return sp.sin(first) * sp.sin(second) + sp.cos(first) * sp.cos(second)


def with_positions(embedding, position, scale=1):
    """001:317: X = E + PE × scale, one entry."""
    return embedding + position * scale


def original(embedding, position, width):
    """Vaswani et al. (2017), sections 3.4 and 3.5: the embedding is scaled, not the position."""
    return sp.sqrt(width) * embedding + position


TENTH = sp.Rational(1, 10)
E_123 = ((2, 1, 3, 4), (1, 3, 2, 4), (3, 2, 1, 4))  # 001:327-331, in tenths
E_321 = ((3, 2, 1, 4), (1, 3, 2, 4), (2, 1, 3, 4))  # 001:346-350
POS = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0))  # 001:333-337, 001:352-356
X_123 = ((3, 1, 3, 4), (1, 4, 2, 4), (3, 2, 2, 4))  # 001:339-343, in tenths
X_321 = ((4, 2, 1, 4), (1, 4, 2, 4), (2, 1, 4, 4))  # 001:357-360

EVEN = {"even-width": Hypothesis("the width is even")}
ABOVE_ONE = {"base-above-one": Hypothesis("the base is above 1")}
BARE = {
    "no-positions": Hypothesis("a row holds nothing about its place"),
    "no-mask": Hypothesis("nothing is masked"),
}

CLAIMS = (
    Claim(
        id="position.sinusoidal",
        kind="definition",
        latex=r"PE_{p, 2i} = \sin\bigl(p / 10000^{2i/d}\bigr),\quad"
        r" PE_{p, 2i+1} = \cos\bigl(p / 10000^{2i/d}\bigr),\quad 0 \le 2i < d",
        says="Each pair of columns is the sine and the cosine of the position at one frequency; "
        "positions and columns count from 0.",
        sources=("001:308", "003:26", "003:50", "003:52"),
        departs="001:389 counts positions from 1, the original and the code from 0. "
        "tensor2tensor puts all sines before all cosines (tensorflow/tensor2tensor#1423).",
    ),
    Claim(
        id="position.both-printed-forms-agree",
        kind="identity",
        latex=r"10000^{i/d} \text{ at } i = 2k,\quad 10000^{(i-1)/d} \text{ at } i = 2k + 1"
        r" \;=\; 10000^{2k/d}",
        says="The form by columns and the form by pairs are the same, if columns count from 0.",
        builds_on=("position.sinusoidal",),
        repairs=("position.columns-count-from-one",),
    ),
    Claim(
        id="position.columns-count-from-one",
        kind="identity",
        latex=r"PE_{p, i},\ 1 \le i \le d,\quad \text{is the original's row}",
        says="With columns from 1 to d_model the formula gives the original's rows.",
        sources=("001:311/ranges",),
    ),
    Claim(
        id="position.columns-run-up-to-d-model",
        kind="sizes",
        latex=r"|\{PE_{p, i} : 0 \le i \le d_{\mathrm{model}}\}| = d_{\mathrm{model}}",
        says="With columns from 0 up to d_model a row has d_model components.",
        sources=("001:311/ranges",),
    ),
    Claim(
        id="position.d-model-is-the-length",
        kind="sizes",
        latex=r"d_{\mathrm{model}} = L",
        says="d_model is the number of elements in the sequence.",
        sources=("001:311/d-model",),
    ),
    Claim(
        id="position.sizes",
        kind="sizes",
        latex=r"PE \in \mathbb R^{L \times d_{\mathrm{model}}},\quad 0 \le p < L,\ "
        r"0 \le i < d_{\mathrm{model}}",
        says="L positions make L rows as wide as the embeddings, sinusoidal or learned; a row is "
        "added to a row of the same width, so d_input is d_model.",
        sources=("001:305", "001:389-394"),
        builds_on=("position.sinusoidal", "position.learned", "position.added"),
        repairs=("position.columns-run-up-to-d-model", "position.d-model-is-the-length"),
    ),
    Claim(
        id="position.added",
        kind="definition",
        latex=r"X = E + c \cdot PE",
        says="Positions are added to the embeddings, row by row, times a scale.",
        sources=("001:317", "003:46/added", "004:60"),
    ),
    Claim(
        id="position.learned",
        kind="definition",
        latex=r"pe_p = \mathrm{oh}_p W^{pe}",
        says="Learned positions are rows of a table, as embeddings are; there is no position "
        "beyond the table's end.",
        sources=("001:382", "001:385-387"),
        builds_on=("embedding.selects-a-row",),
    ),
    Claim(
        id="position.worked-sum-as-printed",
        kind="example",
        latex=r"0.2 + 1 = 0.3",
        says="The two worked sums of embeddings and positions add up.",
        sources=("001:326-343", "001:344-360"),
    ),
    Claim(
        id="position.worked-sum-at-one-tenth",
        kind="example",
        latex=r"X = E + \tfrac{1}{10} \cdot PE \text{ in both worked sums}",
        says="Both worked sums are right with the scale 1/10, which is not printed; as printed, "
        "the three entries that meet a 1 are off by 0.9.",
        builds_on=("position.added",),
        repairs=("position.worked-sum-as-printed",),
    ),
    Claim(
        id="position.order-does-not-change-the-result",
        kind="invariance",
        latex=r"\operatorname{Attention}(PX) = \operatorname{Attention}(X)",
        says="Changing the order of the elements does not change the result of self-attention.",
        sources=("001:303/equivariance", "001:369"),
    ),
    Claim(
        id="position.equivariant",
        kind="invariance",
        latex=r"\operatorname{Attention}(PX) = P \operatorname{Attention}(X)",
        says="Changing the order of the elements changes the order of the outputs in the same "
        "way: self-attention is equivariant, for any score; a single query's output is invariant.",
        sources=("001:364",),
        hypotheses=BARE,
        builds_on=("heads.self-attention", "lookup.order-of-pairs-is-irrelevant"),
        repairs=("position.order-does-not-change-the-result",),
    ),
    Claim(
        id="position.order-cannot-be-learned",
        kind="invariance",
        latex=r"\sum_i \operatorname{Attention}(PX)_i = \sum_i \operatorname{Attention}(X)_i",
        says="A symmetric read-out of all outputs, their sum or mean for instance, is the same "
        "for every order, whatever the weights: order cannot be learned from it. (A single "
        "row, the first for instance, depends on what stands there.)",
        sources=("001:303/cannot-learn",),
        hypotheses={
            **BARE,
            "symmetric-read-out": Hypothesis("all outputs are read alike"),
        },
        builds_on=("position.equivariant",),
    ),
    Claim(
        id="position.works-on-a-set",
        kind="invariance",
        latex=r"\operatorname{Attention} \text{ depends on the set } \{x_1, \dots, x_n\} \text{"
        r" alone}",
        says="Attention works on the set of its elements.",
        sources=("001:303/set",),
    ),
    Claim(
        id="position.added-positions-always-tell-the-order",
        kind="identity",
        latex=r"\{x_i + p_i\} \ne \{x_{\sigma(i)} + p_i\} \text{ as multisets, } \sigma \ne"
        r" \mathrm{id}",
        says="With positions added, different orders of different tokens always give different "
        "rows, as multisets.",
    ),
    Claim(
        id="position.two-tokens-tell-their-order",
        kind="identity",
        latex=r"\lVert (s + p) - (t + p) \rVert^2 \lVert (s + p) - (s + q) \rVert^2 ="
        r" \lVert s - t \rVert^2 \lVert p - q \rVert^2",
        says="With positions p and q added, the rows for (s, t) and for (t, s) are different "
        "multisets, unless the tokens or the positions are equal: s + p is neither t + p nor s + "
        "q.",
        builds_on=("position.added",),
        repairs=("position.added-positions-always-tell-the-order",),
    ),
    Claim(
        id="position.length-of-a-row",
        kind="identity",
        latex=r"\lVert c \cdot PE_p \rVert^2 = c^2 d_{\mathrm{model}} / 2",
        says="All positions have the same length, √(d_model/2), and the scale sets it.",
        sources=("001:379",),
        hypotheses=EVEN,
        builds_on=("position.sinusoidal",),
    ),
    Claim(
        id="position.original-scales-the-positions",
        kind="historical",
        latex=r"X = E + \sqrt{d_{\mathrm{model}}}\, PE \text{ in the original}",
        says="The original paper multiplies the positional encoding by the root of d_model.",
        sources=("001:380",),
    ),
    Claim(
        id="position.original-balances-token-and-place",
        kind="identity",
        latex=r"\lVert \sqrt{d_{\mathrm{model}}}\, e \rVert^2 = 2 \lVert PE_p \rVert^2",
        says="The original multiplies the embedding (section 3.4), perhaps for this reason: "
        "embeddings that start with entries of variance 1/d_model have length about 1, which "
        "is little beside the √(d_model/2) of a position. With this scale, token and place "
        "stay in the ratio √2 for every width. With the draft's scale, the ratio would be "
        "√2/d_model.",
        hypotheses={
            **EVEN,
            "unit-embeddings": Hypothesis(
                "an embedding has length 1 before it is scaled",
                means=(equation(sum_to(2 * d, b, family("e")[b] ** 2), 1),),
            ),
        },
        builds_on=("position.length-of-a-row",),
        repairs=("position.original-scales-the-positions",),
    ),
    Claim(
        id="position.relative-to-the-length",
        kind="identity",
        latex=r"PE_p = g(p / L)",
        says="The vector of a position is made from its place relative to the whole sequence.",
        sources=("003:46/relative",),
    ),
    Claim(
        id="position.unique",
        kind="bound",
        latex=r"\lVert PE_p - PE_q \rVert^2 \ge 2 - 2\cos(p - q) > 0,\quad p \ne q",
        says="Every position has a vector of its own, made from the position alone, in a sequence "
        "of any length. Two positions are at least as far apart as in their first pair of "
        "columns, which never repeats, because π is irrational.",
        hypotheses={
            "whole-positions": Hypothesis("positions are integers"),
            "two-columns": Hypothesis("there are at least two columns"),
        },
        builds_on=("position.sinusoidal",),
        repairs=("position.relative-to-the-length",),
    ),
    Claim(
        id="position.as-many-periods-as-dimensions",
        kind="identity",
        latex=r"|\{\text{periods}\}| = d_{\mathrm{model}}",
        says="There are as many different periods as dimensions.",
        sources=("004:61",),
    ),
    Claim(
        id="position.wavelengths",
        kind="identity",
        latex=r"\lambda_i = 2\pi \cdot b^{2i/d},\ 0 \le i < \tfrac d2,\quad \lambda_i /"
        r" \lambda_{i-1} = b^{2/d} > 1,\ 1 \le i < \tfrac d2",
        says="Half as many periods as dimensions, each shared by a sine and a cosine, growing in "
        "geometric progression from 2π.",
        hypotheses={**EVEN, **ABOVE_ONE},
        builds_on=("position.sinusoidal",),
        repairs=("position.as-many-periods-as-dimensions",),
    ),
    Claim(
        id="position.longest-wavelength",
        kind="bound",
        latex=r"\lambda_i = 2\pi \cdot b^{2i/d} < 2\pi \cdot b,\quad 0 \le 2i < d",
        says="No wavelength reaches 10000 · 2π, where the original says that the wavelengths end. "
        "With another base b, none reaches b · 2π.",
        hypotheses=ABOVE_ONE,
        builds_on=("position.wavelengths",),
        departs="Vaswani et al. (2017), section 3.5: 'from 2π to 10000 · 2π'.",
    ),
    Claim(
        id="position.inner-product-knows-the-offset",
        kind="identity",
        latex=r"\langle PE_p, PE_q \rangle = \sum_i \cos(\omega_i (p - q))",
        says="The inner product of two positions depends on their offset alone, and not on its "
        "sign: distance is encoded, direction is not.",
        hypotheses=EVEN,
        builds_on=("position.sinusoidal",),
    ),
    Claim(
        id="position.shift-is-a-rotation",
        kind="identity",
        latex=r"PE_{p+k} = R_k PE_p,\quad R_k = \begin{pmatrix} \cos\omega k & \sin\omega k \\"
        r" -\sin\omega k & \cos\omega k \end{pmatrix} \text{ on each pair}",
        says="A shift by k turns each pair by a fixed angle: a linear map that does not depend on "
        "the position.",
        hypotheses=EVEN,
        builds_on=("position.sinusoidal",),
    ),
    Claim(
        id="position.scores-have-four-parts",
        kind="identity",
        latex=r"\langle e + p, e' + p' \rangle = \langle e, e' \rangle + \langle e, p' \rangle +"
        r" \langle p, e' \rangle + \langle p, p' \rangle",
        says="Without projections, a dot score of rows with positions has four parts, and only "
        "the last, between the two positions, can be relative, as it is for sinusoids of even "
        "width: added positions are absolute.",
        builds_on=("position.added", "position.inner-product-knows-the-offset", "scores.dot"),
    ),
)
