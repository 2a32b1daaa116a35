"""Normal forms of expressions with sums of symbolic length, by which steps are checked.

Two expressions are equal when the difference of their normal forms is zero. Each rewriting here is
an identity for finite sums (linearity, distributivity, a constant summed n times, a Kronecker delta
that picks one term), where both sides are defined; nothing is sampled, nothing is guessed. A
difference that does not reach zero counts as "not shown".
"""

from functools import lru_cache, reduce
from operator import is_

import sympy as sp

from proofs.engine.exchanging import exchange
from proofs.engine.summation_order import in_one_order
from proofs.rules import BENT, angles, counts_from_one, is_positive, roots, sift
from theory.stating.symbolic import Bracket
from theory.symbols import index


def normal(expression, ranges=None):
    """Return the normal form: sums made linear and canonical, fractions joined and cancelled.

    `ranges` says from where to where each free index runs; of others nothing is known.
    """
    return _normal(sp.sympify(expression), None if ranges is None else tuple(ranges.items()))


@lru_cache(maxsize=1 << 14)  # what is asked of one line is asked again of each part of it
def _normal(expression, given):
    ranges = None if given is None else dict(given)
    expression = expression.replace(lambda e: isinstance(e, sp.Derivative), _differentiated)
    expression = expression.replace(sp.Max, sp.Max)  # decides one that was left as written
    expression = _sums(_logarithms(_sums(angles(expression), ranges)), ranges)
    return _joined(expression)


def _joined(expression):
    """Join and cancel fractions."""
    return _with_sums_whole(lambda e: sp.cancel(sp.together(_expanded(roots(e)))), expression)


def _expanded(expression):
    return _deltas(sp.expand(angles(sp.expand(expression))))


def _with_sums_whole(rewrite, expression):
    """Rewrite an expression in which each sum is one number.

    SymPy makes exp(Σ_a x_a) the product of all exp(x_a), whose index a new name could capture.
    """
    named = {total: sp.Dummy(real=True) for total in expression.atoms(sp.Sum)}
    plain = rewrite(_outermost(expression, named))
    return plain.xreplace({dummy: total for total, dummy in named.items()})


def _differentiated(derivative):
    """Carry the derivative out, unless a sum binds an index of a variable of differentiation."""
    places = {name for by in derivative.variables for name in by.free_symbols}
    if any(places & set(total.variables) for total in derivative.expr.atoms(sp.Sum)):
        raise ValueError(f"a sum binds an index of {derivative.variables}; give it another name")
    if derivative.expr.has(*BENT):
        raise ValueError(f"{derivative.expr} may have a bend, where it has no slope")
    return derivative.doit(deep=False)


def is_zero(expression, ranges=None):
    """Say whether the expression is shown to be zero."""
    plain = normal(expression, ranges)
    if plain == 0 or not _holds_sums_in_sums(plain):
        return plain == 0
    return exchange(plain) == 0 or _joined(in_one_order(plain)) == 0


def _holds_sums_in_sums(expression):
    sums = expression.atoms(sp.Sum)
    return any(len(total.limits) > 1 or total.function.has(sp.Sum) for total in sums)


def _outermost(expression, names):
    """Replace each sum by its name, whole sums before the sums inside them."""
    if expression in names:
        return names[expression]
    if not expression.args or not expression.has(sp.Sum):
        return expression
    return _made_of(expression, [_outermost(argument, names) for argument in expression.args])


def _made_of(expression, parts):
    """Return the expression itself where no part is another one, else the same of these parts."""
    return expression if all(map(is_, parts, expression.args)) else expression.func(*parts)


def _logarithms(expression):
    """Open logarithms of products, where every factor is positive."""

    def opened(logarithm):
        argument = sp.together(logarithm.args[0])
        parts = sp.Mul.make_args(argument)
        if not all(map(is_positive, parts)):
            return logarithm
        return sp.Add(*(_log_of_factor(part) for part in parts))

    return expression.replace(lambda e: isinstance(e, sp.log), opened)


def _log_of_factor(factor):
    if isinstance(factor, sp.exp):
        return factor.args[0]
    if isinstance(factor, sp.Pow) and is_positive(factor.base):  # log x² is no 2 log x for x < 0
        return factor.exp * _log_of_factor(factor.base)
    return sp.log(factor)


def _sums(expression, ranges=None):
    """Make every sum, innermost first, a combination of sums of single products.

    `ranges` has the ends of every index whose ends are known: a sum that binds it adds its own.
    """
    if not expression.args or not expression.has(sp.Sum, sp.KroneckerDelta, sp.exp):
        return expression
    ranges = ranges or {}
    if isinstance(expression, sp.Sum):
        return _sum(expression, tuple(ranges.items()))
    rebuilt = _made_of(expression, [_sums(argument, ranges) for argument in expression.args])
    if isinstance(rebuilt, sp.exp):
        return _product_of_powers(sp.expand(rebuilt.args[0]))
    return rebuilt


def _product_of_powers(exponent):
    """Return exp of a sum as a product; a sum over an index stays whole in its exponent."""
    return _with_sums_whole(lambda e: sp.expand(sp.exp(e), power_exp=True), exponent)


@lru_cache(maxsize=1 << 12)  # a line has the same sum many times over
def _sum(total, given):
    """Sum over one index after the other, from the innermost outwards."""
    if not all(map(counts_from_one, total.limits)):  # the assumptions of its index may not hold
        return total
    ranges = dict(given)
    within = {**ranges, **{place: (first, last) for place, first, last in total.limits}}
    limits = [
        (place, _sums(first, ranges), _sums(last, ranges)) for place, first, last in total.limits
    ]
    inner = _sums(total.function, within)
    return reduce(lambda summand, limit: _linear(summand, limit, within), limits, inner)


def _linear(summand, limit, ranges):
    """Sum each product of the summand by itself, and take factors free of the index outside."""
    bound, first, last = limit
    result = sp.Integer(0)
    divisors = {each: sp.Dummy(real=True) for each in _divisors(summand, bound)}
    summand = summand.xreplace(divisors)
    for term in sp.Add.make_args(_with_sums_whole(_expanded, summand)):
        outside, inside = term.as_independent(bound, as_Add=False)
        picked = sift(inside, limit, ranges)
        if first == last:
            result += outside * inside.xreplace({bound: first})
        elif inside == 1 and (last - first + 1).is_nonnegative:
            result += outside * (last - first + 1)
        elif picked is not None:
            result += outside * picked
        else:
            name = _bound_name(inside, bound)
            result += outside * sp.Sum(inside.xreplace({bound: name}), (name, first, last))
    return result.xreplace({name: each for each, name in divisors.items()})


def _divisors(summand, bound):
    """Return the factors 1/(p + q) that stay outside of a sum, whole: `expand` would open them."""
    powers = (e for e in summand.atoms(sp.Pow) if not e.has(bound) and e.base.is_Add)
    return [each for each in powers if each.exp.is_number and each.exp.is_negative]


def _deltas(expression):
    """Replace powers of what is 1 or 0 by itself."""
    return expression.replace(
        lambda e: isinstance(e, sp.Pow) and _is_bit(e.base),
        lambda e: e.base if e.exp.is_Integer and e.exp.is_positive else e,
    )


def _is_bit(e):
    """Say whether it is 1 or 0: a delta, a bracket, a whole number neither prime nor composite."""
    small = e.is_integer and e.is_nonnegative and e.is_prime is False and e.is_composite is False
    return isinstance(e, sp.KroneckerDelta | Bracket) or bool(small and not e.is_number)


def _bound_name(inside, bound):
    """Name a bound index by how deeply sums are nested below it, so that equal sums look equal."""
    depth, taken = _depth(inside), inside.free_symbols - {bound}
    while index(f"_{depth}") in taken:  # it is another sum's index here
        depth += 1
    return index(f"_{depth}")


def _depth(expression):
    inner = [_depth(total.function) + len(total.limits) for total in expression.atoms(sp.Sum)]
    return max(inner, default=0)
