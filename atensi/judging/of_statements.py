"""Derive the verdict on each statement of the documents, from the verdicts on the claims.

A claim that asserts a statement judges it. A claim that only answers it says what is true instead,
and decides nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from atensi.judging.reason import Part, Reason, in_a_row, listed
from atensi.judging.records import Record
from atensi.judging.verdict import DEFINITION as DEFINED
from atensi.judging.verdict import PROVED, PROVED_UNDER, Verdict
from atensi.judging.verdict import READ_AS as READ
from atensi.judging.verdict import REFUTED as FALSIFIED
from atensi.judging.verdict import SUPPORTED as SEEN
from atensi.judging.witness_text import counterexample
from proofs.engine.findings import Malformed
from theory.claim import Claim
from theory.documents.document_statements import REMARK, Statement

TRUE, TRUE_UNDER, DEFINITION, FALSE = "TRUE", "TRUE UNDER", "DEFINITION", "FALSE"
ILL_FORMED, SUPPORTED, READ_AS = "ILL-FORMED", "SUPPORTED", "READ AS"
NOT_CHECKABLE, REMARKED, UNANSWERED = "NOT CHECKABLE", "REMARK", "UNANSWERED"
DEPARTS = "DEPARTS"  # a definition that others, or the claim that asserts it, define otherwise

WORDS = {  # each within a sentence; of several asserting claims the one that stands last decides
    TRUE: "true",
    DEFINITION: "definition, agrees",
    TRUE_UNDER: "true under hypotheses",
    DEPARTS: "definition, departs",
    SUPPORTED: "supported",
    READ_AS: "read as its formula",
    FALSE: "false",
    ILL_FORMED: "ill-formed",
    NOT_CHECKABLE: "not checkable",
    REMARKED: "remark",
    UNANSWERED: "unanswered",
}
DEFINES = ("definition", "convention")
HOLDS = (TRUE, DEFINITION, TRUE_UNDER, DEPARTS, SUPPORTED, READ_AS)
WANTS_CORRECTION = (TRUE_UNDER, FALSE, ILL_FORMED)
_BY_CLAIM = {
    PROVED: TRUE, PROVED_UNDER: TRUE_UNDER, DEFINED: DEFINITION, SEEN: SUPPORTED, READ: READ_AS,
    FALSIFIED: FALSE,
}  # fmt: skip


@dataclass(frozen=True)
class Judged:
    """A verdict on a statement, how it was derived, and the claims that decided it."""

    word: str
    because: Reason
    by: tuple[str, ...] = ()


def of_statements(
    statements: Iterable[Statement],
    claims: Sequence[Claim],
    verdicts: Mapping[str, Verdict],
    evidence: Sequence[Record],
) -> dict[str, Judged]:
    """Derive the verdict on every statement.

    A statement is left out while the verdict on a claim that asserts it is not known.
    """
    malformed = {r.claim: r for r in evidence if isinstance(r.finding, Malformed)}
    asserting: dict[str, list[Claim]] = {}
    for claim in claims:
        for key in claim.sources:
            asserting.setdefault(key, []).append(claim)
    return {
        each.key: _judged(each, asserting.get(each.key, []), verdicts, evidence, malformed)
        for each in statements
        if all(claim.id in verdicts for claim in asserting.get(each.key, ()))
    }


def _judged(statement, asserting, verdicts, evidence, malformed) -> Judged:
    found = [_by_claim(statement, c, verdicts[c.id], evidence) for c in asserting]
    holding = [each for each in found if each.word in HOLDS]
    if statement.key in malformed:
        if holding:
            said = "{claims} asserts what has no meaning as it is printed"
            return _unanswered(said, claims=_names(holding))
        return Judged(ILL_FORMED, Reason(malformed[statement.key].finding.because), _names(found))
    if not found:
        if statement.not_checkable:
            word = REMARKED if statement.kind == REMARK else NOT_CHECKABLE
            return Judged(word, Reason(statement.not_checkable))
        return _unanswered("no claim asserts it")
    false = [each for each in found if each.word == FALSE]
    if false and holding:
        said = "{true} holds and {false} is refuted, and both assert it: it is two statements"
        return _unanswered(said, true=_names(holding), false=_names(false))
    order = list(WORDS)
    weakest = max(found, key=lambda each: order.index(each.word))
    alike = [each for each in found if each.word == weakest.word]
    return Judged(weakest.word, _together(alike), _names(alike))


def _by_claim(
    statement: Statement, claim: Claim, verdict: Verdict, evidence: Sequence[Record]
) -> Judged:
    """Return the verdict that a statement would have if this claim alone asserted it."""
    word = _BY_CLAIM.get(verdict.word, UNANSWERED)
    if word == TRUE and claim.kind in DEFINES:
        word = DEFINITION
    if word == DEFINITION and (differs := claim.departs.get(statement.key)):
        return Judged(DEPARTS, Reason(differs), (claim.id,))
    supposed = claim.supposed.get(statement.key, ())
    added = [each.says for name, each in claim.hypotheses.items() if name not in supposed]
    if word == TRUE_UNDER and not added:
        word = TRUE
    return Judged(word, _because(word, claim, verdict, added, evidence), (claim.id,))


def _because(word, claim, verdict, added, evidence) -> Reason:
    if word == TRUE_UNDER:
        return Reason("it holds where {where}", {"where": listed(added)})
    if word == FALSE:
        return counterexample(claim.id, evidence)
    return Reason("{claim}: {because}", {"claim": claim.id, "because": verdict.because})


def _together(found: Sequence[Judged]) -> Reason:
    """Return the reasons of several claims as one; the same reason is said once."""
    return in_a_row(list({each.because.said(): each.because for each in found}.values()))


def _names(found: Sequence[Judged]) -> tuple[str, ...]:
    return tuple(name for each in found for name in each.by)


def _unanswered(text: str, **parts: Part) -> Judged:
    return Judged(UNANSWERED, Reason(text, parts))


def is_erratum(entry: Mapping[str, Any]) -> bool:
    """Say whether a statement's entry in the ledger is one that cannot stay as it is printed."""
    return entry["verdict"] in (*WANTS_CORRECTION, UNANSWERED) or bool(entry["correction"])


def answers_to(statement: str, judged: Judged, claims: Sequence[Claim]) -> tuple[str, ...]:
    """Return the claims that say what is true: of a false one also what repairs its claims."""
    named = [claim.id for claim in claims if statement in claim.answers]
    mending = [claim.id for claim in claims if set(judged.by) & set(claim.repairs)]
    own = list(judged.by) if judged.word in (TRUE_UNDER, DEPARTS, READ_AS, SUPPORTED) else []
    return tuple(dict.fromkeys([*named, *(mending if judged.word == FALSE else ()), *own]))
