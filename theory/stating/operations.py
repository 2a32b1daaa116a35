"""Operations of a statement, on a number or on each entry of a family."""

from theory.stating.families import Family
from theory.stating.terms import (
    WHOLE,
    Base,
    Constant,
    Entry,
    Operation,
    Slope,
    Term,
    TermError,
    Variable,
    term,
)

pi = Constant("pi")


def _operation(name):
    def operation(x):
        if isinstance(x, Family):
            return x.map(lambda entry: Operation(name, (entry,)))
        return Operation(name, (term(x),))

    operation.__doc__ = f"Return the {name} of a number, or of each entry of a family."
    return operation


exp, log, sqrt, tanh = (_operation(name) for name in ("exp", "log", "sqrt", "tanh"))
sin, cos, erf, fl = (_operation(name) for name in ("sin", "cos", "erf", "fl"))


def larger(x, y) -> Term:
    """Return the larger of two numbers."""
    return Operation("max", (term(x), term(y)))


def odd(k) -> Term:
    """Return 1 for an odd whole number, and 0 for an even one."""
    return Operation("odd", (term(k),))


def delta(i, j) -> Term:
    """Return 1 where two places are the same, else 0."""
    return Operation("delta", (term(i), term(j)))


def bracket(left, sign: str, right) -> Term:
    """Return 1 where the relation of two numbers holds, else 0: bracket(x[j], ">", x[i])."""
    if sign not in ("=", "<", ">"):
        raise TermError(f"bracket: the sign {sign!r}; expected =, < or >")
    return Operation(f"[{sign}]", (term(left), term(right)))


def slope(of: Term, *by: Term) -> Term:
    """Return the derivative by variables or entries, one after the other."""
    for each in by:
        held = each.base if isinstance(each, Entry) else each
        if not isinstance(held, Variable | Base) or held.domain in WHOLE:
            raise TermError(f"slope: {each!r}; expected a real variable, or an entry of a family")
    return Slope(term(of), tuple(by))
