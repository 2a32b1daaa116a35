"""The symbolic reading: arrays of SymPy expressions, so that `impl` yields its exact formula."""

from types import SimpleNamespace

import sympy as sp

from proofs.arrays.namespace import Namespace


class UndecidedError(ValueError):
    """A comparison of symbols that their assumptions do not decide."""


def _decide(relation):
    if relation not in (sp.true, sp.false):
        raise UndecidedError(
            f"expressions: whether {relation} is not decided by the symbols' assumptions; "
            "give symbols with assumptions, or numbers"
        )
    return bool(relation)


def _equal(a, b):
    """Compare by structure: equal symbols are equal, and a finite expression is not infinite."""
    a, b = sp.sympify(a), sp.sympify(b)
    return a == b or bool(a.is_number and b.is_number and (a - b).is_zero)


def _exact(value):
    value = sp.sympify(value)
    if value.is_Float and float(value).is_integer():
        return sp.Integer(int(value))  # whole floats such as 0.0 are exact
    if value.has(sp.Float):
        raise TypeError(
            f"expressions: {value} is a float; give an exact number: a sympy.Rational, or an array "
            "that is divided by a size"
        )
    return value


xp = Namespace(
    "expressions",
    SimpleNamespace(
        convert=_exact,
        exp=sp.exp,
        log=sp.log,
        tanh=sp.tanh,
        sqrt=sp.sqrt,
        sin=sp.sin,
        cos=sp.cos,
        abs=sp.Abs,
        maximum=sp.Max,
        equal=_equal,
        less=lambda a, b: _decide(sp.sympify(a) < sp.sympify(b)),
        isfinite=lambda a: a not in (sp.oo, -sp.oo, sp.nan),
        isinf=lambda a: a in (sp.oo, -sp.oo),
        isnan=lambda a: a is sp.nan,
        pi=sp.pi,
        inf=sp.oo,
        nan=sp.nan,
    ),
)


def array(values):
    """Make an array of expressions from nested lists."""
    return xp.asarray(values)


def entries(base, *sizes):
    """Return the array whose entries are base[1, ...] to base[sizes], in the theory's counting."""

    def fill(prefix, rest):
        if not rest:
            return base[prefix]
        return [fill((*prefix, k), rest[1:]) for k in range(1, rest[0] + 1)]

    return xp.asarray(fill((), sizes))
