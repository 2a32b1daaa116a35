"""What the code of a decoder's layer, and of the loop over all of them, computes at all sizes."""

from impl import decoder, encoder
from impl.feedforward import PARAMS, relu
from impl.heads import multi_head_attention
from impl.parameters import fitting_blocks
from proofs.arrays.entries.family_arrays import Besides, family_of
from proofs.arrays.entries.sublayers import Box, Stack, Stands, which
from proofs.encoder.boxes import HEADS, SAME, of_heads
from proofs.encoder.stack import (
    layers_of,
    must_be,
    must_be_original,
    net_box,
    norm_box,
    sees_something,
)
from proofs.engine.evidence import computes
from theory.decoder.stack import (
    BIASES,
    CROSSED,
    DEEP,
    GAINS,
    NET,
    OWN,
    M,
    c,
    causal_of_layer,
    crossed_of_layer,
    decoded,
    decoder_block_of_layer,
    epsilon,
    kappa,
    q,
    step,
    y,
)

NAMES = [
    *(f"attention.{name}" for name in HEADS),
    *(f"crossed.{name}" for name in HEADS),
    *(f"net.{name}" for name in PARAMS),
    *(f"norm_{k}.{name}" for name in ("gain", "bias") for k in (1, 2, 3)),
]


def of_layer(deep, k):
    """Return the parameters of layer k, counted from 0, by their names."""
    own = [each[k, ...] for each in deep]
    heads = of_heads(own[:4], "attention.") | of_heads(own[4:8], "crossed.")
    return heads | dict(zip(NAMES[8:], own[8:], strict=True))


def one_layer(eps, *given):
    """Run the block of layer k, counted from 1."""
    *deep, mask, k, rows, memory = given
    return decoder.decoder_block(rows, memory, of_layer(deep, k - 1), mask, eps=eps)


def first_layers(eps, *given):
    """Run so many layers on the same memory."""
    *deep, mask, depth, rows, memory = given
    params = layers_of(deep, depth, of_layer, "decoder")
    return decoder.decoder(rows, memory, params, mask, eps=eps)


ONE_LAYER = Besides(one_layer, epsilon, *DEEP)
FIRST_LAYERS = Besides(first_layers, epsilon, *DEEP)


def _attention_word(rows, others, params, mask=None, is_causal=False):
    crossed = which({name: params[name] for name in HEADS}, OWN, CROSSED)
    if crossed:
        must_be(mask, kappa)
        if is_causal:
            raise ValueError("a layer asks the whole memory")
        return crossed_of_layer(kappa, step, family_of(rows), family_of(others))
    if mask is not None or rows is not others or not is_causal:
        raise ValueError("a layer's own attention is causal, and has no other mask")
    return causal_of_layer(step, family_of(rows))


def _own(*given):
    *deep, k, rows = given
    params = of_heads([each[k - 1, ...] for each in deep])
    return multi_head_attention(rows, rows, params, is_causal=True)


def _crossed(*given):
    *deep, mask, k, rows, memory = given
    return multi_head_attention(rows, memory, of_heads([each[k - 1, ...] for each in deep]), mask)


def _attends_to_the_past(chain):
    chain.decides("a row sees itself at least")
    return chain.closes(SAME)


LAYERS = (
    Box(
        multi_head_attention,
        (decoder,),
        _attention_word,
        (
            Stands(causal_of_layer(step, y)[q, c], Besides(_own, *DEEP[:4]), _attends_to_the_past),
            Stands(
                crossed_of_layer(kappa, step, y, M)[q, c],
                Besides(_crossed, *DEEP[4:8]),
                sees_something,
            ),
        ),
    ),
    net_box(decoder, NET, y[q]),
    norm_box(encoder, list(zip(GAINS, BIASES, strict=True)), y[q]),
)


computes("decoder.layer", {"decoder_block_of_layer": ONE_LAYER}, "layer by layer", boxes=LAYERS)


def _block_word(rows, memory, params, mask=None, order="post", activation=relu, eps=0):
    """Return the block of a layer; its parameters were looked at where a block is defined."""
    _fit(mask, order, activation, eps)
    which({name: params[name] for name in NAMES}, [each[step] for each in DEEP])
    return decoder_block_of_layer(kappa, step, family_of(rows), family_of(memory))


def _so_far(rows, memory, params, mask=None, order="post", activation=relu, eps=0):
    _fit(mask, order, activation, eps)
    must_be(rows, y)
    must_be(memory, M)
    return decoded(kappa, step - 1, y, M)


def _fit(mask, order, activation, eps):
    must_be(mask, kappa)
    must_be_original(eps, order, activation)


LOOP = Stack(
    decoder.decoder_block, (decoder,), _block_word,
    (Stands(decoder_block_of_layer(kappa, step, y, M)[q, c], ONE_LAYER, None, "decoder.layer"),),
    fitting_blocks, _so_far, inside=LAYERS,
)  # fmt: skip


computes("decoder.stack", {"decoded": FIRST_LAYERS}, "nothing runs")


computes(
    "decoder.stack",
    {"decoded": FIRST_LAYERS},
    "the loop runs once more",
    duty=1,
    boxes=(LOOP,),
    left=True,
)
