"""A stack of blocks: a layer of it, under a mask, and all layers, however many there are."""

from theory.claim import Claim
from theory.encoder.blocks import LAYERED, block_of_layer, c, epsilon, i, mha_of_layer, rows, x
from theory.feedforward.words import ffn
from theory.letters import N, d, k, n
from theory.normalization.layer_norm import layer_norm_as_used
from theory.stating.families import Family, every, numbers, total
from theory.stating.relations import Line, equal, line
from theory.stating.statements import states
from theory.stating.variables import index, size
from theory.stating.vocabulary import letter, word


@word(
    r"\operatorname{{Encoder}}_{{{s}}}({kappa}, {X})_{{{i}{c}}}", computed=True,
    i="X", c=lambda X: X.lasts[1],
)  # fmt: skip
def encoded(kappa: Family, s, X: Family, i, c):
    """What the library computes of rows with the parameters of the first s layers."""


@word(
    r"\operatorname{{Encode}}_{{{s}}}({kappa}, {t})_{{{i}{c}}}", computed=True,
    i="t", c=lambda E: E.lasts[1],
)  # fmt: skip
def encode(kappa: Family, s, E: Family, P: Family, t: Family, i, c):
    """What the library computes of tokens, two tables, and the first s layers."""


def placed(E: Family, P: Family, t: Family) -> Family:
    """Return the rows of tokens, each with its position added."""
    at = index("i", t.lasts[0])
    return every(at, c, entry=E[t[at], c] + P[at, c])


def in_vocabulary(t: Family, at: str = "i") -> Line:
    """Say that each token of a sequence has a row in the table."""
    return line(1, "≤", t[index(at, t.lasts[0])], "≤", V)


V = size("V")  # how many tokens the vocabulary has
E, P = numbers("E", V, d), numbers("P", n, d)  # embeddings, positions
t = numbers("t", n, domain="integer")  # tokens
start = letter("x", placed(E, P, t))
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
        sources=("002:12/stack", "004:34"),
        builds_on=("encoder.layer", "encoder.stack-sizes"),
    ),
    Claim(
        id="encoder.whole",
        states=states(
            *(
                equal(encode(kappa, depth, E, P, t)[i, c], encoded(kappa, depth, start)[i, c])
                for depth in (0, layer)
            ),
            given=(*GIVEN, in_vocabulary(t, "l")),
        ),
        kind="definition",
        says="A whole encoder, without layers or with r of them, gives what those layers make of "
        "the embedded tokens, to which their positions are added once, before the first layer.",
        builds_on=("encoder.input", "encoder.stack"),
    ),
)
