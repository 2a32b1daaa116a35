"""The elementary functions that `impl/` calls, where it calls them, and what is exact of them."""

from dataclasses import dataclass

import numpy as np
from mpmath import mp

from proofs.exhaustive.all_floats import largest


@dataclass(frozen=True)
class Function:
    """A function of NumPy on a range; an end that is None is the largest float, with its sign.

    hard: numbers near which libraries find it hard to be exact, besides the ends of the range.
    base: of a power, whose exponent is the argument.
    """

    name: str  # in NumPy and in mpmath
    low: float | None
    high: float | None
    hard: tuple[float, ...] = ()
    base: float | None = None

    def ranges(self, form: str) -> list[tuple[float, float]]:
        """Return its range in a format, cut at 0."""
        low = -largest(form) if self.low is None else self.low
        high = largest(form) if self.high is None else self.high
        return [(low, -0.0), (0.0, high)] if low < 0 < high else [(low, high)]

    def computed(self, x: np.ndarray) -> np.ndarray:
        """Return what NumPy computes of an array."""
        with np.errstate(all="ignore"):  # what underflows is judged by its error
            if self.base is not None:
                return np.power(x.dtype.type(self.base), x)
            return getattr(np, self.name)(x)

    def exact(self, x: float):
        """Return the exact value at a float, as a number of mpmath at its present precision."""
        if self.base is not None:
            return mp.mpf(self.base) ** mp.mpf(x)
        return getattr(mp, self.name)(mp.mpf(x))


def _near_quarters(many: int) -> tuple[float, ...]:
    """Return the doubles next to multiples of π/2, at which a sine or a cosine nearly vanishes."""
    with mp.workdps(400):
        steps = [k for e in range(many) for k in (2**e, 3 * 2**e, 2**e + 1)]
        return tuple(sorted({float(k * mp.pi / 2) for k in steps}))


LOG_2 = 0.6931471805599453
FUNCTIONS = {
    # Multiples of log 2 begin a new power of two; there the reduced argument jumps.
    "exp": Function("exp", None, -0.0, tuple(-k * LOG_2 / 2 for k in range(1, 100, 7))),
    "log": Function("log", 1.0, None, (1.0, 1.5, 2.0)),
    "log below 1": Function("log", 0.0, 1.0, (0.5, 0.7071067811865476, 0.7464124, 1.0)),
    "tanh": Function("tanh", None, None, (-0.55, 0.1, 0.55, 0.6, 1.0, 9.0, 19.0)),
    "sin": Function("sin", None, None, _near_quarters(60)),
    "cos": Function("cos", None, None, _near_quarters(60)),
    "sqrt": Function("sqrt", 0.0, None),
    "power": Function("power", 0.0, 1.0, (0.25, 0.5, 0.75), base=10000.0),
}
