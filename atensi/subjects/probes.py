"""What a subject is asked: small inputs whose results tell one convention from another."""

from collections.abc import Callable
from typing import Any

import numpy as np

from atensi.subjects.offer import Function, NotOfferedError, RefusedError
from atensi.subjects.questions import NAN

Probe = Callable[[Function], Any]
ONE, TWO = np.zeros((1, 1)), np.zeros((2, 1))
VALUES = np.asarray([[2.0], [4.0]])
THIRDS = np.asarray([[0.0, 1 / 3, -2 / 3], [1.0, 0.1, 0.2]])


def masked(mask: Any) -> Probe:
    """Ask one query for two values, 2 and 4, under a mask."""
    return lambda attention: attention(ONE, TWO, VALUES, mask=np.asarray(mask))[0, 0]


def masked_scores(mask: Any) -> Probe:
    """Ask two equal scores for two values, 2 and 4, under a mask."""
    return lambda attention: attention(TWO.T, VALUES, mask=np.asarray(mask))[0, 0]


def masked_weights(mask: Any) -> Probe:
    """Weigh two values, 2 and 4, by the weights of two equal scores under a mask."""
    return lambda softmax: (softmax(TWO.T, where=np.asarray(mask)) @ VALUES)[0, 0]


def masked_gradients(mask: Any) -> Probe:
    """Weigh two values, 2 and 4, by their gradients, which are the weights where 1 comes down."""

    def asked(gradients: Function) -> Any:
        weights = gradients(ONE, TWO, VALUES, ONE + 1, mask=np.asarray(mask))[2]
        return (weights * VALUES).sum()

    return asked


def two_queries(attention: Function) -> Any:
    """Ask two queries for two values, 2 and 4."""
    return attention(TWO, TWO, VALUES)[:, 0]


def fewer_queries_than_keys(attention: Function) -> Any:
    """Ask more than once: what a call leaves behind for the next one is seen as well.

    Many keys tell whether the order of few is that of blocks; of 64 and 128 a mean has no rounding.
    """
    keys, values = np.zeros((128, 1)), 4.0 * np.arange(128)[:, None]
    return [
        attention(np.zeros((m, 1)), keys[:n], values[:n], is_causal=True)[0, 0]
        for m, n in ((1, 2), (2, 4), (2, 3), (1, 128), (65, 128))
    ]


def fewer_queries_beside_a_mask(attention: Function) -> Any:
    """Ask two tables of two queries and six keys in causal order, the second key being dropped."""
    values = 4 * np.asarray([1.0, 2, 3, 4, 5, 6])[:, None]
    mask = np.broadcast_to(np.arange(6) != 1, (2, 6))
    rows = np.zeros((2, 2, 1)), np.zeros((2, 6, 1)), np.stack([values, 2 * values])
    return attention(*rows, mask=mask, is_causal=True)[:, 0, 0]


def unknown_but_kept(attention: Function) -> Any:
    """Let a value be NaN, then a key, and let nothing drop them."""
    keys, values = TWO.copy(), VALUES.copy()
    keys[1], values[1] = NAN, NAN
    return [attention(ONE, *each)[0, 0] for each in ((TWO, values), (keys, VALUES))]


def lowest(attention: Function) -> Any:
    """Add the lowest float to both scores."""
    q, k, v = (each.astype("float32") for each in (ONE, TWO, VALUES))
    mask = np.full((1, 2), np.finfo("float32").min, dtype="float32")
    return _kept(attention(q, k, v, mask=mask))[0, 0]


def _kept(output: Any) -> Any:
    """Return a result of float32; who makes halves of it was asked something else."""
    if np.asarray(output).dtype.itemsize < 4:
        raise NotOfferedError("takes halves alone")
    return output


def of_float32(attention: Function) -> Any:
    """Return how many bytes a result of float32 has."""
    q, k, v = (each.astype("float32") for each in (ONE, TWO, VALUES))
    return np.asarray(attention(q, k, v)).dtype.itemsize


def one_row_for_all(attention: Function) -> Any:
    """Give each table of a batch a mask of one row for its two queries."""
    rows = [np.stack([each, each]).astype("float32") for each in (TWO, TWO, VALUES)]
    return attention(*rows, mask=np.asarray([[[False, True]], [[True, False]]])).ravel()


def behind_a_mask(attention: Function) -> Any:
    """Hide NaN behind a mask: in a value, then in its key as well."""
    keys, values = TWO.copy(), VALUES.copy()
    keys[1], values[1] = NAN, NAN
    mask = np.asarray([[True, False]])
    return [attention(ONE, each, values, mask=mask)[0, 0] for each in (TWO, keys)]


def log_odds(attention: Function) -> Any:
    """Return the log odds of products 4 and 0 of width 4."""
    q, k = np.zeros((1, 4)), np.zeros((2, 4))
    q[0, 0], k[0, 0] = 2.0, 2.0
    try:
        first, second = attention(q, k, np.eye(2))[0]
    except (NotOfferedError, RefusedError):  # it wants values as wide as keys
        first, second = attention(q, k, np.eye(2, 4))[0, :2]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log(first) - np.log(second)


def grouped(attention: Function) -> Any:
    """Return what four heads of queries get of two heads of values."""
    q, k = np.zeros((1, 4, 1, 1)), np.zeros((1, 2, 1, 1))
    return attention(q, k, VALUES.reshape(1, 2, 1, 1)).ravel()


def norm_with_epsilon(layer_norm: Function) -> Any:
    """Return the last entry of a row whose mean is 0, with ε = 2."""
    return layer_norm(np.asarray([-3.0, 0.0, 3.0]), eps=2.0)[2]  # variance 6, unbiased 9


def gained(norm: Function) -> Any:
    """Return the last entry of the row (-1, 1) under the gains 0 and 1."""
    return [norm(np.asarray([-1.0, 1.0]), np.full(2, gain))[1] for gain in (0.0, 1.0)]


def by_width(regression: Function) -> Any:
    """Return the log odds of points in the distances 0 and 2, of width 2."""
    x = np.asarray([[0.0], [2.0]])
    weight = regression(np.zeros((1, 1)), x, np.asarray([0.0, 1.0]), 2.0)[0]
    return np.log(1 / weight - 1)


def far(regression: Function) -> Any:
    """Ask for the value at a place where all kernels underflow."""
    x, y = np.asarray([[0.0], [1.0]]), np.asarray([2.0, 4.0])
    return regression(np.asarray([[1e4]]), x, y, 1.0)[0]


def gradients_of_a_hidden_row(gradients: Function) -> Any:
    """Return how many entries of the queries' gradient are NaN, in the hidden row and beside it."""
    q = np.asarray([[1.0], [2.0]])
    mask = np.asarray([[-np.inf, -np.inf], [0.0, 0.0]])
    dq, dk, dv = gradients(q, q, VALUES, np.asarray([[1.0], [2.0]]), mask=mask)
    hidden, beside = np.isnan(dq[0]).any(), np.isnan(dq[1]).any()
    return hidden, beside or np.isnan(dk).any() or np.isnan(dv).any()


def axes_of_a_shared_key(gradients: Function) -> Any:
    """Return how many axes the gradients of keys have that a batch of two shares."""
    return np.asarray(gradients(np.stack([ONE, ONE]), TWO, VALUES, np.stack([ONE, ONE]))[1]).ndim


def _error(function, *given, reference, **options):
    """Return 1 where float64 is off by what float32 rounds; 0 for less, and for another formula.

    Where the answer is a half, return 2.
    """
    output = np.asarray(function(*(each.copy() for each in given), **options))
    if output.dtype.itemsize < 4:
        return 2.0
    off = np.abs(output - reference(*given, **options)).max()
    eps = np.finfo("float32").eps
    return float(eps / 64 < off < 64 * eps)


def _precision(function, *given, **options):
    from impl import feedforward, heads, normalization, rms_norm

    ours = {"scaled_dot_product_attention": heads, "layer_norm": normalization,
            "gelu": feedforward, "rms_norm": rms_norm}  # fmt: skip
    name = options.pop("name")
    return _error(function, *given, reference=getattr(ours[name], name), **options)


def attention_precision(attention: Function) -> Any:
    """Say what an error is the size of, unless it errs too where no float rounds."""
    rounds = attention(np.zeros((1, 1)), np.zeros((2, 1)), VALUES)[0, 0] == VALUES.mean()
    return rounds and _precision(
        attention, THIRDS, THIRDS, THIRDS, name="scaled_dot_product_attention"
    )


def of_its_own(name: str, *given: Any, **options: Any) -> Probe:
    """Ask for the precision of the function of this name in `impl`, on given arrays."""
    return lambda function: _precision(function, *given, name=name, **options)


def gelu_of_minus_three(gelu: Function) -> Any:
    """Ask where the forms of GELU are far apart."""
    return gelu(np.asarray([-3.0]))[0]


def turned_row(rotary: Function) -> Any:
    """Turn a row of width 4, whose first entry alone is not 0, at position 1."""
    return rotary(np.asarray([[0.0] * 4, [1.0, 0.0, 0.0, 0.0]], dtype="float32"))[1]


def turned_share(rotary: Function) -> Any:
    """Return which share of eight columns is turned, if they are the first ones."""
    rows = np.ones((2, 8), dtype="float32")
    turned = rotary(rows)[1] != 1
    return turned.mean() if (turned[: turned.sum()]).all() else np.nan


def dropped_but_far(attention: Function) -> Any:
    """Let a mask drop the second of two keys, whose score is far above the first."""
    keys, mask = np.asarray([[0.0], [2e4]]), np.asarray([[True, False]])
    return attention(np.ones((1, 1)), keys, VALUES, mask=mask)[0, 0]


def row_near_the_end(share: float) -> Probe:
    """Give a norm the row of the least float, and of this share of the largest."""
    end = np.finfo("float64").max
    return _of_row(np.asarray([-end, share * end]))


def constant_row(value: float) -> Probe:
    """Ask a norm for the first entry of a constant row."""
    return lambda norm: _of_row(np.full(2, value))(norm)[0]


def _of_row(row):
    """Ask a norm without an ε, or with the one that it has."""

    def asked(norm):
        try:
            return norm(row, eps=0.0)
        except NotOfferedError:
            return norm(row)

    return asked


def of_length(length: Any) -> Probe:
    """Ask for the cosine of two rows of one direction, one of them of this length."""
    return lambda cosine: cosine(np.full((1, 2), length), np.ones((1, 2)))[0, 0]


LARGE: tuple[Any, ...] = (  # axes before length, queries, keys, the key of product 4, options
    ((), 1, 2, 1, {}), ((2, 3), 2, 130, 129, {}), ((), 130, 130, 0, {"is_causal": True}),
)  # fmt: skip


def capped(attention: Function) -> Any:
    """Return log odds of a product 4 of width 4 and of a product 0 under the cap 1.

    If many keys in a batch, or in causal order, give others, return them all.
    """
    found: list[float] = []
    for lead, m, n, place, options in LARGE:
        keys, values = np.zeros((*lead, n, 4)), np.zeros((*lead, n, 4))
        keys[..., place, :], values[..., place, 0], values[..., place - 1, 1] = 1, 1, 1
        try:
            output = attention(np.ones((*lead, m, 4)), keys, values, 1.0, **options)
        except (NotOfferedError, RefusedError):
            if not found:
                raise
            continue
        first, second = output.reshape(-1, 4)[-1, :2]
        found.append(np.log(first / second))
    return found[0] if np.allclose(found, found[0], rtol=1e-3) else found


MASKS: tuple[dict[str, Any], ...] = (
    {"mask": np.asarray([[True, False]])}, {"mask": np.asarray([[0.0, -np.inf]])},
    {"is_causal": True},
)  # fmt: skip


def capped_and_dropped(attention: Function) -> Any:
    """Return the weight that one of two like keys has which a mask drops, whichever it is."""
    weights = []
    for options in MASKS:
        try:
            output = attention(np.zeros((2, 2)), np.zeros((2, 2)), np.eye(2), 1.0, **options)
        except (NotOfferedError, RefusedError):
            continue
        weights.append(output[0].min())
    if not weights:
        raise NotOfferedError("takes no mask and no order beside a cap")
    return max(weights)


def capped_and_masked(attention: Function) -> Any:
    """Return log odds of two scores 0, to one of which -100 is added, under the cap 1."""
    mask = np.asarray([[0.0, -100.0]])
    first, second = attention(np.ones((1, 1)), np.zeros((2, 1)), np.eye(2), 1.0, mask=mask)[0]
    return np.log(first / second)


def tiny(attention: Function) -> Any:
    """Return 1 if the smallest value above 0 comes back."""
    least = np.full((1, 1), np.finfo("float32").smallest_subnormal)
    return float(_kept(attention(least, least, least))[0, 0] != 0)


def long_in_float16(attention: Function) -> Any:
    """Ask for scores of 12800 that come from products of 102400."""
    long = np.full((2, 64), 40, dtype="float16")
    return float(attention(long[:1], long, VALUES.astype("float16"))[0, 0])


def without_keys(attention: Function) -> Any:
    """Ask a query without any key."""
    return attention(ONE, np.zeros((0, 1)), np.zeros((0, 1)))[0, 0]
