"""Rules that rewrite an expression: indices, deltas, powers, angles, the larger of two."""

import sympy as sp

from proofs.rules.listing import (
    by_range,
    counts_from_one,
    ends_of,
    holds_a_term,
    is_real,
    rule,
)
from proofs.rules.signs import is_positive
from theory.stating.symbolic import Above, Bracket, permutation
from theory.symbols import n

sigma = permutation("sigma", n)


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
    sent = [each for each in total.function.atoms(sp.Function) if hasattr(each, "last")]
    placed = {each for each in sent if each.args == (bound,)}
    if len(placed) != 1:
        return total
    hole, (image,) = sp.Dummy(integer=True, positive=True), placed
    rest = total.function.xreplace({image: hole})
    ranges = {name: ends for name, *ends in total.limits}
    inside = any(sp.sympify(end).has(bound) for ends in ranges.values() for end in ends)
    if rest.has(bound) or inside or ranges[bound] != [1, image.last]:
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
            binders = summand.atoms(sp.Sum, sp.Product, sp.Integral)
            captured = any(other in inner.variables for inner in binders)
            if ranges.get(other) == tuple(ends) and not captured:
                return (summand / delta).subs(bound, other)
    return None


@by_range
@rule("Σ_j g(j) Σ_k δ(j, e(k)) f(k) = Σ_k g(e(k)) f(k), when every e(k) lies in the range of j.")
def sift_within(expression, ranges):
    """Let a delta within a sum pick a term of the sum around it."""
    return expression.replace(
        lambda e: isinstance(e, sp.Sum), lambda total: _sifted_within(total, dict(ranges or {}))
    )


def _sifted_within(total, ranges):
    if len(total.limits) != 1:
        return total
    ((bound, *ends),) = total.limits
    for inner in sp.Mul.make_args(total.function):
        if not isinstance(inner, sp.Sum) or not all(map(counts_from_one, inner.limits)):
            continue
        for delta in sp.Mul.make_args(inner.function):
            if isinstance(delta, sp.KroneckerDelta) and bound in delta.args:
                (place,) = (each for each in delta.args if each != bound)
                within = {**ranges, **{p: tuple(limit) for p, *limit in inner.limits}}
                rest = inner.function / delta * (total.function / inner)
                taken = {p for other in rest.atoms(sp.Sum) for p in other.variables}
                captured = taken & place.free_symbols
                captured |= (total.function / inner).free_symbols & set(inner.variables)
                captured |= {bound} & {p for limit in inner.limits for p in _ends_of(limit)}
                if captured or not lies_within(place, ends, within):
                    continue
                return sp.Sum(rest.xreplace({bound: place}), *inner.limits)
    return total


def _ends_of(limit):
    return set().union(*(sp.sympify(end).free_symbols for end in limit[1:]))


def lies_within(place, ends, ranges, known=()):
    """Say whether a whole number that grows with every index lies in a range for all of them.

    known: what is at least 0.
    """
    if not place.is_integer:  # it may lie between two places
        return False
    indices = [each for each in place.free_symbols if each in ranges]
    grows = all(sp.diff(place, each).is_nonnegative for each in indices)
    low, high = (place.xreplace({p: ranges[p][k] for p in indices}) for k in (0, 1))
    below, above = (place - ends[0], low - ends[0]), (ends[1] - place, ends[1] - high)
    return all(
        any(
            sp.expand(room - least).is_nonnegative
            for room in (rooms if grows else rooms[:1])
            for least in (0, *known)
        )
        for rooms in (below, above)
    )


@by_range
@rule("Σ [j ≤ i] f(j) over j ≤ n is Σ f(j) over j ≤ i, when i lies from 1 to n.")
def up_to(expression, ranges):
    """Sum only as far as a place, where what comes after it counts for nothing."""
    cut = lambda total: _up_to(total, dict(ranges or {}))
    return expression.replace(lambda e: isinstance(e, sp.Sum), cut)


def _up_to(total, ranges):
    if len(total.limits) != 1 or not counts_from_one(total.limits[0]):
        return total
    ((bound, *ends),) = total.limits
    for last in ranges if total.function.has(sp.Max) else ():
        step = sp.Max(0, 1 - sp.Max(0, bound - last))  # [j ≤ i], for whole numbers
        if total.function.has(step) and lies_within(last, ends, ranges):
            before, after = (total.function.xreplace({step: sp.Integer(c)}) for c in (1, 0))
            if after == 0:
                return sp.Sum(before, (bound, 1, last))
    return total


@rule("Σ f(j) over j ≤ n is f(1) and Σ f(j + 1) over j ≤ n - 1, for n ≥ 1.")
def first_apart(expression):
    """Set the first term of each sum apart."""
    return expression.replace(lambda e: isinstance(e, sp.Sum), _first_apart)


def _first_apart(total):
    (bound, first, last), *others = total.limits
    if others or not holds_a_term(total.limits[0]):
        return total
    term = lambda place: total.function.xreplace({bound: place})
    rest = sp.S.Zero if last == first else sp.Sum(term(bound + 1), (bound, first, last - 1))
    return term(first) + rest


@rule("Σ f(j) over j ≤ 2 n is Σ (f(2 j - 1) + f(2 j)) over j ≤ n.")
def in_pairs(expression):
    """Sum two terms at a time."""
    return expression.replace(lambda e: isinstance(e, sp.Sum), _in_pairs)


def _in_pairs(total):
    (bound, first, last), *others = total.limits
    if others or first != 1 or not (last / 2).is_integer or not counts_from_one(total.limits[0]):
        return total
    term = lambda place: total.function.xreplace({bound: place})
    return sp.Sum(term(2 * bound - 1) + term(2 * bound), (bound, 1, last / 2))


@rule("b^u b^v = b^(u + v) for a positive base b.")
def powers(expression):
    """Join powers of one positive base."""
    bases = {power.base for power in expression.atoms(sp.Pow) if not power.exp.is_Integer}
    if not all(base.is_positive for base in bases):
        return expression
    return sp.powsimp(expression, combine="exp")


@rule("(u v)^r = u^r v^r for u > 0.")
def roots(expression):
    """Take the positive factors that all terms under a root share out of the root."""
    return expression.replace(
        lambda e: isinstance(e, sp.Pow) and e.exp.is_Rational and not e.exp.is_Integer, _opened
    )


def _opened(root):
    factors = sp.Mul.make_args(sp.gcd_terms(sp.expand(root.base)))
    outside = [each for each in factors if is_positive(each)]
    inside = sp.Mul(*(each for each in factors if each not in outside))
    return sp.Mul(*(each**root.exp for each in outside)) * inside**root.exp


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


BENT = (sp.Abs, sp.Max, sp.Min, sp.sign, sp.floor, sp.ceiling, sp.Piecewise, sp.Heaviside, sp.Mod)


@by_range
@rule("A derivative may be carried out, where no sum binds an index of its variable.")
def differentiate(expression, ranges):
    """Carry every derivative out; a delta in its sums picks one term."""
    ends = ends_of(expression, ranges)

    def carried_out(slope):
        places = {name for by in slope.variables for name in by.free_symbols}
        bound = {place for total in slope.expr.atoms(sp.Sum) for place in total.variables}
        if places & bound or slope.expr.has(*BENT):
            return slope
        return slope.doit(deep=False).replace(lambda e: isinstance(e, sp.Sum), picked)

    def picked(total):
        if len(total.limits) != 1 or not total.function.has(sp.KroneckerDelta):
            return total
        terms = sp.Add.make_args(sp.expand(total.function))
        found = [(sift(term, total.limits[0], ends), term) for term in terms]
        return sp.Add(*(sp.Sum(t, *total.limits) if one is None else one for one, t in found))

    return expression.replace(lambda e: isinstance(e, sp.Derivative), carried_out)


@rule("|u| is -u where u < 0, and u elsewhere; what is so in both cases is so.")
def by_sign(expression):
    """Take the cases of a bracket [u > 0] apart, with -u, u and 0 for |u|; they must agree."""
    bound = {place for total in expression.atoms(sp.Sum) for place in total.variables}
    free = (each for each in expression.atoms(Above) if not each.free_symbols & bound)
    brackets = sorted(free, key=sp.default_sort_key)
    if not brackets:
        return expression
    (u,) = brackets[0].args
    alike = lambda e: e.as_dummy() if e.has(sp.Sum) else e  # up to the names of bound indices
    plain, turned = alike(u), alike(sp.expand(-u))

    def in_case(sign):
        def put_in(e):
            inside = alike(e.args[0])
            if isinstance(e, Above):
                return sp.Integer(sign > 0) if inside == plain else e
            return sign * u if inside in (plain, turned) else e

        return expression.replace(lambda e: isinstance(e, Above | sp.Abs), put_in)

    return brackets[0] * in_case(1) + (1 - brackets[0]) * in_case(-1)


@rule("f(δ) = δ f(1) + (1 - δ) f(0), because a Kronecker delta is 1 or 0.")
def cases(expression):
    """Take the cases of a delta out of exponentials, logarithms, roots, bars and brackets."""
    functions = lambda e: isinstance(e, sp.exp | sp.log | sp.Abs | sp.tanh | Bracket)
    return expression.replace(functions, _by_cases)


def _by_cases(e):
    bound = {place for total in e.atoms(sp.Sum) for place in total.variables}
    for delta in sorted(e.atoms(sp.KroneckerDelta), key=str):
        if not delta.free_symbols & bound:
            same, other = (_by_cases(e.xreplace({delta: case})) for case in (sp.S.One, sp.S.Zero))
            return delta * same + (1 - delta) * other
    return e
