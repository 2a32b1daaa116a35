"""How far a library's elementary functions are from the exact ones: the one table.

A computed value is within c u of the exact one, in proportion to it, plus η where it is subnormal:
u is the unit roundoff, η the spacing of subnormal numbers. Each c is the smallest whole number that
what was measured allows; of float64, of which samples ran, with a tenth of u to spare. The chapter
floats says so of each function and format, and its evidence compares this table with every float of
the short formats. Ranges are those that the code uses.

Far out, next to a zero of a sine or cosine, float64 has no such c: what is left of an angle without
its turns has lost its digits. There, and everywhere, an error is within u of 1.
"""

from collections.abc import Iterator
from contextlib import contextmanager

WITHIN = {
    "exp": {"bfloat16": 1, "float16": 1, "float32": 4, "float64": 2},  # at t ≤ 0
    "exp above 0": {"bfloat16": 1, "float16": 1, "float32": 4, "float64": 2},  # up to FAR
    "log": {"bfloat16": 1, "float16": 1, "float32": 4, "float64": 2},  # at t ≥ 1
    "log below 1": {"bfloat16": 1, "float16": 1, "float32": 5, "float64": 2},
    "tanh": {"bfloat16": 1, "float16": 1, "float32": 2, "float64": 2},
    "erf": {"bfloat16": 1, "float16": 1, "float32": 1, "float64": 5},  # SciPy's, as NumPy has none
    "sin": {"bfloat16": 1, "float16": 1, "float32": 3, "float64": 2},  # at |t| ≤ TURNS
    "cos": {"bfloat16": 1, "float16": 1, "float32": 3, "float64": 2},
    "far sin": {"float64": 1},  # beside 1
    "far cos": {"float64": 1},
    "sqrt": {"bfloat16": 1, "float16": 1, "float32": 1, "float64": 1},
    "power": {"float16": 1, "float32": 2, "float64": 2},  # of 10000, at t from 0 to 1
}
FAR = {"bfloat16": 45, "float16": 6, "float32": 45, "float64": 355}  # where exp is near the root
TURNS = {"float64": 2**24}  # of other formats, at every float
DIGITS = 2  # mpmath promises one unit in the last place
GROUNDS = {  # the claims that say so
    "exp": "floats.exp-within-c",
    "exp above 0": "floats.exp-above-zero-within-c",
    "log": "floats.log-within-c",
    "log below 1": "floats.log-below-one-within-c",
    "tanh": "floats.tanh-within-c",
    "erf": "floats.erf-within-c",
    "sin": "floats.sine-within-c",
    "cos": "floats.cosine-within-c",
    "far sin": "floats.far-sine-within-u",
    "far cos": "floats.far-cosine-within-u",
    "sqrt": "floats.root-within-u",
    "power": "floats.power-within-c",
}
_watching: list[set[str]] = []


def within(function: str, dtype: str) -> int:
    """Return c of a function in a format."""
    if dtype == "digits":
        return DIGITS
    for taken in _watching:
        taken.add(GROUNDS[function])
    return WITHIN[function][dtype]


def wave(dtype: str) -> int:
    """Return c for sines and cosines of any angle, beside 1."""
    far = ("far sin", "far cos") if dtype in TURNS else ()
    return max(within(each, dtype) for each in ("sin", "cos", *far))


@contextmanager
def watching(taken: set[str]) -> Iterator[None]:
    """Add to the set the claims on which each constant rests that is taken meanwhile."""
    _watching.append(taken)
    try:
        yield
    finally:
        _watching.remove(taken)
