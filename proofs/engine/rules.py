"""The rules that SymPy does not have: few, applied by code, and what a reader must trust.

Each is a fact of school or first-year mathematics. `RULES` lists them with the sentence that one
has to believe; the tests show for each a use that it refuses. All hold where both sides are
defined: that a denominator is not zero is for the claim's hypotheses to say.
"""

import sympy as sp

from theory.symbols import index, n, real

RULES: dict[str, str] = {}
LISTED: list[object] = []  # the functions themselves: only these may be applied in a chain


def rule(sentence):
    """List a function as a rule, under the sentence that it stands for."""

    def listed(function):
        RULES[function.__name__] = sentence
        LISTED.append(function)
        return function

    return listed


def counts_from_one(limit):
    """Say whether the index runs over whole numbers from 1 or later on, as its symbol assumes."""
    bound, first, _ = limit
    return bound == index(bound.name) and bool(first.is_integer and first.is_positive)


def holds_a_term(limit):
    """Say whether the sum over the limit is shown not to be empty."""
    _, first, last = limit
    return counts_from_one(limit) and bool((last - first).is_nonnegative)


class sigma(sp.Function):  # noqa: N801  (printed under its name)
    """A permutation of 1, ..., n, as a function of an index."""

    is_integer = True
    is_positive = True


@rule("A finite sum over all indices does not change when the indices are permuted.")
def reindex(expression):
    """Replace Σ_j f(σ(j)) by Σ_j f(j), where j stands nowhere but inside σ."""

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

    `ranges` says from where to where every index runs, by the sum that binds it or as declared.
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
    """Open the larger of two real numbers; of more than two none is opened."""
    return expression.replace(
        lambda e: isinstance(e, sp.Max) and len(e.args) == 2 and all(map(_is_real, e.args)),
        lambda e: (sp.Add(*e.args) + sp.Abs(e.args[0] - e.args[1])) / 2,
    )


@rule("∫ F' is F at the upper end less F at the lower, its limits there if they are infinite.")
def rise(expression):
    """Replace ∫ F' by the rise of F, where F is shown to be smooth; ∫ 1 has F(x) = x."""
    return expression.replace(lambda e: isinstance(e, sp.Integral), _rise)


def _rise(integral):
    whole, (variable, *ends) = integral.function, integral.limits[0]
    slope = isinstance(whole, sp.Derivative) and whole.variables == (variable,)
    primitive = whole.expr if slope else variable if whole == 1 else None
    if primitive is None or not _over_an_interval(integral) or not _is_smooth(primitive, variable):
        return integral
    if any(end.is_infinite for end in ends) and primitive.free_symbols != {variable}:
        return integral  # SymPy's limits take other symbols to be generic: c x with c = 0, too
    low, high = (
        sp.limit(primitive, variable, end) if end.is_infinite else primitive.subs(variable, end)
        for end in ends
    )
    return high - low if low.is_finite and high.is_finite else integral


def _over_an_interval(integral):
    """Say whether it runs over one variable, of which its symbol assumes no more than real."""
    variable, *ends = integral.limits[0]
    return len(integral.limits) == 1 and len(ends) == 2 and variable == real(variable.name)


def _is_smooth(e, variable):
    """Say whether it is made of sums, products, exp and powers that have no gap or bend."""
    if not e.has(variable) or e == variable:
        return True
    if isinstance(e, sp.Pow) and not is_positive(e.base):
        return bool(e.exp.is_Integer and e.exp.is_positive) and _is_smooth(e.base, variable)
    built = isinstance(e, sp.Add | sp.Mul | sp.Pow | sp.exp)
    return built and all(_is_smooth(part, variable) for part in e.args)


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
        parts = all(map(is_nonnegative, e.args)) and any(map(is_positive, e.args))
        return parts or grows(e, strictly=True) or above_tangent(e, strictly=True) or below_one(e)
    return False


def is_nonnegative(expression):
    """Say whether the expression is shown to be at least zero, by its build alone."""
    e = sp.sympify(expression)
    if not _counted(e):
        return False
    if isinstance(e, sp.Sum):
        return is_nonnegative(e.function)
    if isinstance(e, sp.Integral):
        return pointwise(e)
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
            or pointwise(e)
        )
    return False


def is_nonnegative_product(product):
    """Set the factors that have a sign aside, and look at the product of the others."""
    rest = sp.Mul(*(factor for factor in product.args if not is_nonnegative(factor)))
    opened = sp.expand(rest)
    return rest != product and opened != product and is_nonnegative(opened)


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
            return sign(sp.expand(sp.S.Zero if ratio == 1 else -ratio.args[0]))
    return False


@rule("exp(t) ≥ 1 + t for real t, with equality at t = 0 only.")
def above_tangent(e, strictly=False):
    """Recognise c·(exp(t) - 1 - t), c one product and c ≥ 0; strictly: c > 0 and t ≠ 0."""
    e = sp.powsimp(sp.expand(e))  # exp(u) exp(v) is exp(u + v)
    for exponential in e.atoms(sp.exp):
        for t in (exponential.args[0], -exponential.args[0]):
            factor = sp.cancel(e / (sp.exp(t) - 1 - t))
            if factor.has(sp.Add):
                continue
            if strictly and is_positive(factor) and t.is_nonzero and t.is_real:
                return True
            if not strictly and t.is_real and is_nonnegative(factor):
                return True
    return False


@rule("cos k < 1 for every integer k other than 0, because π is irrational.")
def below_one(e):
    """Recognise c·(1 - cos k), c > 0."""
    for cosine in e.atoms(sp.cos):
        k = cosine.args[0]
        factor = sp.cancel(e / (1 - cosine))
        if k.is_integer and k.is_nonzero and is_positive(factor):
            return True
    return False


@rule("A sum is at least zero if each of its terms is; c·n is the sum of n terms c.")
def termwise(e):
    """Join sums of one range, and multiples of their length, into one sum with a sign.

    Only what is linear in them can be joined: a product of two sums is no sum of products.
    """
    found = e.atoms(sp.Sum)
    totals = [t for t in found if not any(other.function.has(t) for other in found)]
    ranges = {limit[1:] for total in totals for limit in total.limits}
    if len(ranges) != 1 or any(len(total.limits) != 1 for total in totals):
        return False
    ((first, last),) = ranges
    if first != 1 or not last.is_Symbol:
        return False
    place, names = sp.Dummy(integer=True, positive=True), {t: sp.Dummy() for t in totals}
    joined = _linear_part(e.xreplace(names), [*names.values(), last])
    if joined is None:
        return False
    terms = [total.function.xreplace({total.limits[0][0]: place}) for total in totals] + [1]
    summand = sp.Add(*(c * term for c, term in zip(joined, terms, strict=True)))
    return is_nonnegative(sp.factor(summand)) or is_nonnegative(sp.expand(summand))


@rule("An integral over an interval is at least zero if its integrand is.")
def pointwise(e):
    """Join integrals over one interval into one whose integrand has a sign."""
    integrals = list(e.atoms(sp.Integral))
    ranges = {integral.limits for integral in integrals}
    if len(ranges) != 1 or not all(map(_over_an_interval, integrals)):
        return False
    (((variable, low, high),),) = ranges
    names = {integral: sp.Dummy() for integral in integrals}
    joined = _linear_part(e.xreplace(names), list(names.values()))
    in_order = high - low == sp.oo or is_nonnegative(high - low)
    if joined is None or any(c.has(variable) for c in joined) or not in_order:
        return False
    summand = sp.Add(*(c * i.function for c, i in zip(joined, integrals, strict=True)))
    return is_nonnegative(sp.factor(summand))


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
    """Say whether every index in the sums is what its symbol assumes."""
    return all(counts_from_one(limit) for total in e.atoms(sp.Sum) for limit in total.limits)


def _is_real(e):
    if isinstance(e, sp.Sum):
        return _is_real(e.function)
    return bool(e.is_real) or (isinstance(e, sp.Add | sp.Mul) and all(map(_is_real, e.args)))
