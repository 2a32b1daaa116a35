"""What an assertion says: the worst entry, the bound there, and the claim that licenses it."""

from dataclasses import dataclass, field

import numpy as np

from atensi_bounds.formats import Format
from atensi_bounds.formulas import CLAIMS

WHY = {
    1: "the scores are so large in {format} that their rounding alone may move all the weights",
    2: "{format} is too coarse for a sum of so many exponentials",
    3: "a row has too little variance, or too small entries, for {format}",
    4: "a number may overflow in {format}",
}
TOO_LARGE, TOO_COARSE, TOO_FLAT, OVERFLOWS = WHY  # the largest that applies is said


class NoBoundError(AssertionError):
    """Nothing can be asserted: rounding alone may make any result of it, or zeros everywhere."""


@dataclass(frozen=True)
class Judged:
    """Exact results up to `reference`, the bound without and with it, and why it is infinite.

    blind: of each row, whether zeros are within its bound, and not because values cancel by chance.
    """

    exact: np.ndarray
    bound: np.ndarray
    reference: np.ndarray
    why: np.ndarray
    blind: np.ndarray = field(default_factory=lambda: np.zeros(1, dtype=bool))

    @property
    def accepts_zeros(self) -> bool:
        """Say whether zeros are within the bound everywhere, though something else is right.

        A result that even the reference does not know from 0 is none of these.
        """
        size = np.abs(self.exact)
        return bool((size > self.reference).any() and (size <= self.bound + self.reference).all())


@dataclass(frozen=True)
class Subject:
    """What is judged, in which formats, and on what ground."""

    name: str
    dtype: Format
    sums: Format
    kernel: str
    ground: str

    def __str__(self):
        kept = "" if self.sums == self.dtype else f", with sums kept in {self.sums.name}"
        kind = "" if self.sums == self.dtype else f", kernel: {self.kernel}"
        says = CLAIMS.get(self.ground)
        stated = f"{self.ground}: {says}" if says else self.ground
        return f"The bound for {self.dtype.name}{kept}{kind} is licensed by {stated}"


def assert_within(actual: np.ndarray, judged: Judged, subject: Subject) -> None:
    """Raise AssertionError if a number is off by more than its bound, or no bound is known."""
    if actual.shape != judged.exact.shape:
        raise AssertionError(
            f"{subject.name}: actual has shape {actual.shape}; expected {judged.exact.shape}"
        )
    allowed = judged.bound + judged.reference
    with np.errstate(invalid="ignore"):
        off = np.abs(actual - judged.exact)
    as_nan = np.isnan(actual) & np.isnan(judged.exact)
    off = np.where(as_nan, 0, np.where(np.isnan(off), np.inf, off))
    wrong = ~(off <= allowed) & (judged.why == 0)
    if wrong.any():
        raise AssertionError(_worst(actual, judged, subject, off, allowed, wrong))
    if judged.why.any():
        raise NoBoundError(_no_help(judged, subject))
    if judged.accepts_zeros:
        raise NoBoundError(_idle(judged, subject))
    if judged.blind.any():
        raise NoBoundError(_blind(judged, subject))


def multiples(off: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    """Return errors in units of their bounds: 0 where both are 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(off > 0, off / allowed, 0.0)


def _worst(actual, judged, subject, off, allowed, wrong) -> str:
    times = np.where(wrong, multiples(off, allowed), -1)
    at = np.unravel_index(np.argmax(times), times.shape)
    place = f"[{', '.join(map(str, at))}]"
    return (
        f"{subject.name}: {wrong.sum()} of {wrong.size} entries are off by more than rounding "
        f"allows. The worst is at {place}: {actual[at]:.9g} instead of {judged.exact[at]:.9g}, off "
        f"by {off[at]:.3g}, which is {times[at]:.3g} times the bound {allowed[at]:.3g}.\n{subject}"
    )


def _no_help(judged, subject) -> str:
    at = np.unravel_index(np.argmax(judged.why > 0), judged.why.shape)
    place = f"[{', '.join(map(str, at))}]"
    because = WHY[int(judged.why[at])].format(format=subject.dtype.name)
    return (
        f"{subject.name}: the bound is no help at {(judged.why > 0).sum()} of {judged.why.size} "
        f"entries, first at {place}, because {because}. Expected a longer format, smaller inputs"
        f"{_fused(subject)}.\n{subject}"
    )


def _idle(judged, subject) -> str:
    size, allowed = np.abs(judged.exact), judged.bound + judged.reference
    return (
        f"{subject.name}: the bound cannot tell the result from zeros, which are within it at all "
        f"{size.size} entries: the largest is {size.max():.3g}, and the least bound "
        f"{allowed.min():.3g}. Expected a longer format, or a known height of the sums"
        f"{_fused(subject)}.\n{subject}"
    )


def _blind(judged, subject) -> str:
    rows = judged.blind
    at = np.unravel_index(np.argmax(rows), rows.shape)
    return (
        f"{subject.name}: the bound cannot tell {rows.sum()} of {rows.size} rows from zeros, the "
        f"first of them [{', '.join(map(str, at))}]. Expected a longer format, fewer keys, or a "
        f"known height of the sums{_fused(subject)}.\n{subject}"
    )


def _fused(subject) -> str:
    """Say the option that makes the bound smaller, where it does."""
    if subject.kernel == "fused" or subject.sums == subject.dtype:
        return ""
    stored = "it rounds to it only weights and results, and computes all else in"
    return f", or, if {stored} {subject.sums.name}, kernel='fused'"
