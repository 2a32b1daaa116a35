"""The rule that decides a bracket by the sign of what it compares."""

import sympy as sp

from proofs.rules.listing import rule
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
