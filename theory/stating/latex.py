"""Terms in LaTeX, in the order in which they were written."""

import re
from collections.abc import Mapping
from functools import cache
from string import Formatter
from typing import NamedTuple

from theory.stating.bound_letters import BLANK, apart, names_in
from theory.stating.terms import (
    ONE,
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
    Word,
    walk,
)
from theory.stating.unfolding import ends_of_places

# How tightly a formula holds together: -a, a + b, Σ a, a b, a^b, a.
SIGNED, SUM, TOTAL, PRODUCT, POWER, ATOM = range(6)


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
    "odd": Form(r"({} \bmod 2)", ATOM, (PRODUCT,)),
    **{each: Form(rf"\{each}({{}})", ATOM, (SIGNED,)) for each in ("tanh", "sin", "cos")},
    "erf": Form(r"\operatorname{{erf}}({})", ATOM, (SIGNED,)),
    **{f"[{s}]": Form(rf"\mathbf 1[{{}} {s} {{}}]", ATOM, (SIGNED, SIGNED)) for s in "=<>"},
    "fl": Form(r"\mathrm{{fl}}({})", ATOM, (SIGNED,)),
}
_ON_THE_LINE = {"/": Form("{}/{}", PRODUCT, (PRODUCT, POWER))}
_OPENING = ("(", "[", "{", ",", ";", "|", r"\mid", r"\lVert", r"\langle", r"\le")
_CLOSING = (")", "]", "}", ",", ";", "|", r"\mid", r"\rVert", r"\rangle", r"\le", r"\right)")
_FLAT = {"^": (1,), "exp": (0,)}  # these parts are small: divide on the line


@cache
def has_form_of_operation(tex: str) -> bool:
    """Say whether a word is printed as an operation is, such as a root."""
    bare = re.sub(r"\{\w+\}", "{}", tex)
    return bare in {form.text for form in (*_FORMS.values(), *_ON_THE_LINE.values())}


@cache
def name(plain: str) -> str:
    """Return a name such as d_k or beta as LaTeX."""
    import sympy as sp  # only here: what reads the last run alone starts at once

    return sp.latex(sp.Symbol(plain))


def below(plain: str, places: str) -> str:
    """Return a name with places below it: x_i, and W_{1,ij} where the name has an index itself."""
    if not places:
        return name(plain)
    stem, mark, own = plain.partition("_")
    return f"{name(stem)}_{{{own},{places}}}" if mark else f"{name(stem)}_{{{places}}}"


def latex(
    term: Term, needs: int = SIGNED, flat: bool = False, around: frozenset[str] = frozenset()
) -> str:
    """Return a term, in brackets where it holds together less tightly than `needs`.

    flat: divide on the line, as in an exponent. around: names of what stands beside the term.
    """
    return _tex(apart(term, names_in(term) | around), needs, flat)


def _tex(term: Term, needs: int = SIGNED, flat: bool = False) -> str:
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
            return f"{name(term.name)}({_tex(term.place)})", ATOM
        case Entry():
            return below(term.base.name, _places(term.places)), ATOM
        case Total():
            return _total(term, flat), TOTAL
        case Slope():
            return _slope(term), TOTAL
        case Operation():
            return _operation(term, flat)
        case Applied():
            if _leads(term.word):
                return _applied(term), TOTAL
            open_ = _is_infix(term.word) and BLANK not in term.given
            return _applied(term), PRODUCT if open_ or _is_bare(term.word) else ATOM
    raise TypeError(f"latex: {term!r} is no number")


def _number(term, flat):
    top, below = abs(term.value.numerator), term.value.denominator
    fraction = f"{top}/{below}" if flat else rf"\tfrac{{{top}}}{{{below}}}"
    text, holds = (str(top), ATOM) if below == 1 else (fraction, PRODUCT if flat else POWER)
    return (f"-{text}", SIGNED) if term.value < 0 else (text, holds)


def _places(places):
    held = [place for place in places if place != BLANK]
    shown = [_tex(place, ATOM if _is_like_two(place) else SIGNED, flat=True) for place in held]
    return ("" if all(len(each) == 1 for each in shown) else ", ").join(shown)


def _is_like_two(place):
    """Say whether a place is printed like two: the place i j, a product, of a row."""
    match place:
        case Operation("*", (Number(), _)):
            return False
    return isinstance(place, Operation) and place.name == "*"


def _operation(term, flat):
    if term.name == "exp" and term.given[0] == ONE:
        return "e", ATOM
    if term.name == "delta":
        return rf"\delta_{{{_places(term.given)}}}", ATOM
    if term.name in ("*", "/") and (opposite := _opposite(term)):
        return _written(-opposite, flat)
    form = _ON_THE_LINE.get(term.name, _FORMS[term.name]) if flat else _FORMS[term.name]
    small = _FLAT.get(term.name, ())
    parts = [
        _tex(part, needs, flat or k in small)
        for k, (part, needs) in enumerate(zip(term.given, form.needs, strict=True))
    ]
    if term.name == "^" and re.search(r"\^(\w|\{[^{}]*\})$", parts[0]):
        parts[0] = rf"\left({parts[0]}\right)"
    if term.name == "log" and _is_power_of_brackets(term.given[0], flat):
        parts[0] = rf"\left({parts[0]}\right)"
    if form.text in ("{} {}", "{}/{}") and _ends_open(term.given[0], flat, before=form.text):
        parts[0] = _tex(term.given[0], ATOM, flat)
    text = r"{} \cdot {}" if term.name == "*" and _run_together(*parts) else form.text
    return text.format(*parts), form.holds


def _is_power_of_brackets(term, flat):
    """Say whether a term is a power such as (1 + x)²: its logarithm is none of log (1 + x), ²."""
    match term:
        case Operation("^", (base, _)):
            return _tex(base, ATOM, flat).startswith(r"\left(")
    return False


def _ends_open(term, flat, before):
    """Say whether what is written after a term would be read as a part of it: log a b, a/2 b."""
    match term:
        case Total() | Operation("log"):
            return True
        case Slope():
            return not _is_short(term)
        case Number() | Operation("/") if flat and before == "{} {}":
            return isinstance(term, Operation) or term.value.denominator > 1
        case Applied():
            return _leads(term.word) or (before == "{} {}" and _is_infix(term.word))
        case Operation("*" | "neg"):
            return _ends_open(term.given[-1], flat, before)
    return False


def _run_together(left, right):
    """Say whether two factors would be read as one number: 3 5 as 35, 2 1/2 as two and a half."""
    return right[:1].isdigit() or (left[-1:].isdigit() and right.startswith((r"\frac", r"\tfrac")))


def _opposite(term):
    """Return b c/d for a product (-b) c/d, and None for what has no sign before it."""
    if not isinstance(term, Operation) or term.name not in ("neg", "*", "/"):
        return None
    if term.name == "neg":
        return term.given[0]
    first = _opposite(term.given[0])
    return first and Operation(term.name, (first, *term.given[1:]))


def _total(term, flat):
    last = _tex(term.bound.last, flat=True)
    return rf"\sum_{{{name(term.bound.name)}=1}}^{{{last}}} {_tex(term.body, TOTAL, flat)}"


def _slope(term):
    order = f"^{len(term.by)}" if len(term.by) > 1 else ""
    below = " ".join(rf"\partial {_tex(each)}" for each in term.by)
    if _is_short(term):
        return rf"\frac{{\partial{order} {_tex(term.body, ATOM)}}}{{{below}}}"
    of_all = ATOM if isinstance(term.body, Operation) and term.body.name == "*" else PRODUCT
    return rf"\frac{{\partial{order}}}{{{below}}} {_tex(term.body, of_all)}"


def _is_short(slope: Slope) -> bool:
    """Say whether what is derived stands in the fraction itself."""
    return isinstance(slope.body, Entry | Variable | Applied)


def _applied(term):
    word = term.word
    if not word.tex:
        return below(word.name, _places(term.given))
    given = dict(zip(word.kinds, term.given, strict=True))
    if BLANK not in term.given:
        return _filled(word.tex, given)
    at = {given[key] for key, kind in word.kinds.items() if kind == "index"}
    return _filled(word.whole if word.whole and at == {BLANK} else word.tex, given)


def _is_infix(word: Word) -> bool:
    """Say whether a word is printed between its arguments: q · k, whose square needs brackets."""
    return word.tex.startswith("{")


def _is_bare(word: Word) -> bool:
    """Say whether a word ends in an argument without brackets: of 2 x the square is none of x."""
    return bool(word.tex) and not _pieces(word.tex)[-1][0]


_LEADS = re.compile(r"\\(sum|prod|int|log|ln|exp|sin|cos|tan|max|min|lim|sup|inf)(?![a-zA-Z])")


def _leads(word: Word) -> bool:
    """Say whether a word begins as an operation on all that follows: sum_k x_k, max x."""
    closed = _pieces(word.tex)[-1][0].rstrip().endswith((")", "]", r"\rvert"))
    return bool(_LEADS.match(word.tex)) and not closed


def _filled(tex: str, given: Mapping[str, Term]) -> str:
    """Return a word's LaTeX with its arguments, in brackets where they stand beside something."""
    shown = ""
    for before, key, needs in _pieces(tex):
        shown += before + (_inside(given[key], needs) if key else "")
    return shown.replace("_{}", "") if BLANK in given.values() else shown


@cache
def _pieces(tex: str) -> list[tuple[str, str, int]]:
    """Return the arguments of a word, each with the text before it and how tightly it must hold."""
    texts, keys = [""], []
    for text, key, _, _ in Formatter().parse(tex):
        texts[-1] += text
        if key is not None:
            keys.append(key)
            texts.append("")
    held = map(_held_by, texts, texts[1:])
    return [*zip(texts, keys, held), (texts[-1], "", SIGNED)]  # noqa: B905  (one text more)


def _held_by(before, after):
    """Return how tightly an argument must hold: one that is enclosed needs no brackets."""
    if after.startswith(("_", "^")):
        return ATOM
    alone = before.removesuffix(r"\,").rstrip().endswith(_OPENING)
    return SIGNED if alone and after.lstrip().startswith(_CLOSING) else PRODUCT


def argument(held: Term, around: frozenset[str] = frozenset()) -> str:
    """Return an argument of a word in LaTeX, a family without its indices where that will do.

    around: as in `latex`.
    """
    return _inside(apart(held, names_in(held) | around))


def _inside(held: Term, needs: int = SIGNED) -> str:
    if not isinstance(held, Table):
        return _tex(held, needs, flat=True)
    if held.bounds:
        places = _places(held.bounds)
        if not all(_runs_with_a_family(held.body, each) for each in held.bounds):
            ends = (_tex(each.last, flat=True) for each in held.bounds)
            run = zip(held.bounds, ends, strict=True)
            places = ", ".join(rf"{name(each.name)} \le {end}" for each, end in run)
        return rf"\left({_tex(held.body, flat=True)}\right)_{{{places}}}"
    beside = needs > SIGNED
    text = _tex(held.body, ATOM if beside and _is_entrywise(held.body) else needs, flat=True)
    is_product = isinstance(held.body, Applied) and held.body.word.whole
    return f"({text})" if beside and is_product else text


def _runs_with_a_family(body: Term, bound: Index) -> bool:
    """Say whether it is plain how far a place runs: as far as the families that stand at it."""
    parts = [*walk(body)]
    found = (each for each in parts if isinstance(each, Entry | Permuted))
    ends = [last == bound.last for e in found for at, last in ends_of_places(e) if at == bound]
    words = (each for each in parts if isinstance(each, Applied))
    return all(ends) and (bool(ends) or any(bound in each.given for each in words))


def _is_entrywise(body: Term) -> bool:
    """Say whether a family is a product of two, or divided: (x y) · z is none of x with y · z."""
    match body:
        case Operation("*", (left, right)):
            return _is_family(left) and _is_family(right)
        case Operation("/"):
            return True
    return False


def _is_family(part: Term) -> bool:
    return any(BLANK in each.parts for each in walk(part))
