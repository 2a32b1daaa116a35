"""What the whole machine computes, at all sizes: both of its stacks are boxes."""

from impl import decoder
from impl.feedforward import relu
from proofs.arrays.entries.family_arrays import Besides, family_of
from proofs.arrays.entries.sublayers import Box, Stands
from proofs.decoder.stack import FIRST_LAYERS, LAYERS, NAMES, of_layer
from proofs.encoder.stack import layers_of, must_be, must_be_original
from proofs.encoder.whole import depth_in, stack_box
from proofs.engine.evidence import general_run
from theory.decoder.machine import DEPTHS, seen
from theory.decoder.stack import DEEP, decoded, kappa, step
from theory.encoder.blocks import LAYERED, M, c, epsilon, q, y


def machine(eps, *given):
    """Run a machine of so many layers on two sequences of tokens, counted from 1."""
    layered, deep = given[: len(LAYERED)], given[len(LAYERED) : len(LAYERED) + len(DEEP)]
    mask, encoders, decoders, E, P, W, b, source, target = given[len(LAYERED) + len(DEEP) :]
    params = {"tokens": E, "positions": P, "output.w": W, "output.b": b}
    params |= layers_of(layered, encoders) | layers_of(deep, decoders, of_layer, "decoder")
    return decoder.transformer(source - 1, target - 1, params, mask, eps=eps)


def _decoder_word(rows, memory, params, mask=None, order="post", activation=relu, eps=0):
    must_be(mask, kappa)
    must_be_original(eps, order, activation)
    depth = depth_in(params, "decoder", NAMES, DEEP, step)
    return decoded(kappa, depth, family_of(rows), family_of(memory))


STACK = Box(
    decoder.decoder,
    (decoder,),
    _decoder_word,
    tuple(
        Stands(decoded(kappa, depth, y, M)[q, c], FIRST_LAYERS, None, "decoder.stack")
        for depth in (0, step)
    ),
    inside=LAYERS,
)
MACHINE = {"transformer": Besides(machine, epsilon, *LAYERED, *DEEP)}
BOXES = (stack_box(kappa, seen), STACK)


for _duty in range(len(DEPTHS)):

    @general_run("decoder.transformer", MACHINE, duty=_duty, boxes=BOXES, left=True)
    def the_decoder_asks_what_leaves_the_encoder(chain):
        return chain.closes("both stacks are run on embedded tokens, and the last rows are scored")
