"""A person has read what a line says together with each claim tied to it: `read_ties.txt`.

So has each refuted claim been read with the one that says what is true instead. Where a gist, a tie
or the claim's sentence or formula changes, or in what the two depart, or what the line supposes,
the tie asks for a new reading: `python -m theory.reading CLAIM` shows and records the ties of a
claim with the claim itself.
"""

import hashlib
import importlib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from theory.chapters import CHAPTERS, said_in
from theory.claim import Claim
from theory.documents.corrections import corrections
from theory.documents.document_statements import STATEMENTS
from theory.language import in_all

RECORD = Path(__file__).parent / "read_ties.txt"
ASSERTS, ANSWERS, REPAIRS = "asserts", "answers", "repairs"
Tie = tuple[str, str, str]  # the claim, what it does, the statement's key or the other claim


def ties(claim: Claim) -> Iterator[Tie]:
    """Yield the ties of a claim."""
    yield from ((claim.id, ASSERTS, key) for key in claim.sources)
    yield from ((claim.id, ANSWERS, key) for key in claim.answers)
    yield from ((claim.id, REPAIRS, name) for name in claim.repairs)


def said_by(name: str) -> str:
    """Return what a line says, by its key, or a claim, by its name."""
    if claim := _claims().get(name):
        return f"{claim.says} {claim.formula}"
    return next((each.gist for each in STATEMENTS if each.key == name), "")


@cache
def _claims() -> dict[str, Claim]:
    every = (each for name in CHAPTERS for each in importlib.import_module(said_in(name)).CLAIMS)
    return {each.id: each for each in every}


def digests(claim: Claim) -> dict[Tie, str]:
    """Return a hash of each tie: what the line says, what the claim does, and what it says."""
    said = (claim.says, claim.formula, claim.beyond, *(h.says for h in claim.hypotheses.values()))
    whole = {
        tie: "\0".join([*tie, *_line(tie[2]), *said, *_besides(claim, tie[2])])
        for tie in ties(claim)
    }
    return {tie: hashlib.sha256(text.encode()).hexdigest()[:12] for tie, text in whole.items()}


def _line(name: str) -> list[str]:
    """Return what a line says in all languages, and what is to stand there; or a claim's words."""
    gist, right = said_by(name), corrections().get(name, "")
    return [gist] if name in _claims() else [*in_all(gist).values(), right]


def _besides(claim: Claim, key: str) -> list[str]:
    """Return in what a claim departs from a line, and which of its hypotheses the line supposes."""
    departs = claim.departs.get(key, "")
    return [*(in_all(departs).values() if departs else ()), *claim.supposed.get(key, ())]


@cache
def recorded() -> dict[Tie, str]:
    """Return the recorded hashes, by tie."""
    rows = (line.split() for line in RECORD.read_text(encoding="utf-8").splitlines() if line)
    return {(claim, does, key): digest for claim, does, key, digest in rows}


def unread(claims: Sequence[Claim]) -> list[Tie]:
    """Return the ties that no person has read as they are."""
    due = {tie: digest for claim in claims for tie, digest in digests(claim).items()}
    return [tie for tie, digest in due.items() if recorded().get(tie) != digest]


def record(claims: Sequence[Claim]) -> None:
    """Record that the ties of the claims were read; those that they no longer have are dropped."""
    names = {claim.id for claim in claims}
    kept = {tie: digest for tie, digest in recorded().items() if tie[0] not in names}
    for claim in claims:
        kept |= digests(claim)
    lines = (" ".join([*tie, kept[tie]]) for tie in sorted(kept))
    RECORD.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    recorded.cache_clear()
