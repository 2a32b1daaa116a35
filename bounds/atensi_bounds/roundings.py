"""How a computation rounds: the two models that a bound covers, in the letters of the formulas.

stepwise: every operation may round to `dtype`, and only sums are kept in `accumulate` until they
are stored. Adding in the longer format is worth fewer roundings to the shorter one: with units v
and u, k factors 1 + v are within ⌈k (v / u) (1 + u)⌉ factors 1 + u, for log(1 + v) ≤ v and
u / (1 + u) ≤ log(1 + u); the same factors cover 1 - v, for -log(1 - v) ≤ v (1 + u) and
u ≤ -log(1 - u). Storing the sum is one more.

fused: scores, exponentials and sums are kept in `accumulate`; the weights are rounded to `dtype`
before they meet the values, and so are the results.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from atensi_bounds.formats import Format, named

KERNELS = ("any", "stepwise", "fused")


@dataclass(frozen=True)
class Roundings:
    """u, η and c of the operations; in which format sums are kept, and what is stored."""

    each: Format
    sums: Format
    stored: Format | None = None
    longest: int | None = None  # the height of long sums, if it is known

    @property
    def u(self) -> float:
        """The unit roundoff of an operation."""
        return self.each.u

    @property
    def eta(self) -> float:
        """The spacing of subnormal results."""
        return self.each.eta

    @property
    def c(self) -> float:
        """The error of exp in units of u, also if it is computed as sums are and then rounded."""
        more = self.sums.exp_within * self.sums.u / self.u if self.sums != self.each else 0
        return self.each.exp_within + more

    def height(self, count: Any, long: bool = False) -> Any:
        """Return how many roundings a sum of so many numbers is worth, in the worst order.

        long: it is the sum over keys, or over the entries of a row, whose height may be known.
        """
        additions = np.maximum(count - 1, 0)
        if long and self.longest is not None:
            additions = np.minimum(additions, self.longest)
        if self.sums == self.each:
            return additions
        return np.ceil(additions * (self.sums.u / self.u) * (1 + self.u)) + 1

    def too_coarse(self, count: Any) -> Any:
        """Say whether the formulas hold for no sum of so many exponentials."""
        return (self.u > 1 / 11) | (self.c * self.u + count * self.eta > 1 / 11)


def roundings(
    dtype: Format, accumulate: Any, kernel: str, height: int | None
) -> tuple[Roundings, ...]:
    """Return the models that are asked for; halves are accumulated in float32 unless told."""
    if height is not None and (height != int(height) or height < 0):
        raise ValueError(f"height is {height}; expected a number of additions")
    short = dtype.bits < 24
    sums = named(accumulate or ("float32" if short else dtype.name), "accumulate")
    if sums.bits < dtype.bits or sums.least > dtype.least:
        raise ValueError(
            f"accumulate is {sums.name}; expected {dtype.name} or a longer format, because sums of "
            f"{dtype.name} are kept in it"
        )
    if kernel not in KERNELS:
        raise ValueError(f"kernel is {kernel!r}; expected one of {', '.join(KERNELS)}")
    stepwise = Roundings(dtype, sums, longest=height)
    fused = Roundings(sums, sums, dtype, longest=height)
    if sums == dtype:
        return (stepwise,)
    return {"any": (stepwise, fused), "stepwise": (stepwise,), "fused": (fused,)}[kernel]


DOUBLE = Roundings(named("float64"), named("float64"))  # how the references are computed
MARGIN = 1 + 2.0**-20  # above what evaluating the formulas themselves in float64 rounds
