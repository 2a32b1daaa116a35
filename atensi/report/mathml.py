"""Convert LaTeX to MathML, which a browser sets by itself, without network or TeX."""

import re
import xml.etree.ElementTree as ET
from functools import cache
from html import unescape

import sympy as sp
from latex2mathml.converter import convert_to_element
from markupsafe import Markup

from atensi.report.mathml_layout import mend

# Commands that the converter does not know or misreads, in commands that it knows.
_SPELLED = (
    (r"\\(l|r)vert(?![a-zA-Z])", "|"),
    (r"\\arg\s*\\(max|min)(?![a-zA-Z])", r"\\operatorname{arg\1}"),
    (r"(\\[Bb]ig[lr]?)\s*\\langle", "\\1\N{MATHEMATICAL LEFT ANGLE BRACKET}"),
    (r"(\\[Bb]ig[lr]?)\s*\\rangle", "\\1\N{MATHEMATICAL RIGHT ANGLE BRACKET}"),
)


class FormulaError(ValueError):
    """LaTeX that cannot be shown; the message names its owner."""


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
    mend(root)
    root.attrib.pop("xmlns", None)  # HTML knows the element by its name
    if display == "block":
        del root.attrib["display"]  # the style sheet sets what is not inline so
    return Markup(ET.tostring(root, encoding="unicode"))


def from_sympy(text: str, owner: str) -> Markup:
    """Return what SymPy printed as text, such as a count, as MathML."""
    names = {name: sp.Symbol(name) for name in re.findall(r"\b[A-Za-z]\w*\b(?!\()", text)}
    try:
        read = sp.parse_expr(text, local_dict=names)
    except Exception as error:
        raise FormulaError(f"{owner}: {text}: {type(error).__name__}: {error}") from error
    return mathml(sp.latex(read).replace(r"\max", r"\operatorname{max}"), owner)
