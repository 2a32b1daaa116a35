"""Run the properties again on many seeds, here or on a cluster: each seed of each file is a job.

The random claims are left out: their rates are those of one run.
"""

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np

from atensi.running.properties import Report, pytest_on
from atensi.work.message import message, tell
from atensi.work.places import clone
from atensi.work.pool import in_parallel
from atensi.work.progress import Progress


class Job(NamedTuple):
    """The properties of one file, on one seed."""

    place: str
    seed: int
    wanted: frozenset[str] | None
    subject: str


def seeds_from(root: int, count: int) -> list[int]:
    """Return so many seeds, each of which is that of its place, whatever the others are."""
    spawned = np.random.SeedSequence(root).spawn(count)
    return [int(each.generate_state(1)[0]) for each in spawned]


def sweep(
    places: Sequence[str], wanted: set[str] | None, seeds: Sequence[int], subject: str,
    executor: Executor | None = None,
) -> list[Report]:  # fmt: skip
    """Return what the properties of the files report, seed by seed, in the order of the jobs."""
    only = None if wanted is None else frozenset(wanted)
    jobs = [Job(place, seed, only, subject) for seed, place in product(seeds, places)]
    tell("properties of {subject} on {count} more seeds", subject=subject, count=len(seeds))
    progress, found = Progress(message("properties on more seeds"), len(jobs)), {}
    try:
        with executor_of(executor) as by:
            for job, reports in in_parallel(run, jobs, executor=by):
                found[job] = reports
                progress.step(f"{job.place} {job.seed}")
    finally:
        progress.close()
    return [report for job in jobs for report in found[job]]


def run(job: Job) -> list[Report]:
    """Return what the properties of a file report on a seed; a failure names the seed."""
    with tempfile.TemporaryDirectory(prefix="atensi-") as scratch:
        lines = Path(scratch, "evidence.jsonl")
        lines.touch()
        wanted = None if job.wanted is None else set(job.wanted)
        command = pytest_on([job.place], lines, wanted, job.seed, job.subject)
        command += ["-m", "claim and not chance", "-p", "no:xdist"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=clone(), check=False)
        if done.returncode not in (0, 1, 5):  # 1: a test failed; 5: no test was wanted
            raise RuntimeError(f"{job.place} could not be run:\n{done.stdout[-4000:]}{done.stderr}")
        reports = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    for each in reports:
        if each["outcome"] == "failed":
            each["message"] = f"--hypothesis-seed={job.seed}\n{each['message']}"
    return reports


@contextmanager
def executor_of(given: Executor | None) -> Iterator[Executor]:
    """Yield the executor, or one of threads: each job is a process of its own anyway."""
    if given is not None:
        yield given
        return
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        try:
            yield threads
        except BaseException:
            threads.shutdown(wait=False, cancel_futures=True)
            raise
