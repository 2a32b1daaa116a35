"""Mutants of claims: with one thing changed in its statement, does a claim lose its evidence?

`python -m tests.mutation.claims [CHAPTER or CLAIM ...]`; without names, all, and docs/claims.md.
"""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from atensi.judging.registry import proofs, select
from atensi.work.pool import in_parallel
from atensi.work.progress import Progress
from proofs.engine.duties import duties
from proofs.engine.stated import claim_of, saying
from tests.mutation.changed_statements import mutants
from theory.claim import Claim

PAGE = Path(__file__).parents[2] / "docs" / "claims.md"
TRUE_TOO = Path(__file__).parent / "true_too.txt"
WANTED = 99.0


@dataclass(frozen=True)
class Survivor:
    """A changed statement that the evidence still carries."""

    claim: str
    what: str


def pieces(claim: Claim):
    """Return the evidence that is bound to the claim's statement."""
    return [piece for piece in proofs() if piece.claim == claim.id]


def is_shown(claim: Claim) -> bool:
    """Say whether bound evidence speaks for the claim; of a false one, most mutants are false."""
    kinds = {piece.kind for piece in pieces(claim)}
    shows = {"derivation", "general run", "exact run", "sizes"}
    return bool(kinds & shows) and "counterexample" not in kinds


def is_carried(claim: Claim, mutant) -> bool:
    """Say whether the claim's evidence still holds, and reaches all that the mutant says."""
    reached = set()
    with saying(claim.id, mutant):
        for piece in pieces(claim):
            try:
                reached |= set(getattr(piece.run(), "duties", ()))
            except Exception:  # any error means that the mutant is not shown
                return False
        return reached >= set(range(len(duties(mutant))))


def tried(claim: Claim) -> Iterator[tuple[str, bool]]:
    """Yield what is changed in a claim, and whether the evidence carries it still."""
    for what, mutant in mutants(claim.states):
        yield what, is_carried(claim, mutant)


def run(names) -> tuple[int, list[Survivor]]:
    """Try every mutant of the claims; return how many there are, and those that survive."""
    chosen = [claim.id for claim in select(names) if is_shown(claim)]
    progress = Progress("mutants of claims", len(chosen))
    count, left = 0, []
    try:
        for claim, found in in_parallel(_tried, chosen):
            count += len(found)
            left += [Survivor(claim, what) for what, carried in found if carried]
            progress.step(claim)
    finally:
        progress.close()
    return count, left


def _tried(name):
    return list(tried(claim_of(name)))


def true_too() -> dict[tuple[str, str], str]:
    """Return the listed survivors, each with the reason why it is true too."""
    lines = TRUE_TOO.read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    return {(claim, what): reason for claim, what, reason in rows}


HEAD = """# Mutants of claims

Every constant, sign, relation, index, condition, limit and word of every statement was changed, one
at a time. The evidence of the claim must then fail, or no longer reach all that is said.
`make mutation-of-claims` writes this page.

{count} changes were tried. {noticed} were noticed, and {true} are true too. Of the changes that are
not known to be true, {score} % were noticed.
"""


def page(count: int, left: list[Survivor], listed: Mapping, score: float) -> str:
    """Return the page that says how many changes were noticed, and which are true too."""
    true = [each for each in left if (each.claim, each.what) in listed]
    rows = [f"- `{e.claim}`: {e.what}\n  {listed[e.claim, e.what]}" for e in sorted(true, key=str)]
    new = sorted(f"- `{e.claim}`: {e.what}" for e in left if e not in true)
    noticed, total = count - len(left), f"{score:.1f}"
    head = HEAD.format(count=count, noticed=noticed, true=len(true), score=total)
    carried = "\n## Carried, and not known to be true\n\n" + "\n".join(new) + "\n" if new else ""
    return head + carried + "\n## True too\n\n" + "\n".join(rows) + "\n"


def main(names) -> int:
    """Print the score, and each survivor that has no reason."""
    count, left = run(names)
    listed = true_too()
    new = [each for each in left if (each.claim, each.what) not in listed]
    score = 100 * (count - len(new)) / count if count else 100.0
    for each in new:
        print(f"{each.claim} | {each.what} | ")
    if not names:
        PAGE.write_text(page(count, left, listed, score), encoding="utf-8")
    print(
        f"{count} mutants, {len(left)} carried, {len(left) - len(new)} of them true: {score:.1f} %"
    )
    return 0 if score >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
