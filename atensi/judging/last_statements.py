"""The verdicts on the documents' statements by the last run, without running anything."""

from collections.abc import Collection

from atensi.judging import reason
from atensi.judging.evidence_places import without_meaning
from atensi.judging.last_run import LastRun
from atensi.judging.of_statements import Judged
from atensi.judging.reason import Reason
from atensi.judging.records import Record, from_json
from atensi.judging.registry import claims
from atensi.judging.statement_entries import Entry, entry_of, statement_entries
from atensi.judging.verdict import Verdict
from theory.documents.document_statements import DOCUMENTS, STATEMENTS


def last_statements(last: LastRun, documents: Collection[str] = DOCUMENTS) -> list[Entry]:
    """Return the entry of each statement of some documents.

    It has no verdict where a claim that asserts it has none. By an earlier ledger the verdicts are
    derived anew, from what still stands in it.
    """
    if last.present:
        return [each for each in last.present["statements"] if each["document"] in documents]
    asked = [each for each in STATEMENTS if each.document in documents]
    keys = {each.key for each in asked}
    asserting = [claim for claim in claims() if keys & set(claim.sources)]
    known = {claim.id: entry for claim in asserting if (entry := last.unchanged(claim))}
    verdicts = {
        name: Verdict(entry["verdict"], reason.from_json(entry["reason"]))
        for name, entry in known.items()
    }
    formulas = _formulas(last)
    evidence = [from_json(each) for entry in known.values() for each in entry["evidence"]]
    due = statement_entries(verdicts, [*evidence, *formulas], asked)
    judged = {each["statement"]: each for each in due}
    waiting = without_meaning() - {record.claim for record in formulas}
    date = {"stale": last.earlier["written"]} if last.earlier else {}
    return [
        {**judged[each.key], **date}
        if each.key in judged and each.key not in waiting
        else entry_of(each, Judged("", Reason("")), ())
        for each in asked
    ]


def _formulas(last: LastRun) -> list[Record]:
    """Return the formulas without meaning that an earlier run found."""
    entries = last.earlier["statements"] if last.earlier else ()
    return [from_json(each) for entry in entries for each in entry["evidence"]]
