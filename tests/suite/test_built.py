"""What an earlier build compiled is taken while the file, what it needs and Coq are the same."""

import os
import shutil

import pytest

from atensi.formal import built, checker
from atensi.formal.checker import build, coqc

pytestmark = pytest.mark.meta
SOURCES = {"base": "Definition a := 1.\n", "upon": "From atensi Require Import base.\n",
           "beside": "Definition b := 2.\n"}  # fmt: skip


@pytest.fixture
def compiled(tmp_path):
    """Return a function that lays out the sources with some changed, and the folder kept."""
    if coqc() is None:
        pytest.skip("coqc is not installed")
    kept, number = tmp_path / "kept", iter(range(9))

    def lay_out(**changed):
        fresh = tmp_path / f"fresh{next(number)}"
        fresh.mkdir()
        for file, text in (SOURCES | changed).items():
            (fresh / f"{file}.v").write_text(text, encoding="utf-8")
        return fresh

    fresh = lay_out()
    assert build(fresh, set(SOURCES), lambda _: None) == {}
    built.keep(fresh, kept)
    return lay_out, kept


def test_an_unchanged_file_is_taken_and_compiles_what_rests_on_it(compiled):
    lay_out, kept = compiled
    fresh = lay_out(upon=SOURCES["upon"] + "Definition c := a.\n")
    assert built.take(fresh, kept) == {"base", "beside"}
    assert build(fresh, {"upon"}, lambda _: None) == {}


def test_what_rests_on_a_changed_file_is_not_taken(compiled):
    lay_out, kept = compiled
    fresh = lay_out(base="Definition a := 3.\n")
    assert built.take(fresh, kept) == {"beside"}
    shutil.copy(kept / "upon.vo", fresh)  # if it were, the checker would refuse it
    assert build(fresh, {"base"}, lambda _: None) == {}
    (fresh / "last.v").write_text("From atensi Require Import upon.\n", encoding="utf-8")
    assert "inconsistent assumptions" in build(fresh, {"last"}, lambda _: None)["last"]


def test_nothing_is_taken_of_another_checker(compiled):
    lay_out, kept = compiled
    (kept / built.CHECKER).write_text("another", encoding="utf-8")
    assert built.take(lay_out(), kept) == set()


def test_other_libraries_are_another_checker(tmp_path, monkeypatch):
    """Their upgrade leaves its version as it is; the new lemmas have the old names."""
    program, library = tmp_path / "coqc", tmp_path / "user-contrib" / "ring.vo"
    program.write_text(f"#!/bin/sh\n[ $1 = -where ] && echo {tmp_path} || echo version 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    library.parent.mkdir()
    found = []
    for text in ("short", "short", "longer"):
        library.write_text(text)
        found.append(checker.installed())
    assert found[0] == found[1] != found[2] and found[2].startswith("version 1 ")
