"""The whole machine: both stacks on embedded tokens, and a score for each word at the end."""

from theory.claim import Claim
from theory.decoder.stack import GIVEN, decoded, kappa, step
from theory.encoder.blocks import q
from theory.encoder.stack import E, V, encoded, in_vocabulary, layer, placed
from theory.letters import d, k, l, m, n
from theory.stating.families import Family, every, numbers, total
from theory.stating.relations import equal
from theory.stating.statements import states
from theory.stating.variables import index
from theory.stating.vocabulary import letter, word


@word(r"\operatorname{{logits}}({Y})_{{{i}{w}}}", i="Y", w=lambda W: W.lasts[1])
def logits(Y: Family, W: Family, b: Family, i, w):
    """003:94: y W + b, a score for each word."""
    return total(Y[i] * W.transposed()[w]) + b[w]


@word(
    r"\operatorname{{Transformer}}_{{{r}, {s}}}({kappa}, {t}, {u})_{{{i}{w}}}", computed=True,
    i="u", w=lambda W: W.lasts[1],
)  # fmt: skip
def transformer(
    kappa: Family, r, s, E: Family, P: Family, W: Family, b: Family, t: Family, u: Family, i, w
):  # fmt: skip
    """What the library computes of two sequences with r layers of the encoder, s of the decoder."""


P = numbers("P", m + n, d)  # positions of both sequences
t, u = numbers("t", n, domain="integer"), numbers("u", m, domain="integer")  # source and target
W, biases = numbers("W", d, V), numbers("b", V)
words = index("w", V)
source, target = letter("x", placed(E, P, t)), letter("y", placed(E, P, u))
seen = every(k, l, entry=kappa[l])  # by each row of the source
DEPTHS = [(r, s) for r in (0, layer) for s in (0, step)]


def wired(r, s):
    """Return the decoder's rows, which ask those that leave the encoder, after so many layers."""
    return decoded(kappa, s, target, encoded(seen, r, source))


CLAIMS = (
    Claim(
        id="decoder.transformer",
        states=states(
            *(
                equal(
                    transformer(kappa, r, s, E, P, W, biases, t, u)[q, words],
                    logits(wired(r, s), W, biases)[q, words],
                )
                for r, s in DEPTHS
            ),
            given=(*GIVEN, in_vocabulary(t, "k"), in_vocabulary(u, "l")),
        ),
        kind="definition",
        says="The whole machine, with no layers or any number of them on either side: every layer "
        "of the decoder asks the rows that leave the encoder's last layer, under the mask that "
        "the encoder has, and the rows that leave the decoder's last layer are scored.",
        builds_on=("encoder.whole", "decoder.stack", "decoder.output-layer"),
        note="The table of positions is as long as both sequences together; what lies beyond a "
        "sequence is not read.",
    ),
)
