"""Normal forms of expressions with sums of symbolic length: what lets a step be checked.

Two expressions are equal when the difference of their normal forms is zero. Each rewriting here is
an identity for finite sums (linearity, distributivity, a constant summed n times, a Kronecker delta
that picks one term); nothing is sampled, nothing is guessed. A difference that does not reach zero
counts as "not shown".
"""

from functools import reduce

import sympy as sp

from proofs.rules import angles, is_positive, sift


def normal(expression):
    """Return the normal form: sums made linear and canonical, fractions joined and cancelled."""
    expression = sp.sympify(expression).replace(
        lambda e: isinstance(e, sp.Derivative), lambda e: e.doit(deep=False)
    )
    expression = _sums(_logarithms(_sums(angles(expression))))
    named = {total: sp.Dummy(real=True) for total in expression.atoms(sp.Sum)}
    plain = sp.cancel(sp.together(sp.expand(angles(sp.expand(_outermost(expression, named))))))
    return plain.xreplace({dummy: total for total, dummy in named.items()})


def is_zero(expression):
    """Say whether the expression is shown to be zero."""
    return normal(expression) == 0


def _outermost(expression, names):
    """Replace each sum by its name, whole sums before the sums inside them."""
    if expression in names:
        return names[expression]
    if not expression.args or not expression.has(sp.Sum):
        return expression
    return expression.func(*(_outermost(argument, names) for argument in expression.args))


def _logarithms(expression):
    """Open logarithms of products, where every factor is positive."""

    def opened(logarithm):
        argument = sp.together(logarithm.args[0])
        parts = sp.Mul.make_args(argument)
        if not all(map(is_positive, parts)):
            return logarithm
        return sp.Add(*(_log_of_factor(part) for part in parts))

    return expression.replace(lambda e: isinstance(e, sp.log), opened)


def _log_of_factor(factor):
    if isinstance(factor, sp.exp):
        return factor.args[0]
    if isinstance(factor, sp.Pow):
        return factor.exp * _log_of_factor(factor.base)
    return sp.log(factor)


def _sums(expression):
    """Make every sum, innermost first, a combination of sums of single products."""
    if not expression.args or not expression.has(sp.Sum, sp.KroneckerDelta, sp.exp):
        return expression
    rebuilt = expression.func(*(_sums(argument) for argument in expression.args))
    if isinstance(rebuilt, sp.exp):
        return sp.expand(sp.exp(sp.expand(rebuilt.args[0])), power_exp=True)
    return reduce(_linear, rebuilt.limits, rebuilt.function) if _is_sum(rebuilt) else rebuilt


def _is_sum(expression):
    return isinstance(expression, sp.Sum)


def _linear(summand, limit):
    """Sum each product of the summand by itself, with what does not depend on the index outside."""
    bound, first, last = limit
    result = sp.Integer(0)
    for term in sp.Add.make_args(sp.expand(angles(sp.expand(summand)))):
        outside, inside = term.as_independent(bound, as_Add=False)
        picked = sift(inside, bound, last)
        if inside == 1:
            result += outside * (last - first + 1)
        elif picked is not None:
            result += outside * picked
        else:
            name = _bound_name(inside)
            result += outside * sp.Sum(inside.xreplace({bound: name}), (name, first, last))
    return result


def _bound_name(inside):
    """Name a bound index by how deeply sums are nested below it, so that equal sums look equal."""
    return sp.Symbol(f"_{_depth(inside)}", integer=True, positive=True)


def _depth(expression):
    inner = [_depth(total.function) + 1 for total in expression.atoms(sp.Sum)]
    return max(inner, default=0)
