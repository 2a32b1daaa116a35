"""Inputs at the ends of the range of floats, which a subject's precision or range leaves out."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from atensi.judging.zoo import own_functions
from atensi.subjects.conventions import GRADIENTS, GROUPED, SDPA
from atensi.subjects.offer import Function, RefusedError
from atensi.subjects.questions import Answer, Functions


def _logarithms(each):
    sizes = np.abs(each[each != 0]).astype(float)
    return np.abs(np.log2(sizes[np.isfinite(sizes)]))


def _room(each):
    """Return how far from 1 a binary logarithm may be, so that squares, and sums of a few, fit."""
    return np.log2(float(np.finfo(each.dtype).max)) / 2 - 4


def far_from_one(each: Any) -> bool:
    """Say whether squares of entries, and sums of a few, leave the range of their dtype."""
    return bool((_logarithms(each) > _room(each)).any())


SHORT = 1e-3  # no library has a longer ε in a cosine


def _has_short_rows(each):
    largest = np.abs(each).max(axis=-1, initial=0)
    return bool(((largest > 0) & (largest < SHORT)).any())


# The functions whose precision or range a convention tells; they are not asked for what is beyond.
NARROWER = {
    "precision": (SDPA, GRADIENTS, GROUPED), "dtype": (SDPA, GRADIENTS, GROUPED),
    "subnormals": (SDPA, GRADIENTS, GROUPED, "rms_norm"),
    "norm-precision": ("layer_norm",), "gelu-precision": ("gelu",), "rms-precision": ("rms_norm",),
    "norm-near-the-end": ("layer_norm",), "rms-near-the-end": ("rms_norm",),
    "short-rows": ("cosine",), "long-rows": ("cosine",),
}  # fmt: skip
OVERFLOWS = far_from_one, "squares of its entries leave the range of floats"
HALF = "float16"
Hard = tuple[Callable[[Any], Any], str]
HARD: dict[str, Hard] = {  # by what is answered
    "NaN": OVERFLOWS,
    "zeros": OVERFLOWS,
    "0, for its square overflows": OVERFLOWS,
    "0, by an ε": (_has_short_rows, "its ε shortens such rows"),
    "float32": (lambda each: each.dtype == "float64", "it computes float64 in float32"),
    HALF: (lambda each: each.dtype.itemsize > 2, "it takes halves alone"),
    "flushed to zero": (
        lambda each: bool(((each != 0) & (np.abs(each) < np.finfo(each.dtype).tiny)).any()),
        "it flushes subnormal numbers to zero",
    ),
}
# Weights, and what is entry by entry: a result that is flushed is where ours is subnormal.
FLUSHED = ("softmax", "sigmoid", "silu", "gelu")


def within(function: Function, name: str, theirs: Mapping[str, str]) -> Function:
    """Return a function that is not asked for what its answers say that it cannot do."""
    own = [key for key, names in NARROWER.items() if name in names]
    answers = [theirs.get(key, "") for key in own]
    answers += [theirs.get(f"{what}-of-{name}", "") for what in ("dtype", "precision")]
    for each in dict.fromkeys(answers):
        function = _without(function, *HARD[each]) if each in HARD else function
    return function


def _without(function, is_hard, why):
    def called(*given, **options):
        arrays = [each for each in given if isinstance(each, np.ndarray)]
        if any(each.dtype.kind == "f" and is_hard(each) for each in arrays):
            raise RefusedError(why)
        return function(*given, **options)

    return called


def with_our_subnormals(functions: Functions, answers: Sequence[Answer]) -> dict[str, Function]:
    """Return the functions, those that follow from others as well, with no result flushed to 0."""
    flushes = any(each.convention.key == "subnormals" and each.said == "flushed to zero"
                  for each in answers)  # fmt: skip
    return {name: _with_our_subnormals(each, name) if flushes and name in FLUSHED else each
            for name, each in functions.items()}  # fmt: skip


def _with_our_subnormals(function, name):
    """Put ours where theirs is 0 and ours is subnormal; any other 0 stays what it is."""
    own = own_functions()[name]

    def called(x, *given, **options):
        output, ours = np.array(function(x, *given, **options)), own(x, *given, **options)
        flushed = (output == 0) & (np.abs(ours) < np.finfo(ours.dtype).tiny)
        output[flushed] = ours[flushed]
        return output

    return called
