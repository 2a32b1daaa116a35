"""Make a statement's entry in the ledger, and compare entries with the code."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from atensi.judging import reason
from atensi.judging.of_statements import Judged, answers_to, of_statements
from atensi.judging.records import Record, as_json, from_json
from atensi.judging.registry import claims
from atensi.judging.verdict import Verdict
from proofs.engine.findings import Corrected, Transcribed
from theory.documents.by_hand import OTHER, by_hand, corrected_by_hand
from theory.documents.corrections import corrections, sharing
from theory.documents.document_statements import STATEMENTS, Statement
from theory.documents.printed_formulas import transcribed
from theory.transcribing.correction_formulas import saying

Entry = dict[str, Any]


def statement_entries(
    verdicts: Mapping[str, Verdict],
    evidence: Sequence[Record],
    statements: Sequence[Statement] = STATEMENTS,
) -> list[Entry]:
    """Return what the ledger says of each statement whose claims have verdicts."""
    judged = of_statements(statements, claims(), verdicts, evidence)
    return [entry_of(each, judged[each.key], evidence) for each in statements if each.key in judged]


def entry_of(statement: Statement, judged: Judged, evidence: Sequence[Record]) -> Entry:
    """Return what the ledger says of a statement: what it says, the verdict, its evidence."""
    own = [record for record in evidence if record.claim == statement.key]
    return {
        **cited(statement),
        "verdict": judged.word,
        "because": judged.because.said(),
        "reason": reason.as_json(judged.because),
        "asserted_by": [c.id for c in claims() if statement.key in c.sources],
        "ties": list(ties(statement.key, own)),
        "answered_by": list(answers_to(statement.key, judged, claims())),
        "correction": corrections().get(statement.key, ""),
        "corrected": list(corrected(statement.key, evidence)),
        "evidence": [as_json(replace(each, seconds=round(each.seconds, 3))) for each in own],
    }


def ties(key: str, own: Sequence[Record]) -> Iterator[Entry]:
    """Yield how each claim that asserts a statement was compared with it: of prose, by a person."""
    read = {r.finding.of for r in own if isinstance(r.finding, Transcribed)}
    differs = any(r.kind == "transcription" and r.outcome == "fails" for r in own)
    for claim in claims():
        if key in claim.sources:
            by = "machine" if claim.id in read else "nobody" if differs else "person"
            reason = by_hand().get(key, OTHER) if key in transcribed() else ""
            yield {"claim": claim.id, "by": by, "because": reason if by == "person" else ""}


def corrected(key: str, evidence: Sequence[Record]) -> Iterator[Entry]:
    """Yield each formula of a correction with the claim that a machine, or who else, compares."""
    if key not in corrections():
        return
    shared = sharing(key)
    read = {
        formula: r.finding.of
        for r in evidence
        if isinstance(r.finding, Corrected) and r.claim in shared
        for formula in r.finding.writes
    }
    hand = {formula: why for (of, formula), why in corrected_by_hand().items() if of in shared}
    for formula in saying(corrections()[key]):
        by = "machine" if formula in read else "person" if formula in hand else "nobody"
        because = hand[formula] if by == "person" else ""
        yield {
            "formula": formula, "by": by, "claim": read.get(formula, ""), "because": because,
        }  # fmt: skip


def cited(statement: Statement) -> Entry:
    """Return where a statement stands, its gist, and its formula as it is printed."""
    first, last = statement.lines
    lines = str(first) if first == last else f"{first}-{last}"
    return {
        "document": statement.document,
        "lines": lines,
        "statement": statement.key,
        "gist": statement.gist,
        "printed": transcribed().get(statement.key, ""),
    }


def deviations(
    entries: Sequence[Entry], verdicts: Mapping[str, Verdict], evidence: Sequence[Record]
) -> Iterator[tuple[str, str]]:
    """Yield each statement whose entry is not what the code and the evidence give."""
    of_formulas = [from_json(each) for entry in entries for each in entry["evidence"]]
    due = {e["statement"]: e for e in statement_entries(verdicts, [*evidence, *of_formulas])}
    there = {entry["statement"]: entry for entry in entries}
    for key in sorted(due.keys() ^ there.keys()):
        yield key, f"{key} is {'no statement of the code' if key in there else 'left out'}"
    for key in sorted(due.keys() & there.keys()):
        for name in due[key]:
            if due[key][name] != there[key].get(name):
                yield key, f"{key}: its '{name}' is not what the code and the evidence give"
                break
