"""The encoder: blocks of attention and a feed-forward net, with residuals and LayerNorm."""

from typing import Any

from impl.arrays import Array, Layer, Params
from impl.checks import names_fit, params_fit, shapes_fit
from impl.embedding import embed
from impl.embedding import rows as rows_of
from impl.feedforward import feed_forward, relu
from impl.heads import multi_head_attention
from impl.normalization import half_root, layer_norm
from impl.options import finite_number, one_of
from impl.parameters import ENCODER_BLOCK, NORM, check_tables, fitting_blocks, part
from impl.position import add_positions
from impl.refusals import ArgumentValueError, speaking_for


def encoder_block(
    x: Array, params: Params, mask: Array | None = None, is_causal: bool = False,
    order: str = "post", activation: Layer = relu, eps: float = 0.0,
) -> Array:  # fmt: skip
    """Return one block's rows.

    order "post", the original: Z = LN(X + MHA(X)), Y = LN(Z + FFN(Z)). order "pre": Z = X +
    MHA(LN(X)), Y = Z + FFN(LN(Z)).

    params: see ENCODER_BLOCK. mask, is_causal: as in multi_head_attention. Returns (..., n, d).
    """
    params_fit("encoder_block", params, ENCODER_BLOCK, x=(x, "... n d"))
    attend = lambda rows: multi_head_attention(
        rows, rows, part(params, "attention"), mask, is_causal
    )
    net = lambda rows: feed_forward(rows, part(params, "net"), activation)
    with speaking_for("encoder_block", x_query="x", layer="activation"):
        z = residual(x, attend, part(params, "norm_1"), order, eps)  # (..., n, d)
        return residual(z, net, part(params, "norm_2"), order, eps)


def residual(x: Array, layer: Layer, norm: Params, order: str = "post", eps: float = 0.0) -> Array:
    """Return LN(x + layer(x)), or x + layer(LN(x)) for the order "pre".

    >>> import numpy as np
    >>> norm = {"gain": np.ones(2), "bias": np.zeros(2)}
    >>> residual(np.asarray([[1.0, 3.0]]), lambda rows: rows, norm, order="pre").round(6).tolist()
    [[0.0, 4.0]]
    """
    with speaking_for("residual", params="norm"):
        names_fit("residual", norm, (), NORM.__contains__)
    own = {f'norm["{name}"]': (each, "d") for name, each in norm.items()}
    xp = shapes_fit("residual", x=(x, "... d"), **own)
    half_root("residual", xp, eps, x.dtype)
    one_of("residual", "order", order, ("post", "pre"))
    given = x if order == "post" else layer_norm(x, **norm, eps=eps)
    made = layer(given)
    if made.shape != x.shape:
        what = f"makes {made.shape} of {x.shape}, expected the same, because both are added"
        raise ArgumentValueError("residual", layer=what)
    return layer_norm(x + made, **norm, eps=eps) if order == "post" else x + made


def encoder_block_as_printed(x: Array, params: Params, eps: float = 0.0) -> Array:
    """Return Y = FFN(LN(Z) + Z), Z = LN(MHA(X) + X), as one draft prints it.

    It normalises twice and adds what it should transform: FFN(2Z), if gain is 1 and bias 0
    (encoder.printed-block-is-the-net-of-twice-z).
    """
    name = "encoder_block_as_printed"
    table = ENCODER_BLOCK | {"net.w_2": "d_ff d_out", "net.b_2": "d_out"}
    params_fit(name, params, table, x=(x, "... n d"))
    attend = lambda rows: multi_head_attention(rows, rows, part(params, "attention"))
    with speaking_for(name, x_query="x"):
        z = residual(x, attend, part(params, "norm_1"), eps=eps)
    return feed_forward(layer_norm(z, **part(params, "norm_2"), eps=eps) + z, part(params, "net"))


def encoder(
    x: Array, params: Params, mask: Array | None = None, is_causal: bool = False,
    order: str = "post", activation: Layer = relu, eps: float = 0.0,
) -> Array:  # fmt: skip
    """Return the rows after all blocks, params holding encoder.0.*, encoder.1.*, ...

    x: embedded tokens with positions. Returns (..., n, d).
    """
    own = fitting_blocks("encoder", params, "encoder", ENCODER_BLOCK, x=(x, "... n d"))
    with speaking_for("encoder"):
        for block in own:
            x = encoder_block(x, block, mask, is_causal, order, activation, eps)
    return x


def embedded(
    tokens: Array, params: Params,
    segments: Array | None = None, scale: float | None = None, eps: float = 0.0,
) -> Array:  # fmt: skip
    """Return embedded tokens plus positions, plus segments and normalised where params has them.

    No more tokens than positions are allowed. scale: multiplies the embeddings, √d in the original,
    1 unless given. Returns (..., n, d).
    """
    check_tables("embedded", params)
    given = {} if segments is None else {"segments": (segments, "...b n", "integral")}
    table = {'params["positions"]': (params["positions"], "L d")}
    shapes_fit("embedded", tokens=(tokens, "...b n", "integral"), **given, **table)
    if segments is not None and "segments" not in params:
        what = "was given, expected none, because params has no table of segments"
        raise ArgumentValueError("embedded", segments=what)
    length, places = tokens.shape[-1], params["positions"].shape[0]
    if not length <= places:
        what = f"has {length} tokens in a row, expected {places} at most, as many as positions"
        raise ArgumentValueError("embedded", tokens=what)
    with speaking_for("embedded"):
        rows = embed(tokens, params["tokens"])  # (..., n, d)
        rows = rows if scale is None else rows * finite_number("embedded", "scale", scale)
        rows = add_positions(rows, params["positions"][:length, ...])
        if "segments" in params:
            given = tokens * 0 if segments is None else segments
            rows = rows + rows_of("embedded", "segments", given, params["segments"])
        return layer_norm(rows, **part(params, "norm"), eps=eps) if "norm.gain" in params else rows


def encode(
    tokens: Array, params: Params, segments: Array | None = None,
    mask: Array | None = None, scale: float | None = None, **options: Any,
) -> Array:  # fmt: skip
    """Return the rows of a whole encoder for tokens: embedded, then through all blocks.

    params: named as encoder_shapes lists them. options: order, activation, eps. Returns
    (..., n, d).
    """
    check_tables("encode", params)
    fitting_blocks("encode", params, "encoder", ENCODER_BLOCK)
    with speaking_for("encode", x="tokens"):
        rows = embedded(tokens, params, segments, scale, options.get("eps", 0.0))
        return encoder(rows, params, mask, **options)
