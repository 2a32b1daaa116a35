"""The elementary functions of the table, where they are called, and what is exact of them."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
import scipy
from scipy import special

from proofs.exhaustive.all_floats import BLOCK, largest
from theory.fifty_digits import mp
from theory.rounding.library_functions import FAR, TURNS


@dataclass(frozen=True)
class Function:
    """A function of NumPy on a range; an end that is None is the largest float, with its sign.

    What it gives in a longer format is the reference. Of float32 and shorter ones that is float64:
    its contract is 4 units in the last place, below 2⁻²⁶ u of float32. Of float64 it is the long
    double where that has 64 bits.

    hard: numbers near which libraries find it hard to be exact, besides the ends of the range.
    base: of a power, whose exponent is the argument.
    reach: how far from 0 a range without ends goes, in a format.
    beside_one: an error is measured beside 1, and else beside the exact value.
    """

    name: str  # in NumPy and in mpmath
    low: float | None
    high: float | Mapping[str, float] | None  # or one for each format
    hard: tuple[float, ...] = ()
    base: float | None = None
    reach: Mapping[str, float] = field(default_factory=dict)
    beside_one: bool = False

    def ranges(self, form: str) -> list[tuple[float, float]]:
        """Return its range in a format, cut at 0."""
        most = self.reach.get(form, largest(form))
        low = -most if self.low is None else self.low
        high = self.high[form] if isinstance(self.high, Mapping) else self.high
        high = most if high is None else high
        return [(low, -0.0), (0.0, high)] if low < 0 < high else [(low, high)]

    def computed(self, x: np.ndarray) -> np.ndarray:
        """Return what NumPy computes of an array."""
        with np.errstate(all="ignore"):  # what underflows is judged by its error
            if self.base is not None:
                return np.power(x.dtype.type(self.base), x)
            return getattr(np, self.name)(x)

    def dense(self, form: str) -> Iterator[np.ndarray]:
        """Yield hard places that are too many to be listed."""
        yield from ()

    def longer(self, x: np.ndarray) -> np.ndarray | None:
        """Return what is computed in a longer format; None where there is none."""
        if x.dtype != np.float64:
            return self.computed(x.astype(np.float64))
        return self.computed(x.astype(np.longdouble)) if self.has_longer else None

    @property
    def has_longer(self) -> bool:
        """Say whether float64s have a longer format."""
        return HAS_LONG

    @property
    def library(self) -> str:
        """Name the library that computes it, and its version."""
        return f"NumPy {np.__version__}"

    def exact(self, x: float):
        """Return the exact value at a float, as a number of fifty digits."""
        if self.base is not None:
            return mp.mpf(self.base) ** mp.mpf(x)
        return getattr(mp, self.name)(mp.mpf(x))


class ErrorFunction(Function):
    """SciPy's erf, as NumPy has none; halves are kept in float32 and rounded once.

    SciPy computes that of float32 by its code for float64. So the reference is other code: that of
    C, whose libraries promise a few units in the last place. Of float64 nothing longer is there,
    but from -1 to 1 the sum of powers; between 3/4 and 1 SciPy errs most.
    """

    def computed(self, x: np.ndarray) -> np.ndarray:
        """Return what SciPy computes of an array."""
        own = x if x.dtype.itemsize >= 4 else x.astype(np.float32)
        with np.errstate(all="ignore"):
            return special.erf(own).astype(x.dtype)

    has_longer = False

    def longer(self, x: np.ndarray) -> np.ndarray | None:
        """Return what C computes in float64, number by number; of float64s a sum, or None."""
        if x.dtype == np.float64:
            return _erf_by_powers(x) if HAS_LONG and (abs(x) <= 1).all() else None
        return np.fromiter(map(math.erf, x.astype(np.float64).tolist()), np.float64, len(x))

    def dense(self, form: str) -> Iterator[np.ndarray]:
        """Yield floats from 3/4 to 1, evenly spaced, at thirds, so that no last bits are 0."""
        if form == "float64" and HAS_LONG:
            for k in range(MANY // BLOCK):
                yield (0.75 + (np.arange(k * BLOCK, (k + 1) * BLOCK) + 1 / 3) / (4 * MANY))

    @property
    def library(self) -> str:
        """Name SciPy, and its version."""
        return f"SciPy {scipy.__version__}"


def _erf_by_powers(x: np.ndarray) -> np.ndarray:
    """Return erf from -1 to 1 in long doubles: 2/√π Σ (-1)^n x^(2n+1)/(n! (2n+1))."""
    x = x.astype(np.longdouble)
    power, found = x, np.zeros_like(x)
    for n in range(25):  # the next term is below 2⁻⁶⁴ of x
        found = found + power / (2 * n + 1)
        power = power * -(x**2) / (n + 1)
    return found * 2 / np.sqrt(2 * HALF_PI)


class Wave(Function):
    """A sine or cosine, hard to compute next to its zeros."""

    def dense(self, form: str) -> Iterator[np.ndarray]:
        """Yield the floats next to each multiple of π/2, half of them negative."""
        if form not in self.reach or not HAS_LONG:
            return
        half_turns = int(self.reach[form] / (np.pi / 2))
        for first in range(1, half_turns + 1, BLOCK):
            k = np.arange(first, min(first + BLOCK, half_turns + 1))
            x = (k * HALF_PI).astype(np.float64)
            near = np.stack([np.nextafter(x, 0), x, np.nextafter(x, np.inf)])
            yield np.ravel(np.where(k % 4 < 2, near, -near))


def _near_quarters(many: int) -> tuple[float, ...]:
    """Return the doubles next to multiples of π/2, at which a sine or a cosine nearly vanishes."""
    with mp.workdps(400):
        steps = [k for e in range(many) for k in (2**e, 3 * 2**e, 2**e + 1)]
        return tuple(sorted({float(k * mp.pi / 2) for k in steps}))


MANY = 1 << 26  # float64s of a range, or where they lie dense
HAS_LONG = np.finfo(np.longdouble).nmant >= 63
HALF_PI = np.longdouble("1.57079632679489661923132169163975144")
LOG_2 = 0.6931471805599453
FUNCTIONS = {
    # Multiples of log 2 begin a new power of two; there the reduced argument jumps.
    "exp": Function("exp", None, -0.0, tuple(-k * LOG_2 / 2 for k in range(1, 100, 7))),
    "exp above 0": Function("exp", 0.0, FAR, tuple(k * LOG_2 / 2 for k in range(1, 100, 7))),
    "log": Function("log", 1.0, None, (1.0, 1.5, 2.0)),
    "log below 1": Function("log", 0.0, 1.0, (0.5, 0.7071067811865476, 0.7464124, 1.0)),
    "tanh": Function("tanh", None, None, (-0.55, 0.1, 0.55, 0.6, 1.0, 9.0, 19.0)),
    # Nearly all of it bends between -6 and 6, where few floats lie; at 1 the code changes.
    "erf": ErrorFunction("erf", None, None, (*(k / 8 for k in range(-48, 49)), 0.8279922627401602)),
    "sin": Wave("sin", None, None, _near_quarters(60), reach=TURNS),
    "cos": Wave("cos", None, None, _near_quarters(60), reach=TURNS),
    "far sin": Wave("sin", None, None, _near_quarters(60), beside_one=True),
    "far cos": Wave("cos", None, None, _near_quarters(60), beside_one=True),
    "sqrt": Function("sqrt", 0.0, None),
    "power": Function("power", 0.0, 1.0, (0.25, 0.5, 0.75), base=10000.0),
}
