"""Wrong encoders."""

from impl import encoder
from impl.feedforward import feed_forward
from impl.heads import multi_head_attention
from impl.normalization import layer_norm
from impl.parameters import blocks, part
from tests.zoo import specimen

block = encoder.encoder_block


@specimen(
    "encoder_block",
    "pre-norm where the text says post-norm",
    "harvardnlp/annotated-transformer#92",
    2022,
)
def block_of_the_other_order(x, params, mask=None, order="post", **options):
    return block(x, params, mask, order="pre" if order == "post" else "post", **options)


@specimen("encoder_block", "the draft's second half: FFN(LN(Z) + Z)")
def block_as_printed(x, params, mask=None, order="post", **options):
    return encoder.encoder_block_as_printed(x, params)


@specimen("encoder_block", "no residual around attention", "lucidrains/audiolm-pytorch#150", 2023)
def block_without_residual(x, params, mask=None, order="post", **options):
    z = layer_norm(multi_head_attention(x, x, part(params, "attention")), **part(params, "norm_1"))
    return layer_norm(z + feed_forward(z, part(params, "net")), **part(params, "norm_2"))


@specimen("encoder_block", "one norm's parameters for both", "bentrevett/pytorch-seq2seq#100", 2020)
def block_with_one_norm(x, params, mask=None, order="post", **options):
    first = {f"norm_2.{name}": value for name, value in part(params, "norm_1").items()}
    return block(x, {**params, **first}, mask, order=order, **options)


@specimen("encoder_block_as_printed", "the draft mended in silence: LN(Z + FFN(Z))")
def printed_block_mended(x, params, eps=0.0):
    return block(x, params, eps=eps)


@specimen(
    "residual",
    "pre-norm with the residual taken after the norm",
    "SHI-Labs/Compact-Transformers#25",
    2021,
)
def residual_after_the_norm(x, layer, norm, order="post", eps=0.0):
    normal = layer_norm(x, **norm, eps=eps)
    return normal + layer(normal)


@specimen("residual", "the input is left out", "nguyenvo09/Double-Attention-Network#2", 2020)
def residual_without_input(x, layer, norm, order="post", eps=0.0):
    return (
        layer_norm(layer(x), **norm, eps=eps) if order == "post" else layer(layer_norm(x, **norm))
    )


@specimen("encode", "the first block's parameters in every block", "espnet/espnet#1278", 2019)
def encode_with_one_block(tokens, params, segments=None, mask=None, **options):
    own = {name: each for name, each in params.items() if not name.startswith("encoder")}
    first = part(params, "encoder.0")
    layers = {name.split(".")[1] for name in params if name.startswith("encoder")}
    shared = {f"encoder.{k}.{name}": each for k in layers for name, each in first.items()}
    return encoder.encode(tokens, {**own, **shared}, segments, mask, **options)


@specimen("encode", "adds positions of its own to those given", "gaasher/I-JEPA#4", 2023)
def encode_with_places(tokens, params, segments=None, mask=None, **options):
    rows = encoder.encode(tokens, params, segments, mask, **options)
    xp = rows.__array_namespace__()
    place = xp.expand_dims(xp.arange(rows.shape[-2]), axis=-1)
    return rows + place


@specimen("scaled_dot_product_attention", "the mean of the values three times")
def attention_of_threefold_values(q, k, v, mask=None, scale=None, is_causal=False):
    from impl.heads import scaled_dot_product_attention

    return scaled_dot_product_attention(q, k, v * 3, mask, scale, is_causal)


@specimen(
    "encoder_block",
    "without a mask, causal order is applied unasked",
    "huggingface/transformers#42820",
    2025,
)
def block_that_hides_the_future(x, params, mask=None, order="post", **options):
    return block(x, params, mask, order=order, **{**options, "is_causal": mask is None})


@specimen("encoder_block", "what the net makes is thrown away, and its input added again",
          "theislab/CellFlow#296", 2026)  # fmt: skip
def block_that_discards_its_net(x, params, mask=None, order="post", **options):
    own = lambda rows: multi_head_attention(rows, rows, part(params, "attention"), mask)
    eps = options.get("eps", 0.0)
    z = encoder.residual(x, own, part(params, "norm_1"), order, eps)
    return encoder.residual(z, lambda rows: rows, part(params, "norm_2"), order, eps)


@specimen("residual", "what the layer makes is added to itself", "kyegomez/BitNet#32", 2024)
def residual_of_the_layer_twice(x, layer, norm, order="post", eps=0.0):
    made = layer(x if order == "post" else layer_norm(x, **norm, eps=eps))
    return layer_norm(made + made, **norm, eps=eps) if order == "post" else made + made


@specimen(
    "residual", "the layer is normalised before it is added", "keras-team/keras-io#2144", 2025
)
def residual_of_a_normalised_layer(x, layer, norm, order="post", eps=0.0):
    return x + layer_norm(layer(x), **norm, eps=eps)


@specimen("residual", "its norm has an epsilon of its own", "mosaicml/llm-foundry#1399", 2024)
def residual_with_its_own_epsilon(x, layer, norm, order="post", eps=0.0):
    return encoder.residual(x, layer, norm, order, 1e-5)


@specimen("encoder_block", "a mask is taken and never handed on to the attention",
          "facebookresearch/fairseq#1339", 2019)  # fmt: skip
def block_that_keeps_its_mask(x, params, mask=None, is_causal=False, **options):
    return block(x, params, None, is_causal, **options)


@specimen(
    "encoder_block",
    "the epsilon of its norms is 0 whatever it is given",
    "keras-team/keras-hub#133",
    2022,
)
def block_without_epsilon(x, params, mask=None, is_causal=False, **options):
    return block(x, params, mask, is_causal, **{**options, "eps": 0.0})


@specimen("encoder_block", "to the epsilon that it is given 10⁻¹² is added, to be safe")
def block_with_a_further_epsilon(x, params, mask=None, is_causal=False, **options):
    return block(x, params, mask, is_causal, **{**options, "eps": options.get("eps", 0.0) + 1e-12})


@specimen("encoder_block", "where norms come first, mask and causal order are lost")
def block_that_sees_all_where_norms_come_first(x, params, mask=None, is_causal=False, **options):
    if options.get("order", "post") == "pre":
        mask, is_causal = None, False
    return block(x, params, mask, is_causal, **options)


@specimen("encode", "the mask reaches the first block alone", "keras-team/keras-hub#137", 2022)
def encode_with_a_mask_of_one_block(
    tokens, params, segments=None, mask=None, scale=None, **options
):
    rows = encoder.embedded(tokens, params, segments, scale, options.get("eps", 0.0))
    for number, each in enumerate(blocks(params, "encoder")):
        rows = block(rows, each, mask if number == 0 else None, **options)
    return rows
