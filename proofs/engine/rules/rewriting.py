"""Rules that rewrite an expression: indices, deltas, powers, angles, the larger of two."""

import sympy as sp

from proofs.engine.rules.listing import is_real, rule
from theory.symbols import n


class sigma(sp.Function):  # noqa: N801  (printed under its name)
    """A permutation of 1, ..., n, as a function of an index."""

    is_integer = True
    is_positive = True


@rule("A finite sum over all indices does not change when the indices are permuted.")
def reindex(expression):
    """Replace Σ_j f(σ(j)) by Σ_j f(j), where j stands only inside σ."""

    def renamed(total):
        for bound in total.variables:
            total = _without_sigma(total, bound)
        return total

    return expression.replace(lambda e: isinstance(e, sp.Sum), renamed)


def _without_sigma(total, bound):
    """Rename σ(bound) to bound in one sum, if the index stands nowhere else."""
    placed = {each for each in total.function.atoms(sigma) if each.args == (bound,)}
    if len(placed) != 1:
        return total
    hole = sp.Dummy(integer=True, positive=True)
    rest = total.function.xreplace({placed.pop(): hole})
    ranges = {name: ends for name, *ends in total.limits}
    inside = any(sp.sympify(end).has(bound) for ends in ranges.values() for end in ends)
    if rest.has(bound) or inside or ranges[bound] != [1, n]:  # σ permutes 1, ..., n
        return total
    return sp.Sum(rest.xreplace({hole: bound}), *total.limits)


@rule("Σ_j δ_ij f(j) = f(i), when i is known to lie in the range of j.")
def sift(summand, limit, ranges):
    """Return what a Kronecker delta in the summand picks from the sum, or None.

    `ranges` has the ends of every index: those of the sum that binds it, else the declared ones.
    """
    bound, *ends = limit
    for delta in sp.Mul.make_args(summand):
        if isinstance(delta, sp.KroneckerDelta) and bound in delta.args:
            (other,) = (place for place in delta.args if place != bound)
            if ranges.get(other) == tuple(ends):
                return (summand / delta).subs(bound, other)
    return None


@rule("b^u b^v = b^(u + v) for a positive base b.")
def powers(expression):
    """Join powers of one positive base."""
    bases = {power.base for power in expression.atoms(sp.Pow) if not power.exp.is_Integer}
    if not all(base.is_positive for base in bases):
        return expression
    return sp.powsimp(expression, combine="exp")


@rule(
    "sin(u + v) = sin u cos v + cos u sin v, cos(u + v) = cos u cos v - sin u sin v, "
    "sin² u = 1 - cos² u."
)
def angles(expression):
    """Open sines and cosines of sums, and leave no square of a sine."""
    if not expression.has(sp.sin, sp.cos):
        return expression
    opened = expression.replace(
        lambda e: isinstance(e, sp.sin | sp.cos),
        lambda e: sp.expand_trig(e.func(sp.expand(e.args[0]))),
    )
    return sp.expand(opened).replace(
        lambda e: isinstance(e, sp.Pow) and isinstance(e.base, sp.sin) and e.exp.is_Integer,
        lambda e: (1 - sp.cos(e.base.args[0]) ** 2) ** (e.exp // 2) * e.base ** (e.exp % 2),
    )


@rule("max(u, v) = (u + v + |u - v|)/2.")
def maximum(expression):
    """Open a maximum of two real numbers; leave one of more than two."""
    return expression.replace(
        lambda e: isinstance(e, sp.Max) and len(e.args) == 2 and all(map(is_real, e.args)),
        lambda e: (sp.Add(*e.args) + sp.Abs(e.args[0] - e.args[1])) / 2,
    )
