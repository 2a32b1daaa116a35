"""A subject in our conventions, so that no law is broken by a convention.

Where it answers otherwise than we do, its answer is replaced by ours. Where nothing can replace it,
such inputs count as refused: the law is tried on the others, and the table says how many.
"""

from collections.abc import Sequence

import numpy as np

from atensi.subjects.conventions import GRADIENTS, SDPA
from atensi.subjects.offer import Function, RefusedError
from atensi.subjects.questions import Answer, Functions


def translate(functions: Functions, answers: Sequence[Answer]) -> dict[str, Function]:
    """Return the functions with our answers, so that a law is not broken by a convention."""
    said = {answer.convention.key: answer for answer in answers}
    ours = dict(functions)
    hidden = [said.get(key) for key in ("hidden-row", "hidden-row-added", "no-keys")]
    for name in (SDPA, "attention"):
        if name in ours and any(each and not each.is_ours for each in hidden):
            ours[name] = _hidden_rows_to_zero(ours[name], name)
    if GRADIENTS in ours and any(each and not each.is_ours for each in hidden):
        ours[GRADIENTS] = _with_no_hidden_row(ours[GRADIENTS])
    if SDPA in ours and (row := said.get("mask-of-one-row")) and not row.is_ours:
        ours[SDPA] = _with_whole_masks(ours[SDPA])
    if SDPA in ours and (kept := said.get("dtype")) and not kept.is_ours:
        ours[SDPA] = _in_its_dtype(ours[SDPA])
    for key, names in NARROWER.items():
        for name in names:
            if name in ours and (answer := said.get(key)) and not answer.is_ours:
                ours[name] = _without(ours[name], *HARD[answer.said])
    if SDPA in ours and (drops := said.get("polarity")) and drops.said == "drop":
        ours[SDPA] = _inverted(ours[SDPA])
    if "layer_norm" in ours and (row := said.get("constant-row")) and not row.is_ours:
        ours["layer_norm"] = _constant_rows_to_zero(ours["layer_norm"])
    return ours


def _logarithms(each):
    sizes = np.abs(each[each != 0]).astype(float)
    return np.abs(np.log2(sizes[np.isfinite(sizes)]))


def _room(each):
    """Return how far from 1 a binary logarithm may be, so that squares, and sums of a few, fit."""
    return np.log2(float(np.finfo(each.dtype).max)) / 2 - 4


# The functions whose precision a convention tells, and what they are then not asked.
NARROWER = {
    "precision": (SDPA, GRADIENTS), "subnormals": (SDPA, GRADIENTS),
    "norm-precision": ("layer_norm",), "gelu-precision": ("gelu",),
    "norm-near-the-end": ("layer_norm",), "short-rows": ("cosine",),
}  # fmt: skip
_far_from_one = lambda each: bool((_logarithms(each) > _room(each)).any())
HARD = {
    "NaN": (_far_from_one, "squares of its entries leave the range of floats"),
    "zeros": (_far_from_one, "squares of its entries leave the range of floats"),
    "0, by an ε": (
        lambda each: bool(((each != 0) & (np.abs(each) < 1e-3)).any()),
        "its ε shortens such rows",
    ),
    "float32": (lambda each: each.dtype == "float64", "it computes float64 in float32"),
    "flushed to zero": (
        lambda each: bool(((each != 0) & (np.abs(each) < np.finfo(each.dtype).tiny)).any()),
        "it flushes subnormal numbers to zero",
    ),
}


def _without(function, is_hard, why):
    def called(*given, **options):
        arrays = [each for each in given if isinstance(each, np.ndarray)]
        if any(each.dtype.kind == "f" and is_hard(each) for each in arrays):
            raise RefusedError(why)
        return function(*given, **options)

    return called


def _with_whole_masks(attention):
    def called(*rows, mask=None, **options):
        if mask is not None:
            sizes = (rows[0].shape[-2], rows[1].shape[-2])
            mask = np.array(np.broadcast_to(mask, (*mask.shape[:-2], *sizes)))
        return attention(*rows, mask=mask, **options)

    return called


def _in_its_dtype(attention):
    def called(*rows, **options):
        return np.asarray(attention(*rows, **options)).astype(rows[0].dtype)

    return called


def _inverted(attention):
    def called(*rows, mask=None, **options):
        boolean = mask is not None and np.asarray(mask).dtype == bool
        return attention(*rows, mask=~mask if boolean else mask, **options)

    return called


def _hidden_rows_to_zero(attention, name):
    def called(*rows, mask=None, **options):
        output = np.array(attention(*rows, mask=mask, **options))
        if mask is None or output.ndim < 2:
            return output
        scores = (rows[0].shape[-2], rows[1].shape[-2]) if name == SDPA else rows[0].shape[-2:]
        nothing = _nothing_left(mask, scores, options)
        output[np.broadcast_to(nothing, output.shape[:-1])] = 0
        return output

    return called


def _with_no_hidden_row(gradients):
    def called(*rows, mask=None, **options):
        scores = rows[0].shape[-2], rows[1].shape[-2]
        if mask is not None and _nothing_left(mask, scores, options).any():
            raise RefusedError("rows without a key have gradients of its own")
        return gradients(*rows, mask=mask, **options)

    return called


def _nothing_left(mask, scores, options):
    """Return which queries see no key."""
    kept = mask if mask.dtype == bool else mask != -np.inf
    if options.get("is_causal"):
        kept = kept & np.tril(np.ones(scores, dtype=bool))
    return ~np.broadcast_to(kept, (*kept.shape[:-2], *scores)).any(axis=-1)


def _constant_rows_to_zero(layer_norm):
    def called(x, gain=None, bias=None, eps=0.0):
        output = np.array(layer_norm(x, gain, bias, eps))
        constant = (x == x[..., :1]).all(axis=-1)
        output[constant] = 0 if bias is None else bias
        return output

    return called
