"""Run the properties and the zoo in a process of their own, and record what each test found."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from atensi.judging.records import Record, from_json
from atensi.work.places import clone
from atensi.work.progress import Progress

PLACES = ("properties", "suite/test_zoo.py")  # the tests that may be evidence
OUTCOMES = {"passed": "holds", "failed": "fails", "skipped": "not offered"}  # as pytest says them


def run_tests(wanted: set[str] | None, seed: int, subject: str = "impl") -> list[Record]:
    """Run the properties for the wanted claims (None: all), and each of them on the zoo."""
    with tempfile.TemporaryDirectory(prefix="atensi-") as scratch:
        lines, output = Path(scratch, "evidence.jsonl"), Path(scratch, "output.txt")
        lines.touch()
        root = clone()
        command = [
            sys.executable, "-m", "pytest", *(str(root / "tests" / place) for place in PLACES),
            "-c", str(root / "pyproject.toml"), "--rootdir", str(root),
            "-p", "atensi.running.pytest_evidence", "-p", "no:cacheprovider",
            "-n", str(os.cpu_count()),
            "-m", "claim", f"--evidence={lines}", f"--hypothesis-seed={seed}",
            f"--chance-seed={seed}",
            f"--subject={subject}", "-q",
        ]  # fmt: skip
        if wanted is not None:
            command.append(f"--claims={','.join(sorted(wanted))}")
        print(f"atensi: properties of {subject} and the zoo, with seed {seed}", file=sys.stderr)
        with output.open("w") as stream:
            process = subprocess.Popen(
                command,
                stdout=stream,
                stderr=subprocess.STDOUT,
                cwd=root,
                start_new_session=True,
            )
        try:
            reports = list(_follow(process, lines))
        except BaseException:
            os.killpg(process.pid, signal.SIGTERM)  # pytest and its workers
            process.wait()
            raise
        if process.returncode not in (0, 1, 5):  # 1: a test failed; 5: no test was wanted
            raise RuntimeError(f"the tests could not be run:\n{output.read_text()[-4000:]}")
    in_order = sorted(
        reports, key=lambda report: report["test"]
    )  # in a fixed order, not that of the workers
    return [record for report in in_order for record in _records(report)]


def _follow(process, lines: Path) -> Iterator[dict[str, Any]]:
    progress = Progress("properties and the zoo", 0)
    with lines.open(encoding="utf-8") as stream:
        rest = ""
        while True:
            ended = process.poll() is not None
            rest += stream.read()
            *whole, rest = rest.split("\n")
            for line in whole:
                report = json.loads(line)
                progress.step(report["test"].split("::")[-1])
                yield report
            if ended and not whole:
                break
            time.sleep(0.05)
    progress.close()


def _records(report: dict[str, Any]) -> list[Record]:
    """Return a record for each claim that a test speaks for. Without claims, it is no evidence."""
    claims = report.get("claims", [""])
    entry = {"kind": "test"} | report | {
        "outcome": OUTCOMES[report["outcome"]],
        "seconds": report["seconds"] / max(1, len(claims)),
    }  # fmt: skip
    return [from_json(entry | {"claim": claim}) for claim in claims]
