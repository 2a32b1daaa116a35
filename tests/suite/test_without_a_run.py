"""The command line without a run: claims, places, an earlier ledger, parts of names."""

import importlib
import json
import subprocess
import sys

import pytest

from atensi.cli import chosen_language, commands
from atensi.judging import ledger as ledgers
from atensi.judging.evidence_places import evidence_places, without_meaning
from atensi.judging.last_run import last_run
from atensi.judging.records import Record
from atensi.judging.registry import CHAPTERS, full_name, proofs
from atensi.work.places import clone
from theory import language as words
from theory.claim import Claim
from theory.language import has_words

HEAVY = ("hypothesis", "jinja2", "matplotlib", "pytest", "scipy")


SAMPLED = {"kind": "statistic", "where": "tests/t.py:1", "false_alarm": 2.0**-30}


@pytest.fixture(autouse=True)
def in_english(monkeypatch):
    monkeypatch.setenv("ATENSI_LANG", "en")


@pytest.fixture
def no_ledger(monkeypatch, tmp_path):
    monkeypatch.setattr(ledgers, "place", lambda: tmp_path / "ledger.json")
    return tmp_path / "ledger.json"


@pytest.fixture
def earlier(no_ledger, book):
    """A ledger that earlier code wrote."""
    ledgers.write(
        book | {"fingerprint": "other", "written": "2026-01-02T03:04:05+00:00"}, no_ledger
    )
    return no_ledger


@pytest.fixture(scope="module")
def book(proof_records):
    return ledgers.build(proof_records, 1, 0.0, "impl")


@pytest.mark.parametrize(
    ("command", "part"),
    [
        ("['list', '--chapter', 'kern']", "not verified  kernel.bisector"),
        ("['show', 'bisector']", "derivation, proofs/kernel/bridge.py:"),
        ("['show', 'kernel']", "kernel-widths"),
    ],
)
def test_commands_that_run_nothing_import_nothing_that_only_a_run_needs(command, part):
    script = f"""if True:
        import sys
        from atensi.cli.commands import main
        from pathlib import Path
        from atensi.judging import ledger
        ledger.place = lambda: Path("no such ledger")
        code = main({command})
        print(sorted(set({HEAVY}) & set(sys.modules)), file=sys.stderr)
        sys.exit(code)
        """
    found = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=clone()
    )
    assert found.returncode == 0, found.stderr
    assert part in found.stdout
    assert found.stderr.splitlines()[-1] == "[]"


def test_the_list_of_a_present_ledger_loads_no_algebra(no_ledger, book):
    ledgers.write(book, no_ledger)
    ledgers.seal(no_ledger)
    script = f"""if True:
        import sys
        from atensi.cli.commands import main
        from pathlib import Path
        from atensi.judging import ledger
        ledger.place = lambda: Path({str(no_ledger)!r})
        code = main(["list"])
        sys.exit(code or "sympy" in sys.modules)
        """
    found = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=clone()
    )
    assert found.returncode == 0, found.stderr
    assert len(found.stdout.splitlines()) == len(book["claims"])


def test_the_list_of_an_earlier_run_prints_no_statement_while_the_theory_is_the_same(
    earlier, book, monkeypatch
):
    with monkeypatch.context() as earlier_code:
        earlier_code.setattr(ledgers, "fingerprint", lambda *read: "other")
        ledgers.seal(earlier)
    monkeypatch.setattr(Claim, "formula", property(lambda claim: pytest.fail("it is printed")))
    shown = {each["id"]: each["verdict"] for each in last_run().lines()}
    assert shown == {each["id"]: each["verdict"] for each in book["claims"]}


def test_evidence_stands_where_its_decorator_does():
    from figures.engine.figure import all_figures
    from tests.helpers.holds import PROPERTIES

    for path in (clone() / "tests" / "properties").glob("test_*.py"):
        importlib.import_module(f"tests.properties.{path.stem}")
    of_statements = ("ill-formed", "transcription", "correction")
    of_claims = [piece for piece in proofs() if piece.kind not in of_statements]
    registered = {(piece.kind, piece.claim, piece.where) for piece in of_claims}
    registered |= {("figure", claim, each.where) for each in all_figures() for claim in each.shows}
    registered |= {(each.kind, claim, each.where) for each in PROPERTIES for claim in each.claims}
    records = [record for chapter in CHAPTERS for record in evidence_places(chapter)]
    places = {(each["kind"], each["claim"], each["where"]) for each in records}
    assert {each for each in places if each[0] != "formal"} == registered


def test_a_theorem_stands_where_it_begins():
    theorems = [each for each in evidence_places("softmax") if each["kind"] == "formal"]
    assert theorems
    for each in theorems:
        path, line = each["where"].split(":")
        text = (clone() / path).read_text(encoding="utf-8").splitlines()
        assert each["theorem"] in text[int(line) - 1]


def test_without_a_ledger_a_page_has_all_but_the_verdict(no_ledger, capsys):
    assert commands.main(["show", "softmax.ratio-of-scores"]) == 0
    page = capsys.readouterr().out
    assert "not verified with the present code: `atensi verify softmax.ratio-of-scores`" in page
    assert "001:42 " in page
    assert "counterexample, proofs/softmax/ratio.py:" in page
    assert "not run" in page
    assert "REFUTED" not in page


def test_an_earlier_ledgers_verdict_is_shown_as_stale(earlier, capsys):
    assert commands.main(["show", "softmax.ratio-of-scores"]) == 0
    page = capsys.readouterr().out
    assert "REFUTED, as of 2026-01-02; the code, or what it runs on, has changed" in page
    assert commands.main(["list", "--verdict", "REFUTED"]) == 0
    out, err = capsys.readouterr()
    assert "REFUTED, stale softmax.ratio-of-scores" in out
    assert "PROVED" not in out
    assert "verdicts as of 2026-01-02" in err


def test_an_earlier_verdict_on_another_statement_is_not_shown(earlier, capsys):
    ledger = json.loads(earlier.read_text(encoding="utf-8"))
    for entry in ledger["claims"]:
        if entry["id"] == "softmax.ratio-of-scores":
            entry["latex"] += " + 1"
    ledgers.write(ledger, earlier)
    assert commands.main(["show", "softmax.ratio-of-scores"]) == 0
    page = capsys.readouterr().out
    assert "not verified with the present code" in page
    assert "REFUTED" not in page


def test_a_ledger_of_another_schema_is_no_ledger(no_ledger, capsys):
    no_ledger.write_text('{"schema": "other"}', encoding="utf-8")
    assert commands.main(["show", "bisector"]) == 0
    assert "not verified with the present code" in capsys.readouterr().out


def test_the_zoo_is_listed_before_anything_is_verified(no_ledger, capsys):
    assert commands.main(["zoo"]) == 0
    out, err = capsys.readouterr()
    assert "gaussian_without_half: the factor one half is missing" in out
    assert "`atensi verify` finds out which claim rejects which specimen" in out
    assert "nothing is verified" in err
    assert commands.main(["zoo", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["smallest_set"] is None


def test_a_derivation_is_checked_before_it_is_printed(no_ledger, monkeypatch, capsys):
    record = Record("softmax.log-odds", "derivation", "p.py:1", "fails", message="no")
    monkeypatch.setattr("atensi.running.proofs.run_proofs", lambda wanted: [record])
    assert commands.main(["show", "log-odds", "--latex"]) == 1
    out, err = capsys.readouterr()
    assert "p.py:1: no" in err
    assert "softmax.log-odds has no derivation" in out


@pytest.mark.parametrize(
    ("name", "meant"),
    [("a.left", "a.left"), ("LEFT", "a.left"), ("right", "b.right"), ("ght-h", "a.right-hand")],
)
def test_a_part_of_a_name_means_the_only_one_that_has_it(name, meant):
    assert full_name("claim", name, ["a.left", "b.right", "a.right-hand"]) == meant


def test_a_part_of_several_names_lists_them():
    with pytest.raises(LookupError, match=r"^claim 'right-' may mean a\.right-hand, b\.right-left"):
        full_name("claim", "right-", ["a.right-hand", "b.right-left", "c.d"])


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "id_ID.UTF-8"}, "id"),
        ({"LANG": "id_ID.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "ko_KR.UTF-8"}, "en"),
        ({"LANG": "en_GB", "ATENSI_LANG": "id"}, "id"),
    ],
)
def test_the_terminal_chooses_the_language_and_the_option_overrules_it(environment, lang):
    assert chosen_language.asked(["list"], environment) == lang
    assert chosen_language.asked(["list", "--lang", "en"], environment) == "en"
    assert chosen_language.asked(["--lang=id", "list"], environment) == "id"


def test_an_unknown_language_is_named(monkeypatch, capsys):
    monkeypatch.setenv("ATENSI_LANG", "xx")
    assert commands.main(["list"]) == 2
    assert "ATENSI_LANG: there is no language 'xx'; known: en, id" in capsys.readouterr().err


class Recorded(dict):
    """A catalogue that remembers which texts it was asked for in vain."""

    def get(self, text, default=None):
        if text not in self:
            self.missing.add(text)
        return super().get(text, default)


def test_the_command_line_speaks_indonesian(earlier, book, monkeypatch, capsys):
    from atensi.cli.summary import print_summary

    catalogue = Recorded(words.catalogue("id"))
    catalogue.missing = set()
    monkeypatch.setattr(words, "catalogue", lambda lang: catalogue)
    for command in (
        "",
        "errata",
        "list",
        "show",
        "verify",
        "figures",
        "certificate",
        "cite",
        "machine",
    ):
        with pytest.raises(SystemExit):
            commands.main([*command.split(), "--lang", "id", "--help"])
    commands.main(["show", "kernel", "--lang", "id"])
    commands.main(["list", "--chapter", "kernel", "--lang", "id"])
    earlier.unlink()
    commands.main(["show", "kernel", "--lang", "id"])
    said = capsys.readouterr().out
    assert "jalankan bukti" in said
    assert "pemakaian: atensi show [-h]" in said
    assert "pemakaian: pemakaian: " not in said
    assert "Teorema:" in said
    sampled = [{**entry, "evidence": [SAMPLED]} for entry in book["claims"]]
    for path in (None, earlier):
        print_summary(book | {"claims": sampled}, ["p.py:1: wrong"], path, "id")
    assert "klaim acak: 1 uji" in capsys.readouterr().out
    from_elsewhere = {book["formal"], *book["seconds"]}  # what other rooms say
    reasons = {
        each.not_checkable
        for each in importlib.import_module("theory.documents.document_statements").STATEMENTS
    }
    missing = catalogue.missing - from_elsewhere - reasons
    assert not [text for text in missing if has_words(text)]


def test_what_has_no_meaning_is_read_from_the_proofs_as_they_register_it():
    assert without_meaning() == {each.claim for each in proofs() if each.kind == "ill-formed"}
