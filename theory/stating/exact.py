"""Terms at exact values of their variables, computed from the inside out.

Nothing is simplified before it is a number: log(-1) has no value, nor has 0/0 times 0. Values are
exact numbers of SymPy: rationals, roots, exponentials and logarithms of them.
"""

import math
from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from operator import add

import sympy as sp

from theory.stating.families import Family
from theory.stating.known_digits import CaseError, compare, is_sure
from theory.stating.needs import needs_of_slope
from theory.stating.relations import To, variables
from theory.stating.symbolic import ASSUMED, FUNCTIONS, family, symbolic
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
    Total,
    Variable,
    canonical,
    put,
)
from theory.stating.unfolding import unfolded, without_letters, written_out

JUMPING = ("odd", "delta", "fl", "[=]", "[<]", "[>]")
BENT = ("abs", "max", *JUMPING)


class UndefinedError(ArithmeticError):
    """A term that is no real number at the case: it names the term."""


class Case:
    """Values of variables, free indices and sizes; of families, nested tuples of values.

    Sizes are read off the families. A permutation has its name as the key, and as its value the
    places to which 1, 2, ... go. runs: by the name of a word that no formula says, the function
    that computes it, on floats in the place of real numbers. least: the smallest size; 0 where the
    code is run on nothing, or where it is asked what a hypothesis on a size is for.
    """

    def __init__(self, values: Mapping, runs: Mapping[str, Callable] | None = None, least: int = 1):
        self.runs = runs or {}
        self.values: dict[Term, sp.Expr] = {}
        self.tables: dict[Base, dict[tuple[int, ...], sp.Expr]] = {}
        self.orders: dict[str, tuple[int, ...]] = {}
        self.found: dict[Term, sp.Expr] = {}  # what words are worth here
        for variable, value in values.items():
            if isinstance(variable, str):
                self.orders[variable] = tuple(value)
            elif isinstance(variable, Family) and variable.base:
                self._take_family(variable.base, value)
            elif not isinstance(variable, Variable | Size | Index):
                raise CaseError(f"{variable!r} is no letter; expected a value for what it is of")
            else:
                number = _exact(value)
                if self.values.setdefault(variable, number) != number:  # a family had it first
                    raise CaseError(f"{variable.name} is {number}, and {self.values[variable]}")
                if isinstance(variable, Variable):
                    _in_domain(variable, number)

        self._check(least)

    def _check(self, least):
        """Refuse what is no size, no place, or no permutation."""
        for each, value in self.values.items():
            if isinstance(each, Size) and not (value.is_Integer and value >= least):
                raise CaseError(f"{each.name} is {value}; expected a whole number from {least} on")
            if isinstance(each, Index) and not (
                value.is_Integer and 1 <= value <= self.value(each.last)
            ):
                raise CaseError(f"{each.name} is {value}; expected a place from 1 to its last")
        for name, order in self.orders.items():
            if sorted(order) != list(range(1, len(order) + 1)):
                raise CaseError(f"{name} is {order}; expected each place once")

    def _take_family(self, base, value):
        for last, length in zip(base.lasts, _lengths(value, len(base.lasts)), strict=True):
            if isinstance(last, Size):
                self.values.setdefault(last, sp.Integer(length))
            if self.value(last) != length:
                raise CaseError(f"{base.name} has {length} places where there are {last}")
        self.tables[base] = dict(_entries(value, len(base.lasts)))
        for entry in self.tables[base].values():
            _in_domain(base, entry)

    def at(self, places: Mapping) -> "Case":
        """Return the same case at places of free indices."""
        here = Case({}, self.runs)
        here.tables, here.orders = self.tables, self.orders
        here.values = {**self.values, **{index: sp.Integer(k) for index, k in places.items()}}
        return here

    def without_places(self, but: Collection[Index]) -> "Case":
        """Return the same case, at no place of any index but these."""
        here = self.at({})
        here.values = {
            each: value
            for each, value in self.values.items()
            if not isinstance(each, Index) or each in but
        }
        return here

    def limit(self, term: Term, sign: To) -> sp.Expr:
        """Return the limit of a term as its variable runs, which is a number."""
        return _real(self.approached(term, sign))

    def approached(self, term: Term, sign: To) -> sp.Expr:
        """Return what a term comes near, be it ∞; all other values are put in first."""
        jumping = (e for e in written_out(term) if getattr(e, "name", "") in (*JUMPING, "max"))
        if any(sign.variable in variables(e) for e in jumping if isinstance(e, Operation)):
            raise CaseError("a limit of what may jump or bend has no value in a case")
        point = sp.oo if isinstance(sign.point, str) else self.value(sign.point)
        moving = symbolic(sign.variable)
        rest = Case({})
        rest.tables, rest.orders = self.tables, self.orders
        rest.values = {each: v for each, v in self.values.items() if each != sign.variable}
        written = rest.expression(term)
        if not is_sure(written):
            raise CaseError(f"whether a part of {written} is 0 is in doubt")
        return sp.limit(written, moving, point, sign.side)

    def expression(self, term: Term) -> sp.Expr:
        """Return the term as an expression, with the values put in for what has one."""
        known = {symbolic(each): (each, value) for each, value in self.values.items()}
        counts = {s: v for s, (each, v) in known.items() if not isinstance(each, Variable)}
        numbers = {s: v for s, (each, v) in known.items() if isinstance(each, Variable)}
        entries = {
            family(base)[places]: value
            for base, table in self.tables.items()
            for places, value in table.items()
        }
        written = symbolic(self._summed(unfolded(term))).subs(counts, simultaneous=True).doit()
        whole = {each: value for each, value in entries.items() if value.is_Integer}
        return written.xreplace(whole | numbers).xreplace(entries)  # an entry may be a place

    def _summed(self, whole: Term) -> Term:
        """Return a term with its sums written out, as far as they are known to run.

        To SymPy a sum to -1 is no empty one.
        """
        if isinstance(whole, Total) and variables(whole.bound.last) <= self.values.keys():
            places = range(1, self._whole(whole.bound.last) + 1)
            summands = (self._summed(put(whole.body, {whole.bound: _at(k)})) for k in places)
            return reduce(add, summands, _at(0))
        return whole.with_parts(tuple(map(self._summed, whole.parts)))

    def spread(self, whole: Term) -> Iterator[Term]:
        """Yield all that a term is made of, its words written out, each summand by itself."""
        yield whole
        parts = whole.parts
        if isinstance(whole, Total):
            places = range(1, self._whole(whole.bound.last) + 1)
            parts = tuple(put(whole.body, {whole.bound: _at(k)}) for k in places)
        for part in parts:
            yield from self.spread(part)

    def value(self, term: Term) -> sp.Expr:
        """Return the exact number that a term is here."""
        match term:
            case Number():
                return sp.Rational(term.value.numerator, term.value.denominator)
            case Constant():
                return sp.pi
            case Variable() | Size() | Index():
                if term not in self.values:
                    raise CaseError(f"{term.name} has no value in this case")
                return self.values[term]
            case Permuted() if term.name not in self.orders:
                raise CaseError(f"the order {term.name} is not given in this case")
            case Permuted():
                order, last = self.orders[term.name], self.value(term.last)
                if len(order) != last:
                    raise CaseError(f"{term.name} moves {len(order)} places where there are {last}")
                return sp.Integer(order[self._place(term.place, len(order)) - 1])
            case Entry():
                return self._entry(term)
            case Total():
                places = range(1, self._whole(term.bound.last) + 1)
                return sp.Add(*(self.value(put(term.body, {term.bound: _at(k)})) for k in places))
            case Operation():
                return _computed(term.name, [self.value(part) for part in term.given])
            case Slope():
                return self._slope(term)
            case Applied() if term.word.name in self.runs and term.word.define is None:
                return self._computed(term)
            case Applied() if term.word.define is None:
                raise CaseError(f"nothing here computes {term.word.name}; say what runs it")
            case Applied():
                key = canonical(without_letters(term))  # one letter may stand for two things
                if key not in self.found:
                    self.found[key] = self.value(unfolded(term, once=True))
                return self.found[key]
        raise CaseError(f"{term!r} is no number")

    def _entry(self, term):
        places = tuple(map(self._whole, term.places))
        if places not in self.tables.get(term.base, {}):
            raise CaseError(f"{term.base.name}{list(places)} has no value in this case")
        return self.tables[term.base][places]

    def _whole(self, term: Term) -> int:
        """Return the whole number that a place is, or an end; another number is neither."""
        number = self.value(term)
        if not number.is_Integer:
            raise UndefinedError(f"place {number}")
        return int(number)

    def _place(self, term: Term, last: int) -> int:
        """Return a place of so many."""
        place = self._whole(term)
        if not 1 <= place <= last:
            raise UndefinedError(f"place {place} of {last}")
        return place

    def _computed(self, term):
        """Run a word's function on floats; the exact number that the float is."""
        kinds = term.word.kinds.values()
        pairs = list(zip(kinds, term.given, strict=True))
        given = [self._floats(each) for kind, each in pairs if kind != "index"]
        found = self.runs[term.word.name](*given)
        for kind, each in pairs:
            if kind == "index":
                found = found[self._place(each, len(found)) - 1]
        if not math.isfinite(found):
            raise UndefinedError(str(found))
        return sp.Rational(*float(found).as_integer_ratio())

    def _floats(self, held):
        if isinstance(held, Table) and held.bounds:
            (first, *rest), body = held.bounds, held.body
            lines = (self.at({first: k}) for k in range(1, self._whole(first.last) + 1))
            inner = Table(tuple(rest), body) if rest else body
            return [line._floats(inner) for line in lines]
        number = self.value(held)
        if sp.Rational(*float(number).as_integer_ratio()) != number:
            raise CaseError(f"{number} is no float")
        return float(number)

    def _slope(self, term):
        """Derive an expression of the variables, where it is defined, then put their values in."""
        self.value(term.body)
        by = {getattr(each, "base", each) for each in term.by}
        bent = (e for e in written_out(term.body) if getattr(e, "name", "") in BENT)
        if any(isinstance(each, Operation) and by & variables(each) for each in bent):
            raise CaseError("a slope of what may have a bend has no value in a case")
        for each in self.spread(unfolded(term.body)):
            for sign, part in needs_of_slope(each, term.by):
                if not compare(self.value(part), sign, sp.S.Zero):
                    raise CaseError("a slope of what has a root of 0 has no value in a case")
        return _real(self.expression(term))


def _computed(name, parts):
    if name == "/" and compare(parts[1], "=", sp.S.Zero):
        raise UndefinedError(f"{parts[0]}/0")
    if name == "log" and not compare(parts[0], ">", sp.S.Zero):
        raise UndefinedError(f"log({parts[0]})")
    if name == "sqrt" and not compare(parts[0], "≥", sp.S.Zero):
        raise UndefinedError(f"√({parts[0]})")
    if name[0] == "[":
        return sp.Integer(compare(parts[0], name[1], parts[1]))
    if name == "delta":
        return sp.Integer(compare(parts[0], "=", parts[1]))
    if not all(map(is_sure, parts)) and name in JUMPING:
        raise CaseError(f"which side of a jump of {name} {parts[0]} is on is in doubt")
    if name == "fl":
        return _nearest(parts[0])
    return _real(FUNCTIONS[name](*parts))


def _nearest(number):
    """Return the float64 that is nearest to a rational number."""
    if not number.is_Rational:
        raise CaseError(f"the float nearest to {number}: expected a rational number")
    try:
        return sp.Rational(*float(Fraction(int(number.p), int(number.q))).as_integer_ratio())
    except OverflowError as error:
        raise UndefinedError("fl(∞)") from error


def _real(number):
    if number.has(sp.nan, sp.zoo, sp.oo) or number.is_real is False:
        raise UndefinedError(str(number))
    return number


def _at(place: int) -> Number:
    return Number(Fraction(place))


def _exact(value) -> sp.Expr:
    number = sp.sympify(value)
    if number.has(sp.Float):
        raise CaseError(f"{number} is rounded; give an exact number")
    return number


def _in_domain(held: Variable | Base, number: sp.Expr) -> None:
    bits = held.domain != "bit" or number in (0, 1)
    assumed = ASSUMED[held.domain].items()
    if not bits or any(getattr(number, f"is_{kind}") is not value for kind, value in assumed):
        raise CaseError(f"{held.name} is {held.domain}; {number} is not")


def _entries(value, depth):
    for place, inner in enumerate(value, start=1):
        if depth == 1:
            yield (place,), _exact(inner)
        else:
            yield from (((place, *rest), each) for rest, each in _entries(inner, depth - 1))


def _lengths(value, depth):
    return (len(value), *(_lengths(value[0], depth - 1) if depth > 1 else ()))
