"""While the environment is set up the checker reads ahead: nothing generated, and not for long."""

import os
import subprocess
import sys
import time
from signal import SIGTERM

import pytest

from atensi.formal import built
from atensi.formal.ahead import ahead
from atensi.formal.checker import build, coqc
from atensi.work.places import clone

pytestmark = pytest.mark.meta
SOURCES = {
    "base": "Definition a := 1.\n",
    "upon": "From atensi Require Import base.\n",
    "said_of": "From atensi Require Import upon.\nTheorem none_0 : said.\n",
    "last": "From atensi Require Import said_of.\n",
}


@pytest.fixture
def sources(tmp_path):
    """Return a folder of sources, one of which has a statement still to be put there."""
    if coqc() is None:
        pytest.skip("coqc is not installed")
    folder = tmp_path / "sources"
    folder.mkdir()
    for file, text in SOURCES.items():
        (folder / f"{file}.v").write_text(text, encoding="utf-8")
    return folder


def test_what_rests_on_no_statement_is_compiled_and_taken(sources, tmp_path):
    ahead(lambda: True, sources, tmp_path / "kept")
    assert built.take(sources, tmp_path / "kept") == {"base", "upon"}
    (sources / "upon.v").write_text("From atensi Require Import base.\nDefinition b := a.\n")
    assert build(sources, {"upon"}, lambda _: None) == {}


def test_what_stands_is_left_as_it_is(sources, tmp_path):
    kept = tmp_path / "kept"
    ahead(lambda: True, sources, kept)
    (kept / "said_of.vo").write_text("of an earlier run")
    ahead(lambda: True, sources, kept)
    assert (kept / "said_of.vo").exists()


def test_it_stops_once_nobody_waits(sources, tmp_path):
    ahead(lambda: False, sources, tmp_path / "kept")  # after its first file
    assert built.take(sources, tmp_path / "kept") == {"base"}


WAITS = """
import sys, time
import atensi.formal.ahead as it

def ahead(goes_on):
    while goes_on():
        time.sleep(0.05)

it.coqc, it.ahead = lambda: "coqc", ahead
it.main(int(sys.argv[1]))
"""


def test_it_ends_with_the_shell_that_started_it():
    """Nothing is left behind where the installer is done, or is interrupted."""
    shell = f'"{sys.executable}" -c "$WAITS" $$ >/dev/null & echo $!'
    told = subprocess.run(
        ["sh", "-c", shell], cwd=clone(), env=os.environ | {"WAITS": WAITS},
        stdout=subprocess.PIPE, text=True, check=True, timeout=60,
    )  # fmt: skip
    process, until = int(told.stdout), time.monotonic() + 60
    while _runs(process):
        if time.monotonic() > until:
            os.kill(process, SIGTERM)
            pytest.fail("it goes on")
        time.sleep(0.05)


def _runs(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
