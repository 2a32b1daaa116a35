"""A stack of decoder blocks: a layer of it, under a mask, and all layers, however many."""

from theory.claim import Claim
from theory.encoder import blocks
from theory.encoder.blocks import M, c, epsilon, mixed, q, rows, y
from theory.feedforward.words import ffn
from theory.heads.multi_head import at_most
from theory.letters import n
from theory.normalization.layer_norm import layer_norm_as_used
from theory.stating.families import Family, every, numbers, total
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.variables import index, size
from theory.stating.vocabulary import letter, word

DEEP = [
    numbers(f"{each.base.name}'", size("N'"), *each.base.lasts)
    for each in (*blocks.OWN, *blocks.CROSSED, *blocks.NET, *blocks.GAINS, *blocks.BIASES)
    if each.base
]
kappa, step = numbers("kappa", n, domain="bit"), index("s", size("N'"))
at_step = [each[step] for each in DEEP]
OWN, CROSSED, NET, GAINS, BIASES = (
    at_step[:4], at_step[4:8], at_step[8:12], at_step[12:15], at_step[15:],
)  # fmt: skip
NORMS = [
    lambda row, gain=gain, bias=bias: layer_norm_as_used(epsilon, gain, bias, row)
    for gain, bias in zip(GAINS, BIASES, strict=True)
]


@word(r"\operatorname{{MHA}}_{{\text{{causal}}, {k}}}({Y})_{{{i}{c}}}",
      i="Y", c=lambda Y: Y.lasts[1])  # fmt: skip
def causal_of_layer(k, Y: Family, i, c):
    """Causal self-attention with the parameters of layer k."""
    j = index("j", Y.lasts[0])
    return mixed([each[k] for each in DEEP[:4]], Y, Y, i, c, every(j, entry=at_most(j, i)))


@word(r"\operatorname{{MHA}}_{{{k}}}({kappa}, {Y}, {M})_{{{i}{c}}}", i="Y", c=lambda Y: Y.lasts[1])
def crossed_of_layer(kappa: Family, k, Y: Family, M: Family, i, c):
    """Attention to the rows j of the memory with κ_j = 1, with the parameters of layer k."""
    return mixed([each[k] for each in DEEP[4:8]], Y, M, i, c, kappa)


@word(r"\operatorname{{Block}}_{{{k}}}({kappa}, {Y}, {M})_{{{i}{c}}}",
      i="Y", c=lambda Y: Y.lasts[1])  # fmt: skip
def decoder_block_of_layer(kappa: Family, k, Y: Family, M: Family, i, c):
    """The decoder's block with the parameters of layer k."""
    W_1, b_1, W_2, b_2, *norms = (each[k] for each in DEEP[8:])
    norm = lambda number, row: layer_norm_as_used(epsilon, norms[number], norms[3 + number], row)
    own = causal_of_layer(k, Y)
    A = letter("a", rows(lambda at: norm(0, Y[at] + own[at]), Y))
    crossed = crossed_of_layer(kappa, k, A, M)
    B = letter("g", rows(lambda at: norm(1, A[at] + crossed[at]), Y))
    return norm(2, B[i] + ffn(B[i], W_1, b_1, W_2, b_2))[c]


@word(
    r"\operatorname{{Decoder}}_{{{s}}}({kappa}, {Y}, {M})_{{{i}{c}}}", computed=True,
    i="Y", c=lambda Y: Y.lasts[1],
)  # fmt: skip
def decoded(kappa: Family, s, Y: Family, M: Family, i, c):
    """What the library computes of rows and a memory with the parameters of the first s layers."""


net = lambda row: ffn(row, *NET)
a = letter("a", rows(lambda at: NORMS[0](y[at] + causal_of_layer(step, y)[at]), y))
b = letter("g", rows(lambda at: NORMS[1](a[at] + crossed_of_layer(kappa, step, a, M)[at]), y))
GIVEN = (line(epsilon, ">", 0), line(total(kappa), ">", 0))

CLAIMS = (
    Claim(
        id="decoder.layer",
        states=states(
            equal(decoder_block_of_layer(kappa, step, y, M)[q, c], NORMS[2](b[q] + net(b[q]))[c]),
            given=GIVEN,
        ),
        kind="definition",
        says="Layer s of the decoder is a decoder's block with the parameters of that layer, "
        "under a mask that leaves something of the encoder's rows.",
        builds_on=("decoder.block", "lookup.mask"),
    ),
    Claim(
        id="decoder.stack",
        states=states(
            equal(decoded(kappa, 0, y, M)[q, c], y[q, c]),
            equal(
                decoded(kappa, step, y, M)[q, c],
                decoder_block_of_layer(kappa, step, decoded(kappa, step - 1, y, M), M)[q, c],
            ),
            given=GIVEN,
        ),
        kind="definition",
        says="A decoder without layers gives the rows back, and one with s layers gives the block "
        "of layer s of what the first s - 1 give and of the encoder's rows, which are the same for "
        "every layer.",
        sources=("002:12/stack",),
        builds_on=("decoder.layer", "encoder.stack"),
    ),
)
