"""What a chain assumes of its symbols, and what a limit must not assume of them."""

import sympy as sp
from sympy.printing.pretty.pretty_symbology import greek_unicode

from proofs.engine.rules import is_positive


def keeps_all_terms(expression, variable, point):
    """Say whether its sums keep all their terms, whatever else they are made of.

    SymPy takes other symbols to be generic: of 1 + c² t it drops the 1, though c may be 0. Towards
    infinity a term that is free of the variable may be 0; elsewhere it may be what leads.
    """
    for total in expression.atoms(sp.Add):
        factors: dict[sp.Expr, sp.Expr] = {}
        for term in sp.Add.make_args(sp.expand(total)) if total.has(variable) else ():
            factor, power = term.as_independent(variable, as_Add=False)
            factors[power] = factors.get(power, sp.S.Zero) + factor
        if point.is_infinite:
            factors.pop(sp.S.One, None)
        if not all(is_positive(factor) or is_positive(-factor) for factor in factors.values()):
            return False
    return True


def assumption(name):
    """Say what is assumed of a symbol or a family, sizes and indices apart."""
    given = name.assumptions0
    if given.get("integer") or not (given.get("nonnegative") or given.get("nonzero")):
        return ""
    sign = ">" if given.get("positive") else "≥" if given.get("nonnegative") else "≠"
    return f"{greek_unicode.get(str(name), name)} {sign} 0"
