"""The report: a static site in `build/report/` that opens from disk, without server or network."""

import gzip
import json
import re
import shutil
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

import jinja2

from atensi.judging.entries import departures
from atensi.judging.kinds import NAMES, SHOWS
from atensi.judging.meanings import CALLED, MEANS
from atensi.judging.of_statements import WORDS
from atensi.report import figure_files, fonts, ledger_words
from atensi.report.book import Book
from atensi.report.inline_html import (
    breakable,
    caption,
    corrected,
    digits,
    prose,
    shown_value,
    slug,
    spoken,
)  # fmt: skip
from atensi.report.page_list import all_pages
from atensi.work.files import folder_whole
from atensi.work.message import message
from atensi.work.pool import in_parallel
from atensi.work.progress import Progress
from figures.engine.captions import as_text
from theory.language import in_all, languages

AT_A_TIME = 25  # pages
TEMPLATES = Path(__file__).parent / "templates"
_IMPLIED = re.compile(
    r"</(?:li|dt|dd)>(?=\s*<(?:li|dt|dd|/[uod]l|/div)\b)"
    r"|</(?:td|th|tr)>(?=\s*<(?:td|th|tr|/tr|/tbody|/thead|/table)\b)"
)


def write(ledger: dict[str, Any], folder: Path, figures: Path | None = None) -> int:
    """Write the whole site or nothing; return how many pages it has.

    figures: where the drawings are, or are to be drawn; beside the folder by default.
    """
    figures = figures or folder.parent / "figures"
    files = shown(figure_files.ready(figures))
    pages = 0
    with folder_whole(folder) as scratch:
        for path, text in _on_all_cores(ledger, files):
            _write(scratch / path, text)
            pages += 1
        for name in files:
            if name.endswith(".csv"):
                _pack((figures / name).read_bytes(), scratch / "figures" / f"{name}.gz")
            else:
                _copy(figures / name, scratch / "figures" / name)
        for name in ("site.css", "site.js", "icon.svg"):
            _copy(TEMPLATES / name, scratch / name)
        _write(scratch / "fonts.css", fonts.style_sheet())
        _write(scratch / "languages.css", of_languages())
        said = json.dumps(ledger, separators=(",", ":"), ensure_ascii=False)
        _pack(said.encode(), scratch / "ledger.json.gz")
    return pages


def of_languages() -> str:
    """Return the rules by which a page, which holds all languages, shows the one that is chosen."""
    return "".join(
        f"html:has(#lang-{lang}:checked) :is(span[lang], .w):not([lang='{lang}'])"
        " { display: none; }\n"
        for lang in languages()
    )


def shown(files: dict[str, str]) -> dict[str, str]:
    """Return the figures' files that the report includes: those that stay sharp at any size."""
    return {name: digest for name, digest in files.items() if not name.endswith(".png")}


def render(
    ledger: dict[str, Any], files: dict[str, str], only: tuple[str, ...] = ()
) -> Iterator[tuple[str, str]]:
    """Return each page's address and text; files: those of the figures, by path.

    only: the addresses of the pages that are wanted, if not all are.
    """
    book = Book(ledger)
    wanted = (page for page in all_pages(book, files) if not only or page[1] in only)
    yield from _rendered(wanted, _environment(book))


def _rendered(pages, environment) -> Iterator[tuple[str, str]]:
    for template, path, given in pages:
        root = "../" * path.count("/")
        yield path, environment.get_template(template).render(root=root, **given())


def _on_all_cores(ledger, files) -> Iterator[tuple[str, str]]:
    """Yield each page's address and text, as they are ready."""
    said, count = json.dumps(ledger), len(list(all_pages(Book(ledger), files)))
    progress = Progress(message("pages of the report"), count)
    for _, some in in_parallel(_some, [(said, files, k) for k in range(0, count, AT_A_TIME)]):
        for path, text in some:
            yield path, text
            progress.step(path)
    progress.close()


def _some(job: tuple[str, dict[str, str], int]) -> list[tuple[str, str]]:
    said, files, first = job
    book, environment = _prepared(said)
    pages = list(all_pages(book, files))[first : first + AT_A_TIME]
    return [(path, short(text)) for path, text in _rendered(pages, environment)]


@lru_cache(maxsize=1)
def _prepared(said: str) -> tuple[Book, jinja2.Environment]:
    """Return the book of a ledger, which a process opens once."""
    book = Book(json.loads(said))
    return book, _environment(book)


def short(page: str) -> str:
    """Leave out what goes without saying in HTML, of which a page has hundreds.

    That is an end tag before what cannot stand within its element, and the quotes around an
    attribute of one word. An apostrophe stands for itself: what keeps its quotes has double ones.
    """
    bare = lambda tag: re.sub(r'(\s[\w:-]+)="([\w.#:/-]*[\w.#:-])"(?=[\s>])', r"\1=\2", tag[0])
    page = re.sub(r"<[a-zA-Z][^<>]*>", bare, page).replace("&#39;", "'")
    return _IMPLIED.sub("", page)


def _pack(content, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(gzip.compress(content, mtime=0))  # of no hour: the same bytes every time


def _copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _write(target, text):
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


def _environment(book):
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    tables = {
        "verdict": CALLED, "evidence": NAMES, "chapter": ledger_words.CHAPTERS,
        "kind": ledger_words.KINDS, "scope": ledger_words.SCOPES, "means": MEANS,
        "establishes": SHOWS, "statement": WORDS, "tie": ledger_words.TIES,
    }  # fmt: skip
    environment.globals |= {
        f"{name}_words": lambda key, table=table: ledger_words.of(table, key)
        for name, table in tables.items()
    }
    environment.globals |= {
        "book": book,
        "ledger": book.ledger,
        "written": datetime.fromisoformat(book.ledger["written"]).strftime("%Y-%m-%d %H:%M UTC"),
        "documents": book.documents(),
        "here": "",
        "caption": caption,
        "corrected": corrected,
        "departures": departures,
        "in_all": in_all,
        "languages": languages(),
        "spoken": spoken,
    }
    environment.filters |= {
        "slug": slug, "shown": shown_value, "digits": digits, "breakable": breakable,
        "prose": prose, "plain": as_text,
        "groupby_chapter": lambda those: [
            (name, list(own)) for name, own in groupby(those, key=lambda each: each["chapter"])
        ],
    }  # fmt: skip
    return environment
