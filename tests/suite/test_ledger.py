"""The ledger: what it promises, and what is found when a hand has been at it."""

import copy
from pathlib import Path

import pytest

from atensi.cli import commands
from atensi.judging import ledger
from atensi.work.places import clone
from theory.language import languages

pytestmark = pytest.mark.usefixtures("in_english")


def test_a_ledger_has_what_it_promises(book):
    entry = next(e for e in book["claims"] if e["id"] == "lookup.table-is-a-set")
    assert set(entry) >= {
        "id", "chapter", "verdict", "scope", "says", "latex", "sources", "hypotheses",
        "builds_on", "repairs", "evidence",
    }  # fmt: skip
    assert set(entry["says"]) == set(languages())
    assert entry["sources"][0]["document"] == "001"
    assert entry["sources"][0]["lines"] == "12"
    (witness,) = entry["evidence"]
    assert witness["kind"] == "counterexample"
    assert witness["where"].startswith("proofs/lookup/mean.py:")
    assert witness["witness"]["left"] == "1/3"


def test_every_place_that_the_ledger_names_exists(book):
    root = clone()
    for entry in book["claims"]:
        for place in (entry["where"], *(record["where"] for record in entry["evidence"])):
            path, line = place.rsplit(":", 1)
            assert int(line) <= len((root / path).read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("sealed", [False, True])
def test_a_verdict_edited_by_hand_is_named_with_its_line(tmp_path, book, sealed):
    path = tmp_path / "ledger.json"
    ledger.write(book, path)
    if sealed:
        ledger.seal(path)
    assert ledger.edited(path) == []
    text = path.read_text(encoding="utf-8")
    place = text.index('"verdict": "REFUTED"')
    name = next(each["id"] for each in book["claims"] if each["verdict"] == "REFUTED")
    path.write_text(text[:place] + text[place:].replace("REFUTED", "PROVED", 1), encoding="utf-8")
    (sentence,) = ledger.edited(path)
    assert f"ledger.json:{text.count(chr(10), 0, place) + 1}: {name}" in sentence
    assert "is called PROVED, but its evidence gives REFUTED" in sentence


def test_show_derives_what_it_shows_whoever_sealed_the_ledger(tmp_path, book, monkeypatch, capsys):
    path, forged = tmp_path / "ledger.json", copy.deepcopy(book)
    monkeypatch.setattr(ledger, "place", lambda: path)
    name = "softmax.ratio-of-scores"
    entry = next(each for each in forged["claims"] if each["id"] == name)
    entry |= {"verdict": "PROVED"}
    ledger.write(forged, path)
    ledger.seal(path)  # as anybody can
    assert commands.main(["show", name]) == 2
    said = capsys.readouterr()
    assert "is called PROVED, but its evidence gives REFUTED" in said.err and not said.out
    entry |= {"verdict": "REFUTED", "says": {"en": "Always.", "id": "Selalu."}}
    ledger.write(forged, path)
    ledger.seal(path)
    assert commands.main(["show", name]) == 2
    assert "its 'says' is not as in theory/softmax/said.py" in capsys.readouterr().err


def test_a_sealed_ledger_is_read_at_once_while_the_code_is_the_same(tmp_path, book, monkeypatch):
    path, derived = tmp_path / "ledger.json", []
    ledger.write(book, path)
    ledger.seal(path)
    monkeypatch.setattr(ledger, "deviations", lambda book: derived.append(book) or [])
    assert ledger.read(path) == book and not derived
    with monkeypatch.context() as upgraded:
        upgraded.setattr(ledger, "version", lambda name: "another")
        assert ledger.read(path) is None and not derived
    monkeypatch.setattr(ledger, "fingerprint", lambda: "of other code")
    assert ledger.read(path) is None and not derived


def test_an_interrupted_write_leaves_the_old_ledger_and_no_other_file(tmp_path, monkeypatch):
    path = tmp_path / "ledger.json"
    path.write_text("old")

    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        ledger.write({}, path)
    assert [each.name for each in tmp_path.iterdir()] == ["ledger.json"]
    assert path.read_text() == "old"
