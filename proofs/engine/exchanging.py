"""Sums of products in one form, whatever the order in which they are summed."""

from itertools import count, islice, permutations, product
from math import factorial, prod

import sympy as sp

from proofs.rules.listing import counts_from_one, rule
from theory.stating.symbolic import place

_MOST = 720  # orders of indices that are tried


@rule("Finite sums may be taken in any order, and a product of sums is the sum of all products.")
def exchange(expression):
    """Return a normal form, which is zero where it is, in one order of its sums."""
    numerator, denominator = sp.fraction(expression)
    summands = sp.Add.make_args(_expanded(numerator))
    return _expanded(sp.Add(*map(_in_one_order, summands))) / denominator


def _expanded(expression):
    """Multiply out; leave exponents whole, of which SymPy would make products over an index."""
    return sp.expand(expression, power_exp=False, power_base=False, log=False)


def _in_one_order(term):
    factors: list[sp.Expr] = []
    ends: dict[sp.Symbol, tuple[sp.Expr, sp.Expr]] = {}
    _open(term, factors, ends, _new("x", term))
    if any(sp.sympify(end).free_symbols & ends.keys() for pair in ends.values() for end in pair):
        return term  # one index runs up to another
    plain = [each for each in factors if not _names(each) & ends.keys()]
    bound = [each for each in factors if _names(each) & ends.keys()]
    result = sp.Mul(*plain)
    while ends:
        group = _together(next(iter(ends)), bound, ends)
        own = [each for each in bound if _names(each) & group]
        result *= _summed(own, {each: ends.pop(each) for each in sorted(group, key=str)})
    return result


def _names(expression):
    """Return all names in an expression: what a derivative is by is not free, says SymPy."""
    return expression.atoms(sp.Symbol)


def _new(letter, expression):
    """Yield places that an expression does not have."""
    taken = {each.name for each in _names(expression)}
    return (place(name) for k in count() if (name := f"_{letter}{k}") not in taken)


def _open(expression, factors, ends, new):
    """Collect the factors of a product of sums, each sum under indices of its own."""
    for each in sp.Mul.make_args(expression):
        base, power = each.as_base_exp()
        counted = isinstance(base, sp.Sum) and all(map(counts_from_one, base.limits))
        if counted and power.is_Integer and power > 0:
            for _ in range(int(power)):
                own = {p: next(new) for p in base.variables}
                for p, first, last in base.limits:
                    ends[own[p]] = (first, last)
                _open(base.function.xreplace(own), factors, ends, new)
        else:
            factors.append(each)


def _together(index, factors, ends):
    """Return the indices that stand in one factor with an index, or with one of those."""
    group: set[sp.Symbol] = {index}
    before: set[sp.Symbol] = set()
    while group != before:
        before = set(group)
        for each in factors:
            if _names(each) & group:
                group |= _names(each) & ends.keys()
    return group


def _summed(factors, ends):
    """Return the sum of a product over its indices, in the first of all orders."""
    by_end: dict = {}
    for index, end in ends.items():
        by_end.setdefault(end, []).append(index)
    groups = [by_end[end] for end in sorted(by_end, key=str)]
    if prod(factorial(len(group)) for group in groups) > _MOST:
        orders = [[index for group in groups for index in group]]
    else:
        chosen = product(*map(permutations, groups))
        orders = [[index for group in each for index in group] for each in chosen]
    whole = sp.Mul(*factors)
    names = [*islice(_new("y", whole), len(ends))]
    written = [whole.xreplace(dict(zip(order, names, strict=True))) for order in orders]
    limits = [(name, *ends[index]) for name, index in zip(names, orders[0], strict=True)]
    return sp.Sum(min(written, key=str), *limits)
