"""A person has read sentence and formula of a claim together: `read.txt` has the hash of both.

When either changes, the claim asks for a new reading; so does each tie to a line of the documents
(`tied.py`):

    python -m theory.reading              # which claims ask for one
    python -m theory.reading CLAIM ...    # shows them, and records that they were read
"""

import hashlib
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

from theory.chapters import CHAPTERS, said_in
from theory.claim import Claim
from theory.documents import tied
from theory.language import formula, in_all, languages
from theory.stating.printed import definitions

RECORD = Path(__file__).parent / "read.txt"


def digest(claim: Claim) -> str:
    """Return a hash of all that a claim says, in every language, and of its words."""
    formulas = [formula(claim.formula, lang) for lang in languages()]
    return _hash(*_sentences(claim), *formulas, *definitions(claim.states))


def digest_of_statement(claim: Claim) -> str:
    """Return a hash of what a claim states, with its words, whatever its sentences are."""
    return _hash(claim.formula, *definitions(claim.states))


def _hash(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:12]


def _sentences(claim: Claim) -> list[str]:
    """Return a claim's sentence, what it says beyond its object, and its hypotheses, translated."""
    said = [claim.says, claim.beyond, *(each.says for each in claim.hypotheses.values())]
    return [text for each in filter(None, said) for text in in_all(each).values()]


def recorded() -> dict[str, str]:
    """Return the recorded hashes, by claim."""
    lines = RECORD.read_text(encoding="utf-8").splitlines()
    return dict(line.split() for line in lines if line)


def unread(claims: Sequence[Claim]) -> list[Claim]:
    """Return the claims whose sentence or formula changed since a person read them together."""
    known = recorded()
    return [claim for claim in claims if known.get(claim.id) != digest(claim)]


def record(claims: Sequence[Claim]) -> None:
    """Record that the claims were read."""
    known = recorded() | {claim.id: digest(claim) for claim in claims}
    RECORD.write_text("".join(f"{name} {known[name]}\n" for name in sorted(known)), "utf-8")


def _ties(claims):
    return (" ".join(tie) for tie in tied.unread(claims))


def main(names: Sequence[str]) -> None:
    """Show claims as they are read, and record it; without names, say which ask for a reading."""
    claims = [c for each in CHAPTERS for c in importlib.import_module(said_in(each)).CLAIMS]
    if not names:
        print("\n".join([*(claim.id for claim in unread(claims)), *_ties(claims)]))
        return
    chosen = [claim for claim in claims if claim.id in names or claim.chapter in names]
    for claim in chosen:
        print(f"{claim.id}\n  {claim.says}\n  {claim.formula}")
        for text in [each for each in _sentences(claim) if each != claim.says]:
            print(f"  {text}")
        for each in definitions(claim.states):
            print(f"    {each}")
        for _, does, key in tied.ties(claim):
            print(f"  {does} {key}: {tied.said_by(key)}")
    record(chosen)
    tied.record(chosen)


if __name__ == "__main__":
    main(sys.argv[1:])
