"""The project is in order: one version everywhere, valid files for tools, working parts of CI."""

import os
import subprocess
import sys
import tomllib

import pytest

from atensi import __version__
from atensi.judging.records import Record
from atensi.judging.registry import claims, proofs
from atensi.running import chapter
from atensi.work.places import clone
from tests.helpers import never_ran

pytestmark = [
    pytest.mark.meta,
    pytest.mark.skipif(not (clone() / ".git").exists(), reason="no clone beside an installed tool"),
]
TESTS = """
import os, pytest
@pytest.mark.skipif("HERE" in os.environ, reason="not here")
def test_there(): pass
@pytest.mark.skipif("HERE" not in os.environ, reason="not there")
def test_here(): pass
@pytest.mark.skip(reason="never mind")
def test_nowhere(): pass
@pytest.mark.xfail(reason="not yet")
def test_that_fails_as_expected(): assert False
"""


def said(*words):
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=clone(), capture_output=True, text=True
    )


def test_the_version_is_the_same_everywhere():
    found = said("hatchling", "metadata", "version")
    assert found.stdout.strip() == __version__, found.stderr
    assert f"version: {__version__}\n" in (clone() / "CITATION.cff").read_text(encoding="utf-8")
    assert f"## {__version__}\n" in (clone() / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_packages_that_mypy_checks_whole_say_that_they_are_typed():
    project = tomllib.loads((clone() / "pyproject.toml").read_text(encoding="utf-8"))
    typed = {path.parent.name for path in clone().glob("*/py.typed")}
    assert typed == {name for name in project["tool"]["mypy"]["packages"] if "." not in name}


def test_the_workflow_is_valid_by_its_schema():
    path = clone() / ".github" / "workflows" / "ci.yml"
    schema = ["--builtin-schema", "vendor.github-workflows"]
    valid = said("check_jsonschema", *schema, str(path))
    assert valid.returncode == 0, valid.stdout + valid.stderr


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ran")
    (folder / "test_some.py").write_text(TESTS)
    for place in ("here", "there"):
        subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", f"--junit-xml={place}.xml"],
            cwd=folder, env=os.environ | ({"HERE": "1"} if place == "here" else {}), check=True,
        )  # fmt: skip
    return [folder / "here.xml", folder / "there.xml"]


def test_a_test_that_runs_nowhere_is_named(reports, capsys):
    assert never_ran.main(reports, {}) == 1
    text = capsys.readouterr().out
    assert "never ran: test_some::test_nowhere (never mind): no reason is listed" in text
    assert "4 tests; 1 ran nowhere, 1 without a reason" in text


def test_a_run_of_its_own_or_a_reason_suffices(reports):
    assert never_ran.main(reports[:1], {"test_some::test_nowhere": "Because."}) == 1
    assert never_ran.main(reports, {"test_some::test_nowhere": "Because."}) == 0


def test_a_reason_for_a_test_that_is_gone_is_refused(reports, capsys):
    listed = dict.fromkeys(["test_some::test_nowhere", "test_some::test_gone"], "Because.")
    assert never_ran.main(reports, listed) == 1
    assert "listed, but no test: test_some::test_gone" in capsys.readouterr().out


def test_every_listed_reason_is_a_sentence():
    assert all(reason.endswith(".") for reason in never_ran.reasons().values())


def test_the_proofs_of_a_claim_run_alone(capsys):
    assert chapter.main(["softmax.log-odds"]) == 0
    (log_odds,) = (each for each in claims() if each.id == "softmax.log-odds")
    own = {log_odds.id, *log_odds.sources, *log_odds.answers}  # and the formulas of its lines
    every = sum(piece.claim in own for piece in proofs())
    assert capsys.readouterr().out == f"{every} of {every} proofs and witnesses hold\n"


def test_a_proof_that_fails_is_named(monkeypatch, capsys):
    record = Record("a.b", "derivation", "proofs/a.py:1", "fails", message="it does not close")
    monkeypatch.setattr(chapter, "run_proofs", lambda wanted: [record])
    assert chapter.main(["softmax.log-odds"]) == 1
    assert "proofs/a.py:1: a.b: it does not close" in capsys.readouterr().out
