"""The report: a static site in `build/report/` that opens from disk, without server or network."""

import os
import re
import shutil
import tempfile
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup, escape

from atensi import ledger as ledgers
from atensi.progress import Progress
from atensi.report import drawings, fonts, graph, view, words
from atensi.zoo import rejections, specimens
from theory.claim import Words
from theory.statements import STATEMENTS

TEMPLATES = Path(__file__).parent / "templates"


def write(ledger: dict[str, Any], folder: Path) -> int:
    """Write the whole site or nothing; return how many pages it has."""
    figures = folder.parent / "figures"
    files = drawings.ready(figures)
    folder.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".report-"))
    try:
        pages = _write_pages(ledger, scratch, files)
        for name in files:
            _copy(figures / name, scratch / "figures" / name)
        ledgers.write(ledger, scratch / "ledger.json")
        for name in ("site.css", "site.js"):
            _copy(TEMPLATES / name, scratch / name)
        (scratch / "fonts.css").write_text(fonts.style_sheet(), encoding="utf-8")
        scratch.chmod(0o755)
        _put(scratch, folder)
    except BaseException:
        shutil.rmtree(scratch, ignore_errors=True)
        raise
    return pages


def _put(scratch, folder):
    """Move the finished site into place; the old one leaves only once the new one is whole."""
    old = folder.with_name(f".{folder.name}-old-{os.getpid()}")
    if folder.exists():
        folder.replace(old)
    scratch.replace(folder)
    shutil.rmtree(old, ignore_errors=True)


def _copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _write_pages(ledger, folder, files):
    book = view.Book(ledger)
    environment = _environment(book)
    pages = [*_single_pages(book, files), *_document_pages(book), *_claim_pages(book)]
    progress = Progress("pages of the report", len(pages))
    for template, path, given in pages:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        root = "../" * path.count("/")
        text = environment.get_template(template).render(root=root, **given())
        target.write_text(text, encoding="utf-8")
        progress.step(path)
    progress.close()
    return len(pages)


def _environment(book):
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    tables = {
        "verdict": words.VERDICTS, "evidence": words.EVIDENCE, "chapter": words.CHAPTERS,
        "kind": words.KINDS, "scope": words.SCOPES, "means": words.MEANS,
        "establishes": words.ESTABLISHES,
    }  # fmt: skip
    environment.globals |= {
        f"{name}_words": lambda key, table=table: words.of(table, key)
        for name, table in tables.items()
    }
    environment.globals |= {
        "book": book,
        "ledger": book.ledger,
        "written": datetime.fromisoformat(book.ledger["written"]).strftime("%Y-%m-%d %H:%M UTC"),
        "documents": book.documents(),
        "here": "",
    }
    environment.filters |= {
        "slug": slug, "shown": view.shown, "grouped": view.shown, "digits": view.digits,
        "breakable": breakable,
        "groupby_chapter": lambda those: [
            (name, list(own)) for name, own in groupby(those, key=lambda each: each["chapter"])
        ],
    }  # fmt: skip
    return environment


def slug(text: str) -> str:
    """Return text as part of an address."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def breakable(name: str) -> Markup:
    """Let a long name break after its underscores."""
    return Markup("_<wbr>").join(escape(part) for part in name.split("_"))


def _options(table, names):
    return [(name, words.of(table, name)) for name in names]


def _single_pages(book, files):
    ledger = book.ledger
    yield "index.html", "index.html", lambda: {
        "stated": sum(row["statements"] for row in ledger["coverage"].values()),
        "pieces": sum(book.kinds.values()),
        "refuted": [
            each for own in book.chapters.values() for each in own if each["verdict"] == "REFUTED"
        ],
        "verdict_options": _options(words.VERDICTS, ledger["totals"]),
        "chapter_options": _options(words.CHAPTERS, book.chapters),
        "document_options": [(name, Words(name, name)) for name in ledger["coverage"]],
        "evidence_options": _options(words.EVIDENCE, book.kinds),
    }
    yield "map.html", "map.html", lambda: {"map": graph.layout(book.entries), "here": "map"}
    yield "figures.html", "figures.html", lambda: {
        "files": {figure.name: _files(files, figure.name) for figure in book.figures},
        "checked": {
            record["figure"]: record
            for entry in book.entries
            for record in entry["evidence"]
            if record["kind"] == "figure"
        },
        "here": "figures",
    }
    yield "trust.html", "trust.html", lambda: _trust(book) | {"here": "trust"}


def _files(files, name):
    """Return a figure's files by the folder that they are in: data, en, id."""
    return {
        part: [file for file in files if Path(file).stem == name and file.startswith(f"{part}/")]
        for part in ("data", "en", "id")
    }


def _trust(book):
    tests = {
        record["where"]: record
        for entry in book.entries
        for record in entry["evidence"]
        if "false_alarm" in record
    }.values()
    judged = {said["statement"] for entry in book.entries for said in entry["sources"]}
    rejected = set().union(*rejections(book.ledger).values())
    return {
        "supported": [entry for entry in book.entries if entry["verdict"] == "SUPPORTED"],
        "unchecked": [
            each for each in STATEMENTS if each.not_checkable and each.key not in judged
        ],
        "chances": {
            "tests": len(tests),
            "false_alarm": sum(record["false_alarm"] for record in tests),
            "miss": max(record["miss"] for record in tests),
        }
        if tests
        else None,
        "zoo": {"specimens": len(specimens()), "rejected": len(rejected)},
    }


def _document_pages(book):
    for number, it in book.documents().items():
        given = {"number": number, "it": it}
        yield "document.html", f"documents/{number}.html", lambda given=given: given


def _claim_pages(book):
    order = [entry for own in book.chapters.values() for entry in own]
    for place, entry in enumerate(order):
        before = order[place - 1]["id"] if place else ""
        after = order[place + 1]["id"] if place + 1 < len(order) else ""
        yield (
            "claim.html",
            f"claims/{entry['id']}.html",
            lambda entry=entry, before=before, after=after: (
                claim_page(book, entry) | {"before": before, "after": after}
            ),
        )


def claim_page(book, entry) -> dict[str, Any]:
    """Return what the page of a claim shows."""
    printed, run = book.quoted(entry)
    return {
        "entry": entry,
        "because": words.because(entry["because"]),
        "evidence": book.evidence(entry),
        "printed": printed,
        "run": run,
        "repaired": book.repaired_by(entry),
        "links": [
            (Words("In place of", "Menggantikan"), entry["repairs"]),
            (Words("Builds on", "Bertumpu pada"), entry["builds_on"]),
            (Words("Built upon by", "Menjadi tumpuan"), book.used_by(entry)),
        ],
        "references": book.references(entry),
    }
