"""What the code of a layer under a mask, and of the loop over all layers, computes at all sizes."""

from impl import encoder
from impl.feedforward import PARAMS, feed_forward, relu
from impl.heads import multi_head_attention
from impl.normalization import layer_norm
from impl.parameters import fitting_blocks
from proofs.arrays.entries.array import Array
from proofs.arrays.entries.family_arrays import Besides, family_of
from proofs.arrays.entries.folding import NotReadError
from proofs.arrays.entries.sublayers import Box, Stack, Stands, which
from proofs.encoder.boxes import HEADS, SAME, by_row, of_heads
from proofs.engine.evidence import computes
from theory.encoder.blocks import LAYERED, block_of_layer, c, epsilon, i, mha_of_layer, x
from theory.encoder.stack import BIASES, GAINS, NET, encoded, kappa, layer
from theory.feedforward.words import ffn
from theory.normalization.layer_norm import layer_norm_as_used
from theory.stating.terms import ZERO

NORM_NAMES = ("norm_1.gain", "norm_2.gain", "norm_1.bias", "norm_2.bias")
NAMES = [*(f"attention.{name}" for name in HEADS), *(f"net.{name}" for name in PARAMS), *NORM_NAMES]
NORMS = list(zip(GAINS, BIASES, strict=True))


def of_layer(layered, k):
    """Return the parameters of layer k, counted from 0, by their names."""
    own = [each[k, ...] for each in layered]
    params = of_heads(own[:4], "attention.")
    params |= {f"net.{name}": each for name, each in zip(PARAMS, own[4:8], strict=True)}
    return params | dict(zip(NORM_NAMES, own[8:], strict=True))


def one_layer(eps, *given):
    """Run the block of layer k, counted from 1."""
    *layered, mask, k, rows = given
    return encoder.encoder_block(rows, of_layer(layered, k - 1), mask, eps=eps)


def layers_of(layered, depth, named=of_layer, stack="encoder"):
    """Return the parameters of so many layers; where their number is any, one stands for each."""
    if not isinstance(layered[0], Array):
        layers = list(range(int(depth)))
    else:
        layers = [] if depth.at().value == ZERO else [depth - 1]
    return {
        f"{stack}.{number}.{name}": each
        for number, k in enumerate(layers)
        for name, each in named(layered, k).items()
    }


def first_layers(eps, *given):
    """Run so many layers."""
    *layered, mask, depth, rows = given
    return encoder.encoder(rows, layers_of(layered, depth), mask, eps=eps)


ONE_LAYER = Besides(one_layer, epsilon, *LAYERED)
FIRST_LAYERS = Besides(first_layers, epsilon, *LAYERED)


def must_be(held, family):
    if held is None:
        raise NotReadError("entries: there is no mask; expected one")
    which({"": held}, [family])


def _attention_word(rows, others, params, mask=None, is_causal=False):
    which({name: params[name] for name in HEADS}, [each[layer] for each in LAYERED[:4]])
    must_be(mask, kappa)
    if rows is not others or is_causal:
        raise ValueError("a layer's attention is of rows to themselves")
    return mha_of_layer(kappa, layer, family_of(rows))


def net_box(module, families, row):
    """Return the net of a layer with these parameters, at any row, as a module calls it."""

    def word(rows, params, activation=relu):
        which({name: params[name] for name in PARAMS}, families)
        if activation is not relu:
            raise ValueError("the net of a layer bends by relu")
        return by_row(lambda row: ffn(row, *families), rows)

    run = lambda row, *w: feed_forward(row, dict(zip(PARAMS, w, strict=True)))
    stands = Stands(ffn(row, *families)[c], run, _closes("as it is printed"))
    return Box(feed_forward, (module,), word, (stands,))


def norm_box(module, norms, row):
    """Return the norms of a layer with these gains and biases, likewise."""

    def word(rows, gain, bias, eps):
        number = which({"gain": gain, "bias": bias}, *norms)
        is_epsilon(eps)
        return by_row(lambda row: layer_norm_as_used(epsilon, *norms[number], row), rows)

    run = lambda eps, gain, bias, row: layer_norm(row, gain, bias, eps)
    of_row = layer_norm_as_used(epsilon, *norms[0], row)[c]
    stands = Stands(of_row, run, _closes("both largest entries cancel"))
    return Box(layer_norm, (module,), word, (stands,))


def is_epsilon(eps):
    if getattr(eps.at().value, "name", "") != epsilon.name:
        raise ValueError("the norms of a layer have one ε")


def must_be_original(eps, order, activation, is_causal=False):
    """Refuse a layer in another order, with another bend, or with other norms."""
    is_epsilon(eps)
    if is_causal or order != "post" or activation is not relu:
        raise ValueError("the layers of the stack are those of the original")


def attend(*given):
    *layered, mask, k, rows = given
    params = of_heads([each[k - 1, ...] for each in layered])
    return multi_head_attention(rows, rows, params, mask)


def sees_something(chain):
    chain.decides("each row sees something")
    return chain.closes(SAME)


def _closes(reason):
    return lambda chain: chain.closes(reason)


LAYERS = (
    Box(
        multi_head_attention, (encoder,), _attention_word,
        (Stands(mha_of_layer(kappa, layer, x)[i, c], Besides(attend, *LAYERED[:4]),
                sees_something),),
    ),
    net_box(encoder, NET, x[i]),
    norm_box(encoder, NORMS, x[i]),
)  # fmt: skip


computes("encoder.layer", {"block_of_layer": ONE_LAYER}, "layer by layer", boxes=LAYERS)


def _block_word(rows, params, mask=None, is_causal=False, order="post", activation=relu, eps=0):
    """Return the block of a layer; its parameters were looked at where a block is defined."""
    _fit(mask, is_causal, order, activation, eps)
    which({name: params[name] for name in NAMES}, [each[layer] for each in LAYERED])
    return block_of_layer(kappa, layer, family_of(rows))


def _so_far(rows, params, mask=None, is_causal=False, order="post", activation=relu, eps=0):
    _fit(mask, is_causal, order, activation, eps)
    must_be(rows, x)
    return encoded(kappa, layer - 1, x)


def _fit(mask, is_causal, order, activation, eps):
    must_be(mask, kappa)
    must_be_original(eps, order, activation, is_causal)


LOOP = Stack(
    encoder.encoder_block, (encoder,), _block_word,
    (Stands(block_of_layer(kappa, layer, x)[i, c], ONE_LAYER, None, "encoder.layer"),),
    fitting_blocks, _so_far,
)  # fmt: skip


computes("encoder.stack", {"encoded": FIRST_LAYERS}, "nothing runs")


computes(
    "encoder.stack",
    {"encoded": FIRST_LAYERS},
    "the loop runs once more",
    duty=1,
    boxes=(LOOP,),
    left=True,
)
