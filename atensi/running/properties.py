"""Run the properties and the zoo in a process of their own, and record what each test found."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from atensi.judging.records import Record, from_json
from atensi.judging.zoo import own_functions, specimens
from atensi.running.kept import Kept
from atensi.work import reach
from atensi.work.message import message, tell
from atensi.work.places import clone
from atensi.work.progress import Progress

PLUGIN = "atensi.running.pytest_evidence"
ZOO = "tests/suite/test_zoo.py"  # each property of the other tests, tried on wrong functions
HARNESS = {
    "tests.helpers.holds",
    "tests.helpers.subject",
    "tests.helpers.trials",
}  # they run subjects, and name no function
DRAWING = tuple(f"tests.helpers.{each}" for each in ("anew", "chance", "once", "published"))
Report = dict[str, Any]  # of a test, as the plugin writes it
OUTCOMES = {"passed": "holds", "failed": "fails", "skipped": "not offered"}  # as pytest says them


def run_tests(
    wanted: set[str] | None, seed: int, subject: str = "impl", kept: Kept | None = None,
    again: Callable[[list[str]], list[Report]] | None = None,
) -> list[Record]:  # fmt: skip
    """Return what the properties find for the wanted claims (None: all), and each on the zoo.

    Of files that have not changed, with all that they reach, it is what they found before. again:
    runs the properties of files on more seeds, and reports what they find there.
    """
    kept = kept or Kept()
    places = _places()
    keys = {place: _key(place) for place in places}
    found = {place: kept.take(place, keys[place]) for place in places}
    due = [place for place in places if found[place] is None]
    made: dict[str, list[Record]] = {place: [] for place in due}
    reports = _run(due, wanted, seed, subject)
    if again is not None:
        named = {_file(report) for report in reports}
        reports = in_all(reports, again(sorted(named & set(places))))
    for report in sorted(reports, key=lambda report: report["test"]):
        made.setdefault(_file(report), []).extend(_records(report))
    if wanted is None and subject == "impl" and len(made) == len(due):  # else a file was not read
        for place in due:
            kept.keep(place, keys[place], made[place])
        kept.write()
    taken = [record for records in found.values() for record in records or ()]
    taken = [record for record in taken if wanted is None or record.claim in wanted]
    return [*taken, *(record for records in made.values() for record in records)]


def _places() -> list[str]:
    """Return the files with properties."""
    found = sorted((clone() / "tests" / "properties").glob("test_*.py"))
    return [f"tests/properties/{path.name}" for path in found]


def standing(kept: Kept) -> dict[str, str]:
    """Return the files whose properties need not run again, each with the time when they ran."""
    found = {place: kept.take(place, _key(place)) for place in _places()}
    return {place: min(each.since for each in held) for place, held in found.items() if held}


def _file(report: Report) -> str:
    place: str = report.get("property") or report["where"]
    return place.split(":")[0]


def in_all(reports: list[Report], more: Iterable[Report]) -> list[Report]:
    """Return reports with what further runs of the same tests add: cases, errors, a failure."""
    found = {report["test"]: dict(report) for report in reports}
    for each in more:
        report = found.setdefault(each["test"], dict(each, cases=0, seconds=0.0))
        for key, total in (("cases", sum), ("seconds", sum), ("worst", max)):
            if key in report or key in each:
                report[key] = total(of.get(key, 0) for of in (report, each))
        if each["outcome"] == "failed" and report["outcome"] != "failed":
            report |= {"outcome": "failed", "message": each["message"]}
    return list(found.values())


@cache
def _key(place: str) -> str:
    """Return a hash of what the properties of a file depend on, and the trials on the zoo."""
    called = may_call(reach.module_of(place))
    zoo = {module for name in called for module in _zoo().get(name, ())}
    modules = [reach.module_of(place), "tests.suite.test_zoo", *called.values(), *zoo]
    beside = sorted(each for each in reach.files() if each.endswith(".conftest"))
    return reach.key(modules, "".join(map(reach.text, (__name__, PLUGIN, *DRAWING, *beside))))


def may_call(test: str) -> dict[str, str]:
    """Return the functions of `impl` that a test, or a helper that is given a subject, names.

    With the module of each. The specimens that a property is tried on stand in place of these.
    """
    callers = {
        each
        for each in reach.reached([test]) - HARNESS
        if each.startswith("tests.") and "subject" in reach.text(each)
    }
    names = frozenset().union(*(each for caller in callers for each in reach.named(caller)))
    return {name: each.__module__ for name, each in own_functions().items() if name in names}


@cache
def _zoo() -> dict[str, set[str]]:
    """Return the modules of the zoo with a specimen of a function, by the function's name."""
    found: dict[str, set[str]] = {}
    for each in specimens():
        found.setdefault(each.replaces, set()).add(each.function.__module__)
    return found


def _run(due: list[str], wanted, seed: int, subject: str) -> list[Report]:
    """Run the properties of some files and the zoo; return what each test reports."""
    if not due:
        return []
    with tempfile.TemporaryDirectory(prefix="atensi-") as scratch:
        lines, output = Path(scratch, "evidence.jsonl"), Path(scratch, "output.txt")
        lines.touch()
        command = pytest_on((*due, ZOO), lines, wanted, seed, subject)
        command += ["-n", str(os.cpu_count()), "--maxschedchunk=1"]  # so that no core waits long
        command += ["-m", "claim", f"--of={','.join(due)}"]
        tell("properties of {subject} and the zoo, with seed {seed}", subject=subject, seed=seed)
        with output.open("w") as stream:
            process = subprocess.Popen(
                command,
                stdout=stream,
                stderr=subprocess.STDOUT,
                cwd=clone(),
                start_new_session=True,
            )
        try:
            reports = [each for each in _follow(process, lines) if not _is_only_seen(each)]
        except BaseException:
            os.killpg(process.pid, signal.SIGTERM)  # pytest and its workers
            process.wait()
            raise
        if process.returncode not in (0, 1, 5):  # 1: a test failed; 5: no test was wanted
            raise RuntimeError(f"the tests could not be run:\n{output.read_text()[-4000:]}")
    return reports


def _is_only_seen(report: Report) -> bool:
    """Say whether a test found that a specimen is rejected, as others have reported."""
    return report.get("kind") == "seen" and report["outcome"] == "passed"


def pytest_on(
    places: Iterable[str], evidence: Path, wanted: set[str] | None, seed: int, subject: str
) -> list[str]:
    """Return the command that runs the tests of some files, and writes what they find."""
    root = clone()
    command = [
        sys.executable, "-m", "pytest", *(str(root / place) for place in places),
        "-c", str(root / "pyproject.toml"), "--rootdir", str(root),
        "-p", PLUGIN, "-p", "no:cacheprovider", f"--evidence={evidence}",
        f"--hypothesis-seed={seed}", f"--chance-seed={seed}", f"--subject={subject}", "-q",
    ]  # fmt: skip
    return command if wanted is None else [*command, f"--claims={','.join(sorted(wanted))}"]


def _follow(process, lines: Path) -> Iterator[Report]:
    progress = Progress(message("properties and the zoo"), 0)
    with lines.open(encoding="utf-8") as stream:
        rest = ""
        while True:
            ended = process.poll() is not None
            rest += stream.read()
            *whole, rest = rest.split("\n")
            for line in whole:
                report = json.loads(line)
                name = report["test"].split("::")[-1]
                progress.step(name if "[" in name else name.rstrip("]"))
                yield report
            if ended and not whole:
                break
            time.sleep(0.05)
    progress.close()


def _records(report: Report) -> list[Record]:
    """Return a record for each claim that a test speaks for. Without claims, it is no evidence."""
    claims, reached = report.get("claims", [""]), report.get("reached", {})
    entry = {"kind": "test"} | report | {
        "outcome": OUTCOMES[report["outcome"]],
        "seconds": report["seconds"] / max(1, len(claims)),
    }  # fmt: skip
    return [
        from_json(entry | {"claim": claim, "duties": reached.get(claim, ())}) for claim in claims
    ]
