"""Rules that show the sign of an expression, by its build alone."""

import sympy as sp

from proofs.rules.listing import (
    by_range,
    counts_from_one,
    ends_of,
    holds_a_term,
    is_real,
    rule,
)
from theory.stating.known_digits import is_sure
from theory.stating.symbolic import FUNCTIONS, Null

ROUNDED = FUNCTIONS["fl"]


@rule("Sums, products and even powers keep the signs of their parts; exp is positive.")
def is_positive(expression):
    """Say whether the expression is shown to be positive, by its build alone."""
    e = sp.sympify(expression)
    if not _counted(e):
        return False
    if isinstance(e, sp.Sum):
        return all(map(holds_a_term, e.limits)) and is_positive(e.function)
    if e.is_positive:
        return True
    if isinstance(e, sp.Mul):
        return all(map(is_positive, e.args))
    if isinstance(e, sp.Pow):
        return is_positive(e.base) and bool(e.exp.is_real)
    if isinstance(e, sp.Add):
        if any(isinstance(each, Null) and e - each == each.args[0] for each in e.args):
            return is_nonnegative(e - next(each for each in e.args if isinstance(each, Null)))
        parts = all(map(is_nonnegative, e.args)) and any(map(is_positive, e.args))
        shown = parts or grows(e, strictly=True) or above_tangent(e, strictly=True)
        return shown or below_one(e) or within_one(e) or in_both_cases(e, is_positive)
    return False


def is_nonnegative(expression):
    """Say whether the expression is shown to be at least zero, by its build alone."""
    e = sp.sympify(expression)
    if not _counted(e):
        return False
    if isinstance(e, sp.Sum):
        return is_nonnegative(e.function)
    if isinstance(e, sp.log):
        return exceeds_one(e)
    if e.is_nonnegative or isinstance(e, sp.KroneckerDelta):
        return True
    if isinstance(e, sp.Mul):
        return all(map(is_nonnegative, e.args)) or is_nonnegative_product(e)
    if isinstance(e, sp.Pow):
        even = bool(e.exp.is_even) and _is_real(e.base)
        return even or (is_nonnegative(e.base) and bool(e.exp.is_real))
    if isinstance(e, sp.Add):
        return (
            all(map(is_nonnegative, e.args))
            or isinstance(1 - e, sp.KroneckerDelta)
            or grows(e)
            or above_tangent(e)
            or termwise(e)
            or keeps_order(e)
            or at_least_each(e)
            or within_one(e)
            or in_both_cases(e, is_nonnegative)
        )
    return False


def _is_real(e):
    """Say whether the expression is shown to be real, by its build or by the signs in it."""
    built = isinstance(e, sp.Add | sp.Mul) and all(map(_is_real, e.args))
    return built or is_real(e) or is_nonnegative(e)


def in_both_cases(e, sign):
    """Say whether an expression has the sign where a delta in it is 1 and where it is 0."""
    bound = {place for total in e.atoms(sp.Sum) for place in total.variables}
    deltas = (d for d in e.atoms(sp.KroneckerDelta) if not d.free_symbols & bound)
    delta = min(deltas, key=str, default=None)
    return delta is not None and all(sign(e.xreplace({delta: sp.Integer(c)})) for c in (0, 1))


def is_nonnegative_product(product):
    """Set the factors that have a sign aside, and look at the product of the others."""
    rest = sp.Mul(*(factor for factor in product.args if not is_nonnegative(factor)))
    opened = sp.expand(rest)
    return rest != product and opened != product and is_nonnegative(opened)


@rule("Σ u f > 0 where Σ u > 0, every u ≥ 0 and every f > 0.")
def outweighs(whole, part=None):
    """Say whether a sum is c Σ u f, with c > 0, beside the sum Σ u that is known to be positive.

    Of several sums that are positive together, each has one beside it.
    """
    sums, parts = sp.Add.make_args(whole), sp.Add.make_args(sp.sympify(part))
    beside = [[_outweighs(total, each) for each in parts] for total in sums]
    return all(map(any, beside)) and all(map(any, zip(*beside, strict=True)))


def _outweighs(whole, part):
    factors = sp.Mul.make_args(whole)
    sums = [each for each in factors if isinstance(each, sp.Sum)]
    others = [each for each in factors if each not in sums]
    if not isinstance(part, sp.Sum) or len(sums) != 1 or not all(map(is_positive, others)):
        return False
    ((bound, *ends), *more), ((other, *others_ends), *rest) = sums[0].limits, part.limits
    if more or rest or ends != others_ends:
        return False
    light = part.function.xreplace({other: bound})
    return is_nonnegative(light) and is_positive(sp.cancel(sums[0].function / light))


@rule("exp(u) ≥ exp(v) when u ≥ v, and > when u > v.")
def grows(e, strictly=False):
    """Recognise c·(exp(u) - exp(v)) with c ≥ 0 and u ≥ v, or > twice; 1 counts as exp(0)."""
    sign = is_positive if strictly else is_nonnegative
    terms = sp.Add.make_args(sp.expand(e))
    if len(terms) != 2:
        return False
    for up, down in (terms, terms[::-1]):
        ratio = sp.powsimp(-down / up)  # exp(v - u)
        if sign(up) and (ratio == 1 or isinstance(ratio, sp.exp)):
            lead = sp.S.Zero if ratio == 1 else -ratio.args[0]
            return sign(sp.expand(lead)) or sign(sp.factor(lead))
    return False


@rule("exp(t) ≥ 1 + t for real t, with equality at t = 0 only.")
def above_tangent(e, strictly=False):
    """Recognise c·(exp(t) - 1 - t), where c ≥ 0 is one product; strictly: c > 0 and t ≠ 0."""
    if not has_outside_sums(e, sp.exp):
        return False
    e = e.replace(lambda part: isinstance(part, sp.Sum), lambda total: total.as_dummy())
    e = sp.powsimp(sp.expand(e))  # exp(u) exp(v) is exp(u + v)
    for exponential in e.atoms(sp.exp):
        for t in (exponential.args[0], -exponential.args[0]):
            for factor in _times_above_tangent(e, t):
                if strictly and is_positive(factor) and t.is_nonzero and t.is_real:
                    return True
                if not strictly and is_real(t) and is_nonnegative(factor):
                    return True
    return False


def _times_above_tangent(whole, t):
    """Yield the products c for which a sum of products is c·(exp(t) - 1 - t)."""
    terms, tangent = sp.Add.make_args(whole), sp.Add.make_args(sp.expand(1 + t))
    if len(terms) != 1 + len(tangent):
        return
    for term in terms:
        factor = sp.powsimp(term * sp.exp(-t))
        if not factor.has(sp.Add) and {term, *(-factor * e for e in tangent)} == set(terms):
            yield factor


def has_outside_sums(e, kind):
    """Say whether a part of this kind stands outside all sums of the expression."""
    inside = () if isinstance(e, sp.Sum) else e.args
    return isinstance(e, kind) or any(has_outside_sums(part, kind) for part in inside)


@rule("log u ≥ 0 for u ≥ 1.")
def exceeds_one(e):
    """Recognise the logarithm of what is at least 1."""
    return is_nonnegative(e.args[0] - 1)


@rule("max(u, v) ≥ u, and max(u, v) ≥ v.")
def at_least_each(e):
    """Recognise max(u, v) + r where u + r is at least zero, or v + r."""
    largest = [part for part in e.args if isinstance(part, sp.Max)]
    return any(is_nonnegative(e - each + part) for each in largest for part in each.args)


@rule("fl(u) ≥ fl(v) when u ≥ v: rounding to the nearest float keeps the order.")
def keeps_order(e):
    """Recognise fl(u) - fl(v) with u ≥ v."""
    return len(e.args) == 2 and any(
        isinstance(up, ROUNDED)
        and isinstance(-down, ROUNDED)
        and is_nonnegative(up.args[0] - (-down).args[0])
        for up, down in (e.args, e.args[::-1])
    )


@rule("cos k < 1 for every integer k other than 0, because π is irrational.")
def below_one(e):
    """Recognise c·(1 - cos k), c > 0."""
    for cosine in e.atoms(sp.cos):
        k = cosine.args[0]
        factor = sp.cancel(e / (1 - cosine))
        if k.is_integer and k.is_nonzero and is_positive(factor):
            return True
    return False


@rule("-1 < tanh u < 1 for real u.")
def within_one(e):
    """Recognise what is positive whatever its hyperbolic tangents between -1 and 1 are."""
    bound = {place for total in e.atoms(sp.Sum) for place in total.variables}
    bends = [bend for bend in e.atoms(sp.tanh) if not bend.free_symbols & bound]
    for bend in filter(lambda bend: is_real(bend.args[0]), bends):
        gap, rises = sp.Dummy(positive=True), is_nonnegative(e.coeff(bend))
        e = e.xreplace({bend: gap - 1 if rises else 1 - gap})
    return bool(bends) and is_positive(sp.expand(e))


@rule("A sum is at least zero if each of its terms is; c·n is the sum of n terms c.")
def termwise(e):
    """Join sums of one range, and multiples of their length, into one sum with a sign.

    Only what is linear in them can be joined: a product of two sums is no sum of products.
    """
    sums = e.atoms(sp.Sum)
    totals = [t for t in sums if not any(other.function.has(t) for other in sums)]
    ranges = {limit[1:] for total in totals for limit in total.limits}
    if len(ranges) != 1 or any(len(total.limits) != 1 for total in totals):
        return False
    ((first, last),) = ranges
    if first != 1 or not (last.is_Symbol and last.is_nonnegative):
        return False
    place, names = sp.Dummy(integer=True, positive=True), {t: sp.Dummy() for t in totals}
    joined = _linear_part(e.xreplace(names), [*names.values(), last])
    if joined is None:
        return False
    terms = [total.function.xreplace({total.limits[0][0]: place}) for total in totals] + [1]
    summand = sp.Add(*(c * term for c, term in zip(joined, terms, strict=True)))
    return is_nonnegative(sp.factor(summand)) or is_nonnegative(sp.expand(summand))


def _linear_part(e, names):
    """Return the coefficients of Σ c_k·name_k, if the expression is that and nothing else."""
    try:
        form = sp.Poly(e, *names)
    except sp.PolynomialError:
        return None
    if any(sum(powers) != 1 for powers in form.monoms()):
        return None
    coefficients = [form.coeff_monomial(name) for name in names]
    return None if any(c.has(*names, sp.Sum) for c in coefficients) else coefficients


def _counted(e):
    """Say whether every index in the sums runs as its symbol assumes, and digits tell its signs."""
    ranges = (limit for total in e.atoms(sp.Sum) for limit in total.limits)
    return is_sure(e) and all(map(counts_from_one, ranges))


@by_range
@rule("|u| = u for u ≥ 0; and Σ_j f(j) ≥ f(i), if i lies in the range of j and every f(j) ≥ 0.")
def unsigned(expression, ranges):
    """Leave the bars of an absolute value out, where what they hold is shown to have a sign."""
    ends = ends_of(expression, ranges)

    def opened(bars):
        inside = sp.factor(sp.cancel(sp.together(bars.args[0])))
        for sign in (1, -1):
            if _is_a_sum_less_a_term(sp.factor(sign * inside), ends):
                return sign * bars.args[0]
        return bars

    return expression.replace(lambda e: isinstance(e, sp.Abs), opened)


def _is_a_sum_less_a_term(product, ends):
    factors = sp.Mul.make_args(product)
    return all(is_nonnegative(each) or _exceeds_a_term(each, ends) for each in factors)


def _exceeds_a_term(difference, ends):
    sums = [each for each in sp.Add.make_args(difference) if isinstance(each, sp.Sum)]
    if len(sums) != 1 or len(sums[0].limits) != 1 or not is_nonnegative(sums[0].function):
        return False
    ((bound, *end),), term = sums[0].limits, sums[0] - difference
    places = [place for place in term.free_symbols if ends.get(place) == tuple(end)]
    return any(term == sums[0].function.xreplace({bound: place}) for place in places)
