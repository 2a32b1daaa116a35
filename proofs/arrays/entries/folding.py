"""Sums and products of terms without zeros and ones, and factors that are 1 or 0."""

from fractions import Fraction

import sympy as sp

from proofs.arrays.entries.thrown import thrown
from theory.stating.terms import ONE, ZERO, Number, Operation, Size, Term


class NotReadError(NotImplementedError):
    """Something that this reading does not do."""


def plus(p: Term, q: Term) -> Term:
    """Return p + q, without a zero."""
    if isinstance(p, Number) and isinstance(q, Number):
        return Number(p.value + q.value)
    if isinstance(q, Number) and isinstance(p, Operation) and p.name == "+":
        first, last = p.given
        if isinstance(last, Number):  # (p - 1) + 1 is p
            return plus(first, plus(last, q))
    return q if p == ZERO else p if q == ZERO else p + q


def minus(p: Term, q: Term) -> Term:
    """Return p - q, without a zero."""
    if p == q:
        thrown(p)
        return ZERO
    if isinstance(q, Number):
        return plus(p, Number(-q.value))
    return -q if p == ZERO else p - q


def times(p: Term, q: Term) -> Term:
    """Return p q, without a one."""
    if ZERO in (p, q):
        thrown(p, q)
        return ZERO
    if isinstance(p, Number) and isinstance(q, Number):
        return Number(p.value * q.value)
    if ONE in (p, q):
        return q if p == ONE else p
    return p**2 if p == q else p * q  # a square is seen not to be negative


def over(p: Term, q: Term) -> Term:
    """Return p/q, without a one."""
    if isinstance(p, Number) and isinstance(q, Number) and q.value:
        return Number(p.value / q.value)
    return p if q == ONE else p / q


def factors(product: Term) -> list[Term]:
    """Return the factors of a product."""
    if isinstance(product, Operation) and product.name == "*":
        return [each for part in product.given for each in factors(part)]
    return [] if product == ONE else [product]


def both(p: Term, q: Term) -> Term:
    """Return the product of two terms that are 1 or 0: κ κ = κ."""
    result: Term = ONE
    for each in dict.fromkeys([*factors(p), *factors(q)]):
        result = times(result, each)
    return result


def opposite(p: Term) -> Term:
    """Return 1 - p, for a term that is 1 or 0."""
    if isinstance(p, Operation) and p.name == "-" and p.given[0] == ONE:
        return p.given[1]
    return minus(ONE, p)


def folded(whole: Term) -> Term:
    """Return the term with zeros and ones left out."""
    parts = tuple(map(folded, whole.parts))
    fold = {"+": plus, "-": minus, "*": times, "/": over}
    if isinstance(whole, Operation) and whole.name in fold:
        return fold[whole.name](*parts)
    return whole.made_of(parts) if parts else whole


def of_sizes(expression: sp.Expr) -> Term:
    """Return a polynomial of sizes and indices, of which the code computes, as a term."""
    expression = sp.expand(expression)
    if expression.is_Rational:
        return Number(Fraction(int(expression.p), int(expression.q)))
    if expression.is_Symbol:
        return Size(expression.name)
    if expression.is_Pow and expression.exp.is_Integer and expression.exp > 0:
        return of_sizes(expression.base) ** int(expression.exp)
    if isinstance(expression, sp.Add | sp.Mul):
        join = plus if isinstance(expression, sp.Add) else times
        first, *rest = map(of_sizes, expression.as_ordered_terms() if join is plus
                           else expression.as_ordered_factors())  # fmt: skip
        for each in rest:
            first = join(first, each)
        return first
    raise NotReadError(f"entries: {expression} is no polynomial of sizes")
