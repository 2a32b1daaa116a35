"""Work for which there is time where a core has nothing else to do."""

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from signal import SIGTERM

LEAST = 19  # of the priorities of POSIX


@contextmanager
def in_idle_time(command: Sequence[str], folder: Path) -> Iterator[None]:
    """Let a command run in a folder where no core has other work; it ends where the block ends.

    What it says is not heard. Whoever needs all that it makes makes the rest.
    """
    process = subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        process_group=0,  # not a session, among which Linux shares a core whatever the priorities
    )
    try:
        with suppress(ProcessLookupError):  # it may have ended
            os.setpriority(os.PRIO_PROCESS, process.pid, LEAST)
        yield
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, SIGTERM)
        process.wait()
