"""A person has read what a line says together with each claim tied to it: `read_ties.txt`.

Where a gist, a tie or the claim's sentence or formula changes, the tie asks for a new reading:
`python -m theory.reading CLAIM` shows and records the ties of a claim with the claim itself.
"""

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from theory.claim import Claim
from theory.documents.document_statements import STATEMENTS

RECORD = Path(__file__).parent / "read_ties.txt"
ASSERTS, ANSWERS = "asserts", "answers"
Tie = tuple[str, str, str]  # the claim, what it does, the statement's key


def ties(claim: Claim) -> Iterator[Tie]:
    """Yield the ties of a claim."""
    yield from ((claim.id, ASSERTS, key) for key in claim.sources)
    yield from ((claim.id, ANSWERS, key) for key in claim.answers)


def digests(claim: Claim) -> dict[Tie, str]:
    """Return a hash of each tie: what the line says, what the claim does, and what it says."""
    gists = {each.key: each.gist for each in STATEMENTS}
    said = (claim.says, claim.formula, claim.beyond)
    whole = {tie: "\0".join([*tie, gists.get(tie[2], ""), *said]) for tie in ties(claim)}
    return {tie: hashlib.sha256(text.encode()).hexdigest()[:12] for tie, text in whole.items()}


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
