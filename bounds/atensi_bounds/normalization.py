"""LayerNorm: how far each computed entry may be off, in any order of summation."""

from typing import Any

import numpy as np

from atensi_bounds import formulas
from atensi_bounds.formats import exactly, format_of, plain
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
    assert_within(plain(actual).astype(np.float64), found, subject)


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
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        row = _Row(x, eps)
        exact, reference, why = row.affine(given, DOUBLE)
        row.widen()
        bound = np.zeros_like(x)
        for how in models:
            _, off, unknown = row.affine(given, how)
            bound, why = np.fmax(bound, off), np.maximum(why, unknown)
    return Judged(exact, np.where(why > 0, np.inf, bound * MARGIN), reference * MARGIN**4, why)


class _Row:
    """Rows in float64: their sizes, and the exact result."""

    def __init__(self, x: np.ndarray, eps: float):
        self.x, self.eps = x, eps
        mean = lambda entries: entries.mean(axis=-1, keepdims=True)
        self.size = mean(np.abs(x))
        self.root = np.sqrt(mean(x**2))
        self.divisor = np.abs(x).max(axis=-1, keepdims=True, initial=1)  # τ
        deviations = x - mean(x)
        self.rho = np.sqrt(mean(deviations**2) + eps)
        self.y = np.where(self.rho > 0, deviations / self.rho, 0)
        self.most = np.abs(self.y)  # as far as is known, |y| is no larger
        self.flat = self.rho == 0

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
        return how.height(self.x.shape[-1], long=True)

    @property
    def unit(self) -> np.ndarray:
        """Return ζ, whether deviations are divided by the largest or not."""
        least = 2 * np.sqrt(self.x.shape[-1])
        return np.where(self.rho > 0, np.maximum(1 / self.rho, least), np.inf)

    def affine(self, given, how: Roundings):
        """Return gain · y + bias, how far it is off, and why that is unknown."""
        gain, bias = given
        d = self.x.shape[-1]
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
        sums = d * np.maximum(square, 2 * self.size)
        over = (square > how.each.largest) | (sums > how.sums.largest)
        outside = np.abs(exact) + off > (how.stored or how.each).largest
        why = np.where(over, OVERFLOWS, np.where(flat, TOO_FLAT, 0))
        return exact, off, np.where((why == 0) & outside, OVERFLOWS, why)
