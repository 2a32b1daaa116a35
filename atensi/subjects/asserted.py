"""What an assertion without a text says: its condition, and what stood on both sides of it."""

import ast
import linecache
from collections.abc import Mapping
from functools import cache
from types import TracebackType
from typing import Any

import numpy as np

WORDS = {
    ast.Eq: "expected", ast.NotEq: "expected another than", ast.Lt: "expected less than",
    ast.LtE: "expected at most", ast.Gt: "expected more than", ast.GtE: "expected at least",
}  # fmt: skip


def text_of(error: BaseException) -> str:
    """Return what an assertion without a text asserted, and what came; of others, their kind."""
    if not isinstance(error, AssertionError) or error.__traceback__ is None:
        return type(error).__name__
    frame = _last(error.__traceback__)
    condition = _condition(frame.tb_frame.f_code.co_filename, frame.tb_lineno)
    if condition is None:
        return type(error).__name__
    try:
        return _told(condition, {**frame.tb_frame.f_globals, **frame.tb_frame.f_locals})
    except Exception:  # asked again, it answers otherwise
        return f"expected {ast.unparse(condition)}"


def _last(trace: TracebackType) -> TracebackType:
    while trace.tb_next is not None:
        trace = trace.tb_next
    return trace


def _condition(path: str, line: int) -> ast.expr | None:
    asserts = (each for each in _asserts(path) if each.lineno <= line <= (each.end_lineno or 0))
    return next((each.test for each in asserts), None)


@cache
def _asserts(path: str) -> list[ast.Assert]:
    parsed = ast.walk(ast.parse("".join(linecache.getlines(path))))
    return [each for each in parsed if isinstance(each, ast.Assert)]


def _told(condition: ast.expr, names: Mapping[str, Any]) -> str:
    """Return the first part that fails, in words."""
    if isinstance(condition, ast.BoolOp) and isinstance(condition.op, ast.And):
        failed = (each for each in condition.values if not _value(each, names))
        condition = next(failed, condition)
    said, inner = ast.unparse(condition), _within_all(condition)
    if not isinstance(inner, ast.Compare):
        return f"expected {said}"
    sides = [inner.left, *inner.comparators]
    for one, sign, other in zip(sides, inner.ops, sides[1:], strict=False):
        word = WORDS.get(type(sign))
        pair = ast.Compare(one, [sign], [other])
        ast.fix_missing_locations(ast.copy_location(pair, inner))
        right = np.asarray(_value(pair, names))
        if word and not right.all():
            place, came, expected = _where(_value(one, names), _value(other, names), right)
            return f"{ast.unparse(one)}{place} is {came}, {word} {expected} ({said})"
    return f"expected {said}"


def _within_all(condition: ast.expr) -> ast.expr:
    """Return the comparison in (a == b).all()."""
    called = condition.func if isinstance(condition, ast.Call) else None
    every = isinstance(called, ast.Attribute) and called.attr == "all"
    return called.value if every else condition  # type: ignore[union-attr]


def _where(came: Any, expected: Any, right: np.ndarray) -> tuple[str, Any, Any]:
    """Return the first entry at which a comparison fails, and what stands there."""
    if not right.ndim:
        return "", came, expected
    entry = int(np.flatnonzero(~right)[0])
    one, other = (np.broadcast_to(each, right.shape).flat[entry] for each in (came, expected))
    return f", entry {entry}", one, other


def _value(part: ast.expr, names: Mapping[str, Any]) -> Any:
    code = compile(ast.Expression(part), "<asserted>", "eval")
    return eval(code, dict(names))  # of our own property, as it ran
