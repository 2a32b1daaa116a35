"""What the functions of `impl` ask of arguments that are no arrays: numbers, words, an axis."""

import math
from operator import index
from typing import Any

from array_api_compat import array_namespace

from impl.arrays import Array
from impl.checks import is_array
from impl.refusals import ArgumentTypeError, ArgumentValueError


def library(xp: Any) -> Any:
    """Return the array library that was given, as the standard has it; NumPy if none was."""
    if xp is None:
        import array_api_compat.numpy as xp
    return array_namespace(xp.asarray(0.0))


def whole_number(function: str, name: str, size: Any, least: int) -> None:
    """Refuse a size that is no integer or too small; one that stands for any size is fine."""
    symbolic = bool(getattr(size, "free_symbols", ()))
    try:
        wrong = not symbolic and (isinstance(size, bool) or index(size) < least)
    except TypeError:
        wrong = True
    if wrong:
        what = f"is {size!r}, expected an integer, {least} or more"
        raise ArgumentValueError(function, **{name: what})


def finite_number(function: str, name: str, value: Any) -> Any:
    """Return one finite real number, from a number or an array of no axes; refuse anything else."""
    if getattr(value, "shape", ()) != ():
        what = f"has shape {value.shape}, expected a single number"
        raise ArgumentValueError(function, **{name: what})
    value = value.item() if hasattr(value, "item") else value  # a library's scalar has a dtype
    if isinstance(value, complex | str | bytes | bool) or value is None:
        raise ArgumentTypeError(function, **{name: f"is {value!r}, expected a real number"})
    if value != value or abs(value) == math.inf:
        raise ArgumentValueError(function, **{name: f"is {value}, expected a finite number"})
    return value


def positive_number(function: str, name: str, value: Any) -> None:
    """Refuse what is no finite number above 0."""
    if not finite_number(function, name, value) > 0:
        raise ArgumentValueError(function, **{name: f"is {value}, expected a positive number"})


def truth(function: str, name: str, value: Any) -> None:
    """Refuse what is neither true nor false; a number is neither."""
    known = is_array(value) and array_namespace(value).isdtype(value.dtype, "bool")
    if not isinstance(value, bool) and not (known and value.shape == ()):
        raise ArgumentTypeError(function, **{name: f"is {value!r}, expected True or False"})


def one_of(function: str, name: str, value: Any, options: tuple[str, ...]) -> None:
    """Refuse what is none of the words."""
    if not isinstance(value, str) or value not in options:
        what = f"is {value!r}, expected {' or '.join(map(repr, options))}"
        raise ArgumentValueError(function, **{name: what})


def axis_of(function: str, x: Array, axis: Any) -> int:
    """Return `axis` counted from the front; refuse one that `x` does not have."""
    if x.ndim == 0:
        raise ArgumentValueError(function, x="has no axes, expected one at least to normalise over")
    if isinstance(axis, bool) or not isinstance(axis, int):
        raise ArgumentTypeError(function, axis=f"is {axis!r}, expected one integer")
    if not -x.ndim <= axis < x.ndim:
        what = f"is {axis}, expected {-x.ndim} to {x.ndim - 1}, because x has shape {x.shape}"
        raise ArgumentValueError(function, axis=what)
    return axis % x.ndim
