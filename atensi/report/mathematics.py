"""LaTeX to MathML, at build time: what a browser sets by itself, without network or TeX."""

import re
import xml.etree.ElementTree as ET
from functools import cache
from html import unescape

import sympy as sp
from latex2mathml.converter import convert_to_element
from markupsafe import Markup

# What the converter does not know, or takes for a letter, in words that it does know.
_SPELLED = (
    (r"\\(l|r)vert(?![a-zA-Z])", "|"),
    (r"\\arg\s*\\(max|min)(?![a-zA-Z])", r"\\operatorname{arg\1}"),
    (r"(\\[Bb]ig[lr]?)\s*\\langle", "\\1\N{MATHEMATICAL LEFT ANGLE BRACKET}"),
    (r"(\\[Bb]ig[lr]?)\s*\\rangle", "\\1\N{MATHEMATICAL RIGHT ANGLE BRACKET}"),
)
_LIMITS = {"msub": "munder", "msup": "mover", "msubsup": "munderover"}
_TAKES_LIMITS = re.compile("[\N{N-ARY SUMMATION}\N{N-ARY PRODUCT}]|(arg.)?max|(arg.)?min|lim")
_OPENING = tuple("([{|\N{DOUBLE VERTICAL LINE}\N{MATHEMATICAL LEFT ANGLE BRACKET}")
_PAIRED = ("|", "\N{DOUBLE VERTICAL LINE}")
_THIN = "0.1667em"


class FormulaError(ValueError):
    """LaTeX that cannot be shown; the message names whose it is."""


@cache
def mathml(latex: str, owner: str, display: str = "inline") -> Markup:
    """Return a formula as MathML, or raise an error that names its owner."""
    spelled = latex
    for pattern, plain in _SPELLED:
        spelled = re.sub(pattern, plain, spelled)
    try:
        root = convert_to_element(spelled, display=display)
    except Exception as error:
        raise FormulaError(f"{owner}: {latex}: {type(error).__name__}: {error}") from error
    for element in root.iter():
        element.text = unescape(element.text) if element.text else element.text
        if "\\" in (element.text or "") or element.tag == "merror":
            raise FormulaError(f"{owner}: {latex}: {element.text} is not known to the converter")
    _mend(root)
    return Markup(ET.tostring(root, encoding="unicode"))


def from_sympy(text: str, owner: str) -> Markup:
    """Return what SymPy printed as text, such as a count, as MathML."""
    names = {name: sp.Symbol(name) for name in re.findall(r"\b[A-Za-z]\w*\b(?!\()", text)}
    try:
        read = sp.parse_expr(text, local_dict=names)
    except Exception as error:
        raise FormulaError(f"{owner}: {text}: {type(error).__name__}: {error}") from error
    return mathml(sp.latex(read).replace(r"\max", r"\operatorname{max}"), owner)


def _mend(root):
    """Set limits, operators, fences and upright words as a book does."""
    for row in list(root.iter()):
        _join_upright(row)
        for child in row:
            base = child[0] if child.tag in _LIMITS and len(child) else None
            if base is not None and base.tag == "mo" and _TAKES_LIMITS.fullmatch(base.text or ""):
                child.tag = _LIMITS[child.tag]
                base.set("movablelimits", "true")
    for row in list(root.iter()):
        _space_operators(row)
    _pair_fences(root)
    for element in root.iter():
        if element.text in ("argmax", "argmin"):
            element.text = f"arg\N{NARROW NO-BREAK SPACE}{element.text[3:]}"
        if element.tag == "mo" and element.text == "\N{DOWN TACK}":
            element.tag = "mi"  # a transpose is no relation: it takes no space
        if element.get("mathvariant") == "bold":
            del element.attrib["mathvariant"]
            element.text = "".join(map(_bold, element.text or ""))


def _join_upright(row):
    """Make one word of letters set upright one by one."""
    for child in list(row):
        place = list(row).index(child)
        last = row[place - 1] if place else None
        if last is not None and _is_upright(last) and _is_upright(child):
            child.text = (last.text or "") + (child.text or "")
            row.remove(last)
    for child in row:
        if _is_upright(child) and len(child.text or "") > 1:
            del child.attrib["mathvariant"]  # a word is upright by itself


def _is_upright(element):
    return element.tag == "mi" and element.get("mathvariant") == "normal" and not element.tail


def _space_operators(row):
    """Give a named operator the thin spaces that TeX gives it."""
    for place, child in enumerate(row):
        scripted = child.tag in (*_LIMITS, *_LIMITS.values()) and len(child)
        core = child[0] if scripted else child
        if core.tag != "mo" or not re.fullmatch(r"[a-zA-Z]{2,}(.[a-z]+)?", core.text or ""):
            continue
        before = row[place - 1] if place else None
        after = row[place + 1] if place + 1 < len(row) else None
        opens = after is None or (after.tag == "mo" and (after.text or "").startswith(_OPENING))
        ends = before is not None and (before.tag != "mo" or before.text == ")")
        core.attrib |= {"form": "prefix", "lspace": _THIN if ends else "0",
                        "rspace": "0" if opens else _THIN}  # fmt: skip


def _pair_fences(root):
    """Let the first of two equal bars open and the second close."""
    for bar in _PAIRED:
        found = [each for each in root.iter("mo") if each.text == bar]
        if len(found) % 2 == 0:
            for place, each in enumerate(found):
                each.set("form", ("prefix", "postfix")[place % 2])


def _bold(letter):
    for first, last, start in (("A", "Z", 0x1D400), ("a", "z", 0x1D41A), ("0", "9", 0x1D7CE)):
        if first <= letter <= last:
            return chr(start + ord(letter) - ord(first))
    return letter
