"""A departure as a script that runs without us, and fails where the subject departs.

Of the calls of a broken law's smallest input, or of a convention's question, the one is taken whose
answer is furthest from what `impl` gives, beyond the bound. Where no call differs, or the subject
cannot be had in a few lines, there is no script.
"""

import importlib
import textwrap
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from atensi.subjects.offer import Call

# Of a call's arguments by name and the shape that is expected, the lines that end in `got = ...`;
# none, if such a call cannot be written shortly
Lines = Callable[[Mapping[str, Any], tuple[Any, ...]], list[str]]
ATTENTION = "scaled_dot_product_attention"
ABSENT = {"mask": None, "scale": None, "is_causal": False}
PARAMETERS = {ATTENTION: ("q", "k", "v"), "attention_gradients": ("q", "k", "v", "upstream")}
ROWS = ("q", "k", "v", "upstream", "x", "y", "z")
HOMES = {ATTENTION: "heads", "attention_gradients": "backward", "layer_norm": "normalization",
         "softmax": "softmax", "log_softmax": "softmax", "logsumexp": "softmax"}  # fmt: skip

DIGITS = 1e-3  # where no bound is known, a script shows what differs in the first digits


def script(head: str, scripts: Mapping[str, Lines], calls: Iterable[Call]) -> str:
    """Return the script, or an empty text."""
    plain = [call for each in calls if (call := _written(each, scripts))]
    found = [each for call in plain if (each := _departure(call))]
    for _, call, expected, allowed in sorted(found, key=lambda each: -each[0]):
        if lines := scripts[call.name](_named(call), _shape(expected)):
            about = textwrap.wrap(f"# {head}", 100, subsequent_indent="# ")
            return "\n".join([*about, *lines, *_judged(expected, allowed), ""])
    return ""


def _written(call: Call, scripts: Mapping[str, Lines]) -> Call | None:
    """Return a call that can be written, as it is or as the attention that it went through."""
    written = call if call.name in scripts else _as_attention(call)
    return written if written and written.name in scripts else None


def _shape(expected):
    several = isinstance(expected, tuple)
    return tuple(map(np.shape, expected)) if several else np.shape(expected)


def _named(call):
    names = PARAMETERS.get(call.name, tuple("xyz"))
    options = {key: value for key, value in call.options.items() if not _is_absent(key, value)}
    return {**dict(zip(names, call.arguments, strict=False)), **options}


def given(named: Mapping[str, Any]) -> str:
    """Return the line that names the arrays of a call."""
    arrays = {key: each for key, each in named.items() if isinstance(each, np.ndarray)}
    return f"{', '.join(arrays)} = {', '.join(map(_literal, arrays.values()))}"


def passed(named: Mapping[str, Any], **theirs: str) -> str:
    """Return how a call is written: rows by place, or by their name; options by name."""
    rows = [key for key in named if key in ROWS and key not in theirs]
    rows += [f"{theirs[key]}={key}" for key in named if key in ROWS and key in theirs]
    options = {key: key if isinstance(each, np.ndarray) else _literal(each)
               for key, each in named.items() if key not in ROWS}  # fmt: skip
    return ", ".join([*rows, *(f"{theirs.get(key, key)}={each}" for key, each in options.items())])


def has_batches(named: Mapping[str, Any]) -> bool:
    """Say whether the rows of a call have axes besides length and width."""
    return any(each.ndim > 2 for key, each in named.items() if key in ROWS)


def of_one_dtype(named: Mapping[str, Any]) -> dict[str, Any]:
    """Return the call with a floating mask in the dtype of its queries."""
    mask = named.get("mask")
    if mask is None or mask.dtype == bool:
        return dict(named)
    return {**named, "mask": mask.astype(named["q"].dtype)}


def _is_absent(key, value):
    return value is None or (key in ABSENT and value is ABSENT[key])


def _judged(expected, allowed):
    """Return the lines that compare what the subject gives with what is expected."""
    if isinstance(expected, tuple):
        yield f"expected = [{', '.join(map(_literal, expected))}]"
        yield "assert all(np.allclose(a, b) for a, b in zip(got, expected)), got"
        return
    told = 'f"got {got.tolist()}, expected {expected.tolist()}"'
    if allowed.size and (allowed == allowed.flat[0]).all():
        by = repr(float(allowed.flat[0])).replace("inf", "np.inf")
        yield f"expected = {_literal(expected)}"
    else:
        by = "allowed"
        yield f"expected, allowed = {_literal(expected)}, {_literal(allowed)}"
    yield f"assert (abs(got - expected) <= {by}).all(), {told}"


def _literal(value):
    if not isinstance(value, np.ndarray):
        return repr(float(value) if isinstance(value, np.floating) else value)
    listed = repr(value.tolist()).replace("nan", "np.nan").replace("inf", "np.inf")
    short = value.dtype.name in ("float32", "float64", "float16")
    return f"np.{value.dtype.name if short else 'asarray'}({listed})"


def _as_attention(call: Call) -> Call | None:
    """Return a call of attention by scores, or of softmax, as the attention it went through."""
    if call.name == "softmax":
        x, where = call.arguments[0], call.options.get("where")
        if x.ndim > 2 or call.options.get("axis", -1) not in (-1, x.ndim - 1):
            return None
        values, mask = np.eye(x.shape[-1], dtype=x.dtype), where
    elif call.name == "attention":
        x, values = call.arguments[:2]
        mask = call.arguments[2] if len(call.arguments) > 2 else call.options.get("mask")
    else:
        return call
    rows = np.atleast_2d(x)
    n = rows.shape[-1]
    keys = np.broadcast_to(np.eye(n, dtype=x.dtype), (*rows.shape[:-2], n, n))
    options: dict[str, Any] = {"scale": 1.0}
    options |= {} if mask is None else {"mask": np.atleast_2d(np.asarray(mask))}
    output = call.output if isinstance(call.output, Exception) else np.atleast_2d(call.output)
    return Call(ATTENTION, (rows, keys, values), options, output)


def _wide(value):
    is_float = isinstance(value, np.ndarray) and value.dtype.kind == "f"
    return value.astype(float) if is_float else value


def _departure(call):
    """Return by how much a call departs from `impl`, the call, what is expected, and the bound."""
    if call.name not in HOMES:
        return None
    try:
        ours = getattr(importlib.import_module(f"impl.{HOMES[call.name]}"), call.name)
        expected = ours(*map(_wide, call.arguments),
                        **{key: _wide(each) for key, each in call.options.items()})  # fmt: skip
    except (ImportError, ValueError, TypeError):  # nothing is expected of such an input
        return None
    if isinstance(call.output, Exception):
        return np.inf, call, expected, np.zeros(np.shape(expected))
    if isinstance(expected, tuple):
        expected = tuple(map(np.asarray, expected))
        off = [np.abs(a - b).max() for a, b in zip(call.output, expected, strict=True)]
        return (np.inf, call, expected, None) if not np.max(off) < DIGITS else None
    allowed = _allowed(call, expected)
    if call.output.shape != expected.shape or allowed is None:
        return None
    off = np.abs(call.output.astype(float) - expected)
    if bool((off <= allowed).all()):
        return None
    ratio = np.divide(off, allowed, out=np.full_like(off, np.inf), where=np.asarray(allowed) > 0)
    return float(np.nan_to_num(ratio, nan=np.inf).max()), call, expected, np.asarray(allowed)


def _allowed(call, expected):
    """Return the licensed bound; where there is none, what no reader would call rounding."""
    from atensi_bounds import (
        NoBoundError,
        attention_tolerance,
        layer_norm_tolerance,
        softmax_tolerance,
    )

    bounds = {ATTENTION: attention_tolerance, "layer_norm": layer_norm_tolerance,
              "softmax": softmax_tolerance}  # fmt: skip
    plain = np.full(expected.shape, DIGITS * max(1.0, float(np.abs(expected).max(initial=0))))
    try:
        bound = np.asarray(bounds[call.name](*call.arguments, **call.options))
    except (KeyError, NoBoundError, ValueError, TypeError):
        return plain
    return np.where(np.isfinite(bound), bound, plain)
