"""Rounding bounds of the backward pass, by the sizes of rows: O(n d) work, and no n × n table.

Arrays are tables of floats of 64 bits; nothing but their arithmetic is used. u is the unit roundoff
of what is stored, w that of sums, η the spacing of subnormal numbers. Sums run in any order.

Let κ_a and M_c be the largest |K_ja| and |V_jc|, t the scale, and of query i

    S_i bound |t| Σ_a |Q_ia K_ja| for every j, and R_i bound Σ_c |G_ic V_jc|:

the smaller of Σ_a |Q_ia| κ_a and |Q_i| max |K_j|, and so for R. No score exceeds S, and no dP R.

Scores carry d_k products, the scale, its product, a mask that is added (of entries up to `bias`,
which S_i then includes), and perhaps another base of the exponential. The difference from the
maximum, or from the logarithm of the sum, which is at most S_i + log n, adds its rounding. The
weights then carry the exponentials and their sum: P_ij is off by at most k_i P_ij. So are means of
values, with n products more: by β_i times the largest. dP carries d_v products. rowsum(P∘dP) is at
most R_i; it may be computed as the product of G and the output as well, and carries the roundings
of P and of n + d_v products. So dS_ij, at most 2 R_i P_ij, is off by at most ε_i P_ij. As the
weights of a query sum to one, Σ_j |dK_ja| is off by at most |t| Σ_i |Q_ia| (ε_i + ...), whatever
the weights are.

Each number that underflows is off by η besides, and is then multiplied as the exact one is.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from theory.rounding.formats import FORMATS
from theory.rounding.library_functions import within

Table = Any  # rows of floats
E = 2.718281828459046


def grown(roundings: Any) -> Any:
    """Return by what part of itself a product of factors 1 + δ is off, whose |δ| sum to this.

    -log(1 - x) ≤ 1.1 x, and exp(t) - 1 ≤ t + t² exp(t) / 2.
    """
    t = 1.1 * roundings
    return t + t * t / 2 * E**t


@dataclass(frozen=True)
class Rounding:
    """How numbers are stored, and how sums are kept."""

    u: float
    w: float
    eta: float
    c: int  # exp is within c u
    height: int = 0  # the most additions that a number goes through in a sum over rows, if known

    def additions(self, count: int) -> int:
        """Return how many additions a number goes through in a sum of so many rows."""
        return min(self.height or count, count)

    @classmethod
    def of(cls, dtype: str, sums: str = "", height: int = 0) -> "Rounding":
        """Return the rounding of a format, whose sums may be kept in another one."""
        kept = FORMATS[sums or dtype]
        u, eta = 2.0 ** -FORMATS[dtype].bits, 2.0 ** FORMATS[dtype].least
        return cls(u, 2.0**-kept.bits, eta, within("exp", dtype), height)


def _products(left: Table, right: Table) -> Table:
    """Bound Σ_a |x_ia y_ja| for every j: by the largest entries, or by lengths."""
    entries = abs(left) @ abs(right).max(axis=0)
    length = (right * right).sum(axis=1).max() ** 0.5
    lengths = (left * left).sum(axis=1) ** 0.5 * length * (1 + 2.0**-30)
    smaller = entries <= lengths
    return entries * smaller + lengths * ~smaller


@dataclass(frozen=True)
class Off:
    """How far computed gradients can be off, from what is put into attention."""

    q: Table
    k: Table
    v: Table
    upstream: Table
    scale: float
    how: Rounding
    bias: float = 0.0

    @cached_property
    def key(self) -> Table:
        """κ: the largest entry of each column of the keys."""
        return abs(self.k).max(axis=0)

    @cached_property
    def value(self) -> Table:
        """M: the largest entry of each column of the values."""
        return abs(self.v).max(axis=0)

    @cached_property
    def reach(self) -> Table:
        """R: what no gradient by a weight exceeds, row by row."""
        return _products(self.upstream, self.v)

    @cached_property
    def weights(self) -> Table:
        """k: by what part of itself a weight is off, row by row."""
        u, w, eta, c = self.how.u, self.how.w, self.how.eta, self.how.c
        n, width = self.k.shape
        score = abs(self.scale) * _products(self.q, self.k) + self.bias
        under = width * eta * (1 + abs(self.scale) * (1 + self.key.sum()))
        off = grown((width + 1) * w + 8 * u) * score + under
        moved = off + u * (4 * score + 2 * off + n.bit_length()) + 3 * eta
        return grown(2 * moved / 1.1 + (self.how.additions(n) + 1) * w + (2 * c + 3) * u + n * eta)

    def _summed(self, count: int) -> Table:
        """Return β: by what part of the largest a sum of so many weighted terms is off."""
        u, w = self.how.u, self.how.w
        return self.weights + grown((self.how.additions(count) + 1) * w + 2 * u) * (
            1 + self.weights
        )

    @cached_property
    def mean(self) -> Table:
        """β: by what part of the largest value an output is off, row by row."""
        return self._summed(self.k.shape[0]) + 2 * self.k.shape[0] * self.how.eta

    @cached_property
    def back(self) -> Table:
        """The same of what a query gives to all values."""
        return self._summed(self.q.shape[0]) + 2 * self.k.shape[0] * self.how.eta

    @cached_property
    def score(self) -> Table:
        """ε: how far dS is off, in units of the weight, row by row."""
        u, w, eta = self.how.u, self.how.w, self.how.eta
        (n, _), wide, k, R = self.k.shape, self.v.shape[1], self.weights, self.reach
        worth = grown(wide * w + 2 * u) * R + wide * eta  # dP
        mean = (
            k * R
            + (1 + k) * grown((self.how.additions(n) + wide + 2) * w + 4 * u) * R
            + n * eta * (2 * R + 1)
        )
        both = worth + mean
        return k * 2 * R + (1 + k) * (both + grown(3 * u) * (2 * R + both))

    def _from_scores(self, count: int) -> Table:
        """Return how far a sum of so many products with dS is off, for factors up to 1."""
        u, w, eta = self.how.u, self.how.w, self.how.eta
        n, R = self.k.shape[0], self.reach
        under = (n + 1) * eta * (4 * R + 2)
        return (
            self.score
            + grown((self.how.additions(count) + 1) * w + 4 * u) * (2 * R + self.score)
            + under
        )

    @cached_property
    def output(self) -> Table:
        """How far each output is off."""
        return self.mean[:, None] * self.value + self.k.shape[0] * self.how.eta

    @cached_property
    def query_gradient(self) -> Table:
        """How far each gradient by a query is off."""
        off = self._from_scores(self.k.shape[0])
        return abs(self.scale) * off[:, None] * self.key + self.k.shape[0] * self.how.eta

    def key_gradients(self, weights: Table = None) -> Table:
        """Return how far the gradients by all keys are off together; or by each, given weights."""
        m, n = self.q.shape[0], self.k.shape[0]
        off = abs(self.scale) * self._from_scores(m)[:, None] * abs(self.q)
        return _together(off, weights) + m * n * self.how.eta * (1 + abs(self.scale))

    def value_gradients(self, weights: Table = None) -> Table:
        """Return the same of the gradients by the values."""
        off = self.back[:, None] * abs(self.upstream)
        return _together(off, weights) + self.q.shape[0] * self.k.shape[0] * self.how.eta


def _together(off: Table, weights: Table) -> Table:
    """Return what all queries add, each by its weight, or by the sum of its weights, which is 1."""
    return off.sum(axis=0) if weights is None else weights.T @ off
