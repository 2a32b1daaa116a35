"""The decoder: causal attention, attention to the encoder, generation token by token."""

from array_api_compat import array_namespace

from impl.checks import array_of_integers, float_arrays, named, truth, whole_number
from impl.encoder import embedded, encode, residual
from impl.feedforward import feed_forward, relu
from impl.heads import PARAMS as HEADS
from impl.heads import check_heads, finite_scores, multi_head_attention, project, side_by_side
from impl.lookup import attend
from impl.parameters import blocks, check_block, check_tables, is_mapping, part
from impl.softmax import softmax


def decoder_block(y, memory, params, mask=None, order="post", activation=relu, eps=0.0):
    """Return one block's rows: causal self-attention, attention to the encoder's rows, the net.

    y: (..., m, d). memory: (..., n, d), the encoder's rows. params: attention.*, crossed.*, net.*,
    norm_1.* to norm_3.*. mask: of the memory, broadcasts to (..., h, m, n). Returns (..., m, d).
    """
    float_arrays("decoder_block", y=y, memory=memory)
    check_block("decoder_block", params, crossed=True)
    own = lambda rows: multi_head_attention(rows, rows, part(params, "attention"), is_causal=True)
    crossed = lambda rows: multi_head_attention(rows, memory, part(params, "crossed"), mask)
    net = lambda rows: feed_forward(rows, part(params, "net"), activation)
    for number, layer in enumerate((own, crossed, net), start=1):
        y = residual(y, layer, part(params, f"norm_{number}"), order, eps)
    return y


def decoder(y, memory, params, mask=None, **options):
    """Return the rows after all blocks, params holding decoder.0.*, decoder.1.*, ..."""
    for block in blocks(params, "decoder"):
        y = decoder_block(y, memory, block, mask, **options)
    return y


def logits(y, params):
    """Return y W + b, a score for every token. y: (..., d). Returns (..., |V|).

    >>> import numpy as np
    >>> params = {"output.w": np.asarray([[1.0, -1.0]]), "output.b": np.asarray([0.0, 5.0])}
    >>> logits(np.asarray([[2.0]]), params).tolist()
    [[2.0, 3.0]]
    """
    is_mapping("logits", params)
    w, b = named("logits", part(params, "output"), ("w", "b"))
    float_arrays("logits", y=y, w=w, b=b)
    if y.ndim == 0 or w.ndim != 2 or y.shape[-1] != w.shape[0] or b.shape != w.shape[1:]:
        raise ValueError(
            f"logits: y has shape {y.shape}, output.w {w.shape}, output.b {b.shape}; expected "
            "(..., d), (d, |V|), (|V|,)"
        )
    return y @ w + b


def next_token_probabilities(y, params):
    """Return softmax(y W + b): for each row, a distribution over the next token."""
    return softmax(logits(y, params))


def transformer(source, target, params, mask=None, scale=None, **options):
    """Return for each place of the target the scores of the next token.

    source: integers (..., n). target: integers (..., m), from the start token on. params: named as
    transformer_shapes lists them. mask: of the source, (n,) or (..., 1, 1, n), for the encoder and
    for the decoder's attention to it. Returns (..., m, |V|).
    """
    memory = encode(source, params, mask=mask, scale=scale, **options)
    rows = embedded(target, params, scale=scale)
    return logits(decoder(rows, memory, params, mask, **options), params)


def generate(source, params, start, end, longest, cached=True, mask=None, scale=None, **options):
    """Return the tokens generated for a source, one after the other, the likeliest each time.

    source: integers (n,). start, end: tokens; the end is not returned. longest: how many tokens at
    most. cached: keep the keys and values of earlier steps, instead of computing all again. Both
    give the same tokens (decoder.cache-equals-full-pass). Returns a list of numbers.
    """
    for name, number in (("start", start), ("end", end), ("longest", longest)):
        whole_number("generate", name, number, least=0)
    array_of_integers("generate", "source", source)
    check_tables("generate", params)
    truth("generate", "cached", cached)
    if source.ndim != 1:
        raise ValueError(f"generate: source has shape {source.shape}; expected one sequence (n,)")
    if not 0 <= longest <= params["positions"].shape[0]:
        raise ValueError(
            f"generate: longest is {longest}; expected 0 to {params['positions'].shape[0]}, as "
            "many as there are positions"
        )
    memory = encode(source, params, mask=mask, scale=scale, **options)
    options = {**options, "mask": mask}
    step = _cached_steps(memory, params, options)
    tokens = [start]
    while len(tokens) <= longest:
        target = _tokens(source, tokens)
        rows = embedded(target, params, scale=scale)
        last = step(rows[-1:, ...]) if cached else decoder(rows, memory, params, **options)
        scores = logits(last[-1, ...], params)
        tokens.append(_likeliest(scores))
        if tokens[-1] == end:
            break
    return [token for token in tokens[1:] if token != end]


def _cached_steps(memory, params, options):
    """Return a function of the newest row, which remembers keys and values of the rows before."""
    layers = blocks(params, "decoder")
    for block in layers:
        check_block("generate", block, crossed=True)
        check_heads("generate", memory, memory, *(block[f"crossed.{name}"] for name in HEADS))
    crossed = [
        tuple(project(memory, block[f"crossed.{name}"]) for name in ("w_k", "w_v"))
        for block in layers
    ]
    kept = [None] * len(layers)

    def step(row):
        for number, block in enumerate(layers):
            row, kept[number] = cached_block(row, kept[number], crossed[number], block, **options)
        return row

    return step


def cached_block(row, kept, crossed, params, mask=None, order="post", activation=relu, eps=0.0):
    """Return the block's newest row, and its keys and values with the newest appended.

    row: (1, d). kept: keys and values (h, t, d_k) of the rows before, or None. crossed: those of
    the encoder's rows, which the mask is of.
    """
    xp = float_arrays("cached_block", row=row)
    check_block("cached_block", params, crossed=True)
    state: list = []

    def own(rows):
        """Ask the rows before, and this one as it comes here: normalised, in the order "pre"."""
        check_heads("cached_block", rows, rows, *(params[f"attention.{name}"] for name in HEADS))
        k, v = (project(rows, params[f"attention.{name}"]) for name in ("w_k", "w_v"))
        if kept is not None:
            k, v = xp.concat([kept[0], k], axis=-2), xp.concat([kept[1], v], axis=-2)
        state[:] = k, v
        return _ask(xp, rows, k, v, part(params, "attention"))

    def ask_encoder(rows):
        k, v = crossed
        return _ask(xp, rows, k, v, part(params, "crossed"), mask)

    net = lambda rows: feed_forward(rows, part(params, "net"), activation)
    for number, layer in enumerate((own, ask_encoder, net), start=1):
        row = residual(row, layer, part(params, f"norm_{number}"), order, eps)
    return row, tuple(state)


def _ask(xp, rows, k, v, params, mask=None):
    w_q, w_o = params["w_q"], params["w_o"]
    float_arrays("cached_block", rows=rows, k=k, v=v, w_q=w_q, w_o=w_o)
    width = k.shape[-3] * v.shape[-1]  # of the heads' rows, side by side
    if w_q.shape != (k.shape[-3], rows.shape[-1], k.shape[-1]) or w_o.shape[:-1] != (width,):
        raise ValueError(
            f"cached_block: row has shape {rows.shape}, keys {k.shape}, values {v.shape}, w_q "
            f"{w_q.shape}, w_o {w_o.shape}; expected (1, d), (h, t, d_k), (h, t, d_v), "
            "(h, d, d_k), (h d_v, d_out)"
        )
    scores = finite_scores("cached_block", xp, project(rows, w_q), k)  # (h, 1, t)
    return side_by_side(attend("cached_block", scores, v, mask)) @ w_o


def _tokens(like, tokens):
    """Return the tokens as an array like another of tokens."""
    return array_namespace(like).asarray(tokens, dtype=like.dtype)


def _likeliest(scores):
    """Return the place of the largest score, of equals the first; refuse what is no number."""
    if bool(array_namespace(scores).any(array_namespace(scores).isnan(scores))):
        raise ValueError("generate: a score is NaN; expected parameters that give numbers")
    return int(array_namespace(scores).argmax(scores, axis=-1))
