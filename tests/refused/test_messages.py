"""Refusals that one spoiled argument of a valid call cannot show: their messages, word by word."""

from functools import partial

import numpy as np
import pytest

from impl.bert import joined, segments
from impl.checks import shapes_fit
from impl.contrastive import contrastive_loss, dot_contrastive_loss
from impl.decoder import cached_block, decoder_block, generate, transformer
from impl.encoder import encode, encoder_block, residual
from impl.fast.apart import attention_apart, regression_apart
from impl.fast.nearby import tiled_regression
from impl.fast.tiles import tiled_attention
from impl.fold import folded_attention, folded_regression, summary
from impl.heads import multi_head_attention, scaled_dot_product_attention
from impl.kernel import gaussian, kernel_regression
from impl.linear_attention import linear_attention
from impl.lookup import attention
from impl.normalization import layer_norm
from impl.parameters import block_shapes, check_parameters, encoder_shapes, transformer_shapes
from impl.reversal import reverse, reversing_parameters
from impl.rotary import rotary
from impl.scores import cosine
from impl.softmax import softmax
from proofs.arrays import digits, shapes
from proofs.arrays.many import WhichNumberError
from theory.symbols import d, m, n


def zeros(*shape, dtype=float):
    return np.zeros(shape, dtype)


def ones(*shape):
    return np.ones(shape)


def drawn(shapes, **changed):
    made = {name: ones(*shape) for name, shape in shapes.items()}
    return made | {name.replace("__", "."): each for name, each in changed.items()}


def heads(value=1.0):
    return {name: np.full((1, 1, 1), value) for name in ("w_q", "w_k", "w_v")} | {"w_o": ones(1, 1)}


TOKENS = np.asarray([1, 2])
BLOCK, CROSSED = drawn(block_shapes(4, 2, 3)), drawn(block_shapes(4, 2, 3, crossed=True))
ENCODER = drawn(encoder_shapes(5, 4, 4, 2, 3, layers=1))
MACHINE = drawn(transformer_shapes(5, 6, 4, 2, 3, layers=1))
STEP = (ones(1, 4), None, [ones(2, 3, 2)] * 2)
BEYOND = "expected smaller entries or a wider dtype, because an infinite score decides alone"
INFINITE = "puts +inf into a softmax, expected less, as limits there differ (-inf is fine)"
OF_PARTS = "expected functions that give the arrays of a part each"
EITHER = "because a third could mean the batch or the heads: give (..., 1, m, n) for the batch"

REFUSED = [
    # shapes: the size and where it comes from, all that do not fit, batches, products, many
    (lambda: attention(zeros(5), zeros(4, 2)),
     "attention: values has shape (4, 2), expected (..., n, d_v) with n = 5 from scores (5,)"),
    (lambda: attention(zeros(2, 5, 3), zeros(4, 3, 2)),
     "attention: values has shape (4, 3, 2), expected (..., n, d_v) with ... = (2,) from scores "
     "(2, 5, 3)"),
    (lambda: attention(zeros(), zeros(3, 2)),
     "attention: scores has shape (), expected (..., m, n) or (n,)"),
    (lambda: attention(zeros(3), zeros(3)),
     "attention: values has shape (3,), expected (..., n, d_v) with n = 3 from scores (3,)"),
    (lambda: scaled_dot_product_attention(zeros(2, 3), zeros(4, 2), zeros(5, 1)),
     "scaled_dot_product_attention: k has shape (4, 2), expected (..., n, d_k) with d_k = 3 from "
     "q (2, 3); v has shape (5, 1), expected (..., n, d_v) with n = 4 from k (4, 2)"),
    (lambda: multi_head_attention(ones(2, 1), ones(2, 1), heads() | {"w_o": ones(2, 3)}),
     'multi_head_attention: params["w_o"] has shape (2, 3), expected (h*d_v, d_out) with d_v = 1 '
     'from params["w_v"] (1, 1, 1), h = 1 from params["w_q"] (1, 1, 1)'),
    (lambda: contrastive_loss(zeros(2), zeros(1, 4)),
     "contrastive_loss: negatives has shape (1, 4), expected (..., n) with ... = (2,) from "
     "positive (2,)"),
    (lambda: kernel_regression(zeros(2, 1), zeros(0, 1), zeros(0), 1.0),
     "kernel_regression: x has shape (0, 1), expected (..., n ≥ 1, d)"),
    (lambda: kernel_regression(zeros(2, 1), zeros(4, 1), zeros(2, 4, 1), 1.0),
     "kernel_regression: y has shape (2, 4, 1), expected as many axes as x (4, 1), or one less"),
    (lambda: kernel_regression(zeros(2, 1), zeros(2, 4, 1), zeros(4), 1.0),
     "kernel_regression: y has shape (4,), expected (..., n, d_y) with n = 4 from x (2, 4, 1)"),
    (lambda: cached_block(ones(1, 4), None, STEP[2], CROSSED | {"crossed.w_o": ones(4)}),
     'cached_block: params["crossed.w_o"] has shape (4,), expected (h\'*d_v\', d) with d = 4 from '
     "row (1, 4), d_v' = 2 from crossed[1] (2, 3, 2), h' = 2 from crossed[0] (2, 3, 2)"),
    (lambda: cached_block(ones(1, 4), [ones(2, 3, 2), ones(3, 3, 2)], *STEP[2:], CROSSED),
     "cached_block: kept[1] has shape (3, 3, 2), expected (..., h, t, d_v) with h = 2 from kept[0] "
     "(2, 3, 2)"),
    (lambda: encode(TOKENS, ENCODER | {"encoder.0.net.w_2": ones(3, 1),
                                       "encoder.0.net.b_2": ones(1)}),
     'encode: params["encoder.0.net.w_2"] has shape (3, 1), expected (d_ff, d) with d = 4 from '
     'params["positions"] (4, 4); params["encoder.0.net.b_2"] has shape (1,), expected (d,) with '
     'd = 4 from params["positions"] (4, 4)'),
    (lambda: shapes_fit("f", x=(ones(3), "n"), y=(ones(2), "n"), z=(ones(5), "n")),
     "f: y has shape (2,), expected (n,) with n = 3 from x (3,); z has shape (5,), expected (n,) "
     "with n = 3 from x (3,)"),
    (lambda: shapes_fit("f", **{name: (ones(), "n") for name in "abcde"}),
     "f: a has shape (), expected (n,); b has shape (), expected (n,); c has shape (), expected "
     "(n,); and 2 more"),
    (lambda: check_parameters("load", {"a": ones(2), "b": ones(3)}, {"a": (4,), "b": (3,)}),
     'load: params["a"] has shape (2,), expected (4,)'),
    (lambda: check_parameters("load", {"a": ones(2, 3)}, {"a": (3, 2)}),
     'load: params["a"] has shape (2, 3), expected (3, 2)'),
    (lambda: attention(zeros(2, 3), ones(3, 2), mask=zeros(4, 3) > 0),
     "attention: mask has shape (4, 3), expected one that broadcasts to (2, 3)"),
    (lambda: multi_head_attention(ones(2, 5, 1), ones(2, 5, 1), heads(), mask=ones(2, 5, 5) > 0),
     f"multi_head_attention: mask has shape (2, 5, 5), expected two axes or 4, (..., h, m, n), "
     f"{EITHER}"),
    (lambda: residual(ones(1, 2), lambda rows: rows[:, :1], {}),
     "residual: layer makes (1, 1) of (1, 2), expected the same, because both are added"),
    *[(lambda call=call: call(activation=lambda z: z[:0]),
       f"{function}: activation makes (0, 4) of ({rows}, 4), expected the same, because both are "
       "added")
      for function, rows, call in (
          ("encoder_block", 2, partial(encoder_block, ones(2, 4), BLOCK)),
          ("decoder_block", 2, partial(decoder_block, ones(2, 4), ones(3, 4), CROSSED)),
          ("cached_block", 1, partial(cached_block, ones(1, 4), *STEP[1:], CROSSED)),
          ("generate", 2, partial(generate, TOKENS, MACHINE, 1, 1, 2)))],
    (lambda: generate(TOKENS, MACHINE, 9, 1, 2),
     "generate: start contains a number outside 0 to 4, expected one of the 5 rows"),
    (lambda: reverse([9], reversing_parameters(3, 2)),
     "reverse: sequence is [9], expected tokens from 1 to 3"),
    (lambda: summary(np.asarray([np.inf, 0]), ones(2, 1)),
     "summary: scores puts +inf into a softmax, expected less, as limits there differ (-inf is "
     "fine)"),
    (lambda: rotary(ones(2, 4, 3)), "rotary: x has rows of width 3, expected an even width"),
    # parts that lie apart
    (lambda: attention_apart(ones(1, 1), []), f"attention_apart: parts contains none, {OF_PARTS}"),
    (lambda: attention_apart(ones(1, 1), [ones, ones(2), 3]),
     f"attention_apart: parts contains ndarray, {OF_PARTS}"),
    (lambda: regression_apart(ones(1, 1), [3], 1.0),
     f"regression_apart: parts contains int, {OF_PARTS}"),
    (lambda: attention_apart(ones(1, 2), [lambda: (ones(2, 2), ones(2, 1)),
                                          lambda: (ones(3, 1), ones(3, 1))]),
     "attention_apart: k of parts[1] has shape (3, 1), expected (..., n, d_k) with d_k = 2 from q "
     "(1, 2)"),
    (lambda: attention_apart(ones(1, 2), [lambda: (ones(3, 2), ones(2, 1))]),
     "attention_apart: v of parts[0] has shape (2, 1), expected (..., n, d_v) with n = 3 from k "
     "(3, 2)"),
    (lambda: attention_apart(ones(1, 2), [lambda: (ones(3, 2), ones(3, 1), ones(1, 2) > 0)]),
     "attention_apart: mask of parts[0] has shape (1, 2), expected one that broadcasts to (1, 3)"),
    (lambda: regression_apart(ones(1, 2), [lambda: (ones(3, 1), ones(3))], 1.0),
     "regression_apart: x of parts[0] has shape (3, 1), expected (..., n ≥ 1, d) with d = 2 from "
     "x_query (1, 2)"),
    (lambda: regression_apart(ones(1, 2), [lambda: (ones(3, 2), ones(2))], 1.0),
     "regression_apart: y of parts[0] has shape (2,), expected (..., n) with n = 3 from x (3, 2)"),
    (lambda: regression_apart(zeros(1, 1), [lambda: (zeros(1, 1), ones(1) * 1.5e308)] * 2, 1.0),
     "regression_apart: parts have a weighted sum beyond the range of their dtype, expected "
     "smaller values"),
    # dtypes and libraries
    (lambda: softmax(np.asarray([1j])), "softmax: x has dtype complex128, expected real floating"),
    (lambda: softmax(None),
     "softmax: x is a NoneType, expected an array of the array API standard"),
    (lambda: attention(zeros(2, dtype=int), zeros(2, 1, dtype=bool)),
     "attention: scores has dtype int64, expected real floating; values has dtype bool, expected "
     "real floating"),
    (lambda: attention(zeros(2), digits.array([[1.0], [2.0]])),
     "attention: values is a proofs.arrays.objects.ObjectArray, expected a numpy.ndarray, as of "
     "one array library"),
    (lambda: cached_block(ones(1, 4), None, [STEP[2][0], ones(2, 3, 2) > 0], CROSSED),
     "cached_block: crossed[1] has dtype bool, expected real floating"),
    # names of parameters
    (lambda: multi_head_attention(ones(1, 1), ones(1, 1), {"w_q": ones(1, 1, 1), "w": ones(1)}),
     "multi_head_attention: params lacks w_k, w_v, w_o and has the unknown w"),
    (lambda: encoder_block(ones(1, 4), {"net.w_1": ones(1)}),
     "encoder_block: params lacks attention.w_q, attention.w_k, attention.w_v, and 8 more"),
    (lambda: encode(TOKENS, ENCODER | {"enc.0.x": ones(1)}),
     "encode: params has the unknown enc.0.x"),
    (lambda: encode(TOKENS, {name.replace("r.0", "r.7"): each for name, each in ENCODER.items()}),
     "encode: params has the blocks 7 of the encoder, expected 0, 1, 2, ..."),
    (lambda: encode(TOKENS, ENCODER | {"encoder.x": ones(1)}),
     "encode: params has the blocks 0, x of the encoder, expected 0, 1, 2, ..."),
    (lambda: encode(TOKENS, ENCODER, segments=TOKENS),
     "encode: segments was given, expected none, because params has no table of segments"),
    (lambda: reverse([1], {"tokens": ones(3, 2)}), "reverse: params lacks positions"),
    # numbers that no softmax, kernel or norm takes
    (lambda: contrastive_loss(np.asarray(0.0), np.asarray([np.inf])),
     f"contrastive_loss: negatives {INFINITE}"),
    (lambda: dot_contrastive_loss(ones(1) * np.inf, ones(1), ones(1, 1)),
     f"dot_contrastive_loss: positive {INFINITE}"),
    (lambda: scaled_dot_product_attention(ones(1, 2) * 1e200, ones(1, 2) * -1e200, ones(1, 1)),
     "scaled_dot_product_attention: q has a score beyond the range of float64 with a key, "
     f"{BEYOND}"),
    (lambda: folded_attention(zeros(1, 1), zeros(2, 1), ones(2, 1) * 1e308 * 1.5),
     "scaled_dot_product_attention: v has a weighted sum beyond the range of float64, "
     "expected smaller entries"),
    (lambda: tiled_attention(zeros(1, 1), zeros(2, 1), ones(2, 1) * 1e308 * 1.5),
     "scaled_dot_product_attention: v has a weighted sum beyond the range of float64, "
     "expected smaller entries"),
    (lambda: tiled_attention(ones(1, 2) * 1e200, ones(1, 2) * -1e200, ones(1, 1)),
     "scaled_dot_product_attention: q has a score beyond the range of float64 with a key, "
     f"{BEYOND}"),
    (lambda: tiled_regression(zeros(1, 1), zeros(2, 1), zeros(2), 1.0, tile=0),
     "kernel_regression: tile is 0, expected an integer, 1 or more"),
    (lambda: folded_regression(zeros(1, 1), zeros(4, 1), np.asarray([1, 1, -1, -1]) * 1.5e308, 1.0,
                               tile=2),  # infinite in either part, with two signs
     "kernel_regression: y has a weighted sum beyond the range of float64, expected smaller "
     "entries"),
    (lambda: multi_head_attention(ones(1, 1) * 1e200, ones(1, 1) * 1e200, heads()),
     f"multi_head_attention: x_query has a score beyond the range of float64 with a key, {BEYOND}"),
    (lambda: encoder_block(ones(2, 4) * 1e200, BLOCK),
     f"encoder_block: x has a score beyond the range of float64 with a key, {BEYOND}"),
    (lambda: encode(TOKENS, ENCODER | {"positions": ones(4, 4) * 1e200}),
     f"encode: tokens has a score beyond the range of float64 with a key, {BEYOND}"),
    (lambda: decoder_block(ones(1, 4), ones(1, 4) * 1e308, CROSSED | {"crossed.w_k": ones(2, 4, 2)
                                                                      * 1e308}),
     f"decoder_block: y {INFINITE}"),
    (lambda: cached_block(ones(1, 4), None, [ones(2, 3, 2) * 1e308] * 2,
                          CROSSED | {"norm_1.bias": ones(4) * 8}),
     f"cached_block: row has a score beyond the range of float64 with a key, {BEYOND}"),
    (lambda: transformer(TOKENS, TOKENS, MACHINE | {"decoder.0.attention.w_k": ones(2, 4, 2)
                                                    * 1e308}, scale=9.0),
     f"transformer: target {INFINITE}"),
    (lambda: linear_attention(ones(1, 1), np.asarray([[1.0], [-1.0]]), ones(2, 1), features=None),
     "linear_attention: q and k make products of features that sum to zero, expected another sum: "
     "it divides"),
    (lambda: attention(zeros(2, 3), ones(3, 2), mask=np.full((2, 3), np.nan)),
     "attention: mask contains NaN or +inf, expected neither"),
    (lambda: attention(zeros(2, 3), ones(3, 2), mask=np.full((2, 3), np.inf)),
     "attention: mask contains NaN or +inf, expected neither"),
    (lambda: cosine(ones(1, 0), ones(1, 0)),
     "cosine: q contains a zero vector, expected directions, because it has an angle with nothing"),
    (lambda: gaussian(zeros(1), np.float32(np.inf)),
     "gaussian: beta is inf, expected a finite number"),
    (lambda: gaussian(zeros(1), 1e200),
     "gaussian: beta is 1e+200, expected a smaller one, because its square must fit into float64"),
    (lambda: gaussian(np.asarray([1e308]), 10.0),
     "gaussian: distance_squared has an entry beyond 1.78e+306, expected smaller ones, because its "
     "product with β² must fit into float64"),
    (lambda: kernel_regression(ones(1, 1) * 1e160, ones(1, 1), ones(1), 1.0),
     "kernel_regression: x_query has an entry beyond 2.37e+153, expected smaller ones, because β² "
     "times a squared distance must fit into float64: divide the data by a number and multiply "
     "beta by it (kernel.beta-is-inverse-width)"),
    (lambda: layer_norm(zeros(2, 3, dtype="float32"), eps=1e80),
     "layer_norm: eps is 1e+80, expected one whose root fits in float32"),
    (lambda: encode(zeros(5, dtype=int), ENCODER),
     "encode: tokens has 5 tokens in a row, expected 4 at most, as many as positions"),
    (lambda: transformer(TOKENS, zeros(7, dtype=int), MACHINE),
     "transformer: target has 7 tokens in a row, expected 6 at most, as many as positions"),
    (lambda: generate(TOKENS, MACHINE, 9, 1, 2),
     "generate: start contains a number outside 0 to 4, expected one of the 5 rows"),
    (lambda: generate(TOKENS, MACHINE | {"output.b": ones(5) * np.nan}, 0, 1, 3),
     "generate: params gives NaN as a score, expected numbers"),
    (lambda: reverse([1, 0], reversing_parameters(2, 2)),
     "reverse: sequence is [1, 0], expected tokens from 1 to 2"),
    (lambda: reverse([1, 2, 1], reversing_parameters(2, 2)),
     "reverse: sequence is [1, 2, 1], expected 2 at most"),
    (lambda: reverse([3], reversing_parameters(2, 2)),
     "reverse: sequence is [3], expected tokens from 1 to 2"),
    (lambda: reverse([1.5], reversing_parameters(2, 2)),
     "reverse: sequence is [1.5], expected tokens from 1 to 2"),
    (lambda: softmax(ones(2), axis=1),
     "softmax: axis is 1, expected -1 to 0, because x has shape (2,)"),
    (lambda: kernel_regression(ones(1, 1), ones(1, 1), ones(1), 1e200),
     "kernel_regression: beta is 1e+200, expected a smaller one, because its square must fit into "
     "float64"),
    (lambda: cached_block(ones(1, 4), None, [ones(2, 2, 3, 2)] * 2, CROSSED),
     "cached_block: crossed makes (2, 1, 4) of (1, 4), expected the same, because both are added"),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_a_refusal_says_what_is_wrong(number):
    call, words = REFUSED[number]
    with pytest.raises((TypeError, ValueError)) as error, np.errstate(all="ignore"):
        call()
    assert str(error.value) == words


@pytest.mark.parametrize("beta", [np.asarray(np.nan), np.float32(np.inf), 1j, b"1"])
def test_a_width_that_is_not_finite_is_refused(beta):
    with pytest.raises((TypeError, ValueError), match=r"^gaussian: beta is .*, expected a"):
        gaussian(zeros(1), beta)


@pytest.mark.parametrize("large, dtype", [(1e160, "float64"), (1e20, "float32"), (200, "float16")])
def test_data_too_large_to_square_are_refused(large, dtype):
    x = np.asarray([[0.0], [large]], dtype=dtype)
    with pytest.raises(ValueError, match=r"^kernel_regression: x has an entry beyond"):
        kernel_regression(x[:1], x, zeros(2, dtype=dtype), 1.0)


@pytest.mark.parametrize("truth", [True, np.True_, np.asarray(True)])
def test_a_truth_is_a_boolean_of_any_library(truth):
    x = ones(2, 1)
    assert (scaled_dot_product_attention(x, x, x, is_causal=truth) == 1).all()


def test_arrays_of_two_libraries_are_refused():
    strict = pytest.importorskip("array_api_strict", reason="array-api-strict is not installed")
    theirs, words = strict.asarray([3]), ", expected a numpy.ndarray, as of one array library$"
    for function, more in ((joined, (4, 5)), (segments, ())):
        with pytest.raises(TypeError, match=f"^{function.__name__}: second is a .*{words}"):
            function(TOKENS, theirs, *more)
    with pytest.raises(TypeError, match=f"^attention: mask is a .*{words}"):
        attention(zeros(1), ones(1, 1), mask=theirs == 3)
    with pytest.raises(TypeError, match=f"^softmax: where is a .*{words}"):
        softmax(zeros(1), where=theirs == 3)


def test_symbolic_sizes_are_compared_as_they_are():
    q, k = shapes.array(m, d), shapes.array(n, d)
    shapes_fit("f", q=(q, "m d"), k=(k, "n d"), w=(shapes.array(m * d, n), "m*d n"))
    with pytest.raises(WhichNumberError, match="the code asks whether m is n"):
        shapes_fit("f", q=(q, "m d"), k=(k, "m d"))
    words = r"^f: k has shape \(2, d\), expected \(m, d\) with m = 3 from q \(3, d\)$"
    with pytest.raises(ValueError, match=words):
        shapes_fit("f", q=(shapes.array(3, d), "m d"), k=(shapes.array(2, d), "m d"))
