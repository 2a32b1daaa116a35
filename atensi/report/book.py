"""What the pages show: everything comes from the ledger and the code, nothing is typed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any

from markupsafe import Markup, escape

from atensi.judging import reason
from atensi.judging.kinds import KINDS
from atensi.judging.of_statements import is_erratum
from atensi.judging.reason import Part
from atensi.judging.registry import CHAPTERS, claims
from atensi.judging.verdict import REFUTED
from atensi.judging.zoo import specimens
from atensi.report import quoted_code
from atensi.report.carried import carried, rule_link
from atensi.report.citation import cite
from atensi.report.inline_html import by_language, named, shown_value
from atensi.report.ledger_words import detail
from atensi.report.mathml import from_sympy, mathml
from figures.engine.figure import Figure, all_figures
from theory.documents.document_statements import DOCUMENTS, STATEMENTS
from theory.language import formula, languages, translated
from theory.stating.printed import BETWEEN, WHERE, parts_of

Entry = dict[str, Any]
SIGNS = {
    "=": "=", "<": "<", ">": ">", r"\le": "\N{LESS-THAN OR EQUAL TO}",
    r"\ge": "\N{GREATER-THAN OR EQUAL TO}", r"\to": "\N{RIGHTWARDS ARROW}", "": "",
}  # fmt: skip
ROLES = ("says", "supposes", "explains")
WHAT_IS_TRUE, THOUGHT = "What is true", "What one might think"
STATED = "What the documents state"
MANY = 16  # cases of a run; of more, a page shows the first and the last
LONGEST = 8000  # signs of a line that a page shows: nobody reads a longer one
# Entries of a record that the pages show in a place of their own.
_PLACED = {
    "claim", "kind", "where", "outcome", "seconds", "message", "hypothesis", "steps", "shows",
    "witness", "shapes", "formats", "rejects", "test", "figure", "property", "statement", "theorem",
    "relation", "let", "duties", "values", "supposed_by", "gives", "word", "printed",
    "refuses", "since", "seen_by",
}  # fmt: skip
_NAMED = {"uses", "recorded", "seed", "calls", "cites", "means"}  # the same in every language


@dataclass(frozen=True)
class Evidence:
    """A piece of evidence, with its details."""

    record: Entry
    name: str
    code: quoted_code.Code | None
    ran: tuple[quoted_code.Code, ...]  # the code of `impl` that a general run is of
    gives: tuple[Markup, ...]  # by the code, at a general place
    printed: Markup | str  # what it computes, as the claim says it
    let: tuple[Markup, ...]
    steps: tuple[dict[str, Any], ...]
    carried: Markup  # by what, if there is one step
    claimed: Markup | str  # the relation that a witness breaks
    shapes: tuple[tuple[str, tuple[tuple[str, Markup], ...]], ...]
    rejects: tuple[tuple[Any, str], ...]  # specimens; of one of them, how it was seen to be wrong
    details: tuple[tuple[str, Any], ...]
    figure: Figure | None
    lines: tuple[int, ...]  # of the statement: those that it shows, if there are several


class Book:
    """All pages' contents, from one ledger."""

    def __init__(self, ledger: Entry):
        self.ledger = ledger
        self.entries = ledger["claims"]
        self.by_id = {entry["id"]: entry for entry in self.entries}
        self.figures = all_figures()
        self._figures = {figure.name: figure for figure in self.figures}
        self._zoo = {each.name: each for each in specimens()}

    @cached_property
    def chapters(self) -> dict[str, list[Entry]]:
        """Return the claims of each chapter, in the order of the book."""
        known = dict.fromkeys(entry["chapter"] for entry in self.entries)
        order = sorted(known, key=lambda name: CHAPTERS.index(name) if name in CHAPTERS else 99)
        return {name: [e for e in self.entries if e["chapter"] == name] for name in order}

    @cached_property
    def kinds(self) -> dict[str, int]:
        """Count the pieces of evidence of each kind; the known kinds come first."""
        judged = [*self.entries, *self.ledger["statements"]]
        kinds = [record["kind"] for entry in judged for record in entry["evidence"]]
        order = [*KINDS, *sorted(set(kinds) - set(KINDS))]
        return {kind: kinds.count(kind) for kind in order if kind in kinds}

    def used_by(self, entry: Entry) -> list[str]:
        """Return the claims that build on this one."""
        return [e["id"] for e in self.entries if entry["id"] in e["builds_on"]]

    def repaired_by(self, entry: Entry) -> list[str]:
        """Return the claims that say what is true instead."""
        return [e["id"] for e in self.entries if entry["id"] in e["repairs"]]

    @cached_property
    def errors(self) -> dict[str, list[Entry]]:
        """Return the refuted claims: those that a document states, and those it does not."""
        order = [each for own in self.chapters.values() for each in own]
        false = [entry for entry in order if entry["verdict"] == REFUTED]
        return {
            STATED: [entry for entry in false if entry["sources"]],
            THOUGHT: [entry for entry in false if not entry["sources"]],
        }

    def answers(self, statement: Entry) -> list[tuple[str, list[str]]]:
        """Return the claims that answer a statement: what is true, and what is false nearby."""
        ids = statement["answered_by"]
        false = [each for each in ids if self.by_id[each]["verdict"] == REFUTED]
        parts = ((WHAT_IS_TRUE, [each for each in ids if each not in false]), (THOUGHT, false))
        return [(label, own) for label, own in parts if own]

    def documents(self) -> dict[str, dict[str, Any]]:
        """Return each document with its statements in the order of its lines."""
        order = {each.key: each.lines for each in STATEMENTS}
        entries = sorted(self.ledger["statements"], key=lambda each: order[each["statement"]])
        return {
            number: {
                "document": document,
                "count": self.ledger["coverage"].get(number, {}),
                "rows": [each for each in entries if each["document"] == number],
            }
            for number, document in DOCUMENTS.items()
        }

    def errata(self) -> list[tuple[str, list[Entry]]]:
        """Return the statements of each document that cannot stay as they are printed."""
        rows = {number: it["rows"] for number, it in self.documents().items()}
        return [(number, list(filter(is_erratum, own))) for number, own in rows.items()]

    def why(self, entry: Entry) -> dict[str, Markup]:
        """Return the reason of a verdict in each language; each claim that it names is a link."""
        because = reason.from_json(entry["reason"])
        return {lang: self._linked(because, lang) for lang in languages()}

    def formula(self, entry: Entry) -> Markup:
        """Return the claim's statement in mathematics, with its words in each language."""
        halves = (half.split(BETWEEN) for half in entry["latex"].split(WHERE))
        rows = (Markup(" ").join(_line(each, entry["id"]) for each in half) for half in halves)
        where = by_language({lang: escape(translated("where", lang)) for lang in languages()})
        return Markup(' <span class="role">{}</span> ').format(where).join(rows)

    def lines(self, entry: Entry) -> dict[str, list[tuple[int, Markup, Markup]]]:
        """Return the lines that a person reads to believe a claim, numbered, by what they do.

        The statement says, supposes and explains; "words" are what its words stand for. Beside
        each line: the indices at every place of which it holds, where no relation has them.
        """
        numbers = count(1)
        stated = list(zip(entry["roles"], parts_of(entry["latex"]), strict=True))
        rows = {each: [line for role, line in stated if role == each] for each in ROLES}
        return {
            role: [
                (next(numbers), _line(each, entry["id"]), _indices(entry["every"].get(each, ())))
                for each in lines
            ]
            for role, lines in {**rows, "words": entry["words"]}.items()
        }

    def computed(self, entry: Entry) -> list[Markup]:
        """Return the words of the claim's statement that stand for what code computes."""
        return [_said_in_each(word, entry["id"]) for word in entry["computed"]]

    def numbers(self, entry: Entry, hypothesis: str) -> list[int]:
        """Return the numbers of the lines that a hypothesis is."""
        lines = parts_of(entry["latex"])
        means = entry["hypotheses"][hypothesis].get("means", ())
        return [lines.index(each) + 1 for each in means if each in lines]

    def evidence(self, entry: Entry) -> list[Evidence]:
        """Return each piece of evidence for a claim, with its details."""
        return [self._opened(entry, record) for record in entry["evidence"]]

    def _rejects(self, record):
        """Return the specimens that a property rejects; beside one, how it was seen to be wrong."""
        seen = record.get("seen_by", {})
        names = [each for each in record.get("rejects", ()) if each in self._zoo]
        first = next((each for each in names if each in seen), "")
        return tuple((self._zoo[each], seen[each] if each == first else "") for each in names)

    def _opened(self, entry, record):
        name, code = entry["id"], quoted_code.at(record["where"])
        rules = self.ledger["trusted_rules"]
        steps = tuple(
            {**step, "sign": SIGNS.get(step["relation"], step["relation"]),
             "math": len(step["latex"]) <= LONGEST and mathml(step["latex"], name, "block"),
             "rules": [rule_link(by) for by in step.get("by", ()) if by in rules]}
            for step in record.get("steps", ())
        )  # fmt: skip
        claimed = record.get("witness", {}).get("claimed", "")
        of_word = f"{record['word']} = " if record.get("word") else ""
        shapes = tuple(
            (
                mathml(shown, name),
                tuple((what, from_sympy(count, name)) for what, count in counts.items()),
            )
            for shown, counts in record.get("shapes", {}).items()
        )
        details = tuple(
            (detail(key, value), (named if key in _NAMED else shown_value)(_few(value)))
            for key, value in record.items()
            if key not in _PLACED and value not in ([], "", None)
        )
        return Evidence(
            record=record,
            name=record.get("test", "").split("::")[-1]
            or record.get("theorem", "")
            or (code.name if code else ""),
            code=code,
            ran=tuple(quoted_code.of_names(record["calls"])) if "gives" in record else (),
            gives=tuple(mathml(of_word + each, name, "block") for each in record.get("gives", ())),
            printed=mathml(of_word + record["printed"], name, "block") if of_word else "",
            let=tuple(mathml(each, name, "block") for each in record.get("let", ())),
            steps=steps,
            carried=carried(record, entry, rules),
            claimed=_said_in_each(claimed[1:-1], name) if claimed.startswith("$") else claimed,
            shapes=shapes,
            rejects=self._rejects(record),
            details=details,
            figure=self._figures.get(record.get("figure", "")),
            lines=_shown_lines(record, entry),
        )  # fmt: skip

    def quoted(self, entry: Entry) -> tuple[list[quoted_code.Code], list[quoted_code.Code]]:
        """Return the printed formulas and the code of `impl` that the evidence ran on."""
        ours = self.ledger["subject"] == "impl"
        printed: dict[str, quoted_code.Code] = {}
        run: dict[str, quoted_code.Code] = {}
        for record in entry["evidence"]:
            printed |= {c.where: c for c in quoted_code.prints(record["where"], entry["id"])}
            called = record.get("calls", ()) if ours else ()
            run |= {c.where: c for c in quoted_code.runs(record["where"], entry["id"], called)}
        return list(printed.values()), list(run.values())

    def references(self, entry: Entry) -> dict[str, str]:
        """Return the ways to cite a claim."""
        claim = next((each for each in claims() if each.id == entry["id"]), None)
        if claim is None:
            return {}
        styles = {
            style: cite(style, claim, formula=entry["latex"]) for style in ("apa", "bibtex", "link")
        }
        return styles | {"latex": rf"\claim{{{entry['id']}}}"}

    def _linked(self, because: Part, lang: str) -> Markup:
        if isinstance(because, tuple):
            return Markup(", ").join(self._linked(each, lang) for each in because)
        if isinstance(because, str):
            link = '<a href="../claims/{0}.html">{0}</a>' if because in self.by_id else "{}"
            return Markup(link).format(because)
        words = escape(translated(because.text, lang))
        parts = {name: self._linked(part, lang) for name, part in because.parts.items()}
        return words.format(**parts) if parts else words


def in_lines(latex: str) -> list[str]:
    """Return the pieces of a line that may stand below each other: supposition, conclusion."""
    return re.split(r"(?<=\\implies) ", latex)


def _few(value: Any) -> Any:
    """Return a list without its middle, if it is long."""
    if not isinstance(value, list) or len(value) <= MANY:
        return value
    return [*value[: MANY // 2], "\N{HORIZONTAL ELLIPSIS}", *value[-MANY // 2 :]]


def _indices(names: Sequence[str]) -> Markup:
    return Markup(", ").join(Markup("<i>{}</i>").format(each) for each in names)


def _shown_lines(record: Entry, entry: Entry) -> tuple[int, ...]:
    """Return which of several lines of a statement a piece of evidence shows, or meets."""
    lines, about = entry["shown_lines"], (*record.get("duties", ()), *record.get("supposed_by", ()))
    shown = sorted({lines[each] for each in about if each < len(lines)})
    return tuple(shown) if len(set(lines)) > 1 else ()


def _line(latex: str, owner: str) -> Markup:
    pieces = (_said_in_each(each, owner) for each in in_lines(latex))
    return Markup(" ").join(Markup('<span class="part">{}</span>').format(each) for each in pieces)


def _said_in_each(latex: str, owner: str) -> Markup:
    """Return a formula in mathematics, with its words in each language."""
    said = {lang: mathml(formula(latex, lang), owner, "block") for lang in languages()}
    return by_language(said)
