"""Terms and relations in Gallina, over mathcomp.

A vector is a row, a table a matrix; a place from 1 to n is an ordinal below n. The exponential is
the record `e`, sine and cosine are those of the record `circ`.
"""

from dataclasses import replace

from theory.stating.relations import Link
from theory.stating.terms import (
    ONE,
    Base,
    Entry,
    Index,
    Number,
    Operation,
    Permuted,
    Size,
    Term,
    Total,
    Variable,
    canonical,
    put,
    walk,
)
from theory.stating.unfolding import unfolded

SIGNS = {"=": "=", "<": "<", "≤": "<=", ">": ">", "≥": ">=", "≠": "!="}
FUNCTIONS = {
    "exp": "e {}", "log": "ln e {}", "sqrt": "Num.sqrt {}", "abs": "`|{}|", "neg": "- {}",
    "sin": "sine circ {}", "cos": "cosin circ {}",
    "max": "Num.max {} {}", "+": "{} + {}", "-": "{} - {}", "*": "{} * {}", "/": "{} / {}",
}  # fmt: skip
BRACKETS = {"[=]": "==", "[<]": "<", "[>]": ">"}
MARKS = {
    "\\": "", "{": "", "}": "", "'": "_prime",
    "_*": "_star", "^+": "_plus", "^-": "_minus", "^": "_",
}  # fmt: skip
KEPT = ("e", "R", "at", "in", "of", "mod", "end", "fun", "let")


class UnsaidError(ValueError):
    """Something that has no word in Gallina here: better no statement than a wrong one."""


def everything(whole):
    """Yield a term, all that it is made of, and how far its indices run."""
    for each in walk(whole):
        yield each
        if isinstance(each, Entry):
            yield from (e for last in each.base.lasts for e in walk(last))
        if isinstance(each, Index):
            yield from walk(each.last)


def name_of(held):
    """Return a name as Gallina can write it."""
    name = held.name
    for mark, written in MARKS.items():
        name = name.replace(mark, written)
    if not name.replace("_", "").isalnum():
        raise UnsaidError(f"the name {held.name}")
    return f"{name}_" if name in KEPT else name


def type_of(base: Base) -> str:
    """Return the type of a family."""
    scalar = "bool" if base.domain == "bit" else "R"
    sizes = [size_of(last) for last in base.lasts]
    if len(sizes) > 3:
        raise UnsaidError(f"a family of {len(sizes)} indices")
    matrix = f"'M[{scalar}]_({', '.join(sizes[-2:])})"
    return {1: f"'rV[{scalar}]_{sizes[-1]}", 2: matrix, 3: f"'I_{sizes[0]} -> {matrix}"}[len(sizes)]


def size_of(last: Term) -> str:
    """Return a size."""
    match last:
        case Size():
            return last.name
        case Number() if last.value.denominator == 1 and last.value >= 0:
            return str(last.value)
        case Operation("+", (part, Number(1))):
            return f"{size_of(part)}.+1"
        case Operation("+" | "*" as sign, (one, other)):
            return f"({size_of(one)} {sign} {size_of(other)})"
    raise UnsaidError(f"{last!r} as a size")


def ordinal(place: Term, last: Term | None = None) -> str:
    """Return an ordinal below `last`; without it, of a place that says itself how far it runs."""
    match place:
        case Index():
            return name_of(place)
        case Permuted():
            return f"({place.name} {ordinal(place.place)})"
        case Number() if isinstance(last, Number) and place.value.denominator == 1:
            if not 1 <= place.value <= last.value:
                raise UnsaidError(f"{place!r} of {last!r}")
            return f"(@Ordinal {last.value} {place.value - 1} isT)"
        case Operation(
            "+", (Operation("*", (Operation("-", (Index() as own, _)), _)), Index() as at)
        ):
            before = Operation("*", (Operation("-", (own, ONE)), at.last))
            if place == before + at and last == own.last * at.last:
                return f"(mxvec_index {name_of(own)} {name_of(at)})"
    raise UnsaidError(f"{place!r} as a place")


def _last(place: Term) -> Term | None:
    return place.last if isinstance(place, Index | Permuted) else None


def relation(link: Link) -> str:
    """Return a relation of two terms."""
    assert isinstance(link.sign, str)
    sides = [canonical(unfolded(side)) for side in (link.left, link.right)]
    typed = " :> R" if link.sign in ("=", "≠") or not any(map(_is_real, sides)) else ""
    left, right = map(written, sides)
    return f"{left} {SIGNS[link.sign]} {right}{typed}"


def _is_real(whole: Term) -> bool:
    """Say whether a term shows that it is in R; a bare whole number, or a bit, is in every ring."""
    held = [e.base if isinstance(e, Entry) else e for e in _outside_brackets(whole)]
    domains = {e.domain for e in held if isinstance(e, Base | Variable)}
    functions = {e.name for e in held if isinstance(e, Operation)}
    return bool(domains - {"bit", "natural"} or functions & {"exp", "log"})


def _outside_brackets(whole: Term):
    yield whole
    if not (isinstance(whole, Operation) and whole.name in BRACKETS):
        for part in whole.parts:
            yield from _outside_brackets(part)


def atom(term: Term) -> str:
    """Return a term that an operation may take."""
    text = written(term)
    return text if text.replace("_", "").replace("%:R", "").isalnum() else f"({text})"


def written(term: Term) -> str:
    """Return a term."""
    match term:
        case Number():
            return _number(term.value)
        case Variable(domain="natural"):
            return f"{name_of(term)}%:R"
        case Variable():
            return name_of(term)
        case Index():
            return f"{name_of(term)}.+1%:R"  # an ordinal counts from 0
        case Size():
            return f"{term.name}%:R"
        case Entry():
            return _entry(term)
        case Total():
            own = Index(f"s{-term.bound.mark}", term.bound.last)  # canonical: counted from 1
            most, last = "", own.last
            if isinstance(last, Index):  # the places from 1 to another one
                most, own = f" | ({own.name} <= {ordinal(last)})%N", replace(own, last=last.last)
            body = written(put(term.body, {term.bound: own}))
            return f"\\sum_({own.name} < {size_of(own.last)}{most}) ({body})"
        case Operation("delta", (Number(one), Number(other))):
            return str(int(one == other))
        case Operation("delta", (one, other)):
            return f"({ordinal(one, _last(other))} == {ordinal(other, _last(one))})%:R"
        case Operation("[=]" | "[<]" | "[>]" as sign, (one, other)):
            return f"({atom(one)} {BRACKETS[sign]} {atom(other)} :> R)%R%:R"
        case Operation("^", (base, power)) if (whole := _whole(power)) is not None:
            raised = f"{atom(base)} ^+ {abs(whole)}"
            return raised if whole >= 0 else f"({raised})^-1"
        case Operation("^", (Number() | Variable(domain="positive") as base, power)):
            if isinstance(base, Number) and base.value <= 0:
                raise UnsaidError(f"a power of {base.value}")
            return f"e ({atom(power)} * (ln e {atom(base)}))"
        case Operation("^", (base, power)):
            return f"{atom(base)} ^+ {_natural(power)}%N"
        case Operation("odd", (part,)):
            return f"(odd {_natural(part)}%N)%:R"
        case Operation() if term.name in FUNCTIONS:
            return FUNCTIONS[term.name].format(*map(atom, term.given))
    raise UnsaidError(f"{term!r}")


def _whole(term: Term) -> int | None:
    """Return the value of a whole number, or of a difference of two."""
    match term:
        case Number() if term.value.denominator == 1:
            return int(term.value)
        case Operation("-", (one, other)):
            left, right = _whole(one), _whole(other)
            return None if left is None or right is None else left - right
    return None


def _natural(term: Term) -> str:
    """Return a term as a natural number, which is never below 0."""
    match term:
        case Number() if term.value.denominator == 1 and term.value >= 0:
            return str(term.value)
        case Variable(domain="natural") | Size():
            return name_of(term)
        case Index():
            return f"{name_of(term)}.+1"
        case Operation("-", (Index() as place, Number(1))):
            return name_of(place)
        case Operation("+" | "*" as sign, (one, other)):
            return f"({_natural(one)} {sign} {_natural(other)})"
    raise UnsaidError(f"{term!r} as a natural number")


def _number(value) -> str:
    if value < 0:
        return f"- ({_number(-value)})"
    whole = str(value.numerator) if value.numerator in (0, 1) else f"{value.numerator}%:R"
    return whole if value.denominator == 1 else f"{whole} / {value.denominator}%:R"


def _entry(entry: Entry) -> str:
    places = [ordinal(*each) for each in zip(entry.places, entry.base.lasts, strict=True)]
    at = ["0", *places] if len(places) == 1 else places
    text = f"{name_of(entry.base)} {' '.join(at)}"
    return f"({text})%:R" if entry.base.domain == "bit" else text
