"""Mathematics and paragraphs for a terminal."""

import re
import textwrap

WIDTH = 88
_SIGNS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "theta": "θ",
    "kappa": "κ", "sigma": "σ", "omega": "ω", "lambda": "λ", "mu": "μ", "nabla": "∇", "infty": "∞",
    "sum": "Σ", "le": "≤", "ge": "≥", "in": "∈", "to": "→", "iff": "⇔", "implies": "⇒", "cdot": "·",
    "dots": "…", "ldots": "…", "partial": "∂", "times": "×", "equiv": "≡", "langle": "⟨",
    "rangle": "⟩", "lVert": "‖", "rVert": "‖", "lvert": "|", "rvert": "|",
    "top": "ᵀ", "quad": "  ", "sqrt": "√", "neq": "≠",
    "max": "max", "min": "min", "log": "log", "arg": "arg", "exp": "exp", "lim": "lim",
}  # fmt: skip
_DROPPED = ("Bigl", "Bigr", "bigl", "bigr", "left", "right", "displaystyle", "limits")
_PLAIN = ("operatorname", "mathrm", "text", "mathbf", "mathcal", "mathbb")


def unicode_math(latex: str) -> str:
    """Return LaTeX as a line of Unicode: for reading along, not for calculating."""
    text = latex.replace("\\{", "⟦").replace("\\}", "⟧")
    text = re.sub(rf"\\({'|'.join(_DROPPED)})(?![a-zA-Z])", "", text)
    text = re.sub(rf"\\({'|'.join(_PLAIN)})(?![a-zA-Z])\s*", "", text)
    text = re.sub(r"\\hat ?(\w)", "\\1\u0302", text)
    text = re.sub(r"\\t?frac\s*(\d)\s*(\w)", r"\1/\2", text)
    text = re.sub(r"\\t?frac", r"\\frac", text)
    text = re.sub(r"(?<=[a-z])\\frac", r" \\frac", text)
    text = re.sub(r"(?<![_^}])\{(\\?\w+)\}(?=[_^])", r"\1", text)
    while (opened := re.sub(r"([_^])\{([^{}]*)\}", _script, text)) != text or (
        opened := re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", _fraction, text)
    ) != text:
        text = opened
    text = text.replace("{", "").replace("}", "")
    text = re.sub(r" ?\\r(?=angle|Vert)", r"\\r", text)
    text = re.sub(r"\\(l(?:angle|Vert)) ?", lambda m: _SIGNS[m[1]], text)
    text = re.sub(r"\\([a-zA-Z]+)", lambda m: _SIGNS.get(m[1], m[1]), text)
    text = re.sub(r"\\[,;!: ]", " ", text).replace("\\", "")
    text = text.translate(str.maketrans("⦃⦄⟦⟧", "(){}"))
    text = re.sub(r" (?=[ᵀ,;])", "", text.replace("^ᵀ", "ᵀ"))
    return re.sub(r" +", " ", text).strip()


def _fraction(match):
    above, below = (
        part if re.fullmatch(r"[\w\\^₀-₉]+", part.strip()) else f"⦃{part}⦄"
        for part in match.groups()
    )
    return f"{above}/{below}"


def _script(match):
    sign, inside = match.groups()
    one = len(inside) == 1 or re.fullmatch(r"\\[a-z]+", inside)
    return f"{sign}{inside}" if one else f"{sign}⦃{inside}⦄"


def paragraph(text: str, indent: str = "  ", first: str | None = None) -> str:
    """Fill a paragraph to the width of the page."""
    return textwrap.fill(
        text, WIDTH, initial_indent=indent if first is None else first, subsequent_indent=indent
    )
