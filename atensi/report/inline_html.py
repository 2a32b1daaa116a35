"""Set text as HTML within a line: its languages, indices, numbers and formulas."""

import re
from collections.abc import Callable
from typing import Any

import mpmath
import sympy as sp
from markupsafe import Markup, escape

from atensi.report.mathml import mathml
from theory.documents.corrections import parts
from theory.language import in_all, languages, properties

LEGIBLE = 15  # digits of a whole number that need no other form


def spoken(text: str, setting: Callable[[str], Markup] | None = None, **parts: Any) -> Markup:
    """Return a text in every language; the style sheet hides those that are not chosen.

    setting: how plain text becomes HTML; `prose` if nothing is said. parts: what stands for the
    names in braces.
    """
    texts = {lang: (setting or prose)(said) for lang, said in in_all(text).items()}
    if parts:
        texts = {lang: said.format(**parts) for lang, said in texts.items()}
    return by_language(texts)


def by_language(texts: dict[str, Markup]) -> Markup:
    """Return the text of each language; only once if all are the same."""
    if len(set(texts.values())) == 1:
        return texts.popitem()[1]
    return Markup("").join(
        Markup('<span lang="{}">{}</span>').format(lang, said) for lang, said in texts.items()
    )


def prose(text: str) -> Markup:
    """Return words with indices set: that of d_k below the line, that of W^q above it."""
    named = r"(?<![A-Za-z_.])([A-Za-zα-ωΑ-Ω][_^][A-Za-z0-9]+)(?![A-Za-z_])"
    parts = re.split(named, with_minus(text))
    return Markup("").join(
        _indexed(part) if k % 2 else escape(part) for k, part in enumerate(parts)
    )


def with_minus(text: str) -> str:
    """Return words whose minus, typed as a hyphen, is one; no line ends beside it.

    Options such as --lang stay.
    """
    minus = re.sub(r"(?<![^\s(])-(?!-)", "\N{MINUS SIGN}", text)
    return minus.replace(" \N{MINUS SIGN} ", "\N{NO-BREAK SPACE}\N{MINUS SIGN}\N{NO-BREAK SPACE}")


def _indexed(name):
    place = "sub" if name[1] == "_" else "sup"
    return Markup("<i>{}</i><{}>{}</{}>").format(name[0], place, name[2:], place)


def caption(text: str) -> Markup:
    """Return a figure's caption, with what stands between dollars set as mathematics."""
    parts = re.split(r"\$([^$]*)\$", text)
    return Markup("").join(
        mathml(part, f"the caption {text[:30]!r}") if k % 2 else escape(part)
        for k, part in enumerate(parts)
    )


def corrected(text: str, owner: str) -> Markup:
    """Return a correction with its foreign words in italics and its formulas as mathematics."""
    set_as = {
        "plain": escape,
        "foreign": lambda part: Markup("<em>{}</em>").format(part),
        "formula": lambda part: mathml(part, owner),
    }
    return Markup("").join(set_as[kind](part) for kind, part in parts(text))


def shown_value(value: Any) -> Any:
    """Return a detail as text: lists with commas, numbers grouped, small ones by powers of ten."""
    if isinstance(value, list | tuple):
        return Markup(", ").join(shown_value(each) for each in value)
    if isinstance(value, str):
        return spoken(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    if isinstance(value, int):
        return f"{value:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
    mantissa, _, exponent = f"{value:.3g}".partition("e")
    marks = {lang: properties(lang)["Decimal-Mark"] for lang in languages()}
    said = by_language({lang: escape(mantissa.replace(".", mark)) for lang, mark in marks.items()})
    if not exponent:
        return said
    power = str(int(exponent)).replace("-", "\N{MINUS SIGN}")
    return Markup("{}&nbsp;&times;&nbsp;10<sup>{}</sup>").format(said, power)


def named(value: Any) -> Markup:
    """Return a name, or several, as code."""
    several = value if isinstance(value, list | tuple) else [value]
    return Markup(", ").join(Markup("<code>{}</code>").format(each) for each in several)


def digits(text: str) -> str:
    """Return six digits of an exact number if they help a reader; else nothing."""
    try:
        number = sp.sympify(text)
    except (sp.SympifyError, SyntaxError, TypeError, AttributeError):
        return ""
    if not isinstance(number, sp.Expr) or not number.is_number:
        return ""
    if number.is_Integer and len(text) <= LEGIBLE:
        return ""
    value = number.evalf(15)
    about = _in_short(value) if value.is_Float else ""
    if number.is_Rational and about.lstrip("-").isdigit() and number != sp.Integer(about):
        rest = number - sp.Integer(about)  # what six digits would round away
        return f"{about} {'+' if rest > 0 else '-'} {_in_short(abs(rest).evalf(15))}"
    return "" if about == text else about


def _in_short(value: sp.Float) -> str:
    """Return six digits, also of what no float can hold."""
    near = float(value)
    return f"{near:.6g}" if 0 < abs(near) < float("inf") else mpmath.nstr(value, 6)


def breakable(name: str) -> Markup:
    """Let a long name break after its underscores."""
    return Markup("_<wbr>").join(escape(part) for part in name.split("_"))


def slug(text: str) -> str:
    """Return text as part of an address."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
