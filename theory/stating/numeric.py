"""Terms as numbers of many digits: a bound is computed from the very term that a claim states.

A term becomes lines of Python, once: each of its parts has a line in the outermost loop that knows
the places which it speaks of. They compute with the decimal numbers of the standard library, many
times as fast as those of mpmath, which stand in where an exponent is too large for a decimal.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from decimal import (
    MAX_EMAX,
    MIN_EMIN,
    Context,
    Decimal,
    DivisionByZero,
    InvalidOperation,
    Overflow,
    Underflow,
    getcontext,
    localcontext,
)
from functools import lru_cache
from typing import Any

from theory.fifty_digits import mp
from theory.stating.families import Family
from theory.stating.terms import (
    Base,
    Constant,
    Entry,
    Index,
    Number,
    Operation,
    Size,
    Term,
    Total,
    Variable,
    free_indices,
)
from theory.stating.unfolding import unfolded

_WRITTEN = {
    "+": "{} + {}", "-": "{} - {}", "*": "{} * {}", "/": "{} / {}", "^": "{} ** {}", "neg": "-{}",
    "abs": "abs({})", "exp": "exp({})", "log": "log({})", "sqrt": "sqrt({})", "max": "max({}, {})",
    "tanh": "tanh({})", "erf": "erf({})",
}  # fmt: skip
LATEST = 256  # answers that are kept


class Numeric:
    """A term that is evaluated at many numbers: its words are written out once.

    The latest answers are kept, as many wrong versions of one function are compared with the same
    numbers.
    """

    def __init__(self, whole: Term):
        self.whole = unfolded(whole)
        self.lines = _Lines(self.whole)
        self.decimal: Callable = self.lines.function(_DECIMAL)
        self.exact: Callable = self.lines.function(_EXACT)
        self.answers: dict[Any, list[Any]] = {}

    def at(self, values: Mapping, places: Iterable[Mapping[Index, int]] = ({},)) -> list[Any]:
        """Return the numbers that the term is at these places; families are given as lists.

        What nearly cancels, as exp(t) - 1 does, is computed with twice the digits.
        """
        given = {each.base if isinstance(each, Family) else each: v for each, v in values.items()}
        taken = [_frozen(given[each]) for each in self.lines.taken]
        spots = [tuple(place[each] for each in self.lines.places) for place in places]
        question = (mp.prec, _bits(tuple(taken)), tuple(spots))
        if question not in self.answers:
            try:
                with localcontext(_context(mp.prec)):
                    found = self.decimal(_as(_decimal, taken), spots)
                    answer = [*map(_rounded, found)]
            except (Overflow, Underflow, InvalidOperation, _NoDecimalError):
                with mp.workprec(2 * mp.prec):
                    found = self.exact(_as(mp.mpf, taken), spots)
                answer = [+number for number in found]
            if len(self.answers) == LATEST:
                del self.answers[next(iter(self.answers))]
            self.answers[question] = answer
        return [*self.answers[question]]

    def once(self, values: Mapping) -> Any:
        """Return the number that a term without a place of its own is."""
        return self.at(values)[0]


def _frozen(values: Any) -> Any:
    """Return nested lists or arrays as something that can be looked up."""
    values = values.tolist() if hasattr(values, "tolist") else values
    return tuple(map(_frozen, values)) if isinstance(values, (list, tuple)) else values


def _bits(values: Any) -> Any:
    """Return what tells values apart: of a number of many digits, whose hash is slow, its parts."""
    return (
        tuple(map(_bits, values)) if isinstance(values, tuple) else getattr(values, "_mpf_", values)
    )


class _NoDecimalError(ValueError):
    """A number that no decimal stands for here."""


@lru_cache
def _context(bits: int) -> Context:
    """Return twice the digits of so many bits."""
    digits = math.ceil(2 * bits * math.log10(2)) + 1
    traps = [Overflow, Underflow, InvalidOperation, DivisionByZero]
    return Context(prec=digits, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=traps)


def _often(function: Callable[[Decimal], Decimal]) -> Callable[[Decimal], Decimal]:
    """Make a function that remembers: all keys of a row have factors such as (1 + u)ʰ in common."""
    remembered = lru_cache(maxsize=4096)(lambda number, digits: function(number))
    return lambda number: remembered(number, getcontext().prec)


def _no_decimal(*given: Decimal) -> Decimal:
    raise _NoDecimalError


_DECIMAL = {
    "number": Decimal, "exp": _often(Decimal.exp), "log": _often(Decimal.ln), "sqrt": Decimal.sqrt,
    "tanh": _no_decimal, "erf": _no_decimal, "pi": _no_decimal,
}  # fmt: skip
_EXACT = {
    "number": mp.mpf, "exp": mp.exp, "log": mp.log, "sqrt": mp.sqrt,
    "tanh": mp.tanh, "erf": mp.erf, "pi": lambda: +mp.pi,
}  # fmt: skip


def _as(kind: Callable, values: Any) -> Any:
    """Return numbers of a kind for numbers, which may stand in tuples or lists."""
    return (
        [_as(kind, each) for each in values] if isinstance(values, tuple | list) else kind(values)
    )


def _decimal(value: Any) -> Decimal:
    if isinstance(value, int):
        return Decimal(value)
    number = value if isinstance(value, mp.mpf) else mp.mpf(value)
    sign, mantissa, exponent, _ = number._mpf_
    if exponent and not mantissa:
        raise _NoDecimalError
    signed = Decimal(int(-mantissa if sign else mantissa))
    if -5000 < exponent < 0:  # a quotient of whole numbers takes less than a power
        return signed / _two_to(-exponent)
    return signed * Decimal(2) ** exponent


def _rounded(number: Decimal) -> Any:
    """Return the nearest number of as many bits as are asked for.

    What lies beyond forty more is one odd bit, that says that there is something.
    """
    places = mp.prec + 40 - math.floor(number.adjusted() * math.log2(10))
    if not 0 < places < 5000:
        return mp.mpf(str(number))
    scaled = number * _two_to(places)
    whole = int(scaled)
    beyond = (scaled > whole) - (scaled < whole)
    return mp.mpf((2 * whole + beyond, -places - 1))


@lru_cache(maxsize=1024)
def _two_to(exponent: int) -> Decimal:
    return Decimal(1 << exponent)


class _Loop:
    """A loop: the places that are known within, by their names there; its lines; what these are."""

    def __init__(self, places: Mapping[Index, str], depth: int):
        self.places, self.depth = dict(places), depth
        self.lines: list[str] = []
        self.names: dict[int, str] = {}


class _Lines:
    """The lines of one function, of numbers by their place among `taken`, and of places."""

    def __init__(self, whole: Term):
        self.taken: dict[Term | Base, str] = {}
        self.places = sorted(free_indices(whole), key=lambda each: (each.name, each.mark))
        self.free: dict[int, frozenset[Index]] = {}
        self.count = 0
        spots = {place: f"at_{k}" for k, place in enumerate(self.places)}
        self.loops = [_Loop({}, 1), _Loop(spots, 2)]
        self.result = self._name(whole)

    def function(self, of_numbers: Mapping[str, Callable]) -> Callable:
        """Return the function of the numbers and the spots, with numbers of one kind."""
        first, each = self.loops
        spot = "".join(f"{name}, " for name in each.places.values())
        lines = [
            "def computed(given, spots):",
            *(f"    {name} = given[{k}]" for k, name in enumerate(self.taken.values())),
            *first.lines,
            "    found = []",
            f"    for {spot or '_'} in spots:",
            *each.lines,
            f"        found.append({self.result})",
            "    return found",
        ]
        scope: dict[str, Any] = dict(of_numbers)
        exec("\n".join(lines), scope)
        found: Callable = scope["computed"]
        return found

    def _name(self, part: Term) -> str:
        """Return what a part is called, below its line in the outermost loop that it can be in."""
        if isinstance(part, Variable | Size):
            return self._given(part)
        if isinstance(part, Index):
            return f"number({self._place(part)})"
        if id(part) not in self.free:
            self.free[id(part)] = frozenset(free_indices(part))
        home = next(
            depth for depth, loop in enumerate(self.loops) if self.free[id(part)] <= {*loop.places}
        )
        names = self.loops[home].names
        if id(part) not in names:
            inner, self.loops = self.loops[home + 1 :], self.loops[: home + 1]
            names[id(part)] = self._line(part)
            self.loops += inner
        return names[id(part)]

    def _line(self, part: Term) -> str:
        """Write the line of a part in the innermost loop; return its name."""
        loop = self.loops[-1]
        match part:
            case Number():
                written = f"number({part.value.numerator}) / {part.value.denominator}"
            case Constant():
                written = f"{part.name}()"
            case Entry():
                places = "".join(f"[{self._place(each)} - 1]" for each in part.places)
                written = f"{self._given(part.base)}{places}"
            case Total():
                return self._sum(part)
            case Operation() if _WRITTEN.get(part.name, "").count("{}") == len(part.given):
                written = _WRITTEN[part.name].format(*map(self._name, part.given))
            case _:
                raise TypeError(f"numeric: {part!r} is no number")
        name = self._new("part")
        loop.lines.append(f"{'    ' * loop.depth}{name} = {written}")
        return name

    def _sum(self, part: Total) -> str:
        loop, name, place = self.loops[-1], self._new("sum"), self._new("k")
        last = self._place(part.bound.last)
        inner = _Loop({**loop.places, part.bound: place}, loop.depth + 1)
        self.loops.append(inner)
        term = self._name(part.body)
        self.loops.pop()
        loop.lines += [
            f"{'    ' * loop.depth}{name} = number(0)",
            f"{'    ' * loop.depth}for {place} in range(1, {last} + 1):",
            *inner.lines,
            f"{'    ' * inner.depth}{name} += {term}",
        ]
        return name

    def _place(self, part: Term) -> str:
        """Return a place, which is a whole number."""
        if isinstance(part, Index):
            return next(loop.places[part] for loop in self.loops[::-1] if part in loop.places)
        return f"int({self._name(part)})"

    def _given(self, what: Term | Base) -> str:
        return self.taken.setdefault(what, f"given_{len(self.taken)}")

    def _new(self, kind: str) -> str:
        self.count += 1
        return f"{kind}_{self.count}"
