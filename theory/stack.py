"""A stack of blocks: a layer of it, under a mask, and all layers, however many there are."""

from theory.blocks import LAYERED, block_of_layer, c, epsilon, i, mha_of_layer, rows, x
from theory.claim import Claim
from theory.feedforward import ffn
from theory.letters import N, k, n
from theory.normalization import layer_norm_as_used
from theory.stating.families import Family, index, letter, numbers, total, word
from theory.stating.statements import equal, line, states


@word(
    r"\operatorname{{Encoder}}_{{{s}}}({kappa}, {X})_{{{i}{c}}}", computed=True,
    i="X", c=lambda X: X.lasts[1],
)  # fmt: skip
def encoded(kappa: Family, s, X: Family, i, c):
    """What the library computes of rows with the parameters of the first s layers."""


kappa, layer = numbers("kappa", n, n, domain="bit"), index("r", N)
OF_LAYER = [each[layer] for each in LAYERED[4:]]
NET, GAINS, BIASES = OF_LAYER[:4], OF_LAYER[4:6], OF_LAYER[6:]
norm_1 = lambda row: layer_norm_as_used(epsilon, GAINS[0], BIASES[0], row)
norm_2 = lambda row: layer_norm_as_used(epsilon, GAINS[1], BIASES[1], row)
net = lambda row: ffn(row, *NET)
z = letter("z", rows(lambda at: norm_1(x[at] + mha_of_layer(kappa, layer, x)[at]), x))
GIVEN = (line(epsilon, ">", 0), line(total(kappa[k]), ">", 0))

CLAIMS = (
    Claim(
        id="encoder.layer",
        states=states(
            equal(block_of_layer(kappa, layer, x)[i, c], norm_2(z[i] + net(z[i]))[c]), given=GIVEN
        ),
        kind="definition",
        says="The block of one layer, with the parameters of that layer, under a mask that leaves "
        "something to each row.",
        builds_on=("encoder.block", "lookup.mask"),
    ),
    Claim(
        id="encoder.stack",
        states=states(
            equal(encoded(kappa, 0, x)[i, c], x[i, c]),
            equal(
                encoded(kappa, layer, x)[i, c],
                block_of_layer(kappa, layer, encoded(kappa, layer - 1, x))[i, c],
            ),
            given=GIVEN,
        ),
        kind="definition",
        says="An encoder without layers gives the rows back, and one with r layers gives the block "
        "of layer r of what the first r - 1 give: block after block, however many there are.",
        answers=("002:12/stack", "004:34"),
        builds_on=("encoder.layer", "encoder.stack-sizes"),
    ),
)
