"""Expressions that differ in the names of the indices of their sums, and in nothing else."""

import sympy as sp

from theory.stating.symbolic import place


def occurrences(line: sp.Expr, wanted: sp.Expr) -> list[sp.Expr]:
    """Return the parts of a line that are the wanted expression, up to the names in its sums."""
    if not wanted.has(sp.Sum):
        return [wanted] if line.has(wanted) else []
    plain = counted(wanted)
    return [
        each
        for each in sp.preorder_traversal(line)
        if each.func == wanted.func and counted(each) == plain
    ]


def counted(expression: sp.Expr, depth: int = 0) -> sp.Expr:
    """Return the expression with the indices of its sums counted from outside in."""
    if not expression.has(sp.Sum):
        return expression
    if not isinstance(expression, sp.Sum):
        return expression.func(*(counted(part, depth) for part in expression.args))
    names = {old: place(f"_depth{depth + k}") for k, old in enumerate(expression.variables)}
    body = counted(expression.function.xreplace(names), depth + len(names))
    ends = [(names[old], low, counted(high, depth)) for old, low, high in expression.limits]
    return sp.Sum(body, *ends)
