"""Put a value in the place of a term of a line, wherever the term stands, under a sum as well."""

from itertools import count

import sympy as sp

from proofs.engine.normal_form import is_zero
from proofs.rules.listing import ends_of
from theory.stating.symbolic import place, symbolic
from theory.stating.terms import Applied, Index, Term, canonical, free_indices, put


def replaced(line: sp.Expr, view, fact: Term, value: Term, ranges, fixed) -> sp.Expr:
    """Return the line with the value for the fact, at all places that the fact leaves open.

    A place that is left open may be any index of its range, also one that a sum of the line binds:
    what holds of every place holds of each that the sum runs through.
    """
    open_ = sorted(free_indices(fact) - fixed, key=lambda index: index.name)
    ends = ends_of(line, ranges)
    pairs = [(_apart(view.read(fact), line), _apart(view.read(value), line))]
    for index in open_:
        wanted = (sp.S.One, view.read(index.last))
        symbol = symbolic(index)
        places = [each for each, end in ends.items() if end == wanted]
        pairs = [
            (old.xreplace({symbol: where}), new.xreplace({symbol: where}))
            for old, new in pairs
            for where in dict.fromkeys([*places, symbol])
        ]
    for old, new in pairs:
        line = _put(line, old, new, ranges)
    return line


def _apart(expression, line):
    """Return an expression whose sums bind no index that the line has: none captures a place."""
    taken = {symbol.name for symbol in (expression + line).atoms(sp.Symbol)}
    free = (place(name) for k in count(1) if (name := f"_r{k}") not in taken)
    bound = {p for total in expression.atoms(sp.Sum) for p in total.variables}
    return expression.xreplace({each: next(free) for each in sorted(bound, key=str)})


def _put(line, old, new, ranges):
    """Put `new` in the place of a term: of the term itself, or of a sum of the same value."""
    if not isinstance(old, sp.Sum):
        alike = (each for each in sp.preorder_traversal(line) if each.func == old.func)
        same = [e for e in dict.fromkeys(alike) if e == old or _is_sum_like(e, old, ranges)]
        return line.xreplace(dict.fromkeys(same, new))
    found = {}
    for total in line.atoms(sp.Sum):
        for depth in range(1, len(total.limits) + 1):  # SymPy writes sums of sums as one
            inner, outer = sp.Sum(total.function, *total.limits[:depth]), total.limits[depth:]
            if _is_sum_like(inner, old, ranges):
                found[total] = sp.Sum(new, *outer) if outer else new
                break
    return line.xreplace(found)


def _is_sum_like(expression, old, ranges):
    """Say whether an expression has the value of one that has sums, and speaks of the same."""
    alike = old.has(sp.Sum) and _names(expression) == _names(old)
    return alike and is_zero(expression - old, ranges)


def _names(expression):
    """Return the symbols that are free, and the names of families: unlike sums differ in them."""
    return {each for each in expression.free_symbols if each.is_Symbol}


def rewritten(whole: Term, old: Applied, new: Term, fixed: frozenset[Index]) -> Term:
    """Return a term with another one in the place of a word, also where the word is an argument.

    Where the word leaves a place open, it stands for itself at any index of the same range.
    """
    if isinstance(whole, Applied) and whole.word == old.word:
        places: dict[Term, Term] = {}
        if all(_is(m, t, fixed, places) for m, t in zip(old.given, whole.given, strict=True)):
            return put(new, places)
    parts = tuple(rewritten(part, old, new, fixed) for part in whole.parts)
    return whole.made_of(parts) if parts else whole


def _is(mine: Term, theirs: Term, fixed, places: dict[Term, Term]) -> bool:
    """Say whether an argument is the same, or an index for a place that is left open."""
    if isinstance(mine, Index) and mine not in fixed and isinstance(theirs, Index):
        return mine.last == theirs.last and places.setdefault(mine, theirs) == theirs
    return canonical(mine) == canonical(theirs)
