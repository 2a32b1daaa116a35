"""Terms in LaTeX, in the order in which they were written."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from string import Formatter
from typing import NamedTuple

from theory.stating.families import family, unfolded
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
    put,
    walk,
)

# How tightly a formula holds together: -a, a + b, Σ a, a b, a^b, a.
SIGNED, SUM, TOTAL, PRODUCT, POWER, ATOM = range(6)
LETTERS = "jklisrabcuwtopqghf"  # not e, which is Euler's number


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
def name(plain: str) -> str:
    """Return a name such as d_k or beta as LaTeX."""
    import sympy as sp  # only here: what reads the last run alone starts at once

    return sp.latex(sp.Symbol(plain))


def below(plain: str, places: str) -> str:
    """Return a name with places below it: x_i, and W_{1,ij} where the name has an index itself."""
    stem, mark, own = plain.partition("_")
    return f"{name(stem)}_{{{own},{places}}}" if mark else f"{name(stem)}_{{{places}}}"


def latex(term: Term, needs: int = SIGNED, flat: bool = False) -> str:
    """Return a term, in brackets where it holds together less tightly than `needs`.

    flat: divide on the line, as in an exponent.
    """
    text, holds = _written(_apart(term, _placed(term)), flat)
    return rf"\left({text}\right)" if holds < needs else text


def _placed(term: Term) -> frozenset[str]:
    """Return the letters of the places that a term speaks of and does not bind."""
    return frozenset(e.name for e in with_meanings(term) if isinstance(e, Index) and not e.mark)


def with_meanings(term: Term) -> Iterator[Term]:
    """Yield what a term is made of, and what its letters stand for, as a reader sees it."""
    for each in walk(term):
        yield each
        if isinstance(each, Applied) and each.word.define and not each.word.tex:
            yield from with_meanings(unfolded(each, once=True))


def _apart(term: Term, taken: frozenset[str]) -> Term:
    """Return the term; its sums run over letters that mean nothing else around them."""
    if isinstance(term, Total) and term.bound.name in taken:
        free = letter_for("", term.bound.last, term.body, taken)
        bound = replace(term.bound, name=free.name)
        term = Total(bound, put(term.body, {term.bound: bound}))
    return term.made_of(tuple(_apart(part, taken) for part in term.parts))


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
            return below(term.base.name, _places(term.places)), ATOM
        case Total():
            return _total(term, flat), TOTAL
        case Slope():
            return _slope(term), TOTAL
        case Operation():
            return _operation(term, flat)
        case Applied():
            return _applied(term), PRODUCT if _is_infix(term.word) else ATOM
    raise TypeError(f"latex: {term!r} is no number")


def _number(term, flat):
    top, below = abs(term.value.numerator), term.value.denominator
    fraction = f"{top}/{below}" if flat else rf"\tfrac{{{top}}}{{{below}}}"
    text, holds = (str(top), ATOM) if below == 1 else (fraction, PRODUCT if flat else POWER)
    return (f"-{text}", SIGNED) if term.value < 0 else (text, holds)


def _places(places):
    shown = [latex(place, ATOM if _is_like_two(place) else SIGNED, flat=True) for place in places]
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
        latex(part, needs, flat or k in small)
        for k, (part, needs) in enumerate(zip(term.given, form.needs, strict=True))
    ]
    if form.text in ("{} {}", "{}/{}") and _ends_open(term.given[0], flat, before=form.text):
        parts[0] = latex(term.given[0], ATOM, flat)
    text = r"{} \cdot {}" if term.name == "*" and _run_together(*parts) else form.text
    return text.format(*parts), form.holds


def _ends_open(term, flat, before):
    """Say whether what is written after a term would be read as a part of it: log a b, a/2 b."""
    match term:
        case Operation("log"):
            return True
        case Slope():
            return not _is_short(term)
        case Number() | Operation("/") if flat and before == "{} {}":
            return isinstance(term, Operation) or term.value.denominator > 1
        case Applied():
            return before == "{} {}" and _is_infix(term.word)
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


def letter_for(wish: str, last: Term, inside: Term, around: frozenset[str] = frozenset()) -> Index:
    """Return a place to write for a bound one: under a letter that means nothing else inside."""
    names = {
        each.base.name if isinstance(each, Entry) else getattr(each, "name", "")
        for each in with_meanings(inside)
        if not (isinstance(each, Index) and each.mark)
    }
    taken = names | {each.partition("_")[2] for each in names} | {"e"}  # d_k is one of no k
    free = (e for e in (*filter(None, [wish]), *LETTERS) if e not in taken | around)
    return Index(next(free), last)


def _total(term, flat):
    place = letter_for(term.bound.name, term.bound.last, term.body)
    inner = latex(put(term.body, {term.bound: place}), TOTAL, flat)
    return rf"\sum_{{{name(place.name)}=1}}^{{{latex(place.last, flat=True)}}} {inner}"


def _slope(term):
    order = f"^{len(term.by)}" if len(term.by) > 1 else ""
    below = " ".join(rf"\partial {latex(each)}" for each in term.by)
    if _is_short(term):
        return rf"\frac{{\partial{order} {latex(term.body)}}}{{{below}}}"
    of_all = ATOM if isinstance(term.body, Operation) and term.body.name == "*" else PRODUCT
    return rf"\frac{{\partial{order}}}{{{below}}} {latex(term.body, of_all)}"


def _is_short(slope: Slope) -> bool:
    """Say whether what is derived stands in the fraction itself."""
    return isinstance(slope.body, Entry | Variable | Applied)


def _applied(term):
    word = term.word
    if not word.tex:
        places = _places(term.given)
        return below(word.name, places) if places else name(word.name)
    return _filled(word.tex, dict(zip(word.kinds, term.given, strict=True)))


def _is_infix(word: Word) -> bool:
    """Say whether a word is printed between its arguments: q · k, whose square needs brackets."""
    return word.tex.startswith("{")


def _filled(tex: str, given: Mapping[str, Term | str]) -> str:
    """Return a word's LaTeX with its arguments, in brackets where they stand beside something."""
    shown = ""
    for before, key, needs in _pieces(tex):
        held = given[key] if key else ""
        shown += before + (held if isinstance(held, str) else argument(held, needs))
    return shown


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


def argument(held: Term, needs: int = SIGNED) -> str:
    """Return an argument of a word in LaTeX, a family without its indices where that will do."""
    if not isinstance(held, Table):
        return latex(held, needs, flat=True)
    whole = _whole(held.body, held.bounds)
    if whole:
        is_product = isinstance(held.body, Applied) and held.body.word.whole
        return f"({whole})" if needs > SIGNED and is_product else whole
    bare = _bare(held.body, held.bounds)
    if bare is not None:
        beside = needs > SIGNED and _is_entrywise(held)
        return latex(bare, ATOM if beside else needs, flat=True)
    inside, places = held.body, []
    for each in held.bounds:
        place = letter_for(each.name, each.last, inside)
        inside = put(inside, {each: place})
        places.append(place)
    entry = family(held)[tuple(places)]
    return rf"\left({latex(entry, flat=True)}\right)_{{{_places(places)}}}"


def _is_entrywise(held: Table) -> bool:
    """Say whether a family is a product of two, or divided: (x y) · z is none of x with y · z."""
    match held.body:
        case Operation("*", (left, right)):
            return _any_in([left], held.bounds) and _any_in([right], held.bounds)
        case Operation("/"):
            return True
    return False


def _whole(body: Term, bounds: tuple[Index, ...]) -> str:
    """Return Attention(Q, K, V) for its entries, or nothing where more than a word's places run."""
    if not isinstance(body, Applied) or not body.word.tex:
        return ""
    kinds, given = body.word.kinds, dict(zip(body.word.kinds, body.given, strict=True))
    places = [key for key in given if kinds[key] == "index"]
    fixed, running = places[: -len(bounds)], places[-len(bounds) :]
    rest = [given[key] for key in given if key not in running]
    if tuple(given[key] for key in running) != bounds or _any_in(rest, bounds):
        return ""
    tex = body.word.whole if body.word.whole and not fixed else body.word.tex
    shown = {key: "" if key in running else each for key, each in given.items()}
    return _filled(tex, shown).replace("_{}", "")


def _text(shown: str) -> Term:
    """Return a term that is printed so."""
    return Applied(Word("", shown.replace("{", "{{").replace("}", "}}"), {}, None), ())


def _any_in(terms, places) -> bool:
    return any(each in places for whole in terms for each in walk(whole))


def _bare(body: Term, bounds: tuple[Index, ...]) -> Term | None:
    """Return x/T for x_j/T, or None where an index would be left over."""
    heads: dict[Term, Term] = {}
    for each in walk(body):
        match each:
            case Applied() if text := _whole(each, bounds):
                heads[each] = _text(text)
                continue
            case Entry():
                plain, places = each.base.name, each.places
            case Applied() if not each.word.tex:
                plain, places = each.word.name, each.given
            case _:
                continue
        if places[-len(bounds) :] == bounds and not _any_in(places[: -len(bounds)], bounds):
            rest = _places(places[: -len(bounds)])
            heads[each] = _text(below(plain, rest)) if rest else Variable(plain)
    bare = put(body, heads)
    return None if _any_in([bare], bounds) else bare
