"""The conventions: what theory leaves open, as questions with the known answers to each."""

import numpy as np

from atensi.subjects import bits, halves, precision, probes
from atensi.subjects.precision import PRECISION
from atensi.subjects.questions import NAN, NOT_PROMISED, REFUSED, Convention

SDPA, GRADIENTS = "scaled_dot_product_attention", "attention_gradients"
GROUPED, CAPPED = "grouped_attention", "capped_attention"
ROWS = {"output 0": 0.0, "the mean of all values": 3.0, "NaN": NAN, REFUSED: None}
ONE_MORE = (2 * np.e + 4) / (np.e + 1), (2 + 4 * np.e) / (1 + np.e)  # at the first, the second
MEANINGS = {"keep": 2.0, "drop": 4.0, "1 is added": ONE_MORE[0], REFUSED: None}
DTYPES = {"float32": 4, "float64": 8, "float16": 2}
FLOATS_ARE = {
    "added": ONE_MORE[1], "0 drops, any other keeps": 4.0, "0 keeps, any other drops": 2.0,
    REFUSED: None,
}  # fmt: skip
WIDTHS = {"the standard deviation": 0.5, "the variance": 1.0, "its inverse, β": 8.0}
CONVENTIONS = (
    Convention(
        "hidden-row", "a query whose mask drops every key", SDPA,
        probes.masked([[False, False]]), ROWS, "output 0", "softmax.nothing-to-attend-to",
    ),
    Convention(
        "hidden-row-added", "the same with -inf added to its scores", SDPA,
        probes.masked([[-np.inf, -np.inf]]), ROWS, "output 0", "softmax.nothing-to-attend-to",
    ),
    Convention(
        "hidden-row-lowest", "the same with the lowest float added to its scores", SDPA,
        probes.lowest, ROWS, "the mean of all values", "floats.masked-row-is-uniform",
    ),
    Convention(
        "polarity", "what True means in a mask", SDPA, probes.masked([[True, False]]),
        MEANINGS, "keep", "lookup.mask",
    ),
    Convention(
        "floats-in-a-mask", "what floats in a mask are", SDPA, probes.masked([[0.0, 1.0]]),
        FLOATS_ARE, "added", "lookup.mask",
    ),
    Convention(
        "causal-alignment", "causal order with fewer queries than keys", SDPA,
        probes.fewer_queries_than_keys,
        {"the first query sees the first key": (0.0, 0.0, 0.0, 0.0, 0.0),
         "the last query sees every key": (2.0, 4.0, 2.0, 254.0, 126.0), REFUSED: None},
        REFUSED, "heads.causal-mask", is_closed=True,
    ),
    Convention(
        "causal-beside-a-mask", "the same in a batch and beside a mask", SDPA,
        probes.fewer_queries_beside_a_mask,
        {"the first query sees the first key": (4.0, 8.0),
         "the last query sees every key": (13.0, 26.0), REFUSED: None},
        REFUSED, "heads.causal-mask", is_closed=True,
    ),
    Convention(
        "unknown-but-kept", "NaN in a value, and in a key, that nothing drops", SDPA,
        probes.unknown_but_kept,
        {"NaN comes out": (NAN, NAN), "of the key it counts as a score of 0": (NAN, 3.0),
         REFUSED: None},
        "NaN comes out", "lookup.attention",
    ),
    Convention(
        "behind-a-mask", "NaN in a value, and in a key, that a mask drops", SDPA,
        probes.behind_a_mask,
        {"neither leaks": (2.0, 2.0), "both leak": (NAN, NAN), "that in the key leaks": (2.0, NAN)},
        "neither leaks", "lookup.masked-value-never-leaks",
    ),
    Convention(
        "scale", "what divides the products unless it is given", SDPA, probes.log_odds,
        {"the root of the width": 2.0, "nothing": 4.0, "the width": 1.0},
        "the root of the width", "heads.scaled-dot-product-attention",
        mistakes={"the root, but powers are those of 2": 2 * np.log(2)},
    ),
    Convention(
        "no-keys", "a query without any key", SDPA,
        probes.without_keys,
        {"output 0": 0.0, "NaN": NAN, REFUSED: None}, "output 0", "softmax.nothing-to-attend-to",
    ),
    Convention(
        "empty-sum", "the logarithm of a sum of nothing: logsumexp of a row of -inf", "logsumexp",
        lambda logsumexp: logsumexp(np.full((1, 2), -np.inf))[0],
        {"-inf": -np.inf, REFUSED: None}, "-inf", "softmax.nothing-to-attend-to", is_closed=True,
    ),
    Convention(
        "mask-of-one-row", "a mask of a batch, with one row for several queries", SDPA,
        probes.one_row_for_all, {"taken": (4.0, 4.0, 2.0, 2.0), REFUSED: None},
        "taken", "lookup.mask",
    ),
    Convention(
        "dtype", "the dtype of attention on float32", SDPA, probes.of_float32,
        DTYPES, "float32", "floats.attention",
    ),
    Convention(
        "precision", "what attention on float64 is computed in", SDPA,
        probes.attention_precision, PRECISION, "float64", "floats.attention",
    ),
    Convention(
        "scale-precision", "what a scale that is given is rounded to, for float64", SDPA,
        probes.of_its_own(SDPA, *3 * [probes.THIRDS], scale=1 / 3), PRECISION, "float64",
        "floats.attention",
    ),
    Convention(
        "subnormals", "subnormal numbers of float32 in attention", SDPA, probes.tiny,
        {"kept": 1.0, "flushed to zero": 0.0}, "kept", "floats.attention",
    ),
    Convention(
        "long-in-float16", "float16 scores that fit, of products that do not", SDPA,
        probes.long_in_float16, {"they count": 3.0, "NaN": NAN, REFUSED: None}, "they count",
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
        probes.of_its_own("layer_norm", 1e-3 * probes.THIRDS, eps=1e-5), PRECISION, "float64",
        "normalization.as-used",
    ),
    Convention(
        "gelu-precision", "what GELU on float64 is computed in", "gelu",
        probes.of_its_own("gelu", probes.THIRDS), PRECISION, "float64", "feedforward.gelu",
    ),
    Convention(
        "gelu-form", "which form of GELU", "gelu", probes.gelu_of_minus_three,
        {"with a tanh": -1.5 * (1 - np.tanh(np.sqrt(2 / np.pi) * (3 + 0.044715 * 27))),
         "x Φ(x)": -3 * 0.0013498980316300933, "x σ(1.702 x)": -3 / (1 + np.exp(3 * 1.702))},
        "with a tanh", "feedforward.gelu",
    ),
    Convention(
        "grouped-heads", "which of two heads of keys four heads of queries share",
        GROUPED, probes.grouped,
        {"neighbours share": (2.0, 2.0, 4.0, 4.0), "every second shares": (2.0, 4.0, 2.0, 4.0),
         REFUSED: None},
        "neighbours share", "heads.multi-head",
    ),
    Convention(
        "hidden-row-gradient", "gradients where -inf is added to all scores of a row",
        GRADIENTS, probes.gradients_of_a_hidden_row,
        {"finite": (False, False), "NaN in that row": (True, False), "NaN everywhere": (True, True),
         REFUSED: None},
        "finite", "softmax.nothing-to-attend-to",
    ),
    Convention(
        "shared-gradient", "gradients of keys that a batch shares", GRADIENTS,
        probes.axes_of_a_shared_key, {"are summed": 2, "stand side by side": 3, REFUSED: None},
        "are summed", "backward.attention-gradients",
    ),
    Convention(
        "epsilon", "where epsilon stands in LayerNorm, and which variance", "layer_norm",
        probes.norm_with_epsilon,
        {"√(variance + ε)": 3 / np.sqrt(8), "√variance + ε": 3 / (np.sqrt(6) + 2),
         "√(unbiased variance + ε)": 3 / np.sqrt(11), "√unbiased variance + ε": 3 / 5},
        "√(variance + ε)", "normalization.variance-with-epsilon",
    ),
    *(Convention(
        f"gain-of-{name}", f"what a gain g multiplies a row of {name} by", name, probes.gained,
        {"g": (0.0, 1.0), "1 + g": (1.0, 2.0), REFUSED: None}, "g", claim,
    ) for name, claim in (("layer_norm", "normalization.as-used"),
                          ("rms_norm", "normalization.rms-norm"))),
    Convention(
        "constant-row", "a constant row in LayerNorm with ε = 0", "layer_norm",
        probes.constant_row(1.0),
        {"zeros": 0.0, "NaN": NAN, REFUSED: None}, "zeros", "normalization.constant-row",
    ),
    Convention(
        "norm-near-the-end", "a row near the largest float in LayerNorm", "layer_norm",
        probes.row_near_the_end(0.5),
        {"normalised": (-1.0, 1.0), "NaN": (NAN, NAN), "zeros": (0.0, 0.0), REFUSED: None},
        "normalised", "normalization.as-used",
    ),
    Convention(
        "short-rows", "the cosine with a row of length 1e-30", "cosine", probes.of_length(1e-30),
        {"that of its direction": 1.0, "0, by an ε": 0.0, "NaN": NAN}, "that of its direction",
        "scores.cosine-forgets-lengths",
    ),
    Convention(
        "long-rows", "the cosine with a row of length 1e200", "cosine", probes.of_length(1e200),
        {"that of its direction": 1.0, "0, for its square overflows": 0.0, "NaN": NAN},
        "that of its direction", "scores.cosine-forgets-lengths",
    ),
    Convention(
        "cap", "what a cap c makes of a score s", CAPPED, probes.capped,
        {"c tanh(s/c)": np.tanh(2.0), "at most c": 1.0}, "c tanh(s/c)",
        "lookup.softcap", is_closed=True,
        mistakes={"nothing": 2.0, "it is capped before it is scaled": np.tanh(4.0) / 2},
    ),
    Convention(
        "cap-and-mask", "a mask that is added, and a cap", CAPPED, probes.capped_and_masked,
        {"first the cap": 100.0, "first the mask": 1.0}, "first the cap", "lookup.softcap",
    ),
    Convention(
        "rms-precision", "what RMSNorm on float64 takes ε in", "rms_norm",
        probes.of_its_own("rms_norm", 1e-3 * probes.THIRDS, eps=1e-5), PRECISION, "float64",
        "normalization.rms-norm",
    ),
    Convention(
        "zero-row", "a row of zeros in RMSNorm with ε = 0", "rms_norm",
        probes.constant_row(0.0),
        {"zeros": 0.0, "NaN": NAN, REFUSED: None}, "zeros", "normalization.rms-norm",
    ),
    Convention(
        "rms-near-the-end", "a row near the largest float in RMSNorm", "rms_norm",
        probes.row_near_the_end(1.0),
        {"normalised": (-1.0, 1.0), "NaN": (NAN, NAN), "zeros": (0.0, 0.0), REFUSED: None},
        "normalised", "normalization.rms-norm",
    ),
    Convention(
        "sinusoids", "the layout of sines and cosines", "sinusoidal",
        lambda sinusoidal: np.asarray(sinusoidal(2, 4))[1],
        {"interleaved": (np.sin(1), np.cos(1), np.sin(0.01), np.cos(0.01)),
         "concatenated": (np.sin(1), np.sin(0.01), np.cos(1), np.cos(0.01)),
         "concatenated, down to the frequency 1/base": (
             np.sin(1), np.sin(1e-4), np.cos(1), np.cos(1e-4)),
         "concatenated, cosines first": (np.cos(1), np.cos(0.01), np.sin(1), np.sin(0.01)),
         "concatenated, cosines first, down to the frequency 1/base": (
             np.cos(1), np.cos(1e-4), np.sin(1), np.sin(1e-4))},
        "interleaved", "position.sinusoidal",
    ),
    Convention(
        "sinusoids-precision", "what sines of positions are kept in", "sinusoidal",
        precision.of_sines, PRECISION, "float64", "position.sinusoidal",
    ),
    Convention(
        "rotary-form", "which entries rotary positions turn together", "rotary",
        probes.turned_row,
        {"neighbours": (np.cos(1), np.sin(1), 0.0, 0.0),
         "one of each half": (np.cos(1), 0.0, np.sin(1), 0.0)},
        "neighbours", "position.rotary-forms-are-a-permutation-apart",
        mistakes={"neighbours, the other way round": (np.cos(1), -np.sin(1), 0.0, 0.0),
                  "one of each half, the other way round": (np.cos(1), 0.0, -np.sin(1), 0.0)},
    ),
    Convention(
        "rotary-angles", "what angles of rotary positions are taken in", "rotary",
        precision.of_angles, PRECISION, "float64", "position.rotary-keeps-lengths",
    ),
    Convention(
        "bandwidth", "what the width of a kernel means", "kernel_regression_by_width",
        probes.by_width,
        WIDTHS,
        "the standard deviation", "kernel.beta-is-inverse-width",
    ),
    Convention(
        "far-query", "a query far from all points", "kernel_regression", probes.far,
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
