"""Put a value in the place of a term of a line, wherever the term stands, under a sum as well."""

import sympy as sp

from proofs.engine.normal_form import is_zero
from theory.stating.symbolic import place, symbolic
from theory.stating.terms import Term, free_indices


def replaced(line: sp.Expr, view, fact: Term, value: Term, ranges) -> sp.Expr:
    """Return the line with the value for the fact, at all places that the fact leaves open.

    A place that is left open may be any index of its range, also one that a sum of the line binds:
    what holds of every place holds of each that the sum runs through.
    """
    open_ = sorted(free_indices(fact) - view.fixed, key=lambda index: index.name)
    ends = _ends(line, ranges)
    pairs = [(_apart(view.read(fact)), _apart(view.read(value)))]
    for index in open_:
        wanted = (sp.S.One, view.read(index.last))
        symbol = symbolic(index)
        places = [each for each, end in ends.items() if end == wanted]
        pairs = [
            (old.xreplace({symbol: each}), new.xreplace({symbol: each}))
            for old, new in pairs
            for each in dict.fromkeys([*places, symbol])
        ]
    for old, new in pairs:
        line = line.xreplace(dict.fromkeys(_alike(line, old, ranges), new))
    return line


def _apart(expression):
    """Give the indices that sums bind names that no line has, so that no place is captured."""
    bound = {place for total in expression.atoms(sp.Sum) for place in total.variables}
    return expression.xreplace({each: place(f"_fact{each.name}") for each in bound})


def _ends(line, ranges):
    """Return how far each index of a line runs; leave out what runs to two different ends."""
    ends, twice = dict(ranges or {}), set()
    for total in line.atoms(sp.Sum):
        for each, first, last in total.limits:
            if ends.setdefault(each, (first, last)) != (first, last):
                twice.add(each)
    return {each: end for each, end in ends.items() if each not in twice}


def _alike(line, old, ranges):
    """Return what stands in the line for a term: the term itself, or the same with other names."""
    if not old.has(sp.Sum):
        return [old] if line.has(old) else []
    built_alike = {each for each in sp.preorder_traversal(line) if each.func == old.func}
    return [each for each in built_alike if is_zero(each - old, ranges)]
