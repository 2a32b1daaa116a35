"""How far computed LayerNorm can be off: each bound is written once, as a term.

Claims of the chapter floats state these terms, theorems prove them, and `bounds.py`
evaluates them for the tests. A row of d entries has the mean μ, the mean absolute value A and the
root mean square q; ρ = √(σ² + eps), and y is the absolute value of (x - μ) / ρ. Sums are added in
any order of height h. Entries are divided by τ first: 1, or the largest of them.

The computed deviations, in whatever unit ℓ, differ from the exact ones by what `deviation_off`
says, and by three roundings more for a quotient and its unit. All of them together differ by at
most r ρ: the inequality of the triangle, for the deviations and √eps as one vector. So ρ differs by
no more. Squares, their sum, the root and a quotient carry (h + 15) / 2 factors. What underflows is
felt in units of ℓ, which is at most ζ ρ: ζ is 1 / ρ where deviations are squared as they are, and
2 √d where they are divided by the largest.
"""

from dataclasses import dataclass
from fractions import Fraction

from theory.rounding.attention_terms import MORE, eta, h, sum_grows, u
from theory.stating.operations import exp
from theory.stating.terms import Term
from theory.stating.variables import nonnegative, positive
from theory.stating.vocabulary import letter

x, y = nonnegative("x"), nonnegative("y")  # the absolute value of an entry, before and after
off, gain, bias = nonnegative("off"), nonnegative("gain"), nonnegative("bias")
MOST_MOVED, MOST_LOST = Fraction(1, 4), Fraction(1, 11)  # parts of ρ, and of its square


@dataclass(frozen=True)
class Row:
    """What is known of a row: A, q, τ, ρ and ζ."""

    size: Term
    root: Term
    divisor: Term
    rho: Term
    unit: Term

    def deviation_off(self, size: Term) -> Term:
        """Return how far a computed deviation is off, of an entry of this size."""
        under = Fraction(3, 2) * ((1 + u) ** (h + 4) * (self.divisor * eta))
        return sum_grows(2) * size + sum_grows(h + 5) * self.size + under

    @property
    def unit_lost(self) -> Term:
        """Return what underflows in a quotient of a deviation and in its unit."""
        return (1 + u) ** 3 * ((1 + self.divisor) * eta) + 2 * eta * (self.unit * self.rho)

    def part_off(self, size: Term) -> Term:
        """Return how far a deviation in its unit is off, apart from three roundings of itself."""
        return (1 + u) ** 3 * self.deviation_off(size) + self.unit_lost

    @property
    def moved(self) -> Term:
        """Return r: by what part of ρ all deviations together are off."""
        rows = (1 + u) ** 3 * self.deviation_off(self.root) + 2 * self.unit_lost
        return rows / self.rho + sum_grows(3)

    @property
    def lost(self) -> Term:
        """Return θ: what part of the square underflows."""
        return 6 * (eta * self.unit**2) * exp(MORE * ((h + 7) * u))

    def normalised_off(self, x: Term, y: Term, r: Term, theta: Term) -> Term:
        """Return how far an entry of the normalised row is off, before gain and bias."""
        entry = self.part_off(x) / self.rho + sum_grows(3) * y
        moved = letter("M", (entry + y * r) / (1 - r))
        grown = exp(letter("K", MORE * ((h + 15) * u + theta) / 2))
        return moved + (y + moved) * (grown - 1) + eta * (grown * self.unit + 1)


def affine_off(y: Term, off: Term, gain: Term, bias: Term) -> Term:
    """Return how far gain · y + bias is off, of an entry that was off; all are absolute values."""
    return gain * off + sum_grows(2) * (gain * (y + off)) + sum_grows(1) * bias + eta


A, q, r, theta = (nonnegative(name) for name in ("A", "q", "r", "theta"))
tau, rho, zeta = (positive(name) for name in ("tau", "rho", "zeta"))
ROW = Row(A, q, tau, rho, zeta)
