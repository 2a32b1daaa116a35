"""Terms in LaTeX, in the order in which they were written."""

from functools import cache
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
)

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
    "odd": Form(r"{} \bmod 2", PRODUCT, (ATOM,)),
    **{each: Form(rf"\{each}({{}})", ATOM, (SIGNED,)) for each in ("tanh", "sin", "cos")},
    "erf": Form(r"\operatorname{{erf}}({})", ATOM, (SIGNED,)),
    **{f"[{s}]": Form(rf"\mathbf 1[{{}} {s} {{}}]", ATOM, (SIGNED, SIGNED)) for s in "=<>"},
    "fl": Form(r"\mathrm{{fl}}({})", ATOM, (SIGNED,)),
}
_ON_THE_LINE = {"/": Form("{}/{}", PRODUCT, (PRODUCT, POWER))}
_FLAT = {"^": (1,), "exp": (0,)}  # these parts are small: divide on the line


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
            # as q · k, whose square needs brackets
            infix = term.word.tex.startswith("{") and BLANK not in term.given
            return _applied(term), PRODUCT if infix else ATOM
    raise TypeError(f"latex: {term!r} is no number")


def _number(term, flat):
    top, below = abs(term.value.numerator), term.value.denominator
    fraction = f"{top}/{below}" if flat else rf"\tfrac{{{top}}}{{{below}}}"
    text, holds = (str(top), ATOM) if below == 1 else (fraction, PRODUCT if flat else POWER)
    return (f"-{text}", SIGNED) if term.value < 0 else (text, holds)


def _places(places):
    shown = [_tex(place, flat=True) for place in places]
    return ("" if all(len(each) == 1 for each in shown) else ", ").join(shown)


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
    if form.text in ("{} {}", "{}/{}") and _ends_open(term.given[0]):
        parts[0] = _tex(term.given[0], ATOM, flat)
    text = form.text if term.name != "*" or not parts[1][:1].isdigit() else r"{} \cdot {}"
    return text.format(*parts), form.holds


def _ends_open(term):
    """Say whether what is written after a term would be read as a part of it: log a b."""
    if isinstance(term, Total):
        return True
    if not isinstance(term, Operation) or term.name not in ("log", "odd", "*", "neg"):
        return False
    return term.name in ("log", "odd") or _ends_open(term.given[-1])


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
    if isinstance(term.body, Entry | Variable | Applied):
        return rf"\frac{{\partial{order} {_tex(term.body)}}}{{{below}}}"
    return rf"\frac{{\partial{order}}}{{{below}}} {_tex(term.body, PRODUCT)}"


def _applied(term):
    word = term.word
    if not word.tex:
        return below(word.name, _places(term.given))
    pairs = list(zip(word.kinds, term.given, strict=True))
    shown = {key: _Argument(each, bool(word.whole)) for key, each in pairs}
    if BLANK not in term.given:
        return word.tex.format(**shown)
    at = [given for key, given in pairs if word.kinds[key] == "index"]
    tex = word.whole if word.whole and set(at) == {BLANK} else word.tex
    return tex.format(**shown).replace("_{}", "")


class _Argument:
    """An argument in a word's LaTeX: {q}, or {q:b} with brackets around what is no one piece."""

    def __init__(self, held: Term, beside: bool):
        self.held, self.beside = held, beside

    def __format__(self, wish: str) -> str:
        return _inside(self.held, self.beside or wish == "b")


def argument(held: Term, around: frozenset[str] = frozenset()) -> str:
    """Return an argument of a word in LaTeX, a family without its indices where that will do.

    around: as in `latex`.
    """
    return _inside(apart(held, names_in(held) | around))


def _inside(held: Term, beside: bool = False) -> str:
    """beside: in brackets, if it is a product or a sum, as it stands beside another one."""
    needs = PRODUCT if beside else SIGNED
    if not isinstance(held, Table):
        return _tex(held, needs, flat=True)
    if held.bounds:
        return rf"\left({_tex(held.body, flat=True)}\right)_{{{_places(held.bounds)}}}"
    text = _tex(held.body, needs, flat=True)
    is_product = isinstance(held.body, Applied) and held.body.word.whole
    return f"({text})" if beside and is_product else text
