"""Small inputs that show whether a function answers as one of ours does, and in which layout.

Any weights that sum to one give equal values back. So a layout in which each table has values of
its own, all rows alike, and in which they come back, is the right one; shapes alone may deceive.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from atensi.judging.zoo import own_functions
from atensi.subjects.offer import Function

OTHERWISE = "BHLD>BLHD"  # what goes in has its heads before the length, what comes out behind it
ALL = ("...LD", "BHLD", "BLHD", OTHERWISE, "BLD", "LHD", "LD")  # what more axes show deceives less
AGAIN = 8  # of a tenth dropped, so many times leave something dropped
TOLD_BY_ONES = ("softmax", "log_softmax", "logsumexp", "hardmax", "rms_norm")
ATTENTIONS = (
    "scaled_dot_product_attention", "folded_attention", "tiled_attention", "linear_attention",
    "attention_gradients",
)  # fmt: skip
LAYOUTS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(ATTENTIONS, ALL),
    "late_interaction": ("...LD", "LD"),
    "rotary": ("...LD", "BHLD", "BLHD", "BLD", "LHD", "LD"),
}
BATCHES: Mapping[str, list[tuple[int, ...]]] = {
    "...LD": [(), (2, 3)],
    "BLD": [(2,)],
    "LHD": [(2,)],
    "BHLD": [(2, 3)],
    "BLHD": [(2, 3)],
    OTHERWISE: [(2, 3)],
}
LENGTHS_AND_WIDTHS = ((2, 4, 3, 5), (2, 4, 3, 3), (4, 4, 3, 3))  # queries, keys, keys', values'

ROUNDED = 2.0**-8  # no dtype rounds values up to 4 by more
TABLES, ROWS, ONE, NUMBER = ((2, 4), (3, 4)), ((2, 4), (3, 4), (3, 4)), ((2, 4),), 1.0
OTHERS: Mapping[str, tuple[Any, ...]] = {  # shapes of ones, or what is given itself
    "attention_gradients": (*ROWS, TABLES[0]),
    "attention": ((2, 4), (4, 5)), "hard_attention": ((2, 4), (4, 5)),
    "cosine": TABLES, "dot": TABLES, "scaled_dot": TABLES, "dot_score": ((2, 4), (3, 5, 4)),
    "late_interaction": ((2, 4), (3, 5, 4)),
    "contrastive_loss": ((2,), (2, 3)),
    "dot_contrastive_loss": ((2, 4), (2, 4), (2, 3, 4)),
    "softmax_gradient": ((2, 4), (2, 4)), "softcap": ((2, 4), NUMBER),
    "kernel_regression": ((2, 3), (4, 3), (4,), NUMBER),
    "tiled_regression": ((2, 3), (4, 3), (4,), NUMBER),
    "folded_regression": ((2, 3), (4, 3), (4,), NUMBER),
    "local_linear_regression": ((2,), np.arange(4.0), (4,), NUMBER),  # a line needs two points
    "side_by_side": ((2, 3, 4),),
    "hopfield_step": ((2, 3), (4, 3), NUMBER), "energy": ((2, 3), (4, 3), NUMBER),
    "sinusoidal": (2, 4), "causal_mask": (2, 4), "linear_bias": ((2,), 2, 4),
    "slopes_of_heads": (4,),
}  # fmt: skip


def of_ones(like: str, dtype: str = "float64") -> list[Any]:
    """Return arguments of a function, its arrays full of ones."""
    shapes = OTHERS.get(like, ROWS if like in ATTENTIONS else ONE)
    made = (np.ones(each) if isinstance(each, tuple) else each for each in shapes)
    return [each.astype(dtype) if isinstance(each, np.ndarray) else each for each in made]


def tried(called: Function, like: str, axes: str) -> float:
    """Return how far from equal values what comes back is; raise an error where nothing does."""
    if like == "rotary":
        return max(_turned(called, lead) for lead in BATCHES.get(axes, [()]))
    if like not in ATTENTIONS:
        found = called(*of_ones(like))
        if like == "late_interaction" and np.shape(found) != (3,):
            raise ValueError(f"shape {np.shape(found)}, expected a number for each document")
        return _off_ours(found, like) if like in TOLD_BY_ONES else 0.0
    answers = [_answers(called, like, lead) for lead in BATCHES.get(axes, [()])]
    return max(answers)


def _turned(called, lead):
    """Try what turns no first row, and all second ones alike."""
    rows = np.ones((*lead, 2, 4))
    output = np.asarray(called(rows))
    if output.shape != rows.shape:
        raise ValueError(f"shape {output.shape}, expected {rows.shape}")
    first, second = output[..., 0, :], output[..., 1, :].reshape(-1, 4)
    off = max(np.abs(first - 1).max(), np.abs(second - second[0]).max())
    return float(off if off > ROUNDED else 0.0)


def _is_same(one, other):
    pairs = zip(one, other, strict=True) if isinstance(one, tuple) else [(one, other)]
    return all(np.array_equal(a, b, equal_nan=True) for a, b in pairs)


def _off_ours(found, like):
    ours = own_functions()[like](*of_ones(like))
    return float(np.abs(found - ours).max()) if np.shape(found) == np.shape(ours) else np.inf


def _answers(called, like, lead):
    """Try values of another width than keys, of the same, and as many queries as keys."""
    for rows in _rows(lead):
        try:
            output = called(*rows, *_upstream(like, rows))
            again = [called(*rows, *_upstream(like, rows)) for _ in range(AGAIN)]
            break
        except (Exception, SystemExit) as error:
            refused = error
    else:
        raise refused
    if not all(_is_same(each, output) for each in again):
        raise ValueError("it answers otherwise to the same call: is its dropout on?")
    backwards = like == "attention_gradients"
    one = *rows[0].shape[:-1], rows[2].shape[-1]
    expected = [each.shape for each in rows] if backwards else one
    shape = [np.shape(each) for each in output] if backwards else np.shape(output)
    if shape != expected:
        raise ValueError(f"shape {shape}, expected {expected}")
    off = 0.0 if backwards else np.abs(np.asarray(output) - rows[2][..., :1, :]).max()
    return float(np.where(off > ROUNDED, off, 0.0 * off))  # NaN stays


def _upstream(like, rows):
    shape = *rows[0].shape[:-1], rows[2].shape[-1]
    return [np.ones(shape)] if like == "attention_gradients" else []


def _rows(lead) -> Iterator[list[Any]]:
    for m, n, d, e in LENGTHS_AND_WIDTHS:
        values = np.arange(1.0, 1 + np.prod((*lead, e))).reshape(*lead, 1, e) / 8
        q, k = (np.ones((*lead, length, d)) / 2 for length in (m, n))
        yield [q, k, np.repeat(values, n, axis=-2)]
