"""What a computation on shapes costs, as polynomials in the sizes.

`counting()` counts four kinds of operations: the multiply-adds of matrix products, calls of exp (or
tanh) by entry, calls of log by entry, and other entrywise operations and reductions by entry read.
It also keeps the peak number of entries that are alive at once, in arrays made since it was
entered. A view owns no entries; booleans count like numbers.
"""

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import sympy as sp


@dataclass
class Cost:
    """What a computation cost, as polynomials in the sizes."""

    multiply_adds: Any = sp.S.Zero
    exponentials: Any = sp.S.Zero
    logarithms: Any = sp.S.Zero
    elementwise: Any = sp.S.Zero
    alive: Any = sp.S.Zero
    memory: bool = True  # whether to keep the peak number of entries, which takes long
    peaks: list = field(default_factory=list)

    def add(self, kind, count):
        """Count operations of a kind."""
        setattr(self, kind, sp.expand(getattr(self, kind) + count))

    def allocate(self, count):
        """Let entries live or die, and keep the totals that no other total dominates."""
        if not self.memory:
            return
        self.alive = sp.expand(self.alive + count)
        if not any(_dominates(peak, self.alive) for peak in self.peaks):
            self.peaks = [p for p in self.peaks if not _dominates(self.alive, p)] + [self.alive]

    @property
    def peak_memory(self):
        """The largest number of entries alive at once."""
        return sp.Max(*self.peaks) if self.peaks else sp.S.Zero


def _dominates(p, q):
    """Say whether p ≥ q for all sizes: every size is 1 + t with t ≥ 0."""
    difference = p - q
    beyond_one = {size: 1 + size for size in difference.free_symbols}
    grown = sp.expand(difference.subs(beyond_one, simultaneous=True))
    return all(c >= 0 for c in grown.as_coefficients_dict().values())


_cost: ContextVar[Cost | None] = ContextVar("cost", default=None)


def running():
    """Return the count that is going on, or None."""
    return _cost.get()


@contextmanager
def counting(memory=True):
    """Count what is computed inside; refuse a count inside a count.

    memory: whether to keep the peak number of entries, too.
    """
    if running() is not None:
        raise RuntimeError("shapes: already counting; a count cannot be nested")
    token = _cost.set(Cost(memory=memory))
    try:
        yield running()
    finally:
        _cost.reset(token)


@contextmanager
def uncounted():
    """Count nothing of what is computed inside."""
    token = _cost.set(None)
    try:
        yield
    finally:
        _cost.reset(token)


def count(kind, number):
    """Count operations of a kind, if a count is going on."""
    cost = running()
    if cost is not None:
        cost.add(kind, number)


def entries(shape):
    """Return the number of entries of an array of that shape."""
    return sp.Mul(*map(sp.sympify, shape))
