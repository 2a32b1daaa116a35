"""Mathematics and paragraphs for a terminal."""

import re
import textwrap

WIDTH = 88
_SIGNS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε",
    "zeta": "ζ", "eta": "η", "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "xi": "ξ",
    "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "varphi": "φ", "psi": "ψ",
    "omega": "ω", "Phi": "Φ", "nabla": "∇", "infty": "∞", "cup": "∪", "sim": "~", "wedge": "∧",
    "setminus": "∖", "leftarrow": "←", "leq": "≤", "geq": "≥", "prod": "∏", "bmod": "mod",
    "pm": "±", "cos": "cos", "sin": "sin", "tanh": "tanh", "det": "det",
    "sum": "Σ", "le": "≤", "ge": "≥", "in": "∈", "to": "→", "iff": "⇔", "implies": "⇒", "cdot": "·",
    "dots": "…", "ldots": "…", "partial": "∂", "times": "×", "equiv": "≡", "langle": "⟨",
    "rangle": "⟩", "lVert": "‖", "rVert": "‖", "top": "ᵀ", "quad": "  ", "sqrt": "√", "neq": "≠",
    "ne": "≠", "ell": "ℓ", "lvert": "|", "rvert": "|", "exists": "∃", "forall": "∀", "mid": "|",
    "max": "max", "min": "min", "log": "log", "arg": "arg", "exp": "exp", "lim": "lim",
}  # fmt: skip
_DROPPED = (
    "Bigl", "Bigr", "bigl", "bigr", "left", "right", "displaystyle", "textstyle", "limits",
)  # fmt: skip
_MARKS = {"hat": "\u0302", "bar": "\u0304", "tilde": "\u0303"}
_PLAIN = ("operatorname", "mathrm", "text", "mathbf", "mathcal", "mathbb")
_READ = ("frac", "tfrac", "sqrt", "substack", "begin", "end")
KNOWN = {*_SIGNS, *_DROPPED, *_MARKS, *_PLAIN, *_READ}


def unicode_math(latex: str) -> str:
    """Return LaTeX as a line of Unicode: for reading along, not for calculating."""
    text = latex.replace("\\{", "⟦").replace("\\}", "⟧")
    text = re.sub(r"\\begin\{(.?matrix)\}(.*?)\\end\{\1\}", _matrix, text)
    text = re.sub(rf"\\({'|'.join(_DROPPED)})(?![a-zA-Z])", "", text)
    text = re.sub(rf"\\({'|'.join(_PLAIN)})(?![a-zA-Z])\s*", "", text)
    text = re.sub(r"\\substack\{([^{}]*)\}", lambda m: m[1].replace(r"\\", ", "), text)
    for mark, sign in _MARKS.items():
        text = re.sub(rf"\\{mark} ?\{{?(\\?[^\W_]+)\}}?", rf"\1{sign}", text)
    text = re.sub(r"\\t?frac\s*(\d)\s*(\w)", r"\1/\2", text)
    text = re.sub(r"\\t?frac", r"\\frac", text)
    text = re.sub(r"(?<=[a-z])\\frac", r" \\frac", text)
    text = re.sub(r"(?<![_^}])\{(\\?\w+)\}(?=[_^])", r"\1", text)
    while (opened := _innermost_opened(text)) != text:
        text = opened
    text = text.replace("{", "").replace("}", "")
    text = re.sub(r" ?\\r(?=angle|Vert)", r"\\r", text)
    text = re.sub(r"\\(langle|lVert|pm)(?![a-zA-Z]) ?", lambda m: _SIGNS[m[1]], text)
    text = re.sub(r"\\([a-zA-Z]+)", lambda m: _SIGNS.get(m[1], m[1]), text)
    text = re.sub(r"\\[,;!: ]", " ", text).replace("\\", "")
    text = text.translate(str.maketrans("⦃⦄⟦⟧", "(){}"))
    text = re.sub(r" (?=[ᵀ,;])", "", text.replace("^ᵀ", "ᵀ"))
    return re.sub(r" +", " ", text).strip()


def _matrix(match):
    rows = match[2].replace(" & ", " ").replace(r" \\", ";")
    return f"({rows.strip()})"


def _innermost_opened(text):
    """Write out the groups that hold no other: of each command that takes some, and plain ones."""
    text = re.sub(r"([_^])\{([^{}]*)\}", _script, text)
    text = re.sub(r"\\sqrt\{([^{}]*)\}", lambda root: f"√{_one(root[1])}", text)
    text = re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", _fraction, text)
    return re.sub(r"(?<!\\frac)(?<!\\sqrt)(?<![_^}])\{([^{}]*)\}", r"\1", text)


def _fraction(match):
    return "/".join(map(_one, match.groups()))


def _one(part):
    """Put brackets around what is no one piece."""
    return part if re.fullmatch(r"[\w\\^√₀-₉]+(_⦃\w+⦄)?", part.strip()) else f"⦃{part}⦄"


def _script(match):
    sign, inside = match.groups()
    one = len(inside) == 1 or re.fullmatch(r"\\[a-z]+", inside)
    return f"{sign}{inside}" if one else f"{sign}⦃{inside}⦄"


def paragraph(text: str, indent: str = "  ", first: str | None = None) -> str:
    """Fill a paragraph to the width of the page."""
    return textwrap.fill(
        text, WIDTH, initial_indent=indent if first is None else first, subsequent_indent=indent
    )
