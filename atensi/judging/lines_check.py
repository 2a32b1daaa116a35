"""Check that each statement of the documents is judged once, and that a false one is corrected."""

import re
from collections.abc import Collection, Iterator, Sequence

from atensi.judging.ledger import asserted
from atensi.judging.of_statements import DEFINES, TRUE, UNANSWERED, WANTS_CORRECTION
from atensi.judging.registry import chapters_in, claims, proofs, unknown
from atensi.judging.statement_entries import Entry
from proofs.engine.pasted import left_alone
from theory.claim import Claim
from theory.documents.by_hand import HAND_OF_CORRECTIONS, by_hand, corrected_by_hand
from theory.documents.by_hand import PLACE as HAND
from theory.documents.corrections import PLACE, corrections, parts
from theory.documents.document_statements import STATEMENTS
from theory.documents.printed_formulas import transcribed
from theory.transcribing.correction_formulas import saying

TABLE = "theory/documents/statements.txt"


def before() -> Iterator[str]:
    """Check what the claims and the table of corrections say of statements."""
    keys = {each.key for each in STATEMENTS}
    yield from ties(claims(), keys)
    for key in corrections():
        if key not in keys:
            yield f"{PLACE.name}: {unknown('statement', key, keys)}"
    yield from uncompared()
    read = {piece.claim for piece in proofs() if piece.kind == "transcription"}
    yield from unread(transcribed(), read, by_hand())
    chapters, judged = chapters_in("theory"), asserted()
    for each in STATEMENTS:
        if each.chapter in chapters and each.key not in judged and not each.not_checkable:
            yield f"{TABLE}: {each.key} ({each.gist}) is asserted by no claim"


def uncompared() -> Iterator[str]:
    """Name each formula of a correction that nobody compares, and each line by hand of none."""
    proofs()  # as they are loaded, they say what they compare
    for key in corrections():
        for formula in left_alone(key):
            yield f"{PLACE.name}: {key}: nothing compares {formula} with a claim"
        for command in _outside_formulas(corrections()[key]):
            yield f"{PLACE.name}: {key}: {command} stands outside a formula; put it between dollars"
    for key, formula in corrected_by_hand():
        if key not in corrections() or formula not in saying(corrections()[key]):
            yield f"{HAND_OF_CORRECTIONS.name}: {key} has no such formula: {formula}"


def _outside_formulas(correction: str) -> list[str]:
    """Return the commands of TeX that no formula holds, but those in the address of a picture."""
    plain = (text for kind, text in parts(correction) if kind == "plain")
    return [each for text in plain for each in re.findall(r"(?<!math=)\\[A-Za-z]{2,}", text)]


def unread(printed: Collection[str], by_machine: set[str], hand: Collection[str]) -> Iterator[str]:
    """Name each asserted formula that nobody compares with its claim, and each twice compared."""
    for key in printed:
        if key in asserted_by_claims() and key not in by_machine and key not in hand:
            yield f"{HAND.name}: {key} is printed, and nothing compares it with its claim"
    for key in hand:
        if key in by_machine or key not in printed:
            yield f"{HAND.name}: {key} is read by the machine, or not transcribed"


def asserted_by_claims() -> set[str]:
    """Return the keys of the statements that some claim asserts."""
    return {key for claim in claims() for key in claim.sources}


def ties(of: Sequence[Claim], keys: set[str]) -> Iterator[str]:
    """Name each tie to a statement that does not exist, and each that a claim has twice."""
    for claim in of:
        tied = (*claim.sources, *claim.answers)
        for key in dict.fromkeys(tied):
            if key not in keys:
                yield f"{claim.where}: {claim.id}: {unknown('statement', key, keys)}"
            if tied.count(key) > 1:
                yield f"{claim.where}: {claim.id}: {key} stands in its ties twice; once is enough"
        for key, names in claim.supposed.items():
            if key not in claim.sources or not {*names} <= claim.hypotheses.keys():
                yield f"{claim.where}: {claim.id}: {key} supposes no hypothesis of it"
        for key in claim.departs:
            if key not in claim.sources or claim.kind not in DEFINES:
                yield f"{claim.where}: {claim.id}: it departs from {key}, and does not define it"


def after(entries: Sequence[Entry]) -> Iterator[str]:
    """Check the verdicts on the statements, and what is to be written instead."""
    for entry in entries:
        place, word = f"{TABLE}: {entry['statement']}", entry["verdict"]
        if word == UNANSWERED:
            yield f"{place} is {UNANSWERED}: {entry['because']}"
        if word in WANTS_CORRECTION and not entry["correction"]:
            yield f"{place} is {word}, and {PLACE.name} does not say what to write instead"
        if word == TRUE and entry["correction"]:
            yield f"{place} is {TRUE}, and {PLACE.name} corrects it"
