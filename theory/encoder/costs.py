"""What a block of the encoder costs, beside a recurrent layer with attention."""

from theory.claim import Claim
from theory.encoder.blocks import c, i, mha, net, x
from theory.heads.multi_head import attention
from theory.letters import d, d_ff, d_k, h, n
from theory.stating.families import Family, every, numbers, total
from theory.stating.relations import equal, line, sized
from theory.stating.statements import states
from theory.stating.variables import index
from theory.stating.vocabulary import word


@word(r"\operatorname{{gates}}({x}, {s})_{{{g}{c}}}", g=lambda W: W.lasts[0], c="s")
def gates(x: Family, s: Family, W: Family, U: Family, b: Family, g, c):
    """Gers, Schmidhuber and Cummins (2000): what an LSTM's gates and candidate are made from."""
    return total(x * W[g].transposed()[c]) + total(s * U[g].transposed()[c]) + b[g, c]


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
    """An LSTM layer: four matrices for the input, and four for the state."""
    return 8 * length * width**2


r, head_column = index("r", h), index("b", d_k)
Q, K, V = (numbers(name, h, n, d_k) for name in "QKV")
mixing = every(r, i, head_column, entry=attention(Q[r], K[r], V[r])[i, head_column])
whole_net = every(i, c, entry=net(x[i])[c])
s, W, U, biases = (
    numbers("s", d), numbers("W", 4, d, d), numbers("U", 4, d, d), numbers("b", 4, d),
)  # fmt: skip
LAYER = 4 * n * d * h * d_k + 2 * n**2 * h * d_k
RECURRENT = 8 * n * d**2 + 2 * n**2 * d
WIDE = (equal(h * d_k, d), equal(d_ff, 4 * d))

CLAIMS = (
    Claim(
        id="encoder.block-is-lighter-than-lstm-with-attention",
        states=states(line(LAYER + 2 * n * d * d_ff, "≤", RECURRENT), given=WIDE),
        answers=("003:12/operations", "003:12/lighter"),
        says="A Transformer's block is lighter than a recurrent layer with attention without "
        "projections.",
    ),
    Claim(
        id="encoder.attention-layer-is-lighter-than-lstm-with-attention",
        states=states(
            sized(gates(x[i], s, W, U, biases), 4, d, multiplications=8 * d**2),
            equal(LAYER + 4 * n * d**2, RECURRENT),
            equal(LAYER + 2 * n * d * d_ff, RECURRENT + 4 * n * d**2),
            given=WIDE,
        ),
        says="Counting matrix products, an attention layer whose heads are together as wide as "
        "the rows multiplies 4 n d² less than an LSTM layer of the same width with attention that "
        "has no projections: an LSTM's three gates and its candidate multiply 8 d² for each row. "
        "With its feed-forward net, d_ff = 4d, the block multiplies 4 n d² more.",
        answers=("003:12/operations", "003:12/lighter"),
        builds_on=("encoder.costs",),
        repairs=("encoder.block-is-lighter-than-lstm-with-attention",),
        note="Vaswani et al. (2017), table 1, compares O(n² d) with O(n d²), the mixing of rows "
        "alone.",
    ),
    Claim(
        id="encoder.costs",
        states=states(
            sized(mixing, h, n, d_k, multiplications=2 * n**2 * h * d_k),
            sized(mha(x), n, d, multiplications=LAYER),
            sized(whole_net, n, d, multiplications=2 * n * d * d_ff),
        ),
        answers=("003:12/operations",),
        says="Of the multiplications in a block's matrix products, mixing the rows is quadratic in "
        "the length; the rest, projections and net, is linear in it.",
        builds_on=("encoder.block",),
    ),
)
