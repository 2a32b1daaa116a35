"""What conditions decide in a line: guards, brackets, the larger of two, deltas in sums."""

import sympy as sp

from proofs.engine.fitness import is_fit
from proofs.engine.normal_form import normal
from proofs.rules import counts_from_one, is_nonnegative, lies_within, some_kept, up_to
from theory.stating.symbolic import GUARDED, Above, Larger, Null, Opaque


def decided(line, known, ranges):
    """Return the line with all that is decided put in.

    A guard of t is t where t is not 0, and 1 where it is; the larger of two is the one that is
    shown to be at least the other; a bracket is 1 or 0 by the sign of what it compares.
    """
    fit = lambda sign, e: is_fit(sign, e, known, ranges)

    def at_least(p, q):
        gap = normal(p - q, ranges)
        return any(is_nonnegative(sp.expand(gap - least)) for least in (0, *at_least_zero(known)))

    def put_in(e):
        if isinstance(e, Opaque) and e.word is GUARDED:
            inside = put_all(e.argument())
            if normal(inside) == 0:
                return sp.S.One
            shown = (t for t in (inside, some_kept(inside)) if fit("≠", up_to(t, ranges)))
            return next(shown, e)
        if isinstance(e, Null):
            (gap,) = e.args
            return sp.S.One if normal(gap) == 0 else sp.S.Zero if fit("≠", gap) else e
        if isinstance(e, Above):
            (gap,) = e.args
            return sp.S.One if fit(">", gap) else sp.S.Zero if at_least(0, gap) else e
        if isinstance(e, sp.Max | Larger) and len(e.args) == 2:
            p, q = e.args
            return p if at_least(p, q) else q if at_least(q, p) else e
        return e

    def put_all(e):
        if not e.has(Opaque, Null, Above, sp.Max, Larger):
            return e
        return put_in(e.func(*map(put_all, e.args)) if not isinstance(e, Opaque) else e)

    return put_all(line)


def at_least_zero(known):
    """Yield what the conditions say is at least 0; a whole number above 0 is at least 1."""
    for gap, sign in known:
        low = -gap if sign in ("<", "≤") else gap
        if sign in ("<", ">", "≤", "≥"):
            yield low - 1 if sign in ("<", ">") and low.is_integer else low


def picked(line, known, ranges):
    """Return the line with each sum over a delta replaced by the term that the delta picks.

    The place that is picked must be shown to lie in the range of the sum, by a condition.
    """
    least = list(at_least_zero(known))

    def pick(total):
        function, limits = total.function, list(total.limits)
        for k, limit in enumerate(limits):
            bound, *ends = limit
            for delta in function.atoms(sp.KroneckerDelta):
                ends_there = any(sp.sympify(end).has(bound) for _, *two in limits for end in two)
                if bound not in delta.args or not counts_from_one(limit) or ends_there:
                    continue
                (place,) = (each for each in delta.args if each != bound)
                if place.has(bound):
                    continue
                rest = sp.expand(function, power_exp=False)
                each = [sp.cancel(part / delta) for part in sp.Add.make_args(rest)]
                if any(part.has(delta) for part in each) or not _is_factor(rest, delta):
                    continue
                inner = {p for part in each for s in part.atoms(sp.Sum) for p in s.variables}
                if inner & place.free_symbols or not lies_within(
                    place, ends, dict(ranges or {}), least
                ):
                    continue
                chosen = sp.Add(*each).xreplace({bound: place})
                left = limits[:k] + limits[k + 1 :]
                return sp.Sum(chosen, *left) if left else chosen
        return total

    return line.replace(lambda e: isinstance(e, sp.Sum), pick)


def _is_factor(whole, delta):
    return all(delta in sp.Mul.make_args(part) for part in sp.Add.make_args(whole))
