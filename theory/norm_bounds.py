"""How far computed LayerNorm can be off, as terms: in any order of summation.

A row of d entries has the mean μ, the mean absolute value A, the root mean square q, the largest
absolute value t; ρ = √(σ² + eps), and y = (x - μ) / ρ. Sums have height h. Computed are the mean,
the deviations from it, the mean of their squares, ρ, and the quotients; entries may be divided by
the largest one first. Nothing else is taken for granted of the code.

An entry carries a rounding if it is divided first, the mean of all (h + 4), and the subtraction one
more of |x - μ| ≤ |x| + A: so the computed deviations differ from the exact ones by e, and their
root mean square by at most E, by the triangle inequality. Then ρ differs by at most E, as √(s² + ε)
moves by no more than s. With r = E / ρ ≤ 1/4, e / ρ and |y| r stand over 1 - r.

Numerator, root and quotient carry 12 + h/2 factors more: products and their sum, halved by the root
(h + 12 at most, with a common factor taken out), a division by the largest deviation, by what is
larger of σ and √eps, the root, a reciprocal, a product. Squares that underflow move ρ² by at most
3η, and by d η once the largest is 1.
"""

from theory.float_bounds import MORE, eta, h, sum_grows, u
from theory.letters import d
from theory.stating.families import exp, letter, nonnegative, positive
from theory.stating.terms import Term

x, y = nonnegative("x"), nonnegative("y")  # the absolute value of an entry, before and after
A, q, t, rho = nonnegative("A"), nonnegative("q"), nonnegative("t"), positive("rho")
off, gain, bias = nonnegative("off"), nonnegative("gain"), nonnegative("bias")


def deviation_off(size: Term) -> Term:
    """Return how far a computed deviation is off, or the root mean square of all of them."""
    return sum_grows(2) * size + sum_grows(h + 5) * A + 3 * eta * (1 + t)


def normalised_off() -> Term:
    """Return how far an entry of the normalised row is off, before gain and bias."""
    r = letter("r", deviation_off(q) / rho)
    moved = letter("moved", (deviation_off(x) / rho + y * r) / (1 - r))
    relative = letter("K", MORE * (h + 24) * u / 2 + 4 * eta / rho**2 + d * eta)
    under = 4 * eta * (1 + (1 + y) / rho)
    return moved + (y + moved) * (exp(relative) - 1) + under


def affine_off() -> Term:
    """Return how far gain · y + bias is off, of an entry that was off."""
    return gain * off + sum_grows(2) * (gain * (y + off)) + sum_grows(1) * bias + eta
