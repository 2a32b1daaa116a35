"""Attention whose masks mean something else than ours, with the meaning of ours."""

import numpy as np

from atensi.subjects.offer import Function, RefusedError


def with_whole_masks(attention: Function) -> Function:
    """Give a mask a row for each query."""

    def called(*rows, mask=None, **options):
        if mask is not None:
            sizes = (rows[0].shape[-2], rows[1].shape[-2])
            mask = np.array(np.broadcast_to(mask, (*mask.shape[:-2], *sizes)))
        return attention(*rows, mask=mask, **options)

    return called


def as_true_keeps(causal_mask: Function, added: bool) -> Function:
    """Say True of what may be seen, where 0 is added to it, or False said."""

    def called(*sizes, **options):
        mask = np.asarray(causal_mask(*sizes, **options))
        if not added:
            return ~mask
        kept = mask == 0
        return kept if (kept | (mask == -np.inf)).all() else mask

    return called


def of_boolean_masks(attention: Function) -> Function:
    """Refuse masks of floats."""

    def called(*rows, mask=None, **options):
        if mask is not None and mask.dtype != bool:
            raise RefusedError("it reads floats in a mask as true or false")
        return attention(*rows, mask=mask, **options)

    return called


def hidden_rows_to_zero(attention: Function, name: str) -> Function:
    """Put 0 where a mask leaves a query no key."""

    def called(*rows, mask=None, **options):
        output = np.array(attention(*rows, mask=mask, **options))
        if mask is None or output.ndim < 2:
            return output
        scores = rows[0].shape[-2], rows[-2].shape[-2]
        if name == "attention":
            scores = rows[0].shape[-2:]
        nothing = _nothing_left(mask, scores, options)
        output[np.broadcast_to(nothing, output.shape[:-1])] = 0
        return output

    return called


def hidden_weights_to_zero(softmax: Function) -> Function:
    """Put 0 where a row keeps nothing."""

    def called(x, axis=-1, where=None, **options):
        output = np.array(softmax(x, axis=axis, where=where, **options))
        if where is not None:
            kept = np.broadcast_to(where, output.shape).any(axis=axis, keepdims=True)
            output[np.broadcast_to(~kept, output.shape)] = 0
        return output

    return called


def with_no_hidden_row(gradients: Function) -> Function:
    """Refuse masks that leave a query no key."""

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
