"""Options of a function that have our name and are another thing: they are told, not asked for."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from atensi.judging.zoo import own_functions
from atensi.subjects.layouts import ends, turned
from atensi.subjects.offer import Function, NotOfferedError
from atensi.subjects.script import ATTENTION
from atensi.subjects.small_inputs import OTHERWISE

ROWS = (np.asarray([[2.0, 0.0], [0.0, 2.0]]), np.asarray([[2.0, 0.0], [0.0, 1.0], [1.0, 1.0]]),
        np.asarray([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]))  # fmt: skip
SCALE = 0.25
NEAR = 2.0**-6  # of halves, too


def other(function: Function, like: str, defaults: Mapping[str, Any]) -> dict[str, str]:
    """Return the options that attention calls as we do and means otherwise, and what they are.

    Only what is known to be in use: of any other meaning the laws tell what it breaks.
    defaults: of the options that the function has, by our names.
    """
    found: dict[str, str] = {}
    if like != ATTENTION:
        return found
    if "mask" in defaults and not _takes_a_table(function) and _takes_keys(function):
        found["mask"] = "its mask is of the keys of each sequence"
    if isinstance(defaults.get("scale"), bool):
        found["scale"] = "its scale is a switch"
    elif defaults.get("scale") == 1 and _is_beside_the_root(function):
        found["scale"] = "its scale multiplies beside the root"
    return found


def _takes_a_table(function):
    everything = np.ones((len(ROWS[0]), len(ROWS[1])), dtype=bool)
    try:
        found = _of_masks(function, ROWS, [everything])
    except NotOfferedError:
        return True
    return [np.shape(each) for each in found] == [(2, 2)]


def _takes_keys(function):
    """Say whether a mask of the keys of each sequence hides one, or the others."""
    rows = [np.broadcast_to(each, (2, 1, *each.shape)) for each in ROWS]
    keys = np.asarray([[True, True, False]] * 2)
    found = _of_masks(function, rows, (keys, ~keys))
    ours = own_functions()[ATTENTION]
    wanted = [ours(*rows, mask=each[:, None, None, :]) for each in (keys, ~keys)]
    return bool(found) and (
        all(map(_is_near, found, wanted)) or all(map(_is_near, found, wanted[::-1]))
    )


def _of_masks(function, rows, masks):
    """Return what it gives under each mask, of truths or else of integers; nothing if of none."""
    for dtype in (bool, "int64"):
        try:
            return [np.asarray(function(*rows, mask=each.astype(dtype))) for each in masks]
        except NotOfferedError:
            raise
        except (Exception, SystemExit):
            continue
    return []


def _is_beside_the_root(function):
    ours = own_functions()[ATTENTION](*ROWS, scale=SCALE / ROWS[0].shape[-1] ** 0.5)
    try:
        return _is_near(function(*ROWS, scale=SCALE), ours)
    except (Exception, SystemExit):
        return False


def _is_near(one, other):
    return np.shape(one) == np.shape(other) and bool((np.abs(one - other) < NEAR).all())


def groups(function: Function, axes: str) -> str:
    """Say which of four heads of queries share one of two of keys, where fewer may be given.

    function: called without a layout, so that it gets heads of two numbers.
    """
    if axes not in ("...LD", "BHLD", "BLHD", OTHERWISE):
        return ""
    make = lambda heads, table: np.stack(  # no two heads prefer the same keys
        [np.roll(table, h, axis=0) * (2 + h) / 2 for h in range(heads)]
    )[None]
    q, k, v = (make(heads, each) for heads, each in zip((4, 2, 2), ROWS, strict=True))
    try:
        found = grouped_by(function, axes)(q, k, v)
    except (Exception, SystemExit):
        return ""
    for share in np.repeat, lambda each, times, axis: np.concatenate([each] * times, axis):
        if _is_near(found, own_functions()[ATTENTION](q, *(share(each, 2, -3) for each in (k, v)))):
            whose = "neighbours" if share is np.repeat else "the first and the third"
            return f"of four heads of queries and two of keys, {whose} share one"
    return "what four heads of queries and two of keys give is neither of the two orders"


def grouped_by(function: Function, axes: str) -> Function:
    """Return attention of heads (B, H, L, D) that share keys, by a function without a layout."""
    inside, out = ends(axes)

    def grouped_attention(q, k, v, mask=None, is_causal=False):
        rows = (np.ascontiguousarray(turned(each, inside)) for each in (q, k, v))
        return turned(np.asarray(function(*rows, mask=mask, is_causal=is_causal)), out)

    return grouped_attention


def capped_by(function: Function) -> Function:
    """Return attention under a cap, by a function that takes one among its options."""

    def capped_attention(q, k, v, cap, mask=None, is_causal=False):
        return function(q, k, v, mask=mask, is_causal=is_causal, cap=cap)

    return capped_attention


def leaving_out(function: Function, whys: dict[str, str], accepted: Sequence[str]) -> Function:
    """Return the function without some options."""

    def called(*given, **options):
        told = dict(zip(accepted, given, strict=False)) | options
        for name, why in whys.items():
            if told.get(name) is not None:
                raise NotOfferedError(why)
        return function(*given, **options)

    vars(called).update(vars(function))
    return called
