"""Limits of what is continuous: there the limit at a point is the value at the point."""

import sympy as sp

from proofs.rules import is_positive

_EVERYWHERE = (sp.Add, sp.Mul, sp.exp, sp.tanh, sp.sin, sp.cos, sp.Abs, sp.Max)


def is_continuous(expression: sp.Expr, variable: sp.Symbol, point: sp.Expr) -> bool:
    """Say whether an expression is shown to be continuous at a finite point, by its build alone."""
    if not expression.has(variable) or expression == variable:
        return True
    if isinstance(expression, sp.Sum):  # finitely many terms
        fixed = not any(sp.sympify(end).has(variable) for each in expression.limits for end in each)
        return fixed and is_continuous(expression.function, variable, point)
    if isinstance(expression, sp.Pow) and not isinstance(expression, sp.exp):
        whole = bool(expression.exp.is_Integer and expression.exp.is_positive)
        if not whole and not is_positive(expression.base.subs(variable, point)):
            return False
    elif isinstance(expression, sp.log):
        if not is_positive(expression.args[0].subs(variable, point)):
            return False
    elif not isinstance(expression, _EVERYWHERE):
        return False
    return all(is_continuous(part, variable, point) for part in expression.args)
