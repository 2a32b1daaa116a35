"""What a chain assumes of its symbols, and what a limit must not assume of them."""

import re
from itertools import combinations

import sympy as sp
from sympy.printing.pretty.pretty_symbology import greek_unicode

from proofs.rules import is_positive
from theory.stating.symbolic import FUNCTIONS, Bracket

# What may jump where SymPy takes it to be continuous.
JUMPING = (sp.Mod, sp.KroneckerDelta, FUNCTIONS["fl"])
BENDING = (sp.Max, FUNCTIONS["max"])  # where it bends, SymPy's limits go astray
ODD = (sp.sin, sp.tanh, sp.erf, sp.Abs)  # they are 0 where what they hold is
STEEP = (sp.exp, sp.cos, sp.log, sp.Pow)  # and these do not move: e^{c t} - 1 is 0 for c = 0


def keeps_all_terms(expression, variable, point, side="+"):
    """Say whether no leading term of its sums can vanish for some value of the other symbols.

    SymPy takes the other symbols to be generic: for large t it drops the 1 of 1 + c² t, though c
    may be 0. Where another term grows beyond all bounds, one that is free of the variable may be
    0; elsewhere it may be the leading one. A multiple of what tends to 0 adds nothing, be its
    factor 0 or not. In sin(c t) the c is a factor, too: where it is 0, so is the sine; and in
    exp(c t) - 1, whose terms cancel. Which of e^{a t} and e^{b t} leads depends on a and b.
    """
    if expression.has(Bracket) or any(
        e.has(variable) for e in expression.atoms(*JUMPING, *BENDING)
    ):
        return False
    if point.is_finite and not all(
        _has_a_sign(e.args[0].subs(variable, point))
        for e in expression.atoms(sp.Abs, sp.sign)
        if e.has(variable)
    ):
        return False
    if isinstance(expression, sp.Add):
        terms = sp.Add.make_args(sp.expand(expression))
        expression = sp.Add(*(t for t in terms if not _vanishes(t, variable, point, side)))
    for total in expression.atoms(sp.Add):
        factors: dict[sp.Expr, sp.Expr] = {}
        for term in sp.Add.make_args(sp.expand(total)) if total.has(variable) else ():
            factor, power = term.as_independent(variable, as_Add=False)
            factors[power] = factors.get(power, sp.S.Zero) + factor
        pairs = combinations(factors, 2)
        if not all(_which_leads(p / q, variable, point, side) for p, q in pairs):
            return False
        kinds = (*ODD, *STEEP) if _may_cancel(factors, variable, point, side) else ODD
        if any(sp.limit(power, variable, point, side).is_infinite for power in factors):
            factors.pop(sp.S.One, None)
        parts = (e for power in factors for f in power.atoms(*kinds) for e in f.args)
        inner = (e for e in parts if e.has(variable) and e != variable)
        within = (e.as_independent(variable, as_Add=False)[0] for e in inner)
        if not all(is_positive(e) or is_positive(-e) for e in (*factors.values(), *within)):
            return False
    return True


def _which_leads(ratio, variable, point, side):
    """Say whether it is known which of two terms is the larger one, for all other symbols."""
    ratio = sp.powsimp(ratio)
    if ratio.free_symbols <= {variable}:
        return True
    try:
        found = sp.limit(ratio, variable, point, side)
    except (NotImplementedError, ValueError):
        return False
    return not found.has(sp.sign, sp.Limit, sp.AccumBounds, sp.nan)


def _may_cancel(factors, variable, point, side):
    """Say whether the terms of a sum may add up to 0 where the variable runs to."""
    try:
        total = sp.Add(*(f * sp.limit(p, variable, point, side) for p, f in factors.items()))
    except (NotImplementedError, ValueError):
        return True
    return not (is_positive(total) or is_positive(-total) or total.is_infinite)


def _has_a_sign(value):
    """Say whether it is known on which side of 0 a bar stands, or that it stands there."""
    return bool(value.is_positive or value.is_negative or value.is_zero)


def _vanishes(term, variable, point, side):
    """Say whether a term of the whole tends to 0, whatever its factor is."""
    _, power = term.as_independent(variable, as_Add=False)
    if not power.has(variable) or not keeps_all_terms(power, variable, point, side):
        return False
    return sp.limit(power, variable, point, side) == 0


def assumption(name):
    """Say what is assumed of a symbol or a family; of sizes and indices say nothing."""
    given, shown = name.assumptions0, spelled(str(name))
    if given.get("imaginary"):
        return f"{shown} ∈ iℝ"
    if given.get("integer") and given.get("nonnegative"):
        return ""
    signs = {
        "positive": ">",
        "negative": "<",
        "nonnegative": "≥",
        "nonpositive": "≤",
        "nonzero": "≠",
    }
    sign = next((sign for name, sign in signs.items() if given.get(name)), "")
    whole = f"{shown} ∈ ℤ" if given.get("integer") else ""
    return ", ".join(filter(None, [f"{shown} {sign} 0" if sign else "", whole]))


def spelled(name: str) -> str:
    """Return names such as beta, phat and ell as they are printed: β, p̂, ℓ."""
    greek = {**greek_unicode, "varepsilon": "ε", "ell": "ℓ"}
    letters = re.compile(r"[A-Za-z]+")

    def letter(found):
        name, hat, _ = found[0].partition("hat")
        if len(name) == 1 or name in greek:
            return greek.get(name, name) + ("\N{COMBINING CIRCUMFLEX ACCENT}" if hat else "")
        return found[0]

    return letters.sub(letter, name)
