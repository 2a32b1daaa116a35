"""The largest error of a function on some floats, and where it is.

The reference is the function in a longer format, as `functions.py` says; where there is none, it
is mpmath. The worst places are confirmed by mpmath always.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from proofs.exhaustive.all_floats import smallest_normal
from proofs.exhaustive.functions import Function
from theory.fifty_digits import mp
from theory.rounding.formats import FORMATS


@dataclass(frozen=True)
class Place:
    """An error, the float where it is, and what was computed there."""

    error: float
    at: float
    gives: float


@dataclass(frozen=True)
class Worst:
    """The largest errors on so many floats.

    Both are in units of u times the exact value, or of u alone, beside 1. subnormal: where the
    exact value is smaller than the smallest normal float, and then only what exceeds η counts.
    """

    floats: int = 0
    normal: Place | None = None
    subnormal: Place | None = None

    def with_(self, other: Self) -> "Worst":
        """Return the larger errors of both."""
        pairs = ((self.normal, other.normal), (self.subnormal, other.subnormal))
        return Worst(self.floats + other.floats, *(_larger(*pair) for pair in pairs))


def _larger(one: Place | None, other: Place | None) -> Place | None:
    return max((each for each in (one, other) if each), key=lambda p: p.error, default=None)


def worst(function: Function, form: str, blocks: Iterable[np.ndarray]) -> Worst:
    """Return the largest errors of a function on blocks of floats of a format."""
    found = Worst()
    for x in blocks:
        found = found.with_(_of_block(function, form, x, function.computed(x)))
    return found


def _of_block(function: Function, form: str, x: np.ndarray, y: np.ndarray) -> Worst:
    exact = function.longer(x)
    if exact is None:
        return _one_by_one(function, form, x, y)
    with np.errstate(all="ignore"):
        small = (abs(exact) < smallest_normal(form)) & (not function.beside_one)
        off = abs(y.astype(exact.dtype) - exact)
        off = np.where(small, np.maximum(off - eta(form), 0), off)
        errors = off / u(form) / (1 if function.beside_one else abs(exact))
    errors[(off == 0) | (y == exact)] = 0  # also where both are infinite
    errors[np.isnan(errors)] = np.inf
    return Worst(x.size, *(_place(x, y, errors, chosen) for chosen in (~small, small)))


def _one_by_one(function: Function, form: str, x: np.ndarray, y: np.ndarray) -> Worst:
    found = Worst(x.size)
    for at, gives in zip(x.tolist(), y.tolist(), strict=True):
        place, is_small = confirmed(function, form, Place(0, at, gives))
        found = found.with_(Worst(0, None, place) if is_small else Worst(0, place))
    return found


def _place(x, y, errors, chosen):
    if not chosen.any():
        return None
    k = int(np.argmax(np.where(chosen, errors, -1)))
    return Place(float(errors[k]), float(x[k]), float(y[k]))


def confirmed(function: Function, form: str, place: Place) -> tuple[Place, bool]:
    """Return the place with its error as mpmath finds it, and whether the result is subnormal."""
    exact = function.exact(place.at)
    is_small = abs(exact) < smallest_normal(form) and not function.beside_one
    off = abs(mp.mpf(place.gives) - exact)
    off = max(off - eta(form), mp.zero) if is_small else off
    error = off / u(form) / (1 if function.beside_one else abs(exact)) if off else mp.zero
    error = mp.inf if mp.isnan(mp.mpf(place.gives)) else error  # no number is near to none
    return replace(place, error=float(error)), is_small


def u(form: str) -> float:
    """Return the unit roundoff of a format."""
    return 2.0 ** -FORMATS[form].bits


def eta(form: str) -> float:
    """Return the spacing of the subnormal floats of a format."""
    return 2.0 ** FORMATS[form].least
