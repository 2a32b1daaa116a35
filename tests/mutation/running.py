"""Run the tests on each mutant: which one kills it, if any does.

mutmut writes the mutants; its own runs collect the tests anew for each, which takes longer than to
find the one that kills it. Here they are collected once. Each mutant has a fork of that process,
which runs the tests that reach the changed function: first those that killed most others of it for
the time they take, then the quick ones. `mutants.py` starts this in the folder of the mutants.
"""

import json
import os
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
from functools import partial
from pathlib import Path

import pytest

REACHED, TRIED = Path("reached.json"), Path("tried.jsonl")
CORES = os.cpu_count() or 2
PATIENCE, TIMES = 5.0, 4.0  # a test may take 5 seconds of a processor and four times its own
ALARMS = signal.SIGPROF, signal.SIGALRM
FAULT = 70  # of what runs the tests, not of a mutant
ROOM = 8 * 2**30  # an endless loop may not take all memory before its time is over


def ask(*names):
    """Run the tests on the mutants of these names; what became of each is a line of `TRIED`."""
    arguments = ["-q", "-s", "--rootdir=.", "-p", "no:xdist", "-p", "no:cacheprovider", "tests"]
    # Not the checks of the suite on itself, which run impl far from what they are about.
    apart = [f"--ignore=tests/{folder}" for folder in ("suite", "bounds", "mutation")]
    return pytest.main([*arguments, *apart], plugins=[_OnMutants(names)])


class _OnMutants:
    """Run the collected tests not once, but on each mutant of these names."""

    def __init__(self, names):
        self.names = names

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        if not REACHED.exists():
            REACHED.write_text(json.dumps(_reached(session)), encoding="utf-8")
        reached = json.loads(REACHED.read_text(encoding="utf-8"))
        start = time.monotonic()
        with TRIED.open("a", encoding="utf-8") as tried:
            for count, result in enumerate(_fates(self.names, session.items, reached), 1):
                tried.write(json.dumps(result) + "\n")
                tried.flush()
                pace = 60 * count / (time.monotonic() - start)
                _tell(f"{count} of {len(self.names)} mutants, {pace:.0f} a minute")
        return True


def _fates(names, items, reached):
    """Yield for each mutant its name, what became of it, and the test that killed it."""
    seconds, tests, kills = {}, defaultdict(list), defaultdict(Counter)
    for test, (taken, functions) in reached.items():
        seconds[test] = taken
        for function in functions:
            tests[function].append(test)
    items = {item.nodeid: item for item in items}

    def killer_of(name):
        of = kills[_function(name)]
        worth = lambda test: of[test] / (1 + seconds[test])
        order = sorted(tests[_function(name)], key=lambda test: (-worth(test), seconds[test]))
        return _killer([items[test] for test in order], name, seconds)

    easy_first = sorted(names, key=lambda name: len(tests[_function(name)]))
    for name, code, killer in _in_forks((name, partial(killer_of, name)) for name in easy_first):
        if code == FAULT:
            raise pytest.UsageError(f"mutants: {name} could not be tried; see above")
        if not tests[_function(name)]:
            yield name, "unseen", None
        elif -code in ALARMS:
            yield name, "endless", None
        else:
            if killer:
                kills[_function(name)][killer] += 1
            yield name, "killed" if killer or code else "survived", killer


def _reached(session):
    """Return by test, run on the original: its seconds, and the functions that it reaches."""
    found = {}
    parts = (session.items[first::CORES] for first in range(CORES))
    for _, code, part in _in_forks((None, partial(_functions, part)) for part in parts):
        if code:
            raise pytest.UsageError("mutants: a test fails on the original; run `make test` first")
        found |= part
    return found


def _functions(items):
    from mutmut.state import state

    os.environ["MUTANT_UNDER_TEST"] = "stats"
    found = {}
    for count, (item, following) in enumerate(_one_by_one(items), 1):
        state()._stats.clear()
        start = time.process_time()
        _run(item, following)
        if item.session.testsfailed:
            raise SystemExit(item.nodeid)
        found[item.nodeid] = time.process_time() - start, sorted(state()._stats)
        if count % 50 == 0:
            _tell(f"{count} of {len(items)} tests on the original")
    return found


def _killer(items, mutant, seconds):
    """Return the first of these tests that fails on a mutant; None if none does."""
    os.environ["MUTANT_UNDER_TEST"] = mutant
    resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
    quiet = os.open(os.devnull, os.O_WRONLY)
    for said in (1, 2):
        os.dup2(quiet, said)
    for item, following in _one_by_one(items):
        limit = PATIENCE + TIMES * seconds[item.nodeid]
        signal.setitimer(signal.ITIMER_PROF, limit)
        signal.setitimer(signal.ITIMER_REAL, 10 * limit)  # for threads that wait for each other
        try:
            _run(item, following)
        except BaseException:  # with this mutant, not even the report can be made
            return item.nodeid
        if item.session.testsfailed:
            return item.nodeid
    return None


def _one_by_one(items):
    return zip(items, [*items[1:], None], strict=False)


def _run(item, following):
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


def _function(mutant):
    return mutant.partition("__mutmut_")[0]


def _in_forks(tasks):
    """Do each task, a name and a function, in a fork; yield its name, exit code and result."""
    running = {}
    for count, (name, work) in enumerate(tasks):
        if len(running) == CORES:
            yield _ended(running)
        said = Path(f"said-{count}.json")
        child = os.fork()
        if not child:
            _do(work, said)
        running[child] = name, said
    while running:
        yield _ended(running)


def _do(work, said):
    code = FAULT
    try:
        said.write_text(json.dumps(work()), encoding="utf-8")
        code = 0
    except BaseException as error:
        print(f"mutants: {error!r}", file=sys.stderr)
    finally:
        os._exit(code)


def _ended(running):
    child, status = os.wait()
    name, said = running.pop(child)
    code = os.waitstatus_to_exitcode(status)
    result = None if code else json.loads(said.read_text(encoding="utf-8"))
    said.unlink(missing_ok=True)
    return name, code, result


def _tell(text):
    print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(ask(*json.load(sys.stdin)))
