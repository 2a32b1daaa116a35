"""The letters under which the indices of sums are shown: a reader meets no name of ours."""

import sympy as sp

from theory.stating.bound_letters import LETTERS
from theory.stating.symbolic import Opaque, place


def lettered(expression: sp.Expr) -> sp.Expr:
    """Return the expression with a letter for each index that a sum binds, by its depth.

    Equal sums then look equal, and no letter means something else in the expression.
    """
    atoms = expression.atoms(sp.Symbol, sp.IndexedBase)
    bound = {name for total in expression.atoms(sp.Sum) for name in total.variables}
    taken = {str(each) for each in atoms - bound}
    return _counted(expression, [place(each) for each in LETTERS if each not in taken])


def numbered(expression: sp.Expr, seen: dict[type, int]) -> sp.Expr:
    """Return the expression with a short name for each word of which nothing is known.

    seen: their numbers in the lines before; new ones are added.
    """
    for each in sorted(expression.atoms(Opaque), key=lambda e: type(e).__name__):
        seen.setdefault(type(each), len(seen) + 1)

    def short(e):
        stem = SHORT.get(e.word.name, e.word.name.split("_")[0])
        name, places = f"{stem}_{seen[type(e)]}", e.args[:-1]
        return sp.Function(name)(*places) if places else sp.Symbol(name)

    return expression.replace(lambda e: isinstance(e, Opaque), short)


SHORT = {
    "largest": "max", "largest_size": "max", "largest_there": "max", "larger_there": "max",
    "_guarded": "guard", "_some": "some",
}  # fmt: skip


def _counted(expression, letters):
    if not expression.has(sp.Sum):
        return expression
    if not isinstance(expression, sp.Sum):
        return expression.func(*(_counted(part, letters) for part in expression.args))
    count = len(expression.limits)
    if count > len(letters):
        return expression
    names = dict(zip(expression.variables, letters, strict=False))
    body = _counted(expression.function.xreplace(names), letters[count:])
    ends = [(names[old], low, _counted(high, letters)) for old, low, high in expression.limits]
    return sp.Sum(body, *ends)
