"""An interrupt ends with 130 and writes nothing, whenever it comes."""

import os
import signal
import subprocess
import sys
import time

import pytest

from atensi.judging import ledger
from atensi.work.places import clone


@pytest.mark.parametrize("seconds", [2, 4])  # while it starts its pool, while it works
def test_an_interrupt_ends_with_130_and_writes_nothing(seconds):
    before = ledger.place().stat().st_mtime_ns if ledger.place().exists() else None
    with subprocess.Popen(
        [sys.executable, "-m", "atensi", "verify", "--fresh"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=clone(),
        # A background job ignores interrupts, and so do the processes that it starts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:  # fmt: skip
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        try:
            _, error = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130, error
    assert "interrupted; nothing was written" in error
    after = ledger.place().stat().st_mtime_ns if ledger.place().exists() else None
    assert before == after


def listing(folder):
    """Run `atensi list` as a shell would, with the folder's `sitecustomize` before it."""
    return subprocess.run(
        [sys.executable, "-m", "atensi", "list"],
        env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{clone()}"},
        capture_output=True, text=True, timeout=60,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("module", "first"),
    [
        ("theory.claim", ""),
        ("atensi.judging.ledger", ""),
        ("sympy.functions", "import atensi.cli.claim_lists\n"
         "atensi.cli.claim_lists.list_claims = lambda arguments: __import__('sympy') and 0\n"),
    ],
)  # fmt: skip
def test_an_interrupt_while_it_loads_ends_with_130(module, first, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        f"{first}import signal, sys\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}: signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupting())\n"
    )
    listed = listing(tmp_path)
    assert listed.returncode == 130, listed.stderr
    assert listed.stderr == "\natensi: interrupted; nothing was written\n"


def test_an_interrupt_in_an_exec_ends_with_130(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import atensi.cli.claim_lists\n"
        "atensi.cli.claim_lists.list_claims = lambda arguments: exec('raise KeyboardInterrupt')\n"
    )
    listed = listing(tmp_path)
    assert listed.returncode == 130, listed.stderr


@pytest.mark.parametrize("made_of_it", ["pass", "raise ImportError"])
def test_an_interrupt_that_a_library_swallows_ends_with_130(made_of_it, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import atensi.cli.claim_lists, atensi.work.progress, signal\n"
        "def work(arguments):\n"
        "    progress = atensi.work.progress.Progress('work', 2)\n"
        "    try: signal.raise_signal(signal.SIGINT)\n"
        f"    except: {made_of_it}\n"
        "    progress.step()\n"
        "    return 0\n"
        "atensi.cli.claim_lists.list_claims = work\n"
    )
    worked = listing(tmp_path)
    assert worked.returncode == 130, worked.stderr
    assert "interrupted; nothing was written" in worked.stderr
