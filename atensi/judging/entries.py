"""Make a claim's entry in the ledger, and compare entries with the code."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any

from atensi.judging import reason, statement_entries
from atensi.judging.records import Record, as_json, from_json
from atensi.judging.registry import claims
from atensi.judging.statement_entries import cited
from atensi.judging.verdict import Verdict, verdicts
from proofs.engine.duties import duties
from theory.claim import Claim
from theory.documents.document_statements import statement
from theory.language import in_all
from theory.stating.by_object import once
from theory.stating.laid_out import computed, every
from theory.stating.printed import definitions, lines_of, parts_of, printed, rows
from theory.stating.statements import Statement

Entry = dict[str, Any]


def entry_of(claim: Claim, verdict: Verdict, evidence: Sequence[Record]) -> Entry:
    """Return what the ledger says of a claim: the claim, the verdict on it, its evidence."""
    own = [record for record in evidence if record.claim == claim.id]
    return {
        "id": claim.id,
        "verdict": verdict.word,
        **_because(verdict),
        **stated(claim),
        "evidence": [as_json(replace(each, seconds=round(each.seconds, 3))) for each in own],
    }


def _because(verdict: Verdict) -> Entry:
    return {"because": verdict.because.said(), "reason": reason.as_json(verdict.because)}


def stated(claim: Claim, keys: Collection[str] = ()) -> Entry:
    """Return all that the code says of a claim, or what the keys ask for, by the ledger's names."""
    return {key: STATED[key](claim) for key in keys} if keys else deepcopy(_all(claim))


@once
def _all(claim: Claim) -> Entry:
    return {key: said(claim) for key, said in STATED.items()}


def _hypotheses(claim: Claim) -> Entry:
    return {
        name: {
            **in_all(each.says),
            "means": lines_of(claim.states, *each.means),
            **({"ground": each.ground} if each.ground else {}),
        }
        for name, each in claim.hypotheses.items()
    }


def _shown_lines(statement: Statement) -> list[int]:
    """Return, for each relation to be shown, the number of the printed line that says it."""
    lines = parts_of(printed(statement))
    numbers = []
    for each in statement.said:
        number = lines.index(parts_of(lines_of(statement, each)[0])[0]) + 1
        numbers += [number] * len(duties(replace(statement, said=(each,))))
    return numbers


def _cited(keys: Sequence[str]) -> list[Entry]:
    return [cited(statement(key)) for key in keys]


STATED: dict[str, Callable[[Claim], Any]] = {
    "chapter": lambda claim: claim.chapter,
    "kind": lambda claim: claim.kind,
    "scope": lambda claim: claim.scope,
    "says": lambda claim: in_all(claim.says),
    "latex": lambda claim: claim.formula,
    "roles": lambda claim: [role for role, own in rows(claim.states).items() for _ in own],
    "computed": lambda claim: computed(claim.states),
    "every": lambda claim: every(claim.states),
    "shown_lines": lambda claim: _shown_lines(claim.states),
    "beyond": lambda claim: claim.beyond,
    "words": lambda claim: definitions(claim.states),
    "where": lambda claim: claim.where,
    "sources": lambda claim: _cited(claim.sources),
    "answers": lambda claim: _cited(claim.answers),
    "hypotheses": _hypotheses,
    "builds_on": lambda claim: list(claim.grounds),
    "repairs": lambda claim: list(claim.repairs),
    "departs": lambda claim: dict(claim.departs),
    "supposed": lambda claim: {key: list(names) for key, names in claim.supposed.items()},
    "note": lambda claim: claim.note,
}


def departures(entry: Entry) -> dict[str, list[Entry]]:
    """Return what differs from a claim's entry, each with the statements where it does."""
    found: dict[str, list[Entry]] = {}
    for each in entry["sources"]:
        if differs := entry["departs"].get(each["statement"]):
            found.setdefault(differs, []).append(each)
    return found


def deviations(ledger: Entry) -> Iterator[tuple[str, str]]:
    """Yield each entry that differs from the code, or whose verdict does not follow."""
    evidence, derived = _derived(ledger)
    by_id = {entry["id"]: entry for entry in ledger["claims"]}
    for name in sorted(by_id.keys() ^ derived.keys()):
        yield name, f"{name} is {'no claim of the code' if name in by_id else 'left out'}"
    yield from _of_claims(by_id, derived, claims())
    yield from statement_entries.deviations(ledger["statements"], derived, evidence)


def claim_deviations(ledger: Entry, of: Sequence[Claim]) -> Iterator[tuple[str, str]]:
    """Yield where entries of some claims differ from the code, or from their evidence."""
    _, derived = _derived(ledger)
    yield from _of_claims({entry["id"]: entry for entry in ledger["claims"]}, derived, of)


def _of_claims(
    by_id: Mapping[str, Entry], derived: Mapping[str, Verdict], of: Sequence[Claim]
) -> Iterator[tuple[str, str]]:
    for claim in of:
        for sentence in _deviating(claim, derived[claim.id], by_id.get(claim.id)):
            yield claim.id, sentence


def _derived(ledger: Entry) -> tuple[list[Record], dict[str, Verdict]]:
    evidence = [from_json(each) for entry in ledger["claims"] for each in entry["evidence"]]
    return evidence, verdicts(claims(), evidence)


def following(ledger: Entry) -> dict[str, str]:
    """Return the verdict on each claim that follows from the evidence in a ledger."""
    _, derived = _derived(ledger)
    return {name: verdict.word for name, verdict in derived.items()}


def _deviating(claim: Claim, verdict: Verdict, entry: Entry | None) -> Iterator[str]:
    if entry is None:
        return
    for key, value in stated(claim).items():
        if entry.get(key) != value:
            yield f"{claim.id}: its '{key}' is not as in {claim.where}"
    if entry["verdict"] != verdict.word:
        yield (
            f"{claim.id} is called {entry['verdict']}, but its evidence gives {verdict.word}; "
            "a verdict is derived, never typed"
        )
    elif any(entry.get(key) != value for key, value in _because(verdict).items()):
        yield f"{claim.id}: its verdict has another reason than the one that is written"
