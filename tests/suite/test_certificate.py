"""A certificate names what it certifies, and its check notices each change and repeats the run."""

import copy
import json
import shutil
import subprocess
import sys
import zipfile

import pytest

from atensi.cli import commands
from atensi.judging import ledger as ledgers
from atensi.report import certificate, certificate_archive
from atensi.report.seal import seal
from atensi.work.places import clone

pytestmark = pytest.mark.meta


@pytest.fixture(scope="module")
def archive(published, drawn, tmp_path_factory):
    path = tmp_path_factory.mktemp("certificate") / "atensi.zip"
    return certificate_archive.write(published, drawn[1], str(path))


@pytest.fixture
def again(published, drawn, monkeypatch):
    """Replace the repeated run by a ledger, without its self-checks, and the drawing by a copy."""
    given = {"ledger": copy.deepcopy(published)}

    def draw(names, folder):
        shutil.copytree(drawn[0], folder, dirs_exist_ok=True)
        return 0

    monkeypatch.setattr("atensi.running.whole_run.run", lambda *_, **__: (given["ledger"], []))
    monkeypatch.setattr("atensi.judging.selfcheck.before", list)
    monkeypatch.setattr("atensi.report.drawing.draw", draw)
    return given["ledger"]


def test_it_has_versions_seeds_lock_ledger_figures_and_commands(archive, published, drawn):
    parts = certificate_archive.read(str(archive))
    summary = json.loads(parts["certificate.json"])
    assert json.loads(parts["ledger.json"]) == published
    assert summary["seed"] == published["seed"]
    assert summary["environment"]["numpy"] == published["packages"]["numpy"]
    assert parts["figures.sha256"].count("\n") == len(drawn[1]) > 0
    assert any("verify --seed" in command for command in summary["commands"])
    assert parts["requirements.lock"] == (clone() / "requirements.lock").read_text(encoding="utf-8")


def test_the_same_run_gives_the_same_bytes(archive, published, drawn, tmp_path):
    other = certificate_archive.write(published, drawn[1], str(tmp_path / "other.zip"))
    assert other.read_bytes() == archive.read_bytes()


def test_a_repeated_run_that_agrees_is_said_to_agree(archive, again, capsys):
    for entry in again["claims"]:
        for record in entry["evidence"]:
            record["seconds"] += 1  # the seal does not cover times
    assert commands.main(["certificate", "--check", str(archive)]) == 0
    said = capsys.readouterr().out
    assert "verdicts" in said
    assert f"seal: {seal(again)}, the same here" in said


def test_what_differs_is_said_precisely(archive, again, monkeypatch, capsys):
    by_id = {entry["id"]: entry for entry in again["claims"]}
    by_id["softmax.jacobian"]["verdict"] = "OPEN"
    by_id["softmax.ratio-of-scores"]["evidence"][0]["witness"]["right"] = "2"
    by_id["softmax.log-odds"]["evidence"].pop()
    by_id["lookup.sizes"]["id"] = "lookup.other"
    monkeypatch.setattr(certificate.figure_files, "hashes", lambda folder: {})
    assert commands.main(["certificate", "--check", str(archive)]) == 1
    said = capsys.readouterr().out
    for sentence in (
        "softmax.jacobian: verdict is 'PROVED' there, 'OPEN' here",
        "softmax.ratio-of-scores: counterexample at ",
        "lookup.sizes is certified, but is no claim here",
        "lookup.other is a claim here, but not certified",
        "is missing here",
        "figures/data/temperature.csv: ",
    ):
        assert sentence in said, sentence


def test_a_changed_part_is_refused_before_anything_runs(archive, tmp_path, capsys):
    changed = tmp_path / "changed.zip"
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            new.writestr(
                name, text.replace(b'"REFUTED"', b'"PROVED"') if "ledger" in name else text
            )
    assert commands.main(["certificate", "--check", str(changed)]) == 2
    assert "ledger.json is not the one that was certified" in capsys.readouterr().err


@pytest.mark.parametrize("content", [None, b"no archive"])
def test_what_is_no_certificate_is_refused(content, tmp_path, capsys):
    path = tmp_path / "x.zip"
    if content:
        path.write_bytes(content)
    assert commands.main(["certificate", "--check", str(path)]) == 2
    assert str(path) in capsys.readouterr().err


def test_without_a_ledger_of_the_present_code_there_is_no_report(monkeypatch, capsys):
    monkeypatch.setattr("atensi.judging.ledger.read", lambda path: None)
    assert commands.main(["report"]) == 2
    assert "run `atensi verify` first" in capsys.readouterr().err


SUPPORTED = "softmax.definition"  # a claim with evidence of several kinds


def _words(entry):
    entry["says"]["en"] = "anything at all"


def _formula(entry):
    entry["latex"] = "0 = 1"


def _hypothesis(entry):
    entry["hypotheses"]["h"] = {"en": "n = 1", "id": "n = 1", "means": []}


def _source(entry):
    entry["sources"] = []


def _verdict(entry):
    entry["verdict"] = "SUPPORTED" if entry["verdict"] != "SUPPORTED" else "PROVED"


def _reason(entry):
    entry["because"] = "it is well known"


def _outcome(entry):
    entry["evidence"][0]["outcome"] = "fails"


def _evidence(entry):
    entry["evidence"].append(
        {**entry["evidence"][0], "where": "proofs/softmax/weights.py:1", "outcome": "holds"}
    )


OF_WORDS = (_words, _formula, _hypothesis, _source, _verdict, _reason, _outcome)


@pytest.fixture
def forged(published):
    """Return a function that forges a copy of the ledger, and says what it found before."""

    def made(forgery):
        ledger = copy.deepcopy(published)
        forgery(next(entry for entry in ledger["claims"] if entry["id"] == SUPPORTED))
        assert ledger != published
        return ledger

    return made


@pytest.mark.parametrize("forgery", OF_WORDS)
def test_a_ledger_that_says_what_the_code_does_not_is_refused(forgery, forged, tmp_path):
    path = tmp_path / "ledger.json"
    ledgers.write(forged(forgery), path)
    with pytest.raises(ledgers.EditedError, match=SUPPORTED):
        ledgers.read(path)


def test_a_ledger_that_nobody_edited_is_read(published, tmp_path):
    path = tmp_path / "ledger.json"
    ledgers.write(published, path)
    assert ledgers.read(path) == published


@pytest.mark.parametrize("forgery", [*OF_WORDS, _evidence])
def test_a_forged_certificate_is_noticed_by_running_again(
    forgery, forged, again, drawn, tmp_path, capsys
):
    path = certificate_archive.write(forged(forgery), drawn[1], str(tmp_path / "forged.zip"))
    assert commands.main(["certificate", "--check", str(path)]) == 1
    said = capsys.readouterr().out
    assert f"DIFFERS  {SUPPORTED}: " in said
    assert "the same here" not in said


@pytest.mark.parametrize("forgery", [*OF_WORDS, _evidence])
def test_no_forged_ledger_is_certified(forgery, forged, again, published, tmp_path, monkeypatch):
    place = tmp_path / "build" / "ledger.json"
    ledgers.write(forged(forgery), place)
    monkeypatch.setattr(ledgers, "place", lambda: place)
    assert commands.main(["certificate", "--output", str(tmp_path / "made.zip")]) == 0
    parts = certificate_archive.read(str(tmp_path / "made.zip"))
    assert json.loads(parts["ledger.json"]) == published
    assert json.loads(parts["certificate.json"])["seal"] == seal(published)


def test_what_the_summary_copies_is_that_of_the_ledger(archive, tmp_path):
    parts = certificate_archive.read(str(archive))
    summary = json.loads(parts["certificate.json"])
    for key, value in {"seal": "0" * 64, "totals": {"PROVED": 999}, "seed": 7}.items():
        path = tmp_path / f"{key}.zip"
        changed = parts | {"certificate.json": json.dumps(summary | {key: value})}
        with zipfile.ZipFile(path, "w") as other:
            for name, text in changed.items():
                other.writestr(name, text)
        with pytest.raises(
            certificate_archive.CertificateError, match=f"its {key} is not that of its"
        ):
            certificate_archive.read(str(path))


def test_the_citation_file_is_valid_by_its_schema():
    path = clone() / "CITATION.cff"
    if not path.exists():
        pytest.skip("no CITATION.cff beside an installed tool")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema"]
    valid = subprocess.run(
        [*command, "vendor.citation-file-format", str(path)], capture_output=True, text=True
    )
    assert valid.returncode == 0, valid.stdout + valid.stderr


def test_a_broken_citation_file_is_refused(tmp_path):
    text = "cff-version: 1.2.0\nmessage: m\ntitle: t\nauthors: nobody\n"
    (tmp_path / "CITATION.cff").write_text(text)
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema"]
    path = str(tmp_path / "CITATION.cff")
    ran = subprocess.run([*command, "vendor.citation-file-format", path], capture_output=True)
    assert ran.returncode == 1
