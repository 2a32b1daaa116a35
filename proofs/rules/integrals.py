"""The rule that integrates a derivative."""

import sympy as sp

from proofs.rules.listing import rule
from proofs.rules.signs import is_positive, over_an_interval


@rule("∫ F' is F at the upper end minus F at the lower end; at an infinite end, F's limit.")
def rise(expression):
    """Replace ∫ F' by the rise of F, where F is shown to be smooth; ∫ 1 has F(x) = x."""
    return expression.replace(lambda e: isinstance(e, sp.Integral), _rise)


def _rise(integral):
    whole, (variable, *ends) = integral.function, integral.limits[0]
    slope = isinstance(whole, sp.Derivative) and whole.variables == (variable,)
    primitive = whole.expr if slope else variable if whole == 1 else None
    if primitive is None or not over_an_interval(integral) or not _is_smooth(primitive, variable):
        return integral
    if any(end.is_infinite for end in ends) and primitive.free_symbols != {variable}:
        return integral  # SymPy's limits take other symbols to be generic: c x with c = 0, too
    low, high = (
        sp.limit(primitive, variable, end) if end.is_infinite else primitive.subs(variable, end)
        for end in ends
    )
    return high - low if low.is_finite and high.is_finite else integral


def _is_smooth(e, variable):
    """Say whether it is made of sums, products, exp and powers that have no gap or bend."""
    if not e.has(variable) or e == variable:
        return True
    if isinstance(e, sp.Pow) and not is_positive(e.base):
        return bool(e.exp.is_Integer and e.exp.is_positive) and _is_smooth(e.base, variable)
    built = isinstance(e, sp.Add | sp.Mul | sp.Pow | sp.exp)
    return built and all(_is_smooth(part, variable) for part in e.args)
