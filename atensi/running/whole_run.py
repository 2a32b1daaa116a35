"""Run all evidence, derive the verdicts, write the ledger, and say what is wrong."""

import secrets
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from atensi.judging import ledger as ledgers
from atensi.judging import selfcheck, zoo
from atensi.judging.entries import stated
from atensi.judging.outcomes import Held
from atensi.judging.records import Record
from atensi.judging.registry import claims, select, tied
from atensi.running.figures import run_figures
from atensi.running.proofs import run_proofs
from atensi.running.properties import run_tests
from atensi.running.sweep import seeds_from, sweep
from atensi.running.theorems import run_formal
from atensi.work import reach
from atensi.work.message import message


def closure(chosen) -> set[str]:
    """Return the ids of the claims that the verdicts on the chosen ones depend on."""
    by_id = {claim.id: claim for claim in claims()}
    needed: set[str] = set()
    open_ = [claim.id for claim in chosen]
    while open_:
        name = open_.pop()
        if name not in needed and name in by_id:
            needed.add(name)
            open_ += by_id[name].grounds
            open_ += [claim.id for claim in claims() if name in claim.repairs]
    return needed


def run(
    names=(), seed=None, subject="impl", here=True, afresh=False, kept=None, seeds=1, executor=None
):
    """Return the ledger and the problems. With names: of those claims and what they rest on.

    here: whether formal proofs are checked, where their checker is, or taken as recorded. afresh:
    whether nothing is taken that an earlier check compiled. kept: what earlier runs found; a seed,
    or another subject, asks for properties that run now. seeds: on how many the properties run.
    executor: of a cluster that proofs, and the seeds after the first, go to.
    """
    if not __debug__:
        raise LookupError(message("python -O leaves assertions out, and with them the evidence"))
    began, before = time.monotonic(), reach.at_present()
    tested = kept if seed is None and subject == "impl" and seeds == 1 else None
    seed = secrets.randbits(32) if seed is None else seed
    chosen = select(names)
    wanted = closure(chosen)
    formulas = tied(chosen)
    records = run_proofs(wanted | formulas, kept, executor)
    records += run_formal(wanted, here=here, afresh=afresh, kept=kept)
    records += run_figures(wanted, kept)
    only = wanted if names else None
    more = seeds_from(seed, seeds - 1)
    again = lambda places: sweep(places, only, more, subject, executor)
    with _read_meanwhile(wanted):
        tests = run_tests(only, seed, subject, tested, again if more else None)
    taken = grounds(tests) - wanted  # known only now, since the bounds themselves say it
    records += run_proofs(taken, kept, executor)
    wanted |= taken
    records += [record for record in with_rejects(tests) if _concerns(record, wanted)]
    if changed := reach.changed_since(before):
        text = "{file} changed while the evidence ran, so none of it counts: run it again"
        raise RuntimeError(message(text, file=", ".join(changed[:3])))
    of = wanted if names else None
    ledger = ledgers.build(records, seed, time.monotonic() - began, subject, seeds, of)
    trials = sum(record.seconds for record in tests if record.kind == "zoo" and record.ran)
    ledger["seconds"]["zoo"] = round(trials, 2)
    if names:
        ledger["statements"] = [
            entry for entry in ledger["statements"] if _is_judged(entry, wanted, formulas)
        ]
    problems = selfcheck.after(ledger, records)
    if not names and subject == "impl":
        problems += [
            f"tests/zoo: no property rejects {name}: none of them sees this mistake"
            for name in zoo.missed_by(zoo.rejections(ledger))
        ]
    return ledger, problems


@contextmanager
def _read_meanwhile(wanted: set[str]):
    """Let a thread read what claims say, for the ledger, while this one waits for the tests."""
    read = lambda: [stated(each) for each in claims() if each.id in wanted]
    reader = threading.Thread(target=read, daemon=True)  # an interrupt does not wait for it
    reader.start()
    yield
    reader.join()


def grounds(tests: Sequence[Record]) -> set[str]:
    """Return the claims on which the bounds of the properties rest."""
    found = [record.finding for record in tests]
    return {name for each in found if isinstance(each, Held) for name in each.takes}


def _is_judged(entry, wanted: set[str], formulas: set[str]) -> bool:
    """Say whether all evidence on a statement ran, which a chosen claim asserts or answers."""
    return entry["statement"] in formulas and wanted.issuperset(entry["asserted_by"])


def _concerns(record: Record, wanted: set[str]) -> bool:
    """Say whether a test speaks for a wanted claim, or for one that does not exist."""
    return record.claim in wanted or record.claim not in {claim.id for claim in claims()}


def with_rejects(tests: Sequence[Record]) -> list[Record]:
    """Give each property the specimens that it rejects; keep the zoo's failures as records."""
    rejects = _rejections(tests)
    return [
        _with_rejects(record, rejects)
        for record in tests
        if record.kind != "zoo" or record.outcome == "fails"
    ]


def _rejections(tests: Sequence[Record]) -> dict[str, Held]:
    """Return what each property rejects: in its own trial, and what nobody saw but at length."""
    found: dict[str, Held] = {}
    for tried in (record.finding for record in tests if record.kind == "zoo"):
        if isinstance(tried, Held):
            before = found.get(tried.property, tried)  # of another claim, or of a first look
            rejects = tuple(dict.fromkeys([*before.rejects, *tried.rejects]))
            seen_by = {**before.seen_by, **tried.seen_by}
            found[tried.property] = replace(before, rejects=rejects, seen_by=seen_by)
    return found


def _with_rejects(record: Record, rejects: Mapping[str, Held]) -> Record:
    if record.kind not in ("property", "statistic") or not isinstance(record.finding, Held):
        return record
    tried = rejects.get(record.finding.property, Held(record.finding.test))
    finding = replace(record.finding, rejects=tried.rejects, seen_by=tried.seen_by)
    if finding.rejects or record.outcome != "holds":
        return replace(record, finding=finding)
    message = "it rejects no specimen of the zoo: it cannot fail"
    return replace(record, finding=finding, outcome="fails", message=message)
