"""What the code of the encoder's blocks computes, at all sizes: its layers are boxes."""

from impl import encoder
from impl.feedforward import PARAMS
from proofs.arrays.entries.family_arrays import Besides
from proofs.encoder.boxes import BOXES, of_heads
from proofs.engine.evidence import computes, sizes
from theory.encoder.blocks import BIASES, GAINS, NET, OWN, epsilon


def of_block(run):
    """Return a block of the theory's parameters, given one by one."""

    def block(eps, *given):
        heads, net, norms, x = given[:4], given[4:8], given[8:-1], given[-1]
        params = of_heads(heads, "attention.")
        params |= {f"net.{name}": each for name, each in zip(PARAMS, net, strict=True)}
        names = ("norm_1.gain", "norm_2.gain", "norm_1.bias", "norm_2.bias")
        return run(x, params | dict(zip(names, norms, strict=True)), eps=eps)

    return Besides(block, epsilon, *OWN, *NET, *GAINS[:2], *BIASES[:2])


BLOCK = {"block": of_block(encoder.encoder_block)}
computes("encoder.block", BLOCK, "layer by layer", boxes=BOXES)
# The length is a symbol: one run, with its fixed list of operations, is that of every n.
sizes("encoder.stack-sizes", BLOCK)
sizes("encoder.all-rows-at-once", BLOCK)


computes(
    "encoder.pre-norm-block",
    {
        "pre_block": of_block(
            lambda *given, **eps: encoder.encoder_block(*given, order="pre", **eps)
        )
    },
    "layer by layer",
    boxes=BOXES,
)


computes(
    "encoder.block-as-printed",
    {"printed_block": of_block(encoder.encoder_block_as_printed)},
    "layer by layer",
    boxes=BOXES,
)


computes(
    "encoder.input",
    {"embedded": lambda E, P, t: encoder.embedded(t - 1, {"tokens": E, "positions": P})},
    "as it is printed",
)
