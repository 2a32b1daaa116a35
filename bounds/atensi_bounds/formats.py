"""Formats of floats: their roundoff and range, and how arrays of any library become float64."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from atensi_bounds.formulas import EXP_WITHIN, FORMATS


@dataclass(frozen=True)
class Format:
    """Binary floats of so many significant bits; subnormal ones are multiples of 2^least."""

    name: str
    bits: int
    least: int

    @property
    def u(self) -> float:
        """The unit roundoff."""
        return 2.0**-self.bits

    @property
    def eta(self) -> float:
        """The spacing of subnormal numbers; for float64 its least normal one, to compute with."""
        return 2.0 ** max(self.least, -1022)

    @property
    def largest(self) -> float:
        """The largest number."""
        return (2 - 2.0 ** (1 - self.bits)) * 2.0 ** (2 - self.least - self.bits)

    @property
    def exp_within(self) -> int:
        """The error of exp, in units of u."""
        return EXP_WITHIN[self.name]

    def holds(self, x: np.ndarray) -> np.ndarray:
        """Say of each number of an array of float64 whether it is one of this format."""
        if self.name == "float64":
            return np.isfinite(x)
        spacing = np.maximum(np.frexp(x)[1] - self.bits, self.least)
        with np.errstate(invalid="ignore"):
            whole = np.ldexp(x, -spacing)
            return (whole == np.round(whole)) & (np.abs(x) <= self.largest)


def named(dtype: Any, of: str = "dtype") -> Format:
    """Return a format by its name, or by a dtype of NumPy, PyTorch or JAX."""
    name = dtype if isinstance(dtype, str) else getattr(dtype, "name", None)
    name = name or getattr(dtype, "__name__", None) or str(dtype)
    name = name.removeprefix("torch.")
    if name not in FORMATS:
        raise ValueError(f"{of} is {name}; expected one of {', '.join(FORMATS)}")
    return Format(name, *FORMATS[name])


def plain(name: str, x: Any) -> np.ndarray:
    """Return an array of NumPy, from PyTorch's tensors and what else offers an array."""
    if isinstance(x, np.ma.MaskedArray):
        raise ValueError(
            f"{name} is a masked array; expected a plain one, because what it hides would count"
        )
    if hasattr(x, "detach"):  # a tensor: bfloat16, which NumPy lacks, becomes float64 exactly
        x = x.detach().cpu()
        x = (x.double() if x.is_floating_point() else x).numpy()
    return np.asarray(x)


def real(name: str, x: Any) -> np.ndarray:
    """Return an array of real numbers; refuse imaginary parts, and text that looks like numbers."""
    x = plain(name, x)
    if x.dtype.kind not in "fiub" and x.dtype.name not in FORMATS:
        raise ValueError(f"{name} has dtype {x.dtype}; expected real numbers")
    return x


def exactly(name: str, x: Any, held_by: Format) -> np.ndarray:
    """Return the numbers as float64; refuse those that the format does not hold."""
    given = real(name, x)
    numbers = given.astype(np.float64)
    # from 2^53 on float64 skips integers, and longer floats have digits that it lacks
    lost = np.abs(numbers) >= 2.0**53 if given.dtype.kind in "iu" else given != numbers
    strange = np.isfinite(numbers) & (lost | ~held_by.holds(numbers))
    if strange.any():
        raise ValueError(
            f"{name} has entries such as {numbers[strange].flat[0]:.17g} that {held_by.name} does "
            "not hold; expected it rounded first, as the bound is on what is computed from it"
        )
    return numbers


def format_of(name: str, x: Any, dtype: Any) -> Format:
    """Return the format that is asked for, else that of the array."""
    if dtype is not None:
        return named(dtype)
    found = getattr(x, "dtype", None)
    return named(np.asarray(x).dtype if found is None else found, f"the dtype of {name}")
