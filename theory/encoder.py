"""The encoder: what the documents print, and what is claimed of it."""

import sympy as sp

from theory.claim import Claim, Hypothesis
from theory.normalization import is_normalised
from theory.position import BARE
from theory.symbols import equation, family, i, j, k, n, nonnegative, real, sum_over


def post_norm(x, attend, net, norm_1, norm_2):
    """001:442 and 004:36-44; Vaswani et al. (2017), section 3.1: LN(x + layer(x)), twice."""
    z = norm_1(add(x, attend(x)))
    return norm_2(add(z, net(z)))


def pre_norm(x, attend, net, norm_1, norm_2):
    """Xiong et al. (2020): x + layer(LN(x)), twice."""
    z = add(x, attend(norm_1(x)))
    return add(z, net(norm_2(z)))


def as_printed(x, attend, net, norm_1, norm_2):
    """001:441-442: FFN(LN(Z) + Z) with Z = LN(MHA(X) + X), each norm with its own gain and bias."""
    z = norm_1(add(attend(x), x))
    return net(add(norm_2(z), z))


def add(x, y):
    """Add two lists of rows."""
    return [[p + q for p, q in zip(*pair, strict=True)] for pair in zip(x, y, strict=True)]


def normalised(row):
    """001:412: LayerNorm of one row of numbers."""
    size = sp.Integer(len(row))
    mean = sum(row) / size
    root = sp.sqrt(sum((value - mean) ** 2 for value in row) / size)
    return [(value - mean) / root for value in row]


def attention_cost(length, width):
    """The mixing of rows: n² d for the scores and n² d for the mean; table 1 has O(n² d)."""
    return 2 * length**2 * width


def attention_layer_cost(length, width):
    """With the projections W^Q, W^K, W^V and W^O: n d² each."""
    return attention_cost(length, width) + 4 * length * width**2


def net_cost(length, width):
    """The feed-forward net with d_ff = 4d."""
    return 2 * length * width * 4 * width


def lstm_cost(length, width):
    """An LSTM layer: four gates, each with a matrix for the input and one for the state."""
    return 8 * length * width**2


NO_ATTENTION = {
    "attention-gives-nothing": Hypothesis(
        "what attention adds is multiplied by 0",
        means=(equation(real("w"), 0),),
    )
}

CLAIMS = (
    Claim(
        id="encoder.block",
        kind="definition",
        latex=r"Z = \operatorname{LN}(X + \operatorname{MHA}(X)),\quad Y = \operatorname{LN}(Z +"
        r" \operatorname{FFN}(Z))",
        says="The block of the original: attention, residual, norm, feed-forward net, residual, "
        "norm.",
        sources=("001:442", "004:36-44"),
        builds_on=("heads.multi-head", "feedforward.definition", "normalization.as-used"),
    ),
    Claim(
        id="encoder.pre-norm-block",
        kind="definition",
        latex=r"Z = X + \operatorname{MHA}(\operatorname{LN}(X)),\quad Y = Z +"
        r" \operatorname{FFN}(\operatorname{LN}(Z))",
        says="The block that normalises before each layer, and leaves a plain sum from input to "
        "output.",
        builds_on=("encoder.block",),
        departs="Much code that cites the original is of this kind "
        "(harvardnlp/annotated-transformer#92).",
    ),
    Claim(
        id="encoder.block-as-printed",
        kind="definition",
        latex=r"Y = \operatorname{FFN}(\operatorname{LN}(Z) + Z),\quad Z = \operatorname{LN}("
        r"\operatorname{MHA}(X) + X)",
        says="The block as one draft prints it; it type-checks.",
        sources=("001:441",),
        builds_on=("encoder.block",),
    ),
    Claim(
        id="encoder.printed-block-is-the-original",
        kind="identity",
        latex=r"\operatorname{FFN}(\operatorname{LN}(Z) + Z) = \operatorname{LN}(Z +"
        r" \operatorname{FFN}(Z))",
        says="The second half of the printed block is that of the original.",
        sources=("001:441",),
    ),
    Claim(
        id="encoder.printed-block-is-the-net-of-twice-z",
        kind="identity",
        latex=r"\operatorname{LN}(Z) + Z = 2Z,\quad Y = \operatorname{FFN}(2Z)",
        says="Z is normalised already, so the printed half is the net of 2Z: no residual runs "
        "around the net, nothing is normalised after it, and a net with W_2 = 0 wipes out every "
        "row.",
        hypotheses={
            "normalised": Hypothesis(
                "the rows of Z have mean 0 and mean square 1: no epsilon, gain 1, bias 0, and no "
                "constant row",
                means=is_normalised(family("y")),
            )
        },
        builds_on=("normalization.idempotence", "encoder.block-as-printed"),
        repairs=("encoder.printed-block-is-the-original",),
    ),
    Claim(
        id="encoder.block-takes-tokens",
        kind="sizes",
        latex=r"\operatorname{EncoderBlock}_2(\operatorname{EncoderBlock}_1(t)),\quad"
        r" \operatorname{EncoderBlock}(t) \text{ embeds } t",
        says="Every block takes tokens, embeds them and adds positions, and blocks are nested.",
        sources=("001:440", "001:443", "001:447-451"),
    ),
    Claim(
        id="encoder.stack-sizes",
        kind="sizes",
        latex=r"\operatorname{EncoderBlock}: \mathbb R^{L \times d} \to \mathbb R^{L \times d},"
        r"\quad \operatorname{Encoder}(t) = (\operatorname{Block}_N \circ \dots \circ"
        r" \operatorname{Block}_1)(\operatorname{Embed}(t) + \operatorname{Pos}(t))",
        says="Tokens are embedded once, and their positions added; a block turns L rows of width "
        "d into L rows of width d, so blocks of one kind, each with parameters of its own, can be "
        "stacked.",
        sources=("000:1-6/drawing", "004:34"),
        builds_on=("encoder.block", "embedding.sizes", "position.sizes"),
        repairs=("encoder.block-takes-tokens", "encoder.embedded-tokens-are-the-input"),
    ),
    Claim(
        id="encoder.all-rows-at-once",
        kind="sizes",
        latex=r"\text{the same array operations, in number and order, for every } L",
        says="No step of the encoder waits for another row: it is one sequence of array "
        "operations, whatever the length. (A recurrent net needs L of them. So does the decoder "
        "when it generates; in training decoder.all-prefixes-at-once spares it that.)",
        sources=(
            "000:10/no-recurrence",
            "000:10/feed-forward-only",
            "002:16/difference",
            "003:5/no-recurrence",
            "003:25",
        ),
        builds_on=("encoder.stack-sizes",),
    ),
    Claim(
        id="encoder.nothing-but-attention",
        kind="sizes",
        latex=r"\text{the layers of a block} = \{\operatorname{MHA}\}",
        says="A Transformer uses attention alone: its blocks have no other layer.",
        sources=("003:5/attention-alone",),
    ),
    Claim(
        id="encoder.only-attention-mixes-rows",
        kind="invariance",
        latex=r"\operatorname{MHA} W^O = 0 \implies \operatorname{Block}(X)_i \text{ depends on }"
        r" x_i \text{ alone}",
        says="Attention alone, without recurrence or convolution, relates one place to another: "
        "where it gives nothing, each row of the block depends on itself only. But a block "
        "has more than attention: the net works on each row "
        "(feedforward.attention-alone-is-linear-for-one-row says what the net is for).",
        hypotheses=NO_ATTENTION,
        builds_on=("encoder.block", "feedforward.each-row-by-itself"),
        repairs=("encoder.nothing-but-attention",),
    ),
    Claim(
        id="encoder.embedded-tokens-are-the-input",
        kind="identity",
        latex=r"X = \operatorname{Embed}(t)",
        says="Embedded tokens alone are the input of the first layer.",
        sources=("002:14/input",),
    ),
    Claim(
        id="encoder.equivariant",
        kind="invariance",
        latex=r"\operatorname{Encoder}(PX) = P \operatorname{Encoder}(X)",
        says="The whole encoder is equivariant: attention is equivariant, everything else works "
        "on each row alone, and compositions of equivariant maps are equivariant. Order "
        "enters by the positions that are added, or not at all.",
        sources=("001:364",),
        hypotheses=BARE,
        builds_on=("position.equivariant", "feedforward.each-row-by-itself", "encoder.block"),
    ),
    Claim(
        id="encoder.block-is-lighter-than-lstm-with-attention",
        kind="bound",
        latex=r"12 n d^2 + 2 n^2 d \le 8 n d^2 + 2 n^2 d",
        says="A Transformer's block is lighter than a recurrent layer with attention.",
    ),
    Claim(
        id="encoder.attention-layer-is-lighter-than-lstm-with-attention",
        kind="bound",
        latex=r"4 n d^2 + 2 n^2 d < 8 n d^2 + 2 n^2 d",
        says="An attention layer multiplies less than an LSTM layer of the same width with "
        "attention on top, for every length. With its feed-forward net, d_ff = 4d, the block "
        "multiplies 4 n d² more. In both cases it never waits for the row before.",
        sources=("003:12/operations",),
        builds_on=("encoder.costs",),
        repairs=("encoder.block-is-lighter-than-lstm-with-attention",),
        departs="Vaswani et al. (2017), table 1, compares O(n² d) with O(n d²), the mixing of rows "
        "alone.",
    ),
    Claim(
        id="encoder.costs",
        kind="sizes",
        latex=r"2 n^2 d \text{ for mixing},\quad 4 n d^2 \text{ for projections},\quad"
        r" 2 n d\, d_{ff} \text{ for the net}",
        says="The multiplications of a block: mixing the rows is quadratic in the length, the "
        "rest is linear in it.",
        builds_on=("encoder.block",),
    ),
    Claim(
        id="encoder.net-sees-attention-alone",
        kind="identity",
        latex=r"Y = \operatorname{FFN}(\operatorname{MHA}(X))",
        says="The input of the feed-forward net is the output of self-attention.",
        sources=("002:87/input",),
    ),
    Claim(
        id="encoder.net-sees-the-normalised-sum",
        kind="identity",
        latex=r"W^O = 0 \implies Z = \operatorname{LN}(X + 0) = \operatorname{LN}(X)",
        says="The net sees the sum of input and attention, normalised: even where attention gives "
        "nothing, the row passes on, less its mean and scale.",
        hypotheses=NO_ATTENTION,
        builds_on=("encoder.block",),
        repairs=("encoder.net-sees-attention-alone",),
    ),
    Claim(
        id="encoder.attention-contracts",
        kind="bound",
        latex=r"\alpha_{ij} \ge \varepsilon \implies \lvert y_i - y_k \rvert \le (1 - n"
        r" \varepsilon) (\max_j v_j - \min_j v_j)",
        says="Attention alone draws rows towards each other: where every weight is at least ε, "
        "outputs differ by no more than 1 - nε times what values differ by.",
        hypotheses={
            "weights-at-least": Hypothesis(
                "every weight is at least ε: the weights are ε + β_j in one row and ε + γ_j in "
                "the other, where the rests β_j and γ_j are at least 0 and sum to 1 - nε in each "
                "row",
                means=tuple(
                    equation(sum_over(j, rest[j]), 1 - n * nonnegative("epsilon"))
                    for rest in (
                        family("beta", nonnegative=True),
                        family("gamma", nonnegative=True),
                    )
                ),
            ),
        },
        builds_on=("heads.every-element-takes-part",),
    ),
    Claim(
        id="encoder.residual-keeps-differences",
        kind="identity",
        latex=r"a_i = a_k \implies (x_i + a_i) - (x_k + a_k) = x_i - x_k",
        says="Where attention gives every row the same, as it does for equal keys, the sum with "
        "the input keeps all differences, up to the norm; without the residual all rows are equal "
        "after that one layer.",
        hypotheses={
            "residual": Hypothesis("the input is added"),
            "common-output": Hypothesis(
                "attention gives both rows the same",
                means=(equation(family("a")[i], family("a")[k]),),
            ),
            "before-the-norm": Hypothesis("the sum is not normalised"),
        },
        builds_on=("encoder.attention-contracts",),
    ),
    Claim(
        id="encoder.each-block-has-two-parts",
        kind="sizes",
        latex=r"\text{Transformer} = \text{blocks of self-attention and FFN}",
        says="Every block of encoder and decoder has two parts, self-attention and a net.",
        sources=("002:12/blocks",),
    ),
)
