"""The symbols of the chapter, with the assumptions that decide what is true of them.

Indices count from 1. `RANGE` says how far each runs, so that a rule about sums can ask.
"""

from functools import cache

import sympy as sp


def size(name):
    """Return a size: a positive integer."""
    return sp.Symbol(name, integer=True, positive=True)


def index(name):
    """Return an index: a positive integer that runs up to `RANGE[index]`."""
    return sp.Symbol(name, integer=True, positive=True)


def real(name):
    """Return a real number."""
    return sp.Symbol(name, real=True)


def positive(name):
    """Return a positive number."""
    return sp.Symbol(name, positive=True)


def nonnegative(name):
    """Return a number that is not negative."""
    return sp.Symbol(name, nonnegative=True)


class Label(sp.Symbol):
    """The name of a family: no number, so what is put for a number of that name leaves it."""

    @classmethod
    def class_key(cls):
        """Stand among others where a number of that name would."""
        return sp.Symbol.class_key()


class Family(sp.IndexedBase):
    """A family of numbers, whose entries are `Entry`."""

    @classmethod
    def class_key(cls):
        """Stand among others where a family of SymPy's would."""
        return sp.IndexedBase.class_key()

    def __getitem__(self, places):
        return Entry(self, *(places if isinstance(places, tuple | sp.Tuple) else (places,)))


class Entry(sp.Indexed):
    """An entry of a family: one object for all who ask for it, as SymPy keeps its symbols.

    So what is found out of its sign is found once, and equal entries are seen to be the same.
    """

    def __new__(cls, base, *places):
        if isinstance(base, Family):
            return _entry(base, *map(sp.sympify, places))
        return sp.Indexed(base, *places)

    @classmethod
    def class_key(cls):
        """Stand among others where an entry of SymPy's would."""
        return sp.Indexed.class_key()

    def _hashable_content(self):
        return self.args  # the family among them has all that is assumed


@cache
def _entry(base, *places):
    return sp.Indexed.__new__(Entry, base, *places)


def family(name, **assumptions):
    """Return an indexed family of numbers: x[i], K[i, a]; real unless said otherwise."""
    return Family(Label(name, **(assumptions or {"real": True})))


n, m, d = (size(name) for name in ("n", "m", "d"))
d_q, d_k, d_v, d_attn = (size(name) for name in ("d_q", "d_k", "d_v", "d_attn"))
L, d_model, d_ff, h = (size(name) for name in ("L", "d_model", "d_ff", "h"))
i, j, k, l = (index(name) for name in "ijkl")  # noqa: E741  (the theory's names)
a, b, c = (index(name) for name in "abc")  # coordinates
o, p = index("o"), index("p")  # other coordinates, of as many as a
u, w = index("u"), index("w")  # a coordinate of a query, of a key
r, s = index("r"), index("s")  # heads
RANGE = {i: n, j: n, k: n, l: n, a: d, o: d, p: d, u: d_q, w: d_k, r: h, s: h}


def sum_over(bound, term):
    """Return Σ of `term` over the index `bound`, from 1 to the end of its range."""
    return sp.Sum(term, (bound, 1, RANGE[bound]))


def sum_to(last, bound, term):
    """Return Σ of `term` over the index `bound`, from 1 to `last`."""
    return sp.Sum(term, (bound, 1, last))


def equation(left, right):
    """Return an equation as it stands, for what a hypothesis means."""
    return sp.Eq(left, right, evaluate=False)


def at(expression, **sizes):
    """Return the expression at fixed sizes or indices, its sums written out."""
    values = {
        symbol: sizes[symbol.name] for symbol in expression.free_symbols if symbol.name in sizes
    }
    return expression.subs(values, simultaneous=True).doit()


def term(x, *index):
    """Return the entry of a family, or the value of a function, at the index."""
    return x(*index) if callable(x) else x[index if len(index) > 1 else index[0]]
