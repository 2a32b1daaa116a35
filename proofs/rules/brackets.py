"""The rule that decides a bracket by the sign of what it compares."""

import sympy as sp

from proofs.rules.listing import counts_from_one, rule
from proofs.rules.signs import is_nonnegative, is_positive
from theory.stating.symbolic import Above, Bracket, Null


@rule("A bracket [u > v] is 1 where u > v is shown, 0 where u ≤ v is; [u = v] is 0 where u ≠ v is.")
def decided(expression):
    """Decide the brackets of what is shown to have a sign."""
    return expression.replace(lambda e: isinstance(e, Bracket), _decided)


def _decided(bracket):
    (number,) = bracket.args
    if isinstance(bracket, Above):
        if is_positive(number):
            return sp.S.One
        return sp.S.Zero if is_nonnegative(-number) else bracket
    assert isinstance(bracket, Null)
    return sp.S.Zero if is_positive(number) or is_positive(-number) else bracket


@rule("[u > 0] is [u > 1] and δ(u, 1) together, for a whole number u.")
def next_apart(expression):
    """Set the first place that a bracket counts apart, where a sum binds the place."""
    limits = (limit for total in expression.atoms(sp.Sum) for limit in total.limits)
    places = {limit[0] for limit in limits if counts_from_one(limit)}
    return expression.replace(lambda e: isinstance(e, Above), lambda e: _next_apart(e, places))


def _next_apart(bracket, places):
    (number,) = bracket.args
    counted = sorted((p for p in places if number.coeff(p) == 1), key=str)
    if not number.is_integer or len(counted) != 1:
        return bracket
    return Above(number - 1) + sp.KroneckerDelta(counted[0], counted[0] - number + 1)
