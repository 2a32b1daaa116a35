"""Words in several languages: English stands in the code, each other language in a folder of files.

A folder `languages/LANG/` holds catalogues in the `.po` format of GNU gettext, which translators'
tools read and write: pairs of `msgid`, the English text, and `msgstr`, the translation. A text that
has parts, such as a number, names them in braces; the translation names the same ones.
"""

import json
import re
from functools import cache
from pathlib import Path

SOURCE = "en"
FOLDER = Path(__file__).parent / "languages"
PROPERTIES = {"Decimal-Mark": ".", "Babel": "english"}  # of English; of others, in language.po


class CatalogueError(ValueError):
    """A catalogue that cannot be read; the message names file and line."""


@cache
def languages() -> tuple[str, ...]:
    """Return the languages by their codes, English first."""
    return (SOURCE, *sorted(path.name for path in FOLDER.iterdir() if path.is_dir()))


def translated(text: str, lang: str, **parts: object) -> str:
    """Return an English text in a language, with its parts filled in.

    What its catalogue does not have stays English; `has_words` and `is_translated` tell.
    """
    words = text if lang == SOURCE else catalogue(lang).get(text, text)
    return words.format(**parts) if parts else words


def formula(latex: str, lang: str) -> str:
    """Return a formula with the words within it, which stand in \\text{...}, in a language."""

    def said(match: re.Match[str]) -> str:
        before, inside, after = match.groups()
        return rf"\text{{{before}{translated(inside, lang)}{after}}}"

    return re.sub(r"\\text\{(\s*)([^{}]*?)(\s*)\}", said, latex)


def in_all(text: str) -> dict[str, str]:
    """Return a text in every language, by its code."""
    return {lang: translated(text, lang) for lang in languages()}


def has_words(text: str) -> bool:
    """Say whether a text has words to translate, beside formulas, code, numbers and quotations."""
    prose = re.sub(r"`[^`]*`|\"[^\"]*\"|\$[^$]*\$|\S*[.:/_][\w/-]\S*|\S*\w[(\[]\S*", " ", text)
    functions = "argmax|cos|exp|log|max|min|sin|softmax|sqrt|tanh"
    short = "an|as|at|be|by|if|in|is|it|no|of|on|or|so|to"  # others of two letters are symbols
    word = rf"(?!(?:{functions})\b)[A-Za-z]{{3,}}|{short}"
    return bool(re.search(rf"(?<![\w\\])(?:{word})(?![\w=])", prose))


def is_translated(text: str, lang: str) -> bool:
    """Say whether the language has the text, or needs no words of its own for it."""
    return lang == SOURCE or text in catalogue(lang) or not has_words(text)


@cache
def properties(lang: str) -> dict[str, str]:
    """Return what a language needs beside words: the fields X-NAME in the header of `language.po`.

    Decimal-Mark: between whole numbers and decimals. Babel: its name in LaTeX's package babel.
    """
    if lang == SOURCE:
        return PROPERTIES
    path = FOLDER / lang / "language.po"
    header = (line.partition(": ") for line in pairs(path).get("", "").splitlines())
    fields = {name.removeprefix("X-"): value for name, _, value in header if name.startswith("X-")}
    missing = PROPERTIES.keys() - fields.keys()
    if missing:
        raise CatalogueError(f"{path}: the header has no X-{min(missing)}")
    return fields


@cache
def catalogue(lang: str) -> dict[str, str]:
    """Return all translations of a language; two files may not translate one text differently."""
    translations: dict[str, str] = {}
    for path in sorted((FOLDER / lang).rglob("*.po")):
        for text, translation in entries(path).items():
            if translations.setdefault(text, translation) != translation:
                raise CatalogueError(f"{path}: {text!r} is translated differently in another file")
    return translations


def entries(path: Path) -> dict[str, str]:
    """Return the translations of a file; what is not translated yet is left out."""
    return {text: translation for text, translation in pairs(path).items() if text and translation}


def pairs(path: Path) -> dict[str, str]:
    """Return the pairs of a file; the header is the translation of the empty text."""
    blocks: list[dict[str, str]] = []
    place = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        word, _, rest = line.strip().partition(" ")
        if not word or word.startswith("#"):
            continue
        if word == "msgid":
            blocks.append({"msgid": "", "msgstr": ""})
        if word in ("msgid", "msgstr"):
            place, line = word, rest
        try:
            blocks[-1][place] += json.loads(line)  # its quotes and escapes are those of JSON
        except (TypeError, ValueError, IndexError, KeyError) as error:
            raise CatalogueError(
                f"{path}:{number}: {line!r}; expected msgid, msgstr or a text in double quotes"
            ) from error
    found: dict[str, str] = {}
    for pair in blocks:
        if pair["msgid"] in found:
            raise CatalogueError(f"{path}: {pair['msgid']!r} stands in this file twice")
        found[pair["msgid"]] = pair["msgstr"]
    return found
