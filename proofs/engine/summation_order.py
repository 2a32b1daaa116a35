"""Sums of sums in one order: a finite sum of finite sums does not depend on it.

Σ_a Σ_b f(a, b) = Σ_b Σ_a f(a, b), where neither index stands in the range of the other.
"""

from itertools import permutations

import sympy as sp

from proofs.rules import counts_from_one
from theory.symbols import index

_MOST = 6  # indices whose orders are all tried


def in_one_order(expression):
    """Write each sum of products of sums as one sum, over its indices in an order of its own."""
    return expression.replace(lambda e: isinstance(e, sp.Sum), _ordered)


def _ordered(total):
    product, limits = _flat(total)
    indices = [place for place, _, _ in limits]
    apart = not any(sp.sympify(last).has(*indices) for _, _, last in limits)
    if not (apart and 1 < len(limits) <= _MOST and all(map(_from_one, total.limits))):
        return total
    taken = product.atoms(sp.Symbol).union(*(sp.sympify(last).free_symbols for *_, last in limits))
    names = _names(taken - set(indices), len(limits))  # also what an inner sum binds is taken
    orders = []
    for order in permutations(limits):
        renamed = dict(zip([place for place, _, _ in order], names, strict=True))
        ends = [(name, 1, last) for name, (_, _, last) in zip(names, order, strict=True)]
        orders.append(sp.Sum(product.xreplace(renamed), *ends))
    return min(orders, key=str)


def _flat(total):
    """Return the product that is summed in the end, and all indices, each a new one."""
    factors, limits = [], []
    own = {place: sp.Dummy(integer=True, positive=True) for place, _, _ in total.limits}
    limits += [(own[place], first, last) for place, first, last in total.limits]
    for factor in sp.Mul.make_args(total.function.xreplace(own)):
        if isinstance(factor, sp.Sum) and all(map(_from_one, factor.limits)):
            inner, more = _flat(factor)
            factors.append(inner)
            limits += more
        else:
            factors.append(factor)
    return sp.Mul(*factors), limits


def _from_one(limit):
    return limit[1] == 1 and counts_from_one(limit)


def _names(taken, count):
    free = (index(f"_{k}") for k in range(len(taken) + count))
    return [name for name in free if name not in taken][:count]
