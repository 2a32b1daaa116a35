"""Terms as SymPy expressions, their words written out: what a derivation computes with."""

from fractions import Fraction
from functools import cache, singledispatch
from hashlib import sha256
from itertools import count

import sympy as sp

from theory import symbols
from theory.stating.known_digits import is_sure
from theory.stating.terms import (
    Applied,
    Base,
    Constant,
    Entry,
    Index,
    Number,
    Operation,
    Permuted,
    Size,
    Slope,
    Table,
    Term,
    TermError,
    Total,
    Variable,
    Word,
    canonical,
    free_indices,
    put,
    walk,
)
from theory.stating.unfolding import unfolded

ASSUMED = {
    "real": {"real": True},
    "positive": {"positive": True},
    "nonnegative": {"nonnegative": True},
    "nonzero": {"real": True, "nonzero": True},
    "bit": {"nonnegative": True, "integer": True, "prime": False, "composite": False},
    "integer": {"integer": True},
    "natural": {"integer": True, "nonnegative": True},
    "shift": {"integer": True, "nonzero": True},
}


class Larger(sp.Function):
    """The largest of numbers that have sums in them: SymPy would try long to find it out."""

    is_real = True

    @classmethod
    def eval(cls, *given):
        """Leave it to SymPy where there are no sums; else bring the numbers in one order."""
        if not any(each.has(sp.Sum) for each in given):
            return sp.Max(*given)
        in_order = sorted(given, key=sp.default_sort_key)
        return None if list(given) == in_order else cls(*in_order)

    def _eval_is_nonnegative(self):
        return any(each.is_nonnegative for each in self.args) or None

    def _latex(self, printer):
        return rf"\max({', '.join(map(printer.doprint, self.args))})"


class Bracket(sp.Function):
    """1 where a number has a sign, else 0."""

    is_integer, is_nonnegative = True, True

    def fdiff(self, argindex=1):
        """Refuse: it jumps."""
        raise ValueError(f"{self} jumps; it has no slope everywhere")


class Above(Bracket):
    """1 where a number is positive, else 0."""

    @classmethod
    def eval(cls, number):
        """Decide it where the assumptions do."""
        if not is_sure(number):
            return None
        return sp.S.One if number.is_positive else sp.S.Zero if number.is_nonpositive else None


class Null(Bracket):
    """1 where a number is 0, else 0."""

    @classmethod
    def eval(cls, number):
        """Decide it where the assumptions do."""
        if not is_sure(number):
            return None
        return sp.S.One if number.is_zero else sp.S.Zero if number.is_zero is False else None


FUNCTIONS = {
    "exp": sp.exp, "log": sp.log, "sqrt": sp.sqrt, "tanh": sp.tanh, "sin": sp.sin, "cos": sp.cos,
    "erf": sp.erf,
    "abs": sp.Abs, "max": Larger, "odd": lambda k: sp.Mod(k, 2), "delta": sp.KroneckerDelta,
    "fl": sp.Function("fl", real=True),
    "+": lambda p, q: p + q, "-": lambda p, q: p - q, "*": lambda p, q: p * q,
    "/": lambda p, q: p / q, "^": lambda p, q: p**q, "neg": lambda p: -p,
    "[>]": lambda p, q: Above(p - q), "[<]": lambda p, q: Above(q - p),
    "[=]": lambda p, q: Null(p - q),
}  # fmt: skip


def symbolic(term: Term) -> sp.Expr:
    """Return the term with its words written out, each sum over an index of its own."""
    return _expression(_apart(unfolded(term), count(1)))


def place(name: str) -> sp.Symbol:
    """Return an index, or a size, as a symbol: a positive whole number."""
    return sp.Symbol(name, integer=True, positive=True)


def assumed(held: Base | Variable) -> dict[str, bool]:
    """Return what SymPy may take to be true of a variable, or of the entries of a family."""
    return ASSUMED[held.domain]


def family(base: Base) -> sp.IndexedBase:
    """Return a family of variables as SymPy has it."""
    return symbols.family(base.name, **assumed(base))


def _apart(term, names):
    """Give each bound index a name that no other index of the expression has."""
    if isinstance(term, Total):
        own = Index(f"_s{next(names)}", term.bound.last)
        return Total(own, _apart(put(term.body, {term.bound: own}), names))
    return term.with_parts(tuple(_apart(part, names) for part in term.parts))


@singledispatch
def _expression(term) -> sp.Expr:
    raise TypeError(f"symbolic: {term!r} has no expression")


@_expression.register
def _(term: Number):
    return sp.Rational(term.value.numerator, term.value.denominator)


@_expression.register
def _(term: Constant):
    return {"pi": sp.pi}[term.name]


@_expression.register
def _(term: Variable):
    return sp.Symbol(term.name, **assumed(term))


@_expression.register
def _(term: Size):
    return place(term.name)


@_expression.register
def _(term: Index):
    return place(f"_b{term.mark}" if term.mark else term.name)


@_expression.register
def _(term: Permuted):
    return permutation(term.name, _expression(term.last))(_expression(term.place))


@_expression.register
def _(term: Entry):
    return family(term.base)[tuple(map(_expression, term.places))]


@_expression.register
def _(term: Operation):
    given = [*map(_expression, term.given)]
    if term.name in ("delta", "odd") and not all(map(is_sure, given)):
        raise TermError(f"{term.name}: no digits tell which number {given[0]} is")
    return FUNCTIONS[term.name](*given)


@_expression.register
def _(term: Total):
    if isinstance(term.bound.last, Number):
        places = range(1, int(term.bound.last.value) + 1)
        terms = (put(term.body, {term.bound: Number(Fraction(k))}) for k in places)
        return sp.Add(*map(_expression, terms))
    return sp.Sum(_expression(term.body), (place(term.bound.name), 1, _expression(term.bound.last)))


@_expression.register
def _(term: Slope):
    return sp.Derivative(_expression(term.body), *map(_expression, term.by), evaluate=False)


@_expression.register
def _(term: Applied):
    return opaque(term)


@_expression.register
def _(term: Table):
    raise TypeError(f"symbolic: the family {term!r} is no number; write its word out first")


@cache
def permutation(name: str, last: sp.Expr) -> type[sp.Function]:
    """Return a permutation of 1, ..., last, as a function of a place."""
    return type(name, (sp.Function,), {"is_integer": True, "is_positive": True, "last": last})


# The engine's own words: a divisor that is 1 where it would be 0; whether a row of bits has a 1.
GUARDED = Word("_guarded", r"\operatorname{{guard}}({t})", {"t": "number"}, domain="positive")
SOME_THERE = Word("_some", r"\operatorname{{some}}({kappa})", {"kappa": "family"}, domain="bit")
ENGINES = (GUARDED, SOME_THERE)


class Opaque(sp.Function):
    """A word without a formula, at the free indices of its arguments: one number for equal ones."""

    word: Word
    held: tuple[list[sp.Symbol], list[Term]]  # the arguments, and what stands for the indices

    def argument(self) -> sp.Expr:
        """Return the one number that the word is given."""
        holes, (given,) = self.held
        expression = symbolic(given)
        inner = {p for total in expression.atoms(sp.Sum) for p in total.variables}
        free = {p for place in self.args for p in place.free_symbols}
        clash = {p: place(f"{p}_") for p in inner & free}
        return expression.xreplace(clash).xreplace(dict(zip(holes, self.args, strict=False)))


_OPAQUE: dict[tuple, type[Opaque]] = {}


def opaque(word: Applied) -> sp.Expr:
    """Return a word that has no formula as a function of the free indices of its arguments.

    Two are one function only if their arguments are one expression, up to the names of indices.
    """
    plain = canonical(word)
    assert isinstance(plain, Applied)
    free = free_indices(plain)
    places = list(dict.fromkeys(each for each in walk(plain) if each in free))
    holes: dict[Term, Term] = {
        each: Index("", Number(Fraction(k)), -1000 - k) for k, each in enumerate(places)
    }
    given = [put(each, holes) for each in plain.given]
    own = any(word.word is each for each in ENGINES)
    key = (word.word.name, word.word.domain, own, *map(_argument, given))
    held = ([_expression(hole) for hole in holes.values()], given)
    if key not in _OPAQUE:
        digest = sha256(repr((key[:2], [*map(str, key[3:])])).encode()).hexdigest()[:8]
        name = f"{word.word.name}_{digest}"  # the same in every run, as the order of terms has it
        assumed = {f"is_{fact}": value for fact, value in ASSUMED[word.word.domain].items()}
        _OPAQUE[key] = type(name, (Opaque,), {**assumed, "word": word.word, "held": held})
    whole = sp.Symbol(_OPAQUE[key].__name__, real=True)  # no number without symbols: it may be any
    return _OPAQUE[key](*map(_expression, places), whole)


def _argument(given):
    bounds = given.bounds if isinstance(given, Table) else ()
    body = given.body if isinstance(given, Table) else given
    return (*(symbolic(each.last) for each in bounds), sp.expand(symbolic(body)))
