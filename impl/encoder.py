"""The encoder: blocks of attention and a feed-forward net, with residuals and LayerNorm."""

from impl.checks import array_of_integers, finite_number, float_arrays, one_of
from impl.embedding import embed
from impl.feedforward import feed_forward, relu
from impl.heads import multi_head_attention
from impl.normalization import layer_norm
from impl.parameters import blocks, check_block, check_tables, part
from impl.position import add_positions


def encoder_block(x, params, mask=None, is_causal=False, order="post", activation=relu, eps=0.0):
    """Return one block's rows.

    order "post", the original: Z = LN(X + MHA(X)), Y = LN(Z + FFN(Z)). order "pre": Z = X +
    MHA(LN(X)), Y = Z + FFN(LN(Z)).

    x: (..., n, d). params: attention.*, net.*, norm_1.*, norm_2.* (impl/parameters.py lists them).
    mask: as in multi_head_attention. Returns (..., n, d).
    """
    float_arrays("encoder_block", x=x)
    check_block("encoder_block", params)
    attend = lambda rows: multi_head_attention(
        rows, rows, part(params, "attention"), mask, is_causal
    )
    net = lambda rows: feed_forward(rows, part(params, "net"), activation)
    z = residual(x, attend, part(params, "norm_1"), order, eps)  # (..., n, d)
    return residual(z, net, part(params, "norm_2"), order, eps)


def residual(x, layer, norm, order="post", eps=0.0):
    """Return LN(x + layer(x)), or x + layer(LN(x)) for the order "pre".

    >>> import numpy as np
    >>> norm = {"gain": np.ones(2), "bias": np.zeros(2)}
    >>> residual(np.asarray([[1.0, 3.0]]), lambda rows: rows, norm, order="pre").round(6).tolist()
    [[0.0, 4.0]]
    """
    one_of("residual", "order", order, ("post", "pre"))
    given = x if order == "post" else layer_norm(x, **norm, eps=eps)
    made = layer(given)
    if made.shape != x.shape:
        raise ValueError(
            f"residual: the layer made {made.shape} of x, which has shape {x.shape}; expected the "
            "same shape, because both are added"
        )
    return layer_norm(x + made, **norm, eps=eps) if order == "post" else x + made


def encoder_block_as_printed(x, params, eps=0.0):
    """Return Y = FFN(LN(Z) + Z), Z = LN(MHA(X) + X), as one draft prints it.

    It normalises twice and adds what it should transform: FFN(2Z), if gain is 1 and bias 0
    (encoder.printed-block-is-the-net-of-twice-z).
    """
    float_arrays("encoder_block_as_printed", x=x)
    check_block("encoder_block_as_printed", params)
    attend = lambda rows: multi_head_attention(rows, rows, part(params, "attention"))
    z = residual(x, attend, part(params, "norm_1"), eps=eps)
    return feed_forward(layer_norm(z, **part(params, "norm_2"), eps=eps) + z, part(params, "net"))


def encoder(x, params, mask=None, is_causal=False, order="post", activation=relu, eps=0.0):
    """Return the rows after all blocks, params holding encoder.0.*, encoder.1.*, ...

    x: (..., n, d), embedded tokens with positions. Returns (..., n, d).
    """
    for block in blocks(params, "encoder"):
        x = encoder_block(x, block, mask, is_causal, order, activation, eps)
    return x


def embedded(tokens, params, segments=None, scale=None, eps=0.0):
    """Return embedded tokens plus positions, plus segments and normalised where params has them.

    tokens: integers (..., L), with L at most the rows of params["positions"]. segments: integers
    of the same shape. scale: multiplies the embeddings, √d in the original, 1 unless given.
    """
    check_tables("embedded", params)
    array_of_integers("embedded", "tokens", tokens)
    segments = _segments(tokens, segments, params)
    rows = embed(tokens, params["tokens"])  # (..., L, d)
    rows = rows if scale is None else rows * finite_number("embedded", "scale", scale)
    length = tokens.shape[-1] if tokens.ndim else None
    if length is None or not length <= params["positions"].shape[0]:
        raise ValueError(
            f"embedded: tokens has shape {tokens.shape} and positions has shape "
            f"{params['positions'].shape}; expected no more tokens than positions, because nothing "
            "was learned for places beyond"
        )
    rows = add_positions(rows, params["positions"][:length, ...])
    if segments is not None:
        rows = rows + embed(segments, params["segments"])
    return layer_norm(rows, **part(params, "norm"), eps=eps) if "norm.gain" in params else rows


def _segments(tokens, segments, params):
    """Return the segment of each token, 0 unless given; None where params has no table of them."""
    if segments is None:
        return tokens * 0 if "segments" in params else None
    if "segments" not in params:
        raise ValueError("embedded: segments were given; expected params to have a table of them")
    array_of_integers("embedded", "segments", segments)
    if segments.shape != tokens.shape:
        raise ValueError(
            f"embedded: segments has shape {segments.shape}; expected {tokens.shape}, a segment "
            "for each token"
        )
    return segments


def encode(tokens, params, segments=None, mask=None, scale=None, **options):
    """Return the rows of a whole encoder for tokens: embedded, then through all blocks.

    params: named as encoder_shapes lists them. options: order, activation, eps. Returns
    (..., L, d).
    """
    rows = embedded(tokens, params, segments, scale, options.get("eps", 0.0))
    return encoder(rows, params, mask, **options)
