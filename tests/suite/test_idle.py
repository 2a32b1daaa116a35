"""A command that runs in idle time has the least priority, and ends with the block it is beside."""

import fcntl
import os
import sys
import time
from pathlib import Path

import pytest

from atensi.work.idle import LEAST, in_idle_time

LOCKS = """
import fcntl, os, subprocess, sys, time
file = open(sys.argv[1], "w")
fcntl.flock(file, fcntl.LOCK_EX)
waits = [sys.executable, "-c", "import time; time.sleep(600)"]
subprocess.Popen(waits, pass_fds=[file.fileno()])  # holds the lock as long as it runs
print(os.getpid(), os.getcwd(), file=file, flush=True)
time.sleep(600)
"""


def _soon(asked):
    """Return what is asked for once it is there."""
    until = time.monotonic() + 60
    while not (found := asked()):
        assert time.monotonic() < until, "it does not come"
        time.sleep(0.05)
    return found


def _is_free(path):
    """Say whether no process holds the lock any more."""
    with path.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


@pytest.mark.parametrize("fails", [False, True], ids=["ends", "fails"])
def test_a_command_has_the_least_priority_and_ends_with_the_block(tmp_path, fails):
    path, ours = tmp_path / "lock", os.getpriority(os.PRIO_PROCESS, 0)
    try:
        with in_idle_time([sys.executable, "-c", LOCKS, str(path)], tmp_path):
            process, folder = _soon(lambda: path.exists() and path.read_text()).split()
            assert Path(folder) == tmp_path.resolve()
            assert os.getpriority(os.PRIO_PROCESS, int(process)) == LEAST
            assert os.getpriority(os.PRIO_PROCESS, 0) == ours and not _is_free(path)
            if fails:
                raise KeyError
    except KeyError:
        assert fails
    _soon(lambda: _is_free(path))


def test_a_command_that_has_ended_by_itself_is_no_error(tmp_path):
    with in_idle_time([sys.executable, "-c", "print('x' * 10**6)"], tmp_path):
        time.sleep(1)
