"""Samples of float64 beside balls that hold the exact value: what is found is at least proved.

A search begins at hard places, at the ends of the range and at floats evenly spaced in their bits.
It goes on around the worst of these, ever nearer. It proves an error, and no bound: samples remain.
"""

from collections.abc import Iterable
from importlib.metadata import version
from importlib.util import find_spec
from math import inf, isnan

import numpy as np

from proofs.exhaustive.all_floats import smallest_normal
from proofs.exhaustive.errors import Place, Worst, eta, u
from proofs.exhaustive.functions import Function
from proofs.exhaustive.samples import around, evenly

FORM = "float64"
FIRST = 1 << 12  # floats at which the search begins
BEST = 32  # so many go on
NEAR = 16  # floats on each side of a place
STEPS = tuple(2.0**-k for k in range(4, 49, 4))  # parts of a number that a search goes on by


def has_balls() -> bool:
    """Say whether python-flint is installed."""
    return find_spec("flint") is not None


def arb() -> str:
    """Return what computes the balls, and its version."""
    return f"Arb (python-flint {version('python-flint')})"


def searched(function: Function, known: Iterable[float] = ()) -> Worst:
    """Return the largest errors that a search finds, as the lower ends of balls."""
    ends = [end for each in function.ranges(FORM) for end in each]
    found = _judged(function, around([*function.hard, *ends, *known], function, FORM, NEAR))
    found += [each for x in evenly(function, FORM, FIRST) for each in _judged(function, x)]
    total, best = len(found), _best(found)
    for part in STEPS:
        places = [place.at * (1 + sign * part) for place, _ in best for sign in (-1, 1)]
        fresh = _judged(function, around(places, function, FORM, NEAR))
        total, best = total + len(fresh), _best([*best, *fresh])
    one, other = (
        max((place for place, is_small in [*found, *best] if is_small == small),
            key=lambda place: place.error, default=None)
        for small in (False, True)
    )  # fmt: skip
    return Worst(total, one, other)


def _best(found: list[tuple[Place, bool]]) -> list[tuple[Place, bool]]:
    return sorted(found, key=lambda each: each[0].error)[-BEST:]


def _judged(function: Function, x: np.ndarray) -> list[tuple[Place, bool]]:
    pairs = zip(x.tolist(), function.computed(x).tolist(), strict=True)
    return [_error(function, at, gives) for at, gives in pairs]


def _error(function: Function, at: float, gives: float) -> tuple[Place, bool]:
    """Return the place with its error, as the lower end of a ball, and whether it is subnormal."""
    from proofs.arrays import balls  # which sets the precision

    base = function.base
    exact = balls.arb(at) if base is None else balls.arb(base) ** balls.arb(at)
    if base is None:
        exact = getattr(exact, function.name)()
    if isnan(gives):  # no number is near to none
        return Place(inf, at, gives), False
    if not exact.is_finite() or exact == gives:
        return Place(0.0, at, gives), False
    small = bool(abs(exact) < smallest_normal(FORM)) and not function.beside_one
    off = abs(balls.arb(gives) - exact) - (eta(FORM) if small else 0)
    size = balls.arb(1) if function.beside_one else abs(exact)
    error = balls.arb(0) if off <= 0 else off / (u(FORM) * size)
    return Place(float(error.lower()), at, gives), small
