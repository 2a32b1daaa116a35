"""The decoder: causal attention, attention to the encoder, generation token by token."""

from collections.abc import Mapping
from typing import Any

from array_api_compat import array_namespace

from impl.arrays import Array, Layer, Params
from impl.checks import params_fit, shapes_fit
from impl.encoder import embedded, encode, residual
from impl.feedforward import feed_forward, relu
from impl.heads import finite_scores, multi_head_attention, project, side_by_side
from impl.lookup import weigh, weighted_sum
from impl.options import truth, whole_number
from impl.parameters import DECODER_BLOCK, OUTPUT, check_tables, fitting_blocks, part
from impl.refusals import ArgumentValueError, speaking_for
from impl.softmax import softmax

Pair = tuple[Array, Array]


def decoder_block(
    y: Array, memory: Array, params: Params, mask: Array | None = None,
    order: str = "post", activation: Layer = relu, eps: float = 0.0,
) -> Array:  # fmt: skip
    """Return one block's rows: causal self-attention, attention to the encoder's rows, the net.

    memory: the encoder's rows. params: see DECODER_BLOCK. mask: of the memory, broadcasts to
    (..., h, m, n). Returns (..., m, d).
    """
    rows = {"y": (y, "... m d"), "memory": (memory, "... n d'")}
    params_fit("decoder_block", params, DECODER_BLOCK, **rows)
    own = lambda rows: multi_head_attention(rows, rows, part(params, "attention"), is_causal=True)
    crossed = lambda rows: multi_head_attention(rows, memory, part(params, "crossed"), mask)
    net = lambda rows: feed_forward(rows, part(params, "net"), activation)
    layers = (own, "y"), (crossed, "memory"), (net, "activation")
    for number, (layer, made_from) in enumerate(layers, start=1):
        with speaking_for("decoder_block", x_query="y", layer=made_from):
            y = residual(y, layer, part(params, f"norm_{number}"), order, eps)
    return y


def decoder(
    y: Array, memory: Array, params: Params, mask: Array | None = None, **options: Any
) -> Array:
    """Return the rows after all blocks, params holding decoder.0.*, decoder.1.*, ..."""
    rows = {"y": (y, "... m d"), "memory": (memory, "... n d'")}
    own = fitting_blocks("decoder", params, "decoder", DECODER_BLOCK, **rows)
    with speaking_for("decoder"):
        for block in own:
            y = decoder_block(y, memory, block, mask, **options)
    return y


def logits(y: Array, params: Params) -> Array:
    """Return y W + b, a score for every token, from output.w and output.b. Returns (..., |V|).

    >>> import numpy as np
    >>> params = {"output.w": np.asarray([[1.0, -1.0]]), "output.b": np.asarray([0.0, 5.0])}
    >>> logits(np.asarray([[2.0]]), params).tolist()
    [[2.0, 3.0]]
    """
    params_fit("logits", params, OUTPUT, "output.", y=(y, "... d"))
    return y @ params["output.w"] + params["output.b"]


def next_token_probabilities(y: Array, params: Params) -> Array:
    """Return softmax(y W + b): for each row, a distribution over the next token."""
    with speaking_for("next_token_probabilities", x="y"):
        return softmax(logits(y, params))


def transformer(
    source: Array, target: Array, params: Params,
    mask: Array | None = None, scale: float | None = None, **options: Any,
) -> Array:  # fmt: skip
    """Return for each place of the target the scores of the next token.

    source, target: tokens, the target from the start token on. params: named as transformer_shapes
    lists them. mask: of the source, (n,) or (..., 1, 1, n), for the encoder and for the decoder's
    attention to it. Returns (..., m, |V|).
    """
    sequences = {"source": (source, "... n", "integral"), "target": (target, "... m", "integral")}
    shapes_fit("transformer", **sequences)
    _fitting_decoder("transformer", params)
    with speaking_for("transformer", tokens="source"):
        memory = encode(source, params, mask=mask, scale=scale, **options)
    with speaking_for("transformer", tokens="target", y="target", memory="source"):
        rows = embedded(target, params, scale=scale)
        return logits(decoder(rows, memory, params, mask, **options), params)


def _fitting_decoder(function: str, params: Params) -> list[Params]:
    """Return the decoder's blocks; refuse parameters of a whole machine that do not fit."""
    check_tables(function, params)
    params_fit(function, params, OUTPUT, "output.")
    return fitting_blocks(function, params, "decoder", DECODER_BLOCK)


def generate(
    source: Array, params: Params, start: int, end: int, longest: int, cached: bool = True,
    mask: Array | None = None, scale: float | None = None, **options: Any,
) -> list[int]:  # fmt: skip
    """Return the tokens generated for a source, one after the other, the likeliest each time.

    start, end: tokens; the end is not returned. longest: how many tokens at most. cached: keep the
    keys and values of earlier steps, instead of computing all again. Both give the same tokens
    (decoder.cache-equals-full-pass). The other options are those of `transformer`.
    """
    for name, number in (("start", start), ("end", end), ("longest", longest)):
        whole_number("generate", name, number, least=0)
    truth("generate", "cached", cached)
    shapes_fit("generate", source=(source, "n", "integral"))
    own = _fitting_decoder("generate", params)
    if not 0 <= longest <= params["positions"].shape[0]:
        what = f"is {longest}, expected no more than the {params['positions'].shape[0]} positions"
        raise ArgumentValueError("generate", longest=what)
    with speaking_for("generate", tokens="source"):
        memory = encode(source, params, mask=mask, scale=scale, **options)
    options = {**options, "mask": mask}
    step = _cached_steps(memory, own, options)
    tokens = [start]
    while len(tokens) <= longest:
        target = array_namespace(source).asarray(tokens, dtype=source.dtype)
        newest = "params" if tokens[1:] else "start"
        with speaking_for("generate", tokens=newest, y="params", row="params"):
            rows = embedded(target, params, scale=scale)
            last = step(rows[-1:, ...]) if cached else decoder(rows, memory, params, **options)
            scores = logits(last[-1, ...], params)
        tokens.append(_likeliest(scores))
        if tokens[-1] == end:
            break
    return [token for token in tokens[1:] if token != end]


def _cached_steps(memory: Array, layers: list[Params], options: Mapping[str, Any]) -> Layer:
    """Return a function of the newest row, which remembers keys and values of the rows before."""
    crossed = [
        (project(memory, block["crossed.w_k"]), project(memory, block["crossed.w_v"]))
        for block in layers
    ]
    kept: list = [None] * len(layers)

    def step(row):
        for number, block in enumerate(layers):
            row, kept[number] = cached_block(row, kept[number], crossed[number], block, **options)
        return row

    return step


def cached_block(
    row: Array, kept: Pair | None, crossed: Pair, params: Params, mask: Array | None = None,
    order: str = "post", activation: Layer = relu, eps: float = 0.0,
) -> tuple[Array, Pair]:  # fmt: skip
    """Return the block's newest row, and its keys and values with the newest appended.

    row: (1, d). kept: keys and values of the rows before, or None. crossed: those of the encoder's
    rows, which the mask is of.
    """
    given = {"row": (row, "... t' d")}
    for number, width in enumerate(("d_k", "d_v")):
        given[f"crossed[{number}]"] = (crossed[number], f"... h' n {width}'")
        if kept is not None:
            given[f"kept[{number}]"] = (kept[number], f"... h t {width}")
    xp = params_fit("cached_block", params, DECODER_BLOCK, **given)
    state: list = []

    def own(rows):
        """Ask the rows before, and this one as it comes here: normalised, in the order "pre"."""
        k, v = (project(rows, params[f"attention.{name}"]) for name in ("w_k", "w_v"))
        if kept is not None:
            k, v = xp.concat([kept[0], k], axis=-2), xp.concat([kept[1], v], axis=-2)
        state[:] = k, v
        return _ask(rows, k, v, part(params, "attention"))

    ask_encoder = lambda rows: _ask(rows, *crossed, part(params, "crossed"), mask)
    net = lambda rows: feed_forward(rows, part(params, "net"), activation)
    layers = (own, "row"), (ask_encoder, "crossed"), (net, "activation")
    for number, (layer, made_from) in enumerate(layers, start=1):
        with speaking_for("cached_block", scores="row", layer=made_from):
            row = residual(row, layer, part(params, f"norm_{number}"), order, eps)
    return row, (state[0], state[1])


def _ask(rows: Array, k: Array, v: Array, params: Params, mask: Array | None = None) -> Array:
    weights, kept = weigh(finite_scores(project(rows, params["w_q"]), k), mask)  # (h, 1, t)
    return side_by_side(weighted_sum(weights, v, kept)) @ params["w_o"]


def _likeliest(scores: Array) -> int:
    """Return the place of the largest score, of equals the first; refuse what is no number."""
    xp = array_namespace(scores)
    if bool(xp.any(xp.isnan(scores))):
        raise ArgumentValueError("generate", params="gives NaN as a score, expected numbers")
    return int(xp.argmax(scores, axis=-1))
