"""For the thesis: `build/latex/`, texts to `\\input` in each language, and their macros.

The appendix has all claims; the errata go through the drafts line by line.
"""

import re
import unicodedata
from datetime import datetime
from pathlib import Path
from typing import Any

import jinja2

from atensi.judging import reason
from atensi.judging.meanings import CALLED
from atensi.judging.of_statements import WORDS
from atensi.report.book import Book
from atensi.report.inline_html import with_minus
from atensi.work.files import write_whole
from theory.documents.corrections import parts
from theory.documents.document_statements import DOCUMENTS
from theory.language import SOURCE, formula, in_all, languages, properties, translated
from theory.stating.printed import BETWEEN

TEMPLATES = Path(__file__).parent / "templates"
_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",
}  # fmt: skip
_SIGNS = {
    "×": r"\times", "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "→": r"\to", "∞": r"\infty",
    "√": r"\surd", "∂": r"\partial", "‖": r"\Vert", "⟨": r"\langle", "⟩": r"\rangle",
    "⊙": r"\odot", "±": r"\pm", "·": r"\cdot", "ᵀ": r"^{\top}",
    "−": "-", "≈": r"\approx", "∈": r"\in", "∑": r"\sum", "∏": r"\prod",
    "∇": r"\nabla", "∘": r"\circ", "⇒": r"\Rightarrow", "⇔": r"\Leftrightarrow", "∝": r"\propto",
    "…": r"\dots", "′": "'", "⊕": r"\oplus", "ℝ": r"\mathbb R", "∀": r"\forall", "∃": r"\exists",
    "ℓ": r"\ell", "\N{COMBINING CIRCUMFLEX ACCENT}": r"\hat{}",
}  # fmt: skip


class Tex(str):
    """Text that is LaTeX already."""


def escape(text: Any) -> Tex:
    """Return plain text as LaTeX: every special sign escaped, Greek and operators as formulas."""
    if isinstance(text, Tex):
        return text
    return Tex("".join(_sign(each) for each in str(text)))


def _sign(letter):
    if letter in _SPECIAL:
        return _SPECIAL[letter]
    if letter in _SIGNS:
        return rf"\ensuremath{{{_SIGNS[letter]}}}"
    place, _, plain = unicodedata.decomposition(letter).partition(" ")
    if place in ("<super>", "<sub>"):
        script, raised = "^" if place == "<super>" else "_", chr(int(plain, 16))
        raised = "-" if raised == "\N{MINUS SIGN}" else raised
        return rf"\ensuremath{{{script}{{{raised}}}}}"
    if ord(letter) < 0x250:
        return letter
    name = unicodedata.name(letter, "")
    if name.startswith("GREEK ") and len(name.split()) == 4:
        greek = name.split()[3].lower().replace("lamda", "lambda")
        greek = greek.capitalize() if "CAPITAL" in name else greek
        return rf"\ensuremath{{\{'varepsilon' if greek == 'epsilon' else greek}}}"
    raise ValueError(f"latex: {letter!r} ({name}) has no LaTeX; add it to _SIGNS in {__file__}")


def sentence(text: str) -> Tex:
    """Return words as LaTeX, with indices such as d_k below the line."""
    named = r"(?<![A-Za-z])([A-Za-z\u03b1-\u03c9]_[A-Za-z0-9]+)"
    parts = re.split(named, with_minus(text))
    return Tex("".join(_index(part) if k % 2 else escape(part) for k, part in enumerate(parts)))


def _index(name):
    letter, below = name.split("_")
    below = below if len(below) == 1 else rf"\mathrm{{{below}}}"
    return rf"\ensuremath{{{letter if letter < 'z' else _sign(letter)}_{{{below}}}}}"


def breakable(name: str) -> Tex:
    """Let a claim's name break after dots and hyphens."""
    return Tex(re.sub(r"([.-])", r"\1\\allowbreak{}", escape(name)))


def source(latex: str) -> Tex:
    """Return a formula as it is typed; a line may end before each command."""
    typed = escape(latex).replace(r"\textbackslash{}", r"\allowbreak\textbackslash{}")
    return Tex(rf"\texttt{{{typed}}}")


def corrected(text: str) -> Tex:
    """Return a correction as LaTeX; a formula that is wider than its place is made as narrow."""
    if "\n" in text:
        return Tex("".join(rf"\par\noindent\texttt{{{_code(line)}}}" for line in text.splitlines()))
    set_as = {
        "plain": _with_hangul,
        "foreign": lambda part: rf"\emph{{{escape(part)}}}",
        "formula": lambda part: rf"\atensiformula{{{part}}}",
    }
    return Tex("".join(set_as[kind](part) for kind, part in parts(text)))


def _code(line: str) -> str:
    """Escape a line of a program, whose indentation stays."""
    inner = line.lstrip(" ")
    return r"\ " * (len(line) - len(inner)) + escape(inner)


def in_parts(latex: str, lang: str) -> Tex:
    """Return the relations of a statement one after the other, so that a line may end between."""
    each = formula(latex, lang).split(BETWEEN)
    return Tex("\\quad ".join(rf"\atensiformula{{{part}}}" for part in each))


def _with_hangul(text: str) -> str:
    """Escape a text and leave Korean as it is: it is set with a package of its own.

    A line may end within an address, which has no spaces.
    """
    pieces = re.split(r"([\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]+|(?<=\S)[/?=](?=\S))", text)
    return "".join(_left(piece) if k % 2 else escape(piece) for k, piece in enumerate(pieces))


def _left(piece):
    return rf"{piece}\allowbreak{{}}" if piece in "/?=" else piece


def write(ledger: dict[str, Any], folder: Path) -> list[Path]:
    """Write the macros, the appendix and the errata in each language, after rendering all."""
    environment = _environment(Book(ledger))
    files = {folder / "atensi.sty": _rendered(environment, "atensi.sty", SOURCE)}
    for lang in languages():
        for name in ("appendix", "errata"):
            files[folder / f"{name}-{lang}.tex"] = _rendered(environment, f"{name}.tex", lang)
    for path, text in files.items():
        write_whole(path, text)
    return sorted(files)


def _rendered(environment, template, lang):
    return environment.get_template(template).render(
        lang=lang, t=lambda text, **parts: translated(text, lang, **parts)
    )


def _environment(book):
    # Jinja escapes for HTML. `finalize` escapes for LaTeX instead, except what is LaTeX already.
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        finalize=escape,
        undefined=jinja2.StrictUndefined,
        block_start_string="<%", block_end_string="%>",
        variable_start_string="<<", variable_end_string=">>",
        comment_start_string="<#", comment_end_string="#>",
        trim_blocks=True,
        keep_trailing_newline=True,
    )  # fmt: skip
    environment.filters |= {
        "sentence": sentence, "breakable": breakable, "tex": Tex, "plain": Tex,
        "corrected": corrected, "source": source, "parts": in_parts,
    }  # fmt: skip
    written = datetime.fromisoformat(book.ledger["written"])
    environment.globals |= {
        "book": book,
        "ledger": book.ledger,
        "date": written.strftime("%Y/%m/%d"),
        "written": written.strftime("%Y-%m-%d"),
        "verdict_words": CALLED.get,
        "statement_words": WORDS.get,
        "because": lambda entry, lang: reason.from_json(entry["reason"]).said(lang),
        "formula": formula,
        "documents": DOCUMENTS,
        "in_all": in_all,
        "options": {lang: properties(lang)["Babel"] for lang in languages()},
        "derivations": list(_derivations(book)),
    }
    return environment


def _derivations(book):
    for entry in book.entries:
        chains = [record["steps"] for record in entry["evidence"] if record.get("steps")]
        if chains:
            yield entry, chains
