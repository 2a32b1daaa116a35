"""A subject in our conventions, so that no law is broken by a convention.

Where it answers otherwise than we do, its answer is replaced by ours. Where nothing can replace it,
such inputs count as refused: the law is tried on the others, and the table says how many.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from atensi.judging.zoo import of_tests
from atensi.subjects import other_masks
from atensi.subjects.conventions import GRADIENTS, GROUPED, SDPA
from atensi.subjects.halves import ONCE
from atensi.subjects.offer import Function, RefusedError
from atensi.subjects.questions import REFUSED, Answer, Functions

ATTENTIONS = (SDPA, "attention", GROUPED)


def translate(functions: Functions, answers: Sequence[Answer]) -> dict[str, Function]:
    """Return the functions with our answers, so that a law is not broken by a convention."""
    theirs = {each.convention.key: each.said for each in answers if not each.is_ours}
    ours = dict(functions)

    def change(names, wrap, *given):
        ours.update({name: wrap(ours[name], *given) for name in names if name in ours})

    if {"hidden-row", "hidden-row-added", "no-keys"} & set(theirs):
        for name in ATTENTIONS:
            change([name], other_masks.hidden_rows_to_zero, name)
        change([GRADIENTS], other_masks.with_no_hidden_row)
    if "shared-gradient" in theirs:
        change([GRADIENTS], _of_one_batch)
    if "mask-of-one-row" in theirs:
        change([SDPA], other_masks.with_whole_masks)
    if theirs.get("floats-in-a-mask") in TRUTHS:
        change([SDPA], other_masks.of_boolean_masks)
    if "dtype" in theirs:
        change([SDPA], _in_its_dtype)
    for key, names in NARROWER.items():
        said = theirs.get(key, "")
        if hard := HARD.get((key, said)) or HARD.get(said):
            change(names, _without, *hard)
    if theirs.get("scale-precision") == "float32":
        change([SDPA], _with_scales_of_float32)
    if "constant-row" in theirs:
        change(["layer_norm"], _constant_rows_to_zero)
    if "zero-row" in theirs:
        change(["rms_norm"], _zero_rows_to_zero)
    if theirs.get("far-query") in FAR:
        change(["kernel_regression"], _of_near_queries)
    if "gelu-form" in theirs:
        change(["gelu"], _refusing, "it is another form of GELU")
    if theirs.get("rotary-form") == "one of each half":
        change(["rotary"], _of_halves)
    if theirs.get("sinusoids") == "concatenated":
        change(["sinusoidal"], _interleaved)
    elif "sinusoids" in theirs:
        change(["sinusoidal"], _refusing, "its waves have other lengths")
    if theirs.get("sinusoids-precision") == "float32":
        change(["sinusoidal"], _refusing, "its sines are kept in float32")
    sums = {each.said for each in answers if each.convention.key in SUMS} - {REFUSED}
    if sums == {ONCE}:  # its own kernel is tried on halves, not ours around it
        change([SDPA], _taking_halves)
    return ours


def with_our_subnormals(functions: Functions, answers: Sequence[Answer]) -> dict[str, Function]:
    """Return the functions, those that follow from others as well, with no result flushed to 0."""
    flushes = any(each.convention.key == "subnormals" and each.said == "flushed to zero"
                  for each in answers)  # fmt: skip
    return {name: _with_our_subnormals(each, name) if flushes and name in FLUSHED else each
            for name, each in functions.items()}  # fmt: skip


SUMS = "sums-of-float16", "sums-of-bfloat16"


def _taking_halves(attention):
    def called(*rows, **options):
        return attention(*rows, **options)

    called.takes_halves = True  # type: ignore[attr-defined]
    return called


def _logarithms(each):
    sizes = np.abs(each[each != 0]).astype(float)
    return np.abs(np.log2(sizes[np.isfinite(sizes)]))


def _room(each):
    """Return how far from 1 a binary logarithm may be, so that squares, and sums of a few, fit."""
    return np.log2(float(np.finfo(each.dtype).max)) / 2 - 4


def _far_from_one(each):
    return bool((_logarithms(each) > _room(each)).any())


SHORT = 1e-3  # no library has a longer ε in a cosine


def _has_short_rows(each):
    largest = np.abs(each).max(axis=-1, initial=0)
    return bool(((largest > 0) & (largest < SHORT)).any())


# The functions whose precision or range a convention tells; they are not asked for what is beyond.
NARROWER = {
    "precision": (SDPA, GRADIENTS, GROUPED), "subnormals": (SDPA, GRADIENTS, GROUPED, "rms_norm"),
    "norm-precision": ("layer_norm",), "gelu-precision": ("gelu",), "rms-precision": ("rms_norm",),
    "norm-near-the-end": ("layer_norm",), "rms-near-the-end": ("rms_norm",),
    "short-rows": ("cosine",), "long-rows": ("cosine",),
}  # fmt: skip
OVERFLOWS = _far_from_one, "squares of its entries leave the range of floats"
Hard = tuple[Callable[[Any], Any], str]
HARD: dict[Any, Hard] = {  # by what is answered, or to which question
    "NaN": OVERFLOWS,
    "zeros": OVERFLOWS,
    "0, for its square overflows": OVERFLOWS,
    "0, by an ε": (_has_short_rows, "its ε shortens such rows"),
    "float32": (lambda each: each.dtype == "float64", "it computes float64 in float32"),
    "flushed to zero": (
        lambda each: bool(((each != 0) & (np.abs(each) < np.finfo(each.dtype).tiny)).any()),
        "it flushes subnormal numbers to zero",
    ),
}
# Weights, and what is entry by entry: a result that is flushed is where ours is subnormal.
FLUSHED = ("softmax", "sigmoid", "silu", "gelu")
FAR = ("NaN", "0", "the mean of the targets")
TRUTHS = ("0 drops, any other keeps", "0 keeps, any other drops")


def _without(function, is_hard, why):
    def called(*given, **options):
        arrays = [each for each in given if isinstance(each, np.ndarray)]
        if any(each.dtype.kind == "f" and is_hard(each) for each in arrays):
            raise RefusedError(why)
        return function(*given, **options)

    return called


def _with_scales_of_float32(attention):
    """Refuse scales that are not the square of a float32: of some, the root is rounded to it."""

    def called(*rows, scale=None, **options):
        root = None if scale is None else np.sqrt(np.float32(scale))
        if root is not None and rows[0].dtype == "float64" and float(root) ** 2 != scale:
            raise RefusedError("it rounds the scale, or its root, to float32")
        return attention(*rows, scale=scale, **options)

    return called


@cache
def _impl():
    return of_tests("helpers.subject").load("impl").functions


def _with_our_subnormals(function, name):
    """Put ours where theirs is 0 and ours is subnormal; any other 0 stays what it is."""

    def called(x, *given, **options):
        output, ours = np.array(function(x, *given, **options)), _impl()[name](x, *given, **options)
        flushed = (output == 0) & (np.abs(ours) < np.finfo(ours.dtype).tiny)
        output[flushed] = ours[flushed]
        return output

    return called


def _of_near_queries(regression):
    """Refuse queries whose kernels all leave the normal floats, so that their ratios are lost."""

    def called(x_query, x, y, beta):
        away = x_query[..., :, None, :].astype(float) - x[..., None, :, :]
        logarithms = -0.5 * ((beta * away) ** 2).sum(axis=-1)
        largest = logarithms.max(axis=-1, initial=-np.inf)
        # each coordinate's density has a factor 1/√(2π), more than exp(-1)
        if (largest - away.shape[-1] < np.log(float(np.finfo(x_query.dtype).tiny))).any():
            raise RefusedError("all its kernels underflow for a query as far as this")
        return regression(x_query, x, y, beta)

    return called


def _in_its_dtype(attention):
    def called(*rows, **options):
        return np.asarray(attention(*rows, **options)).astype(rows[0].dtype)

    return called


def _interleaved(sinusoidal):
    def called(length, width, **options):
        table = np.asarray(sinusoidal(length, width, **options))
        half, made = (width + 1) // 2, np.empty_like(table)
        made[:, 0::2], made[:, 1::2] = table[:, :half], table[:, half:]
        return made

    return called


def _of_halves(rotary):
    """Return both forms of one that turns entry j with entry j + d/2: columns change places."""

    def called(x, halved=False, **options):
        if halved:
            return rotary(x, **options)
        output = np.asarray(rotary(np.concatenate([x[..., 0::2], x[..., 1::2]], -1), **options))
        half, made = x.shape[-1] // 2, np.empty_like(output)
        made[..., 0::2], made[..., 1::2] = output[..., :half], output[..., half:]
        return made

    return called


def _refusing(function, why):
    def called(*given, **options):
        function(*given, **options)
        raise RefusedError(why)

    return called


def _of_one_batch(gradients):
    def called(*rows, **options):
        if len({each.shape[:-2] for each in rows}) > 1:
            raise RefusedError("gradients of what a batch shares are not summed")
        return gradients(*rows, **options)

    return called


def _constant_rows_to_zero(layer_norm):
    def called(x, gain=None, bias=None, eps=0.0):
        output = np.array(layer_norm(x, gain, bias, eps))
        constant = (x == x[..., :1]).all(axis=-1)
        output[constant] = 0 if bias is None else bias
        return output

    return called


def _zero_rows_to_zero(rms_norm):
    def called(x, gain=None, eps=0.0):
        output = np.array(rms_norm(x, gain, eps))
        output[(x == 0).all(axis=-1)] = 0
        return output

    return called
