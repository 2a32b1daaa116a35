"""Captions: LaTeX for the thesis, plain text for readers who cannot see typeset mathematics."""

import re

from theory.language import properties, translated

# The commands that captions may use, as plain text; any other command is refused.
PLAIN = {
    r"\alpha": "α", r"\beta": "β", r"\gamma": "γ", r"\varepsilon": "ε", r"\sigma": "σ",
    r"\mu": "μ", r"\tau": "τ", r"\pi": "π", r"\Sigma": "Σ", r"\sum": "Σ", r"\sqrt": "√",
    r"\le": "≤", r"\ge": "≥", r"\ne": "≠", r"\approx": "≈", r"\cdot": "·", r"\times": "×",
    r"\to": "→", r"\infty": "∞", r"\pm": "±", r"\in": "∈", r"\dots": "…", r"\mid": "|",
    r"\top": "ᵀ", r"\log": "log", r"\exp": "exp", r"\operatorname": "", r"\mathrm": "",
    r"\ ": " ", r"\,": " ", r"\!": "", r"\;": " ", r"\|": "‖",
}  # fmt: skip


def as_tex(caption):
    """Return the caption as LaTeX: text between dollars unchanged, the rest escaped."""
    parts = re.split(r"(\$[^$]*\$)", caption)
    return "".join(part if part.startswith("$") else _escaped(part) for part in parts)


def _escaped(text):
    return re.sub(r"([%&#_])", r"\\\1", text)


def as_text(caption):
    """Return the caption without dollars and commands."""
    return re.sub(r"\$([^$]*)\$", lambda match: _plain(match[1]), caption)


def _plain(mathematics):
    def symbol(match):
        if match[0] not in PLAIN:
            raise ValueError(f"caption: {match[0]} in ${mathematics}$ has no plain text in PLAIN")
        return PLAIN[match[0]]

    text = re.sub(r"\\([A-Za-z]+|.)", symbol, mathematics)
    return re.sub(r"[{}]", "", text.replace("-", "\N{MINUS SIGN}"))


def environment(figure, lang, made):
    """Return a figure environment that includes the PDF of that language."""
    ids = ", ".join(figure.shows)
    return (
        f"% {figure.name}, by {made}. Claims: {ids}.\n"
        "\\begin{figure}[tbp]\n"
        "  \\centering\n"
        f"  \\includegraphics{{{figure.name}.pdf}}\n"
        f"  \\caption{{{as_tex(translated(figure.caption, lang))}}}\n"
        f"  \\label{{fig:{figure.name}}}\n"
        "\\end{figure}\n"
    )


def book(figures, lang):
    """Return a LaTeX document with all figures, two a page, to look at and to compile."""
    inputs = [f"\\input{{{figure.name}.tex}}" for figure in figures]
    pages = "\n\\clearpage\n".join("\n".join(inputs[k : k + 2]) for k in range(0, len(inputs), 2))
    return (
        "% The text block is 15 cm wide, as the thesis's; figures are included unscaled.\n"
        f"\\documentclass[11pt,{properties(lang)['Babel']}]{{article}}\n"
        "\\usepackage[T1]{fontenc}\n\\usepackage{lmodern}\n\\usepackage{amsmath}\n"
        "\\usepackage{graphicx}\n\\usepackage{microtype}\n\\usepackage[provide=*]{babel}\n"
        "\\usepackage[a4paper,textwidth=15cm]{geometry}\n"
        "\\begin{document}\n\\raggedbottom\n"
        f"{pages}\n\\end{{document}}\n"
    )
