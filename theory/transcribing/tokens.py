"""The tokens of a printed formula; what LaTeX does not know is refused."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from theory.stating.terms import TermError


class FormulaError(TermError):
    """A printed formula that does not parse, or whose parts do not fit."""


@dataclass(frozen=True)
class Token:
    """A command, a letter, a number or a sign, and where it begins."""

    kind: str  # command, letter, number or sign
    text: str
    at: int


FONTS = ("mathbf", "mathcal", "mathrm", "mathbb", "bm", "boldsymbol", "textbf", "tilde")
WORDS = ("text", "operatorname")
GREEK = ("alpha", "beta", "gamma", "theta", "mu", "sigma")
FUNCTIONS = ("exp", "log", "sin", "cos", "tanh", "max", "min", "arg", "sqrt", "frac", "sum")
SIGNS = {"cdot": "*", "times": "×", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "in": "∈",
         "sim": "~", "odot": "⊙", "neq": "≠", "bmod": "mod"}  # fmt: skip
DOTS = ("dots", "ldots", "vdots", "ddots", "cdots")
PLACES = ("top", "backslash")
BUILT = ("left", "right", "begin", "end", "underbrace")
SPACES = ("quad", "qquad", ",", ";", "!", ":", " ")
KNOWN = {
    *FONTS, *WORDS, *GREEK, *FUNCTIONS, *SIGNS, *DOTS, *PLACES, *BUILT, *SPACES, "\\", "{", "}",
}  # fmt: skip

_TOKEN = re.compile(
    r"(?P<space>\s+)|\\(?P<command>[a-zA-Z]+|.)|(?P<number>\d+(?:\.\d+)?)|(?P<letter>[a-zA-Z])"
    r"|(?P<sign>.)"
)


def tokens(latex: str) -> Iterator[Token]:
    """Yield the tokens of a formula, without its spaces."""
    for found in _TOKEN.finditer(latex):
        kind, text = str(found.lastgroup), found[str(found.lastgroup)]
        if kind == "command" and text not in KNOWN:
            raise FormulaError(rf"\{text} is no command")
        if kind == "space" or (kind == "command" and text in SPACES):
            continue
        if kind == "command" and text in SIGNS:
            kind, text = "sign", SIGNS[text]
        elif kind == "command" and text in ("{", "}"):
            kind, text = "sign", f"\\{text}"
        yield Token(kind, text, found.start())
