"""Mutants of claims: with one thing changed in its statement, does a claim lose its evidence?

`python -m tests.mutation.claims [CHAPTER or CLAIM ...]`; without names, those that have changed
since they were tried, with `--fresh` all, with `--page` none. What was tried stands in `tried.txt`,
from which docs/claims.md is made.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from atensi.judging.registry import claims, proofs, select
from atensi.work.files import write_whole
from atensi.work.pool import in_parallel
from atensi.work.progress import Progress
from proofs.engine.duties import duties
from proofs.engine.stated import claim_of, saying
from tests.mutation.changed_statements import mutants
from theory.claim import Claim
from theory.stating.in_range import out_of_range
from theory.stating.printed import definitions

PAGE = Path(__file__).parents[2] / "docs" / "claims.md"
TRUE_TOO, TRIED = (Path(__file__).parent / name for name in ("true_too.txt", "tried.txt"))
TRIED_HEAD = "# A claim, its state when it was tried, and how many changes were."


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
    shows = {"derivation", "general run", "exact run", "sizes", "formed"}
    return bool(kinds & shows) and "counterexample" not in kinds


def is_carried(claim: Claim, mutant) -> bool:
    """Say whether the claim's evidence still holds, and reaches all that the mutant says."""
    if out_of_range(mutant):
        return False  # every run names it before any evidence is tried
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
    if not is_carried(claim, claim.states):  # then whatever is changed is noticed
        yield "nothing is changed, and the evidence does not carry it", True
        return
    for what, mutant in mutants(claim.states):
        yield what, is_carried(claim, mutant)


def run(names: list[str]) -> Iterator[tuple[str, int, list[Survivor]]]:
    """Try every mutant of these claims; yield how many each has, and those that survive."""
    progress = Progress("mutants of claims", len(names))
    try:
        for name, found in in_parallel(_tried, names):
            yield name, len(found), [Survivor(name, what) for what, carried in found if carried]
            progress.step(name)
    finally:
        progress.close()


def _tried(name):
    return list(tried(claim_of(name)))


def state_of(claim: Claim) -> str:
    """Return what a trial depends on: what is stated, its words, and what is changed in it."""
    changes = (what for what, _ in mutants(claim.states))
    held = (claim.formula, *definitions(claim.states), *changes)
    return sha256("\n".join(held).encode()).hexdigest()[:12]


def recorded() -> dict[str, tuple[str, int]]:
    """Return for each claim that was tried its state then, and how many changes were noticed."""
    lines = TRIED.read_text(encoding="utf-8").splitlines() if TRIED.exists() else []
    rows = (line.split() for line in lines if not line.startswith("#"))
    return {name: (state, int(count)) for name, state, count in rows}


def true_too() -> dict[tuple[str, str], str]:
    """Return the listed survivors, each with the reason why it is true too."""
    lines = TRUE_TOO.read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    return {(claim, what): reason for claim, what, reason in rows}


HEAD = """# Mutants of claims

Every constant, sign, relation, index, condition, limit and word of every statement is changed, one
at a time. The evidence of the claim must then fail, or no longer reach all that is said.
`make mutation-of-claims` tries the claims that have changed since, and writes this page.

{count} changes of {claims} claims were tried. {noticed} were noticed, and {true} are true too.
{rest}
"""
NEW = "{count} claims have changed since they were tried, or are new{names}."
FEW = 20  # claims that are named


def page() -> str:
    """Return the page of what was tried, and which changes are true too."""
    listed, record, now = true_too(), recorded(), states_now()
    standing = {name: count for name, (state, count) in record.items() if now.get(name) == state}
    new = sorted(now.keys() - standing.keys())
    named = ": " + ", ".join(f"`{name}`" for name in new) if len(new) <= FEW else ""
    true = [(name, what) for name, what in listed if name in standing]
    head = HEAD.format(
        count=sum(standing.values()), claims=len(standing), true=len(true),
        noticed=sum(standing.values()) - len(true),
        rest=NEW.format(count=len(new), names=named) if new else "That is every claim.",
    )  # fmt: skip
    rows = [f"- `{name}`: {what}\n  {listed[name, what]}" for name, what in sorted(true)]
    return head + "\n## True too\n\n" + "\n".join(rows) + "\n"


def states_now() -> dict[str, str]:
    """Return the state of each claim that has something to be tried."""
    return {claim.id: state_of(claim) for claim in claims() if is_shown(claim)}


def main(names: list[str]) -> int:
    """Try, record each claim whose changes are noticed or listed, and print each other one."""
    now, listed, record = states_now(), true_too(), recorded()
    flags = {name for name in names if name.startswith("--")}
    chosen = {claim.id for claim in select([name for name in names if name not in flags])}
    if not names:
        chosen -= {name for name, (state, _) in record.items() if now.get(name) == state}
    asked = [] if "--page" in flags else [name for name in now if name in chosen]
    tries = failed = 0
    for name, count, left in run(asked):
        new = [each for each in left if (each.claim, each.what) not in listed]
        tries, failed = tries + count, failed + len(new)
        for each in new:
            print(f"{each.claim} | {each.what} | ", flush=True)
        if not new:
            record[name] = now[name], count
            rows = [f"{name} {state} {count}" for name, (state, count) in sorted(record.items())]
            write_whole(TRIED, "\n".join([TRIED_HEAD, *rows, ""]))
    write_whole(PAGE, page())
    print(f"{tries} changes tried, {failed} carried and not known to be true")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
