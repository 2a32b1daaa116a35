"""The pages of the report, and the data that each shows."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from atensi.judging.kinds import NAMES
from atensi.judging.meanings import CALLED
from atensi.judging.of_statements import DEFINITION, NOT_CHECKABLE, TRUE
from atensi.judging.verdict import PROVED, PROVED_UNDER, SUPPORTED
from atensi.judging.zoo import rejections, specimens
from atensi.report import claim_map, ledger_words, model_page, subjects
from atensi.report.book import Book
from theory import beyond, cited
from theory.language import languages

Page = tuple[str, str, Callable[[], dict[str, Any]]]


def _options(table, names):
    return [(name, ledger_words.of(table, name)) for name in names]


def all_pages(book: Book, files: dict[str, str]) -> Iterator[Page]:
    """Return each page as template, address, and a function that gives what it shows."""
    yield from _single_pages(book, files)
    yield from _document_pages(book)
    yield from _claim_pages(book)


def _single_pages(book, files):
    ledger = book.ledger
    yield (
        "index.html",
        "index.html",
        lambda: {
            "stated": sum(row["statements"] for row in ledger["coverage"].values()),
            "pieces": sum(book.kinds.values()),
            "verdict_options": _options(CALLED, ledger["totals"]),
            "chapter_options": _options(ledger_words.CHAPTERS, book.chapters),
            "document_options": [(name, name) for name in ledger["coverage"]],
            "evidence_options": _options(NAMES, book.kinds),
        },
    )
    yield "map.html", "map.html", lambda: {"map": claim_map.layout(book.entries), "here": "map"}
    yield (
        "figures.html",
        "figures.html",
        lambda: {
            "files": {figure.name: _files(files, figure.name) for figure in book.figures},
            "checked": {
                record["figure"]: record
                for entry in book.entries
                for record in entry["evidence"]
                if record["kind"] == "figure"
            },
            "here": "figures",
        },
    )
    yield "beyond.html", "beyond.html", lambda: _beyond(book) | {"here": "beyond"}
    yield "trust.html", "trust.html", lambda: _trust(book) | {"here": "trust"}
    yield (
        "subjects.html",
        "subjects.html",
        lambda: subjects.tables(book.chapters) | {"here": "subjects"},
    )
    yield (
        "model.html",
        "model.html",
        lambda: model_page.shown(book.figures) | {"here": "subjects"},
    )


def _files(files, name):
    """Return a figure's files by the folder that they are in: the data, and each language."""
    return {
        part: [file for file in files if Path(file).stem == name and file.startswith(f"{part}/")]
        for part in ("data", *languages())
    }


def _beyond(book):
    """Return the road beyond the documents, and all claims that no line of theirs is about."""
    ours = {
        chapter: [each for each in own if not each["sources"] and not each["answers"]]
        for chapter, own in book.chapters.items()
    }
    return {
        "road": beyond.in_this_run(book.by_id),
        "ours": {chapter: own for chapter, own in ours.items() if own},
        "cited": cited.PLACES,
    }


def _trust(book):
    tests = {
        record["where"]: record
        for entry in book.entries
        for record in entry["evidence"]
        if "false_alarm" in record
    }.values()
    proved = [each for each in book.entries if each["verdict"] in (PROVED, PROVED_UNDER)]
    rejected = set().union(*rejections(book.ledger).values())
    return {
        "supported": [entry for entry in book.entries if entry["verdict"] == SUPPORTED],
        "unchecked": [
            each for each in book.ledger["statements"] if each["verdict"] == NOT_CHECKABLE
        ],
        "chances": {
            "tests": len(tests),
            "false_alarm": sum(record["false_alarm"] for record in tests),
            "miss": max(record["miss"] for record in tests),
        }
        if tests
        else None,
        "tested": {
            "proved": len(proved),
            "tested": sum(
                any(record["kind"] in ("property", "statistic") for record in entry["evidence"])
                for entry in proved
            ),
        },
        "places": cited.looked_up(),
        "zoo": {
            "specimens": len(specimens()),
            "known": sum(bool(each.thread) for each in specimens()),
            "rejected": len(rejected),
        },
    }


def _document_pages(book):
    for number, it in book.documents().items():
        given = {"number": number, "it": it, "simply": (TRUE, DEFINITION)}
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
        "because": book.why(entry),
        "evidence": book.evidence(entry),
        "printed": printed,
        "run": run,
        "repaired": book.repaired_by(entry),
        "links": [
            ("In place of", entry["repairs"]),
            ("Builds on", entry["builds_on"]),
            ("Built upon by", book.used_by(entry)),
        ],
        "references": book.references(entry),
    }
