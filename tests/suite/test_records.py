"""A record survives the way to JSON and back, and each property keeps its own rejections."""

import itertools
import json
from dataclasses import replace

import pytest

from atensi.judging import ledger
from atensi.judging.kinds import DETAILS, KINDS
from atensi.judging.outcomes import Drawn, Held, Sampled, Theorem
from atensi.judging.records import Record, as_json, from_json
from atensi.running.whole_run import with_rejects
from proofs.engine.findings import (
    Compared,
    Corrected,
    Derived,
    Malformed,
    Measured,
    Met,
    Ran,
    Sized,
    Transcribed,
    Witnessed,
)
from theory.language import is_translated, languages

FOUND = {
    "derivation": Derived("a = b", "=", [{"relation": "", "latex": "a", "reason": ""}], [], ["h"]),
    "formal": Theorem("t", "1 = 1", 2, "no axioms", recorded="1a2b"),
    "sizes": Sized({"Q K": {"shape": "(n, m)"}}),
    "general run": Ran("x = x", "=", [], [], [], gives=["x"], compared=24, refuses=["f: x"]),
    "formed": Sized({"Q K": {"shape": "(n, m)"}}),
    "exact run": Compared(["n = 2"], 4),
    "exhaustive": Measured({"float16, here": {"floats": "31744"}}),
    "property": Held("tests/a.py::test_x", "tests/a.py::test_x", 100, 0.5, ["wrong"], ["dot"]),
    "statistic": Sampled(
        "t", false_alarm=1e-8, miss=1e-4, means=["= 1 (± 0.1)"], duties=[0], seed=0
    ),
    "inhabited": Met({"x": "(1, 2)"}),
    "counterexample": Witnessed({"op": "=", "left": "1", "right": "2"}),
    "necessity": Witnessed({"op": "≤", "left": "3", "right": "2"}),
    "ill-formed": Malformed("sizes differ", "TermError: n is not m", "x = y"),
    "transcription": Transcribed("softmax.definition", ["x = y"], ["a → b"]),
    "correction": Corrected("softmax.definition", ["a = b"], ["x = y"]),
    "figure": Drawn("temperature", 3, 40),
}


def test_each_kind_of_evidence_is_in_the_table():
    assert {kind: type(found) for kind, found in FOUND.items()} == {
        name: kind.finds for name, kind in KINDS.items()
    }


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_says_the_same_in_json(kind):
    record = Record("c.a", kind, "f.py:1", seconds=1.5, hypothesis="h", finding=FOUND[kind])
    assert from_json(json.loads(json.dumps(as_json(record)))) == record
    failed = replace(record, outcome="fails", message="why", finding=None)
    assert from_json(as_json(failed)) == failed


def test_what_is_empty_is_left_out_and_the_sizes_all_are_said():
    entry = as_json(Record("c.a", "derivation", "f.py:1", finding=FOUND["derivation"]))
    assert entry["sizes"] == "all"
    assert "hypothesis" not in entry
    assert entry["message"] == ""


@pytest.mark.parametrize("lang", languages())
def test_each_language_has_words_for_each_kind(lang):
    texts = [text for kind in KINDS.values() for text in (kind.name, kind.noun, kind.shows)]
    assert [text for text in (*texts, *DETAILS.values()) if not is_translated(text, lang)] == []


def _property(file, outcome="holds"):
    place = f"tests/{file}.py::test_x"
    return Record("c.a", "property", f"tests/{file}.py:1", outcome, finding=Held(place, place, 9))


def _tried(file, *rejects):
    zoo = Held("tests/zoo.py::test_a", f"tests/{file}.py::test_x", rejects=rejects)
    outcome = "holds" if rejects else "fails"
    return Record("c.a", "zoo", "tests/zoo.py:1", outcome, finding=zoo)


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_two_properties_of_one_name_keep_their_own_rejections(order):
    tests = [_property("a"), _property("b"), _tried("a", "naive"), _tried("b")]
    found = {each.where: each for each in with_rejects([tests[place] for place in order])}
    assert found["tests/a.py:1"].finding.rejects == ("naive",)
    assert found["tests/a.py:1"].outcome == "holds"
    assert found["tests/b.py:1"].finding.rejects == ()
    assert found["tests/b.py:1"].outcome == "fails"
    assert found["tests/zoo.py:1"].outcome == "fails"


def test_a_second_look_adds_to_what_a_property_rejects():
    tests = [_property("a"), _tried("a", "naive", "cut"), _tried("a", "rare", "cut")]
    (found,) = with_rejects(tests)
    assert found.finding.rejects == ("naive", "cut", "rare")


def test_only_what_ran_here_counts_as_work():
    checked = Record(
        "softmax.log-odds", "formal", "a.v:1", seconds=5, finding=Theorem("t", "", 1, [])
    )
    elsewhere = replace(checked, seconds=7, finding=FOUND["formal"])
    unread = replace(checked, seconds=9, outcome="not run here")
    seconds = ledger.build([checked, elsewhere, unread], 1, 1.0, "impl")["seconds"]
    assert seconds == {"total": 1.0, "formal": 5}
    assert ledger.build([elsewhere], 1, 1.0, "impl")["seconds"] == {"total": 1.0}


def test_a_ledger_of_recorded_theorems_says_that_the_checker_did_not_run():
    said = ledger.build([Record("c.a", "formal", "a.v:1", finding=FOUND["formal"])], 1, 1.0, "impl")
    assert said["formal"].startswith("not run here: ")
