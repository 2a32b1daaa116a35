"""Terms in LaTeX, in the order in which they were written."""

from typing import NamedTuple

import sympy as sp

from theory.stating.families import family
from theory.stating.terms import (
    Applied,
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
    put,
    walk,
)

# How tightly a formula holds together: -a, a + b, Σ a, a b, a^b, a.
SIGNED, SUM, TOTAL, PRODUCT, POWER, ATOM = range(6)
LETTERS = "jklisrabcuwtopqghef"


class Form(NamedTuple):
    """How an operation is written: its text, how tightly it holds, how tightly its parts must."""

    text: str
    holds: int
    needs: tuple[int, ...]


_FORMS = {
    "+": Form("{} + {}", SUM, (SIGNED, SUM)),
    "-": Form("{} - {}", SUM, (SIGNED, TOTAL)),
    "neg": Form("-{}", SIGNED, (TOTAL,)),
    "*": Form("{} {}", PRODUCT, (PRODUCT, TOTAL)),
    "/": Form(r"\frac{{{}}}{{{}}}", POWER, (SIGNED, SIGNED)),
    "^": Form("{}^{{{}}}", POWER, (ATOM, SIGNED)),
    "exp": Form("e^{{{}}}", POWER, (SIGNED,)),
    "log": Form(r"\log {}", PRODUCT, (POWER,)),
    "sqrt": Form(r"\sqrt{{{}}}", ATOM, (SIGNED,)),
    "abs": Form(r"\left\lvert {} \right\rvert", ATOM, (SIGNED,)),
    "max": Form(r"\max({}, {})", ATOM, (SIGNED, SIGNED)),
    "delta": Form(r"\delta_{{{}{}}}", ATOM, (SIGNED, SIGNED)),
    **{each: Form(rf"\{each}({{}})", ATOM, (SIGNED,)) for each in ("tanh", "sin", "cos")},
    **{f"[{s}]": Form(rf"\mathbf 1[{{}} {s} {{}}]", ATOM, (SIGNED, SIGNED)) for s in "=<>"},
    "fl": Form(r"\mathrm{{fl}}({})", ATOM, (SIGNED,)),
}
_ON_THE_LINE = {"/": Form("{}/{}", PRODUCT, (PRODUCT, POWER))}
_FLAT = {"^": (1,), "exp": (0,), "delta": (0, 1)}  # these parts are small: divide on the line


def name(plain: str) -> str:
    """Return a name such as d_k or beta as LaTeX."""
    return sp.latex(sp.Symbol(plain))


def latex(term: Term, needs: int = SIGNED, flat: bool = False) -> str:
    """Return a term, in brackets where it holds together less tightly than `needs`.

    flat: divide on the line, as in an exponent.
    """
    text, holds = _written(term, flat)
    return rf"\left({text}\right)" if holds < needs else text


def _written(term: Term, flat: bool) -> tuple[str, int]:
    """Return the text of a term, and how tightly it holds together."""
    match term:
        case Number():
            return _number(term, flat)
        case Variable() | Size() | Index() | Constant():
            return name(term.name), ATOM
        case Permuted():
            return f"{name(term.name)}({latex(term.place)})", ATOM
        case Entry():
            return f"{name(term.base.name)}_{{{_places(term.places)}}}", ATOM
        case Total():
            return _total(term, flat), TOTAL
        case Slope():
            return _slope(term), TOTAL
        case Operation():
            return _operation(term, flat)
        case Applied():
            return _applied(term), ATOM
    raise TypeError(f"latex: {term!r} is no number")


def _number(term, flat):
    top, below = abs(term.value.numerator), term.value.denominator
    fraction = f"{top}/{below}" if flat else rf"\tfrac{{{top}}}{{{below}}}"
    text, holds = (str(top), ATOM) if below == 1 else (fraction, PRODUCT if flat else POWER)
    return (f"-{text}", SIGNED) if term.value < 0 else (text, holds)


def _places(places):
    shown = [latex(place, flat=True) for place in places]
    return ("" if all(len(each) == 1 for each in shown) else ", ").join(shown)


def _operation(term, flat):
    first = term.given[0]
    if term.name in ("*", "/") and isinstance(first, Operation) and first.name == "neg":
        return _written(-Operation(term.name, (first.given[0], *term.given[1:])), flat)
    form = _ON_THE_LINE.get(term.name, _FORMS[term.name]) if flat else _FORMS[term.name]
    small = _FLAT.get(term.name, ())
    parts = [
        latex(part, needs, flat or k in small)
        for k, (part, needs) in enumerate(zip(term.given, form.needs, strict=True))
    ]
    text = form.text if term.name != "*" or not parts[1][:1].isdigit() else r"{} \cdot {}"
    return text.format(*parts), form.holds


def letter_for(wish: str, last: Term, inside: Term) -> Index:
    """Return a place to write for a bound one: under a letter that means nothing else inside."""
    taken = {
        each.base.name if isinstance(each, Entry) else getattr(each, "name", "")
        for each in walk(inside)
        if not (isinstance(each, Index) and each.mark)
    }
    free = (each for each in (*filter(None, [wish]), *LETTERS) if each not in taken)
    return Index(next(free), last)


def _total(term, flat):
    place = letter_for(term.bound.name, term.bound.last, term.body)
    inner = latex(put(term.body, {term.bound: place}), TOTAL, flat)
    return rf"\sum_{{{place.name}=1}}^{{{latex(place.last, flat=True)}}} {inner}"


def _slope(term):
    order = f"^{len(term.by)}" if len(term.by) > 1 else ""
    below = " ".join(rf"\partial {latex(each)}" for each in term.by)
    if isinstance(term.body, Entry | Variable | Applied):
        return rf"\frac{{\partial{order} {latex(term.body)}}}{{{below}}}"
    return rf"\frac{{\partial{order}}}{{{below}}} {latex(term.body, PRODUCT)}"


def _applied(term):
    word = term.word
    if not word.tex:
        places = _places(term.given)
        return name(word.name) + (f"_{{{places}}}" if places else "")
    pairs = zip(word.kinds, term.given, strict=True)
    return word.tex.format(**{key: argument(each) for key, each in pairs})


def argument(held: Term) -> str:
    """Return an argument of a word in LaTeX, a family without its indices where that will do."""
    if not isinstance(held, Table):
        return latex(held, flat=True)
    bare = _bare(held.body, held.bounds)
    if bare is not None:
        return latex(bare, flat=True)
    inside, places = held.body, []
    for each in held.bounds:
        place = letter_for(each.name, each.last, inside)
        inside = put(inside, {each: place})
        places.append(place)
    entry = family(held)[tuple(places)]
    return rf"\left({latex(entry, flat=True)}\right)_{{{_places(places)}}}"


def _bare(body: Term, bounds: tuple[Index, ...]) -> Term | None:
    """Return x/T for x_j/T, or None where an index would be left over."""
    heads: dict[Term, Term] = {}
    for each in walk(body):
        match each:
            case Entry():
                plain, places = each.base.name, each.places
            case Applied() if not each.word.tex:
                plain, places = each.word.name, each.given
            case _:
                continue
        if places[-len(bounds) :] == bounds:
            rest = _places(places[: -len(bounds)])
            heads[each] = Variable(f"{plain}_{{{rest}}}" if rest else plain)
    bare = put(body, heads)
    return None if any(each in bounds for each in walk(bare)) else bare
