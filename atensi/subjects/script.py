"""A departure as a script that runs without us, and fails where the subject departs.

Of the calls of a broken law's smallest input, or of a convention's question, the one is taken that
writes into what it is given, or else whose answer is furthest from what `impl` gives, beyond the
bound. Where no call differs, or the subject cannot be had in a few lines, there is no script.
"""

import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Any

import numpy as np

from atensi.judging.zoo import own_functions
from atensi.subjects.offer import Call, by_name
from atensi.subjects.questions import Answer

# Of a call's arguments by name and the shape that is expected, the lines that end in `got = ...`;
# none, if such a call cannot be written shortly
Lines = Callable[[Mapping[str, Any], tuple[Any, ...]], list[str]]
ATTENTION = "scaled_dot_product_attention"
ABSENT = {"mask": None, "scale": None, "is_causal": False}
ROWS = ("q", "k", "v", "upstream")

DIGITS = 1e-3  # where no bound is known, a script shows what differs in the first digits


def script(head: str, scripts: Mapping[str, Lines], calls: Iterable[Call]) -> str:
    """Return the script, or an empty text."""
    return headed(head, next(texts(scripts, [*calls]), ""))


def headed(head: str, text: str) -> str:
    """Return a script under a comment that says what it shows."""
    about = textwrap.wrap(f"# {head}", 100, subsequent_indent="# ")
    return "\n".join([*about, text]) if text else ""


def texts(
    scripts: Mapping[str, Lines], calls: Sequence[Call], past: Sequence[Call] = ()
) -> Iterator[str]:
    """Yield scripts of one call, the furthest off first; then of such a call behind another one.

    past: calls before these, of which the subject may keep something.
    """
    plain = [call for each in calls if (call := _written(each, scripts))]
    for call in (each for each in plain if each.changed):
        *before, got = scripts[call.name](_named(call), np.shape(call.output)) or [""]
        if got:
            yield "\n".join([*before, *_left_alone(got, call.changed[0]), ""])
    found = [each for call in plain if (each := _departure(call))]
    off = [(call, lines, [*_judged(expected, allowed), ""])
           for _, call, expected, allowed in sorted(found, key=lambda each: -each[0])
           if (lines := scripts[call.name](_named(call), _shape(expected)))]  # fmt: skip
    yield from ("\n".join([*lines, *judged]) for _, lines, judged in off)
    for call, lines, judged in off:
        at = next(place for place, each in enumerate(plain) if each is call)
        earlier = [each for one in past if (each := _written(one, scripts))] + plain[:at]
        for each in sorted(earlier, key=partial(_apart, call)):
            if each.name == call.name and not isinstance(each.output, Exception):
                first = scripts[each.name](_named(each), _shape(each.output))
                alike = takewhile(lambda pair: pair[0] == pair[1], zip(first, lines, strict=False))
                yield "\n".join([*first, *lines[len([*alike]) :], *judged])


def _apart(call, other):
    """Return in how much two calls differ, of what a subject may keep something by."""
    sizes, others = (
        [(each.shape, each.dtype) for each in one.arguments if isinstance(each, np.ndarray)]
        for one in (call, other)
    )
    told = [{key: str(each) for key, each in one.options.items()} for one in (call, other)]
    return sizes != others, len({*told[0].items()} ^ {*told[1].items()})


def of_answer(name: str, scripts: Mapping[str, Lines], answer: Answer) -> str:
    """Return the script that shows an answer which is not ours, or an empty text."""
    if answer.is_ours:
        return ""
    calls = [replace(each, changed=()) for each in answer.calls]  # that is not what was asked
    return answer.script or script(f"{name}, {answer.question()}.", scripts, calls)


def _written(call: Call, scripts: Mapping[str, Lines]) -> Call | None:
    """Return a call that can be written, as it is or as the attention that it went through."""
    written = call if call.name in scripts else _as_attention(call)
    return written if written and written.name in scripts else None


def _shape(expected):
    several = isinstance(expected, tuple)
    return tuple(map(np.shape, expected)) if several else np.shape(expected)


def _named(call):
    given = by_name(call.name, call.arguments, call.options)
    return {key: each for key, each in given.items() if not _is_absent(key, each)}


def given(named: Mapping[str, Any]) -> str:
    """Return the line that names the arrays of a call, of which there is one or more."""
    arrays = {key: each for key, each in named.items() if isinstance(each, np.ndarray)}
    return f"{', '.join(arrays)} = {', '.join(map(_literal, arrays.values()))}"


def passed(named: Mapping[str, Any], rows: Collection[str] = ROWS, **theirs: str) -> str:
    """Return how a call is written: rows by place, or by their name; options by name."""
    written = {key: key if isinstance(each, np.ndarray) else _literal(each)
               for key, each in named.items()}  # fmt: skip
    by_place = [each for key, each in written.items() if key in rows and key not in theirs]
    in_order = sorted(written, key=lambda key: key not in rows)
    return ", ".join([*by_place, *(f"{theirs.get(key, key)}={written[key]}" for key in in_order
                                   if key not in rows or key in theirs)])  # fmt: skip


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


def _left_alone(got, name):
    """Return the line of a call among those that compare an argument before and after it."""
    yield f"before = str({name}.tolist())"
    yield got
    yield f'assert str({name}.tolist()) == before, f"{name} was {{before}}, is {{{name}.tolist()}}"'


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
    near = f"abs(got - expected) <= {by}"
    if not np.isfinite(expected).all():  # an infinity less itself is no number
        near = f"(got == expected) | ({near})"
    yield f"assert ({near}).all(), {told}"


def _literal(value):
    if not isinstance(value, np.ndarray):
        return repr(float(value) if isinstance(value, np.floating) else value)
    listed = repr(value.tolist()).replace("nan", "np.nan").replace("inf", "np.inf")
    short = value.dtype.name in ("float32", "float64", "float16")
    return f"np.{value.dtype.name if short else 'asarray'}({listed})"


# what is given to attention as it is, and as what
THROUGH = {"x": "q", "scores": "q", "where": "mask", "mask": "mask"}


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
    changed = tuple(THROUGH[each] for each in call.changed if each in THROUGH)
    return Call(ATTENTION, (rows, keys, values), options, output, changed)


def _wide(value):
    is_float = isinstance(value, np.ndarray) and value.dtype.kind == "f"
    return value.astype(float) if is_float else value


def _departure(call):
    """Return by how much a call departs from `impl`, the call, what is expected, and the bound."""
    options = {key: _wide(each) for key, each in call.options.items()}
    try:
        expected = own_functions()[call.name](*map(_wide, call.arguments), **options)
    except (ValueError, TypeError):  # nothing is expected of such an input
        return None
    refused = isinstance(call.output, Exception)
    if isinstance(expected, tuple):
        expected = tuple(map(np.asarray, expected))
        if refused:
            return np.inf, call, expected, None
        most = [np.abs(a - b).max() for a, b in zip(call.output, expected, strict=True)]
        return (np.inf, call, expected, None) if not np.max(most) < DIGITS else None
    expected = np.asarray(expected) + 0.0  # of truths, numbers
    if refused:
        return np.inf, call, expected, np.zeros(expected.shape)
    allowed = _allowed(call, expected)
    if np.shape(call.output) != expected.shape:
        return None
    came = np.asarray(call.output, dtype=float)
    with np.errstate(invalid="ignore"):
        off = np.where(came == expected, 0, np.abs(came - expected))
    if bool((off <= allowed).all()):
        return None
    ratio = np.divide(off, allowed, out=np.full_like(off, np.inf), where=np.asarray(allowed) > 0)
    return float(np.nan_to_num(ratio, nan=np.inf).max()), call, expected, np.asarray(allowed)


def _largest(numbers):
    sizes = [np.abs(each.astype(float)) for each in numbers if isinstance(each, np.ndarray)]
    tops = (float(np.max(each, initial=0, where=np.isfinite(each))) for each in sizes)
    return max(tops, default=0.0)


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
    size = max(_largest([expected]), DIGITS * _largest(call.arguments))
    plain = np.full(expected.shape, DIGITS * size)
    try:
        bound = np.asarray(bounds[call.name](*call.arguments, **call.options))
    except (KeyError, NoBoundError, ValueError, TypeError):
        return plain
    return np.where(np.isfinite(bound), bound, plain)
