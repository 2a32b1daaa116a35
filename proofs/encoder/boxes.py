"""The layers of a block as boxes: attention, the net and the norms, with the block's parameters."""

from impl import decoder, encoder
from impl.feedforward import PARAMS, feed_forward, relu
from impl.heads import multi_head_attention
from impl.normalization import layer_norm
from proofs.arrays.entries.family_arrays import Besides, family_of
from proofs.arrays.entries.sublayers import Box, Stands, which
from theory.encoder.blocks import (
    BIASES,
    CROSSED,
    GAINS,
    NET,
    OWN,
    M,
    c,
    causal_mha,
    crossed_mha,
    epsilon,
    i,
    mha,
    net,
    norm_1,
    norm_2,
    norm_3,
    q,
    x,
    y,
)
from theory.stating.families import Family

HEADS = ("w_q", "w_k", "w_v", "w_o")
NORMS = (norm_1, norm_2, norm_3)
SAME = "the largest score of a row cancels"


def of_heads(weights, before=""):
    """Return the parameters of heads; the rows of W^O are of the first head, then the next."""
    *projections, w_o = weights
    h, d_v, d = w_o.shape
    mixed = w_o.__array_namespace__().reshape(w_o, (h * d_v, d))
    return {before + name: each for name, each in zip(HEADS, (*projections, mixed), strict=True)}


def of_rows(**options):
    """Return what several heads make of rows that ask themselves, with a block's parameters."""
    run = lambda *given: multi_head_attention(given[-1], given[-1], of_heads(given[:-1]), **options)
    return Besides(run, *OWN)


OF_HEADS = of_rows()


def _crossed(*given):
    *weights, rows, others = given
    return multi_head_attention(rows, others, of_heads(weights))


def _attention_word(x_query, x_key_value, params, mask=None, is_causal=False):
    crossed = which({name: params[name] for name in HEADS}, OWN, CROSSED)
    if mask is not None or (x_query is not x_key_value and not crossed):
        raise ValueError("a block's own attention is of rows to themselves, without a mask")
    if crossed:
        return crossed_mha(family_of(x_query), family_of(x_key_value))
    return (causal_mha if is_causal else mha)(family_of(x_query))


def by_row(word, rows) -> Family:
    held = family_of(rows)
    return Family(lambda at, column: word(held[at])[column], held.lasts)


def _net_word(rows, params, activation=relu):
    which({name: params[name] for name in PARAMS}, NET)
    if activation is not relu:
        raise ValueError("the net of a block bends by relu")
    return by_row(net, rows)


def _norm_word(rows, gain, bias, eps):
    if getattr(eps.at().value, "name", "") != epsilon.name:
        raise ValueError("the norms of a block have one ε")
    number = which({"gain": gain, "bias": bias}, *zip(GAINS, BIASES, strict=True))
    return by_row(NORMS[number], rows)


def _closes(reason):
    return lambda chain: chain.closes(reason)


def _attends_to_the_past(chain):
    chain.decides("a row sees itself at least")
    return chain.closes(SAME)


def of_norm(number):
    """Return the norm of a block with this number, counted from 0."""
    run = lambda eps, gain, bias, row: layer_norm(row, gain, bias, eps)
    return Besides(run, epsilon, GAINS[number], BIASES[number])


OF_NET = Besides(lambda *w: feed_forward(w[-1], dict(zip(PARAMS, w[:-1], strict=True))), *NET)
BOXES = (
    Box(
        multi_head_attention,
        (encoder, decoder),
        _attention_word,
        (
            Stands(mha(x)[i, c], OF_HEADS, _closes(SAME)),
            Stands(causal_mha(y)[q, c], of_rows(is_causal=True), _attends_to_the_past),
            Stands(crossed_mha(y, M)[q, c], Besides(_crossed, *CROSSED), _closes(SAME)),
        ),
    ),
    Box(
        feed_forward,
        (encoder, decoder),
        _net_word,
        (Stands(net(x[i])[c], OF_NET, _closes("as it is printed")),),
    ),
    Box(
        layer_norm,
        (encoder,),
        _norm_word,
        tuple(
            Stands(norm(x[i])[c], of_norm(number), _closes("both largest entries cancel"))
            for number, norm in enumerate(NORMS)
        ),
    ),
)
