"""The verdicts on the documents' statements by the last run, without running anything."""

from atensi.judging import reason
from atensi.judging.last_run import LastRun
from atensi.judging.of_statements import Judged
from atensi.judging.reason import Reason
from atensi.judging.records import Record, from_json
from atensi.judging.registry import claims, proofs
from atensi.judging.statement_entries import Entry, entry_of, statement_entries
from atensi.judging.verdict import Verdict
from theory.document_statements import STATEMENTS


def last_statements(last: LastRun) -> list[Entry]:
    """Return each statement's entry; it has no verdict where a claim that asserts it has none.

    By an earlier ledger the verdicts are derived anew, from what still stands in it.
    """
    if last.present:
        return list(last.present["statements"])
    known = {claim.id: entry for claim in claims() if (entry := last.stale(claim))}
    verdicts = {
        name: Verdict(entry["verdict"], reason.from_json(entry["reason"]))
        for name, entry in known.items()
    }
    formulas = _formulas(last)
    evidence = [from_json(each) for entry in known.values() for each in entry["evidence"]]
    judged = {e["statement"]: e for e in statement_entries(verdicts, [*evidence, *formulas])}
    waiting = {piece.claim for piece in proofs() if piece.kind == "ill-formed"}
    waiting -= {record.claim for record in formulas}
    date = {"stale": last.earlier["written"]} if last.earlier else {}
    return [
        {**judged[each.key], **date}
        if each.key in judged and each.key not in waiting
        else entry_of(each, Judged("", Reason("")), ())
        for each in STATEMENTS
    ]


def _formulas(last: LastRun) -> list[Record]:
    """Return the formulas without meaning that an earlier run found."""
    entries = last.earlier["statements"] if last.earlier else ()
    return [from_json(each) for entry in entries for each in entry["evidence"]]
