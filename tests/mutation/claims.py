"""Mutants of claims: with one thing changed in its statement, does a claim lose its evidence?

`python -m tests.mutation.claims [CHAPTER or CLAIM ...]`; without names, those that have changed
since they were tried, with `--fresh` all, with `--page` none. What was tried stands in `tried.txt`,
from which docs/claims.md is made.
"""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
from tests.mutation.wider_domains import Wider, supposing, wider
from theory.claim import Claim
from theory.stating.in_range import out_of_range
from theory.stating.printed import definitions
from theory.stating.statements import Statement

PAGE = Path(__file__).parents[2] / "docs" / "claims.md"
TRUE_TOO, TRIED = (Path(__file__).parent / name for name in ("true_too.txt", "tried.txt"))
EVERY = "That is every claim that a derivation or a run of the code shows."
TRIED_HEAD = (
    "# A claim, its state when it was tried, how many changes were, and how many of these ran on."
)
LIMIT = 60  # seconds of processor time for a changed claim; the longest takes 13 as it stands


@dataclass(frozen=True)
class Trial:
    """What a claim was when it was tried, how many changes were, and how many of these ran on."""

    state: str
    changes: int
    ran_on: int = 0


def pieces(claim: Claim):
    """Return the evidence that is bound to the claim's statement."""
    return [piece for piece in proofs() if piece.claim == claim.id]


def is_shown(claim: Claim) -> bool:
    """Say whether bound evidence speaks for the claim; of a false one, most mutants are false."""
    kinds = {piece.kind for piece in pieces(claim)}
    shows = {"derivation", "general run", "exact run", "sizes", "formed"}
    return bool(kinds & shows) and "counterexample" not in kinds


class RanOnError(BaseException):
    """Evidence did not end, which no `except Exception` on its way may take for an answer."""


@contextmanager
def limited(seconds: float):
    """Raise RanOnError in what has taken this much processor time."""

    def stop(signum, frame):
        raise RanOnError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def changes(claim: Claim) -> Iterator[tuple[str, Statement | Wider]]:
    """Yield the claim's statement with one thing changed, and what was changed."""
    yield from mutants(claim.states)
    derived = any(piece.kind == "derivation" for piece in pieces(claim))
    yield from wider(claim.states) if derived else ()  # runs of code know numbers alone


def is_carried(claim: Claim, mutant: Statement | Wider) -> bool:
    """Say whether the claim's evidence still holds, and reaches all that the mutant says."""
    if isinstance(mutant, Wider):
        with supposing(mutant):
            return is_carried(claim, claim.states)
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


def tried_once(claim: Claim, mutant, seconds: float = LIMIT) -> bool | None:
    """Say whether the claim's evidence carries the mutant still, and None where it ran on.

    No verdict rests on evidence that does not end, so this too is noticed.
    """
    carried = None
    with suppress(RanOnError), limited(seconds):
        carried = is_carried(claim, mutant)
    return carried


def tried(claim: Claim) -> Iterator[tuple[str, bool | None]]:
    """Yield what is changed in a claim, and what comes of it."""
    if not is_carried(claim, claim.states):  # then whatever is changed is noticed
        yield "nothing is changed, and the evidence does not carry it", True
        return
    for what, mutant in changes(claim):
        yield what, tried_once(claim, mutant)


def run(names: list[str]) -> Iterator[tuple[str, list[tuple[str, bool | None]]]]:
    """Try every mutant of these claims; yield what was changed in each, and what came of it."""
    progress = Progress("mutants of claims", len(names))
    try:
        for name, found in in_parallel(_tried, names):
            yield name, found
            progress.step(name)
    finally:
        progress.close()


def _tried(name):
    return list(tried(claim_of(name)))


def state_of(claim: Claim) -> str:
    """Return what a trial depends on: what is stated, its words, and what is changed in it."""
    changed = (what for what, _ in changes(claim))
    held = (claim.formula, *definitions(claim.states), *changed)
    return sha256("\n".join(held).encode()).hexdigest()[:12]


def recorded() -> dict[str, Trial]:
    """Return what is recorded of each claim that was tried."""
    lines = TRIED.read_text(encoding="utf-8").splitlines() if TRIED.exists() else []
    rows = (line.split() for line in lines if not line.startswith("#"))
    return {name: Trial(state, *map(int, counts)) for name, state, *counts in rows}


def record(trials: dict[str, Trial]) -> None:
    """Write the record: a claim a line, the last number only where something ran on."""
    rows = (
        f"{name} {each.state} {each.changes}" + (f" {each.ran_on}" if each.ran_on else "")
        for name, each in sorted(trials.items())
    )
    write_whole(TRIED, "\n".join([TRIED_HEAD, *rows, ""]))


def true_too() -> dict[tuple[str, str], str]:
    """Return the listed survivors, each with the reason why it is true too."""
    lines = TRUE_TOO.read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    return {(claim, what): reason for claim, what, reason in rows}


HEAD = """# Mutants of claims

Every constant, sign, relation, index, condition, domain, limit and word of a statement, and
every entry of a table of numbers, is changed, one at a time. The evidence of the claim must then
fail, or no longer reach all that is said.
`make mutation-of-claims` tries the claims that have changed since, and writes this page.

{count} changes of {claims} claims were tried. {noticed} were noticed, and {true} are true too.
{rest}{ran_on}
"""
RAN_ON = """
Of those that were noticed, {count} made the evidence run on, until it was stopped after {limit}
seconds of processor time, several times what the evidence of any claim takes as it stands.
What does not end shows nothing, so such a claim would have no verdict.
"""
NEW = "{count} claims have changed since they were tried, or are new{names}."
FEW = 20  # claims that are named


def page() -> str:
    """Return the page of what was tried, and which changes are true too."""
    listed, now = true_too(), states_now()
    standing = {name: each for name, each in recorded().items() if now.get(name) == each.state}
    new = sorted(now.keys() - standing.keys())
    named = ": " + ", ".join(f"`{name}`" for name in new) if len(new) <= FEW else ""
    true = [(name, what) for name, what in listed if name in standing]
    count = sum(each.changes for each in standing.values())
    ran_on = sum(each.ran_on for each in standing.values())
    head = HEAD.format(
        count=count, claims=len(standing), true=len(true), noticed=count - len(true),
        ran_on="\n" + RAN_ON.format(count=ran_on, limit=LIMIT).rstrip() if ran_on else "",
        rest=NEW.format(count=len(new), names=named) if new else EVERY,
    )  # fmt: skip
    rows = [f"- `{name}`: {what}\n  {listed[name, what]}" for name, what in sorted(true)]
    return head + "\n## True too\n\n" + "\n".join(rows) + "\n"


def states_now() -> dict[str, str]:
    """Return the state of each claim that has something to be tried."""
    return {claim.id: state_of(claim) for claim in claims() if is_shown(claim)}


def main(names: list[str]) -> int:
    """Try, record each claim whose changes are noticed or listed, and print each other one."""
    now, listed, trials = states_now(), true_too(), recorded()
    flags = {name for name in names if name.startswith("--")}
    chosen = {claim.id for claim in select([name for name in names if name not in flags])}
    if not names:
        chosen -= {name for name, each in trials.items() if now.get(name) == each.state}
    asked = [] if "--page" in flags else [name for name in now if name in chosen]
    tries = failed = 0
    for name, found in run(asked):
        new = [what for what, carried in found if carried and (name, what) not in listed]
        tries, failed = tries + len(found), failed + len(new)
        for what in new:
            print(f"{name} | {what} | ", flush=True)
        if not new:
            ran_on = sum(carried is None for _, carried in found)
            trials[name] = Trial(now[name], len(found), ran_on)
            record(trials)
    write_whole(PAGE, page())
    print(f"{tries} changes tried, {failed} carried and not known to be true")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
