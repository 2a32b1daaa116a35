"""Where an expression has a value: every divisor, logarithm and root is shown fit, or named."""

from collections.abc import Iterator
from functools import lru_cache

import sympy as sp

from proofs.engine.normal_form import is_zero, normal
from proofs.rules import is_nonnegative, is_positive, outweighs, up_to
from theory.stating.known_digits import is_sure
from theory.stating.needs import needs
from theory.stating.symbolic import ASSUMED, symbolic
from theory.stating.terms import Term, walk
from theory.stating.unfolding import unfolded

_TURNED = {"<": ">", ">": "<", "≤": "≥", "≥": "≤"}


def needs_of(term: Term) -> Iterator[tuple[str, sp.Expr]]:
    """Yield what a term needs to have a value, as it is written: a sign, and of what."""
    for each in walk(unfolded(term)):
        yield from ((sign, symbolic(part)) for sign, part in needs(each))


def needs_in(expression: sp.Expr) -> Iterator[tuple[str, sp.Expr]]:
    """Yield the same of a line of a derivation, which SymPy has evaluated."""
    for each in sp.preorder_traversal(expression):
        if isinstance(each, sp.log):
            yield ">", each.args[0]
        elif isinstance(each, sp.Pow) and not isinstance(each, sp.exp):
            if not each.exp.is_integer:
                root = bool(each.exp.is_Rational and each.exp > 0)
                yield ("≥" if root else ">"), each.base
            elif not each.exp.is_nonnegative:
                yield "≠", each.base


SIGNS = {"positive": ">", "nonnegative": "≥", "nonzero": "≠"}


def lies_in(domain: str, value: Term) -> bool:
    """Say whether a term is shown to lie in a domain, whatever its letters are."""
    number, sign = symbolic(value), SIGNS.get(domain)
    kinds = ASSUMED[domain].items()
    known = all(getattr(number, f"is_{kind}") is holds for kind, holds in kinds)
    return domain == "real" or known or (sign is not None and is_fit(sign, number, []))


def is_fit(sign: str, expression: sp.Expr, known: list[tuple[sp.Expr, str]], ranges=None) -> bool:
    """Say whether an expression is shown to have the sign, or a condition says so of a factor."""
    given = None if ranges is None else tuple(ranges.items())
    return _is_fit(sign, expression, tuple(known), given)


@lru_cache(maxsize=1 << 14)  # a line needs again what the line before it needed
def _is_fit(sign, expression, known, given):
    ranges = None if given is None else dict(given)
    if any(map(is_positive, dict.fromkeys((expression, up_to(expression, ranges))))):
        return True  # as it stands: squares are still squares
    plain = _by_equations(normal(expression, ranges), known)
    if sign == "≥":
        return is_nonnegative(plain) or is_nonnegative(expression)
    if sign == ">":
        return is_positive(plain) or _known(plain, {">"}, known)
    if _is_nonzero(expression, known):
        return True
    return all(_is_nonzero(each, known) for each in sp.Mul.make_args(sp.factor(plain)))


def _is_nonzero(factor, known):
    base = factor.base if isinstance(factor, sp.Pow) and factor.exp.is_number else factor
    shown = (is_sure(base) and base.is_nonzero) or is_positive(base) or is_positive(-base)
    return bool(shown) or _known(base, {">", "<", "≠"}, known)


def _known(expression, signs, known):
    return any(
        (
            sign in signs
            and (_is_positive_part(expression, gap) or (sign == "≠" and is_zero(expression + gap)))
        )
        or (sign in (">", "≥") and is_positive(normal(expression - gap)))
        for gap, sign in _consequences(known)
    )


def _consequences(known):
    """Yield what is known of differences, of their opposites, and of what has a root."""
    equal = [each for each in known if each[1] == "="]
    others = [(_by_equations(gap, equal), sign) for gap, sign in known if equal and sign != "="]
    for gap, sign in [*known, *others]:
        yield gap, sign
        if sign in _TURNED:
            yield -gap, _TURNED[sign]
        if isinstance(gap, sp.Pow) and gap.exp == sp.S.Half and sign in (">", "≠"):
            yield gap.base, ">"  # what has a root is not negative


def _is_positive_part(expression, gap):
    """Say whether an expression is a positive multiple of a difference."""
    whole, part = normal(expression), normal(gap)
    if whole == part or outweighs(whole, part):
        return True
    return bool(part != 0 and is_positive(sp.cancel(whole / part)))


def _by_equations(expression, known):
    """Put in what equations say of sums, entries and numbers, where they say it of one."""
    for gap in (normal(gap) for gap, sign in known if sign == "="):
        for total in gap.atoms(sp.Sum, sp.Indexed) | ({gap} if gap.is_Symbol else set()):
            factor = sp.expand(gap).coeff(total)
            rest = sp.expand(gap - factor * total)
            if is_positive(factor) and not rest.has(total):
                expression = expression.xreplace({total: -rest / factor})
    return normal(expression)
