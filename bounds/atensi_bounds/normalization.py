"""LayerNorm: how far each computed entry may be off, in any order of summation."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from atensi_bounds import formulas
from atensi_bounds.formats import exactly, format_of, named, real
from atensi_bounds.refusals import OVERFLOWS, TOO_FLAT, Judged, Subject, assert_within
from atensi_bounds.roundings import DOUBLE, MARGIN, Roundings, roundings

GROUND = "floats.layer-norm"


def layer_norm_tolerance(
    x: Any, gain: Any = None, bias: Any = None, eps: float = 1e-5, *,
    dtype: Any = None, accumulate: Any = None, kernel: str = "any",
    height: int | None = None,
) -> np.ndarray:  # fmt: skip
    """Return how far each computed entry of gain · (x - μ) / √(σ² + eps) + bias may be off.

    x: (..., d). gain, bias: (d,). Returns an array of float64 like x. It holds where the mean is
    subtracted before anything is squared, in any order of summation, and means, not sums, are
    stored; the mean of squares less the squared mean has no such bound. The other options are those
    of `softmax_tolerance`. Where a row has too little variance to say anything, or a square may
    overflow, the bound is inf.

    >>> layer_norm_tolerance(np.float32([1.0, 2.0, 3.0])).round(7).tolist()
    [3.9e-06, 1.3e-06, 4.2e-06]
    """
    held = format_of("x", x, dtype)
    return judged(x, gain, bias, eps, held, roundings(held, accumulate, kernel, height)).bound


def assert_layer_norm_close(
    actual: Any, x: Any, gain: Any = None, bias: Any = None, eps: float = 1e-5, *,
    dtype: Any = None, accumulate: Any = None, kernel: str = "any",
    height: int | None = None,
) -> None:  # fmt: skip
    """Raise AssertionError if `actual` is not LayerNorm of x up to rounding.

    The options are those of `layer_norm_tolerance`. The reference is computed in float64, and its
    own bound is added. Raise NoBoundError, an AssertionError, where all others are within their
    bounds but some have none.
    """
    held = format_of("x", x, dtype)
    models = roundings(held, accumulate, kernel, height)
    subject = Subject("layer_norm", held, models[0].sums, kernel, GROUND)
    found = judged(x, gain, bias, eps, held, models)
    assert_within(real("actual", actual).astype(np.float64), found, subject)


def layer_norm_tolerance_by_size(
    d: int, *, entry: float, deviation: float = 0.0, gain: float = 1.0, bias: float = 0.0,
    eps: float = 1e-5, dtype: Any = "float32", accumulate: Any = None, kernel: str = "any",
    height: int | None = None,
) -> float:  # fmt: skip
    """Return how far an entry of LayerNorm of d numbers may be off, if these are their sizes.

    entry, gain, bias: the largest absolute values. deviation: the least standard deviation of a
    row, without eps. The other options are those of `layer_norm_tolerance`, whose bound, with data,
    is not larger where there is one: a row may be flatter than float64 knows.

    >>> layer_norm_tolerance_by_size(64, entry=4, deviation=0.5) < 0.001
    True
    """
    if d < 1 or not all(0 <= each < np.inf for each in (entry, deviation, gain, bias, eps)):
        raise ValueError("d, or a size, or eps is too small or infinite; expected d ≥ 1, sizes ≥ 0")
    rho = np.sqrt(deviation**2 + eps)
    held, bounds = named(dtype), []
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        row = _Row.of_sizes(d, entry, rho)
        row.rho = row.rho / MARGIN**4
        row.most = row.most * MARGIN**4
        for how in roundings(held, accumulate, kernel, height):
            _, off, why = row.affine((np.asarray(gain), np.asarray(bias)), how)
            over = 2 * d * (2 * entry) ** 2 > how.sums.largest or 8 * entry**2 > how.each.largest
            bounds.append(np.inf if over or why.max() else float(np.max(off)))
    return max(bounds) * MARGIN**2


def judged(x, gain, bias, eps, held, models: tuple[Roundings, ...]) -> Judged:
    """Return LayerNorm, its bound by all models, that of the reference, and why unknown."""
    x = exactly("x", x, held)
    if not x.shape or not x.shape[-1]:
        raise ValueError(f"x has shape {x.shape}; expected (..., d) with at least one entry a row")
    if not np.isfinite(x).all():
        raise ValueError("x has NaN or inf; expected finite numbers")
    if not 0 <= eps < np.inf:
        raise ValueError(f"eps is {eps}; expected zero or more")
    pairs = (("gain", gain), ("bias", bias))
    given = tuple(None if each is None else exactly(name, each, held) for name, each in pairs)
    if any(each is not None and each.shape != x.shape[-1:] for each in given):
        raise ValueError(f"gain and bias: expected shape {x.shape[-1:]}, because of x {x.shape}")
    if not all(each is None or np.isfinite(each).all() for each in given):
        raise ValueError("gain or bias has NaN or inf; expected finite numbers")
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        row = _Row.read(x, eps)
        exact, reference, why = row.affine(given, DOUBLE)
        row.widen()
        bound = np.zeros_like(x)
        for how in models:
            _, off, unknown = row.affine(given, how)
            bound, why = np.fmax(bound, off), np.maximum(why, unknown)
    return Judged(exact, np.where(why > 0, np.inf, bound * MARGIN), reference * MARGIN**4, why)


@dataclass
class _Row:
    """Rows in float64: their sizes, and the exact result y; as far as is known, |y| ≤ most."""

    x: Any
    width: int
    size: Any
    root: Any
    divisor: Any  # τ
    rho: Any
    y: Any
    most: Any
    flat: Any

    @classmethod
    def read(cls, x: np.ndarray, eps: float) -> "_Row":
        """Return the sizes of the rows of an array."""
        mean = lambda entries: entries.mean(axis=-1, keepdims=True)
        divisor = np.abs(x).max(axis=-1, keepdims=True, initial=1)
        deviations = x - mean(x)
        rho = np.sqrt(mean(deviations**2) + eps)
        y = np.where(rho > 0, deviations / rho, 0)
        root = np.sqrt(mean(x**2))
        return cls(x, x.shape[-1], mean(np.abs(x)), root, divisor, rho, y, np.abs(y), rho == 0)

    @classmethod
    def of_sizes(cls, width: int, entry: float, rho: float) -> "_Row":
        """Return the largest sizes of a row whose entries are at most so large, and ρ at least."""
        y = np.minimum(np.sqrt(width), 2 * entry / rho)
        return cls(entry, width, entry, entry, max(entry, 1), np.asarray(rho), y, y, False)

    def widen(self) -> None:
        """Let the sizes bound the exact ones: until now they are those of the reference.

        That is within four margins where float64 knows ρ well; elsewhere nothing is said.
        """
        self.flat |= self.moved(DOUBLE) > MARGIN - 1
        self.most = self.most + self.normalised_off(DOUBLE) * MARGIN**4
        self.rho = self.rho / MARGIN**2

    def normalised_off(self, how: Roundings) -> np.ndarray:
        """Return how far the normalised row is off."""
        return formulas.normalised_off(
            np.abs(self.x), self.most, self.size, self.divisor, self.rho, self.unit,
            self.moved(how), self.lost(how), how.u, how.eta, self.height(how),
        )  # fmt: skip

    def moved(self, how: Roundings) -> np.ndarray:
        """Return by what part of ρ the computed deviations are off."""
        return formulas.deviations_moved(
            self.root, self.size, self.divisor, self.rho, self.unit,
            how.u, how.eta, self.height(how),
        )  # fmt: skip

    def lost(self, how: Roundings) -> np.ndarray:
        """Return what part of the squares underflows."""
        return formulas.squares_lost(self.unit, how.u, how.eta, self.height(how))

    def height(self, how: Roundings) -> np.ndarray:
        """Return the height of sums over a row."""
        return how.height(self.width, long=True)

    @property
    def unit(self) -> np.ndarray:
        """Return ζ, whether deviations are divided by the largest or not."""
        least = 2 * np.sqrt(self.width)
        return np.where(self.rho > 0, np.maximum(1 / self.rho, least), np.inf)

    def affine(self, given, how: Roundings):
        """Return gain · y + bias, how far it is off, and why that is unknown."""
        gain, bias = given
        off = self.normalised_off(how)
        exact = self.y if gain is None else self.y * gain
        exact = exact if bias is None else exact + bias
        if gain is not None or bias is not None:
            slope = 1.0 if gain is None else np.abs(gain)
            shift = 0.0 if bias is None else np.abs(bias)
            off = formulas.affine_off(self.most, off, slope, shift, how.u, how.eta)
        if how.stored:
            off = formulas.stored_off(np.abs(exact) + off, off, how.stored.u, how.stored.eta)
        flat = self.flat | (self.moved(how) > 1 / 4) | (self.lost(how) > 1 / 11)
        # computed deviations are off by at most a quarter of ρ, and 25/16 + 1/4 < 2
        square = 2 * (np.max(self.most, axis=-1, keepdims=True, initial=1) * self.rho) ** 2
        sums = self.width * np.maximum(square, 2 * self.size)
        # what float64 itself cannot hold is NaN here, and below nothing
        fits = (square <= how.each.largest) & (sums <= how.sums.largest)
        inside = np.abs(exact) + off <= (how.stored or how.each).largest
        why = np.where(fits, np.where(flat, TOO_FLAT, 0), OVERFLOWS)
        return exact, off, np.where((why == 0) & ~inside, OVERFLOWS, why)
