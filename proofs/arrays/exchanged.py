"""Functions whose lines are exchanged for a while: whoever holds one runs others, by any name."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from types import CodeType, FunctionType
from typing import Any

HOOK = "__instead_of_"


@contextmanager
def exchanged(functions: Sequence[FunctionType], instead: Callable[..., Any]) -> Iterator[None]:
    """Let each call of some functions be one of another.

    instead: is given the function as it was, and the arguments by place and by name.
    """
    before = []
    try:
        for function in functions:
            names, own, lines = function.__globals__, function.__name__, function.__code__
            hook = f"{HOOK}{own}"
            while hook in names:  # its lines were exchanged before
                hook += "_"
            before.append((function, lines, hook))
            names[hook] = _hook(_copy(function, lines), instead)
            function.__code__ = _calling(hook, own)
        yield
    finally:
        for function, lines, hook in reversed(before):
            function.__code__ = lines
            del function.__globals__[hook]


def is_exchanged(frame) -> bool:
    """Say whether a frame runs lines that stand in the place of a function's own."""
    return any(name.startswith(HOOK) for name in frame.f_code.co_names[:1])


@cache
def _calling(hook: str, own: str) -> CodeType:
    """Return the lines of a function of this name that run the hook."""
    return _lines.__code__.replace(co_name=own, co_names=(hook,))


@cache
def _copy(function: FunctionType, lines: CodeType) -> FunctionType:
    names = function.__globals__
    copy = FunctionType(
        lines, names, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__kwdefaults__, copy.__annotations__ = function.__kwdefaults__, function.__annotations__
    return copy


def _hook(whole: FunctionType, instead: Callable[..., Any]) -> Callable[..., Any]:
    return lambda given, named: instead(whole, given, named)


def _lines(*given, **named):
    return hook(given, named)  # type: ignore[name-defined]  # noqa: F821 (of the function's module)
