"""The conventions: what theory leaves open, as questions with a small input each."""

import numpy as np

from atensi.subjects import bits, halves
from atensi.subjects.questions import NAN, NOT_PROMISED, REFUSED, Convention

ONE, TWO = np.zeros((1, 1)), np.zeros((2, 1))
VALUES = np.asarray([[2.0], [4.0]])


def _masked(mask):
    return lambda attention: attention(ONE, TWO, VALUES, mask=np.asarray(mask))[0, 0]


def _fewer_queries_than_keys(attention):
    """Ask more than once: what a call leaves behind for the next one is seen as well."""
    keys, values = np.zeros((4, 1)), np.asarray([[0.0], [4.0], [8.0], [24.0]])
    return [
        attention(np.zeros((m, 1)), keys[:n], values[:n], is_causal=True)[0, 0]
        for m, n in ((1, 2), (2, 4), (2, 3))
    ]


def _lowest(attention):
    q, k, v = (each.astype("float32") for each in (ONE, TWO, VALUES))
    mask = np.full((1, 2), np.finfo("float32").min, dtype="float32")
    return attention(q, k, v, mask=mask)[0, 0]


def _of_float32(attention):
    q, k, v = (each.astype("float32") for each in (ONE, TWO, VALUES))
    return np.asarray(attention(q, k, v)).dtype.itemsize


def _one_row_for_all(attention):
    rows = [np.stack([each, each]).astype("float32") for each in (TWO, TWO, VALUES)]
    return attention(*rows, mask=np.asarray([[[False, True]], [[True, False]]])).ravel()


def _behind_a_mask(attention):
    keys, values = TWO.copy(), VALUES.copy()
    keys[1], values[1] = NAN, NAN
    mask = np.asarray([[True, False]])
    return [attention(ONE, each, values, mask=mask)[0, 0] for each in (TWO, keys)]


def _log_odds(attention):
    q, k = np.zeros((1, 4)), np.zeros((2, 4))
    q[0, 0], k[0, 0] = 2.0, 2.0
    first, second = attention(q, k, np.eye(2))[0]
    return np.log(first / second)


def _grouped(attention):
    q, k = np.zeros((1, 4, 1, 1)), np.zeros((1, 2, 1, 1))
    return attention(q, k, VALUES.reshape(1, 2, 1, 1)).ravel()


def _norm_with_epsilon(layer_norm):
    return layer_norm(np.asarray([-3.0, 0.0, 3.0]), eps=2.0)[2]  # variance 6, unbiased 9


def _by_width(regression):
    x = np.asarray([[0.0], [2.0]])
    weight = regression(np.zeros((1, 1)), x, np.asarray([0.0, 1.0]), 2.0)[0]
    return np.log(1 / weight - 1)


def _far(regression):
    x, y = np.asarray([[0.0], [1.0]]), np.asarray([2.0, 4.0])
    return regression(np.asarray([[1e4]]), x, y, 1.0)[0]


def _gradients_of_a_hidden_row(gradients):
    """Return how many entries of the queries' gradient are NaN, in the hidden row and beside it."""
    q = np.asarray([[1.0], [2.0]])
    mask = np.asarray([[-np.inf, -np.inf], [0.0, 0.0]])
    dq, dk, dv = gradients(q, q, VALUES, np.asarray([[1.0], [2.0]]), mask=mask)
    hidden, beside = np.isnan(dq[0]).any(), np.isnan(dq[1]).any()
    return hidden, beside or np.isnan(dk).any() or np.isnan(dv).any()


def _axes_of_a_shared_key(gradients):
    """Return how many axes the gradients of keys have that a batch of two shares."""
    return np.asarray(gradients(np.stack([ONE, ONE]), TWO, VALUES, np.stack([ONE, ONE]))[1]).ndim


def _error(function, *given, reference, **options):
    """Return 1 where float64 is off by what float32 rounds; 0 for less, and for another formula."""
    output = np.asarray(function(*(each.copy() for each in given), **options))
    off = np.abs(output - reference(*given, **options)).max()
    eps = np.finfo("float32").eps
    return float(eps / 64 < off < 64 * eps)


THIRDS = np.asarray([[0.0, 1 / 3, -2 / 3], [1.0, 0.1, 0.2]])


def _precision(function, *given, **options):
    from impl import feedforward, heads, normalization, rms_norm

    ours = {"scaled_dot_product_attention": heads, "layer_norm": normalization,
            "gelu": feedforward, "rms_norm": rms_norm}  # fmt: skip
    name = options.pop("name")
    return _error(function, *given, reference=getattr(ours[name], name), **options)


def _attention_precision(attention):
    """Return 1 for an error of float32's size, unless it errs too where float32 does not round."""
    rounds = attention(np.zeros((1, 1)), np.zeros((2, 1)), VALUES)[0, 0] == VALUES.mean()
    return rounds and _precision(attention, THIRDS, THIRDS, THIRDS, name=SDPA)


def _of_its_own(name, *given, **options):
    return lambda function: _precision(function, *given, name=name, **options)


def _near_the_end(layer_norm):
    end = np.finfo("float64").max
    return layer_norm(np.asarray([-end, end / 2]), eps=0.0)


def _of_length(length):
    return lambda cosine: cosine(np.full((1, 2), length), np.ones((1, 2)))[0, 0]


def _capped(attention):
    """Return log odds of a score 2 and of a score 0 under the cap 1."""
    keys = np.asarray([[2.0], [0.0]])
    first, second = attention(np.ones((1, 1)), keys, np.eye(2), 1.0)[0]
    return np.log(first / second)


def _capped_and_masked(attention):
    """Return log odds of two scores 0, to one of which -100 is added, under the cap 1."""
    mask = np.asarray([[0.0, -100.0]])
    first, second = attention(np.ones((1, 1)), np.zeros((2, 1)), np.eye(2), 1.0, mask=mask)[0]
    return np.log(first / second)


def _tiny(attention):
    tiny = np.full((1, 1), np.finfo("float32").smallest_subnormal)
    return float(attention(tiny, tiny, tiny)[0, 0] != 0)


def _long_in_float16(attention):
    """Ask for scores of 12800 that come from products of 102400."""
    long = np.full((2, 64), 40, dtype="float16")
    return float(attention(long[:1], long, VALUES.astype("float16"))[0, 0])


SDPA, GRADIENTS = "scaled_dot_product_attention", "attention_gradients"
GROUPED, CAPPED = "grouped_attention", "capped_attention"
PRECISION = {"float64": 0.0, "float32": 1.0}
ROWS = {"output 0": 0.0, "the mean of all values": 3.0, "NaN": NAN, REFUSED: None}
CONVENTIONS = (
    Convention(
        "hidden-row", "a query whose mask drops every key", SDPA, _masked([[False, False]]), ROWS,
        "output 0", "softmax.nothing-to-attend-to",
    ),
    Convention(
        "hidden-row-added", "the same with -inf added to its scores", SDPA,
        _masked([[-np.inf, -np.inf]]), ROWS, "output 0", "softmax.nothing-to-attend-to",
    ),
    Convention(
        "hidden-row-lowest", "the same with the lowest float added to its scores", SDPA,
        _lowest, ROWS, "the mean of all values", "floats.masked-row-is-uniform",
    ),
    Convention(
        "polarity", "what True means in a mask", SDPA, _masked([[True, False]]),
        {"keep": 2.0, "drop": 4.0, REFUSED: None}, "keep", "lookup.mask",
    ),
    Convention(
        "floats-in-a-mask", "what floats in a mask are", SDPA, _masked([[0.0, 1.0]]),
        {"added": (2 + 4 * np.e) / (1 + np.e), "0 drops, any other keeps": 4.0,
         "0 keeps, any other drops": 2.0, REFUSED: None}, "added", "lookup.mask",
    ),
    Convention(
        "causal-alignment", "causal order with fewer queries than keys", SDPA,
        _fewer_queries_than_keys,
        {"the first query sees the first key": (0.0, 0.0, 0.0),
         "the last query sees every key": (2.0, 4.0, 2.0), REFUSED: None},
        REFUSED, "heads.causal-mask",
    ),
    Convention(
        "behind-a-mask", "NaN in a value, and in a key, that a mask drops", SDPA, _behind_a_mask,
        {"neither leaks": (2.0, 2.0), "both leak": (NAN, NAN), "that in the key leaks": (2.0, NAN)},
        "neither leaks", "lookup.masked-value-never-leaks",
    ),
    Convention(
        "scale", "what divides the products unless it is given", SDPA, _log_odds,
        {"the root of the width": 2.0, "nothing": 4.0, "the width": 1.0},
        "the root of the width", "heads.scaled-dot-product-attention",
    ),
    Convention(
        "no-keys", "a query without any key", SDPA,
        lambda attention: attention(ONE, np.zeros((0, 1)), np.zeros((0, 1)))[0, 0],
        {"output 0": 0.0, "NaN": NAN, REFUSED: None}, "output 0", "softmax.nothing-to-attend-to",
    ),
    Convention(
        "mask-of-one-row", "a mask of a batch, with one row for several queries", SDPA,
        _one_row_for_all, {"taken": (4.0, 4.0, 2.0, 2.0), REFUSED: None}, "taken", "lookup.mask",
    ),
    Convention(
        "dtype", "the dtype of attention on float32", SDPA, _of_float32,
        {"float32": 4, "float64": 8, "float16": 2}, "float32", "floats.attention",
    ),
    Convention(
        "precision", "what attention on float64 is computed in", SDPA,
        _attention_precision, PRECISION, "float64", "floats.attention",
    ),
    Convention(
        "scale-precision", "what a scale that is given is rounded to, for float64", SDPA,
        _of_its_own(SDPA, THIRDS, THIRDS, THIRDS, scale=1 / 3), PRECISION, "float64",
        "floats.attention",
    ),
    Convention(
        "subnormals", "subnormal numbers of float32 in attention", SDPA, _tiny,
        {"kept": 1.0, "flushed to zero": 0.0}, "kept", "floats.attention",
    ),
    Convention(
        "long-in-float16", "float16 scores that fit, of products that do not", SDPA,
        _long_in_float16, {"they count": 3.0, "NaN": NAN, REFUSED: None}, "they count",
        "floats.attention",
    ),
    Convention(
        "sums-of-float16", "what attention on float16 is summed in", SDPA,
        halves.summed_in("float16"), halves.ANSWERS, NOT_PROMISED, "floats.stored-once",
    ),
    Convention(
        "sums-of-bfloat16", "what attention on bfloat16 is summed in", SDPA,
        halves.summed_in("bfloat16"), halves.ANSWERS, NOT_PROMISED, "floats.stored-once",
    ),
    Convention(
        "bits-of-a-row", "the bits of a row, alone and beside other queries", SDPA, bits.alone,
        bits.ANSWERS, NOT_PROMISED, "floats.two-orders-of-a-dot-product",
    ),
    Convention(
        "bits-of-a-table", "the bits of a table, alone and in a batch", SDPA, bits.batched,
        bits.ANSWERS, NOT_PROMISED, "floats.two-orders-of-a-dot-product",
    ),
    Convention(
        "bits-when-padded", "the bits of a row, with and without dropped keys behind it", SDPA,
        bits.padded, bits.ANSWERS, NOT_PROMISED, "floats.padding-keeps-bits",
    ),
    Convention(
        "norm-precision", "what LayerNorm on float64 takes ε in", "layer_norm",
        _of_its_own("layer_norm", 1e-3 * THIRDS, eps=1e-5), PRECISION, "float64",
        "normalization.as-used",
    ),
    Convention(
        "gelu-precision", "what GELU on float64 is computed in", "gelu",
        _of_its_own("gelu", THIRDS), PRECISION, "float64", "feedforward.gelu",
    ),
    Convention(
        "grouped-heads", "which of two heads of keys four heads of queries share",
        GROUPED, _grouped,
        {"neighbours share": (2.0, 2.0, 4.0, 4.0), "every second shares": (2.0, 4.0, 2.0, 4.0),
         REFUSED: None},
        "neighbours share", "heads.multi-head",
    ),
    Convention(
        "hidden-row-gradient", "gradients where -inf is added to all scores of a row",
        GRADIENTS, _gradients_of_a_hidden_row,
        {"finite": (False, False), "NaN in that row": (True, False), "NaN everywhere": (True, True),
         REFUSED: None},
        "finite", "softmax.nothing-to-attend-to",
    ),
    Convention(
        "shared-gradient", "gradients of keys that a batch shares", GRADIENTS,
        _axes_of_a_shared_key, {"are summed": 2, "stand side by side": 3, REFUSED: None},
        "are summed", "backward.attention-gradients",
    ),
    Convention(
        "epsilon", "where epsilon stands in LayerNorm, and which variance", "layer_norm",
        _norm_with_epsilon,
        {"√(variance + ε)": 3 / np.sqrt(8), "√variance + ε": 3 / (np.sqrt(6) + 2),
         "√(unbiased variance + ε)": 3 / np.sqrt(11), "√unbiased variance + ε": 3 / 5},
        "√(variance + ε)", "normalization.variance-with-epsilon",
    ),
    Convention(
        "constant-row", "a constant row in LayerNorm with ε = 0", "layer_norm",
        lambda layer_norm: layer_norm(np.ones(2), eps=0.0)[0],
        {"zeros": 0.0, "NaN": NAN, REFUSED: None}, "zeros", "normalization.constant-row",
    ),
    Convention(
        "norm-near-the-end", "a row near the largest float in LayerNorm", "layer_norm",
        _near_the_end, {"normalised": (-1.0, 1.0), "NaN": (NAN, NAN), "zeros": (0.0, 0.0),
                        REFUSED: None},
        "normalised", "normalization.as-used",
    ),
    Convention(
        "short-rows", "the cosine with a row of length 1e-30", "cosine", _of_length(1e-30),
        {"that of its direction": 1.0, "0, by an ε": 0.0, "NaN": NAN}, "that of its direction",
        "scores.cosine-forgets-lengths",
    ),
    Convention(
        "long-rows", "the cosine with a row of length 1e200", "cosine", _of_length(1e200),
        {"that of its direction": 1.0, "0, for its square overflows": 0.0, "NaN": NAN},
        "that of its direction", "scores.cosine-forgets-lengths",
    ),
    Convention(
        "cap", "what a cap c makes of a score s", CAPPED, _capped,
        {"c tanh(s/c)": np.tanh(2.0), "at most c": 1.0, "nothing": 2.0}, "c tanh(s/c)",
        "lookup.softcap",
    ),
    Convention(
        "cap-and-mask", "a mask that is added, and a cap", CAPPED, _capped_and_masked,
        {"first the cap": 100.0, "first the mask": 1.0}, "first the cap", "lookup.softcap",
    ),
    Convention(
        "rms-precision", "what RMSNorm on float64 takes ε in", "rms_norm",
        _of_its_own("rms_norm", 1e-3 * THIRDS, eps=1e-5), PRECISION, "float64",
        "normalization.rms-norm",
    ),
    Convention(
        "zero-row", "a row of zeros in RMSNorm with ε = 0", "rms_norm",
        lambda rms_norm: rms_norm(np.zeros(2), eps=0.0)[0],
        {"zeros": 0.0, "NaN": NAN, REFUSED: None}, "zeros", "normalization.rms-norm",
    ),
    Convention(
        "rms-near-the-end", "a row near the largest float in RMSNorm", "rms_norm",
        lambda rms_norm: rms_norm(np.asarray([-1.0, 1.0]) * np.finfo("float64").max, eps=0.0),
        {"normalised": (-1.0, 1.0), "NaN": (NAN, NAN), "zeros": (0.0, 0.0), REFUSED: None},
        "normalised", "normalization.rms-norm",
    ),
    Convention(
        "sinusoids", "the layout of sines and cosines", "sinusoidal",
        lambda sinusoidal: np.asarray(sinusoidal(2, 4))[1],
        {"interleaved": (np.sin(1), np.cos(1), np.sin(0.01), np.cos(0.01)),
         "concatenated": (np.sin(1), np.sin(0.01), np.cos(1), np.cos(0.01)),
         "concatenated, down to the frequency 1/base": (
             np.sin(1), np.sin(1e-4), np.cos(1), np.cos(1e-4))},
        "interleaved", "position.sinusoidal",
    ),
    Convention(
        "sinusoids-precision", "what sines of positions are kept in", "sinusoidal",
        lambda sinusoidal: float(np.asarray(sinusoidal(2, 4))[1, 0] != np.sin(1)), PRECISION,
        "float64", "position.sinusoidal",
    ),
    Convention(
        "bandwidth", "what the width of a kernel means", "kernel_regression_by_width", _by_width,
        {"the standard deviation": 0.5, "the variance": 1.0, "its inverse, β": 8.0},
        "the standard deviation", "kernel.beta-is-inverse-width",
    ),
    Convention(
        "far-query", "a query far from all points", "kernel_regression", _far,
        {"the nearest target": 4.0, "the mean of the targets": 3.0, "0": 0.0, "NaN": NAN,
         REFUSED: None},
        "the nearest target", "kernel.far-query",
    ),
    Convention(
        "ties", "which of equal largest scores counts", "hardmax",
        lambda hardmax: hardmax(np.ones(2, dtype="float32")),
        {"the first": (1.0, 0.0), "the last": (0.0, 1.0), "each": (1.0, 1.0),
         "all share": (0.5, 0.5)},
        "the first", "lookup.first-of-equals",
    ),
)  # fmt: skip
