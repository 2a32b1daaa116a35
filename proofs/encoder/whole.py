"""What a whole encoder computes, at all sizes: its stack is a box, for any number of layers."""

from impl import encoder
from impl.feedforward import relu
from impl.parameters import blocks
from proofs.arrays.entries.family_arrays import Besides, family_of
from proofs.arrays.entries.folding import NotReadError
from proofs.arrays.entries.sublayers import Box, Stands, which
from proofs.encoder.stack import FIRST_LAYERS, NAMES, layers_of, must_be, must_be_original
from proofs.engine.evidence import general_run
from theory.encoder.blocks import LAYERED, c, epsilon, i, x
from theory.encoder.stack import encoded, kappa, layer


def depth_in(params, stack, names, families, place):
    """Return how many layers parameters are read as: none, or the place of the last of any."""
    own = blocks(params, stack)
    if len(own) > 1:
        raise NotReadError(f"entries: {len(own)} layers; expected one, which is any")
    for each in own:
        which({name: each[name] for name in names}, [family[place] for family in families])
    return place if own else 0


def stack_box(mask_held, seen):
    """Return the encoder's stack as a box.

    mask_held: what the mask must be, as the code is given it. seen: the bits of all rows that are
    meant by it.
    """

    def word(
        rows, params, mask=None, is_causal=False, order="post", activation=relu, eps=0,
    ):  # fmt: skip
        must_be(mask, mask_held)
        must_be_original(eps, order, activation, is_causal)
        depth = depth_in(params, "encoder", NAMES, LAYERED, layer)
        return encoded(seen, depth, family_of(rows))

    stands = (
        Stands(encoded(kappa, depth, x)[i, c], FIRST_LAYERS, None, "encoder.stack")
        for depth in (0, layer)
    )
    return Box(encoder.encoder, (encoder,), word, tuple(stands))


def whole(eps, *given):
    """Run a whole encoder of so many layers, on tokens counted from 1."""
    *layered, mask, depth, embeddings, positions, tokens = given
    params = layers_of(layered, depth) | {"tokens": embeddings, "positions": positions}
    return encoder.encode(tokens - 1, params, mask=mask, eps=eps)


WHOLE = {"encode": Besides(whole, epsilon, *LAYERED)}
BOXES = (stack_box(kappa, kappa),)


for _duty in (0, 1):

    @general_run("encoder.whole", WHOLE, duty=_duty, boxes=BOXES, left=True)
    def embedded_rows_enter_the_stack(chain):
        return chain.closes("the stack is run on embedded tokens with their positions")
