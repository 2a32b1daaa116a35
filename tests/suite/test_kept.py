"""Evidence is taken from an earlier run only while its key is the same, and only if it held."""

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest

from atensi.judging.records import Record, as_json, from_json
from atensi.judging.registry import claims
from atensi.running import properties, whole_run
from atensi.running.figures import run_figures
from atensi.running.kept import Kept
from atensi.running.proofs import run_proofs
from atensi.work import reach
from tests import conftest

pytestmark = pytest.mark.meta
HELD = Record("a.claim", "derivation", "proofs/a.py:1")


def jobs(*records):
    """Return a function that makes records, and the list of the jobs that it was asked for."""
    asked = []

    def made(due):
        asked.extend(due)
        return ((job, [records[job]]) for job in due)

    return made, asked


def test_a_job_is_taken_while_its_key_is_the_same():
    kept, (made, asked) = Kept(now="then"), jobs(HELD, HELD)
    assert kept.complete(["one", "two"], ["1", "2"], made) == [[HELD], [HELD]]
    again = Kept(kept.entries).complete(["one", "two"], ["1", "changed"], made)
    assert again == [[replace(HELD, since="then")], [HELD]]
    assert asked == [0, 1, 1]
    fresh = Kept(kept.entries, fresh=True)
    assert fresh.complete(["one"], ["1"], made) == [[HELD]]
    assert asked == [0, 1, 1, 0] and kept.entries.keys() == {"one", "two"}


def test_what_fails_is_not_kept():
    kept, (made, asked) = Kept(), jobs(replace(HELD, outcome="fails"))
    for _ in range(2):
        assert kept.complete(["one"], ["1"], made)[0][0].outcome == "fails"
    assert asked == [0, 0] and not kept.entries


def test_what_was_made_before_an_interrupt_is_kept(tmp_path):
    def interrupted(due):
        yield due[0], [HELD]
        raise KeyboardInterrupt

    kept = Kept(place=tmp_path / "evidence.json")
    with pytest.raises(KeyboardInterrupt):
        kept.complete(["one", "two"], ["1", "2"], interrupted)
    assert list(json.loads(kept.place.read_text(encoding="utf-8"))) == ["one"]


def test_what_was_made_while_files_changed_is_not_kept(tmp_path, monkeypatch):
    """The key says what a file was as the run began, and the run may have read it later."""
    files = {"impl/a.py": "1", "impl/b.py": "1"}
    monkeypatch.setattr(reach, "at_present", lambda: dict(files))
    kept = Kept({"earlier": {"key": "1", "since": "then", "records": []}}, tmp_path / "e.json",
                now="now", before=dict(files))  # fmt: skip
    kept.keep("later", "1", [])
    kept.write()
    assert kept.entries.keys() == {"earlier", "later"}
    files["impl/b.py"] = "2"
    assert reach.changed_since(kept.before) == ["impl/b.py"]
    kept.write()
    assert [*json.loads(kept.place.read_text(encoding="utf-8"))] == ["earlier"]


def test_a_whole_run_counts_nothing_if_a_file_changed_meanwhile(monkeypatch):
    seen = iter([{"impl/a.py": "1"}, {"impl/a.py": "2"}])
    monkeypatch.setattr(reach, "at_present", lambda: next(seen))
    with pytest.raises(RuntimeError, match="changed while the evidence ran"):
        whole_run.run(["softmax.log-odds"], seed=1, here=False)


def test_a_run_that_writes_another_ledger_ends_the_one_that_stood(tmp_path):
    """Else `verify` would print the ledger of another subject, and say that nothing is wrong."""
    kept = Kept(place=tmp_path / "evidence.json")
    kept.keep("the whole run", "of impl", [])
    kept.forget("the whole run")
    assert kept.take("the whole run", "of impl") is None
    assert json.loads(kept.place.read_text(encoding="utf-8")) == {}


def test_every_record_of_the_ledger_comes_back_as_it_was(published):
    for entry in published["claims"]:
        for record in entry["evidence"]:
            assert as_json(from_json(record | {"claim": entry["id"]})) == record


def test_proofs_and_figures_that_ran_once_do_not_run_again(capsys):
    kept, wanted = Kept(now="then"), {each.id for each in claims() if each.chapter == "bert"}
    first = run_proofs(wanted, kept) + run_figures(wanted, kept)
    assert "proofs and witnesses, on" in capsys.readouterr().err
    again = run_proofs(wanted, kept) + run_figures(wanted, kept)
    assert "proofs and witnesses, on" not in capsys.readouterr().err
    assert [as_json(replace(each, since="")) for each in again] == list(map(as_json, first))
    assert {each.since for each in again} == {"then"}
    assert not any(each.ran for each in again)


def test_tests_leave_out_the_properties_that_stand_if_they_are_asked_to(monkeypatch):
    stands, due = "tests/properties/test_alibi.py", "tests/properties/test_apart.py"
    kept = Kept(now="then")
    kept.keep(stands, properties._key(stands), [HELD])
    kept.keep(due, "of other code", [HELD])
    assert properties.standing(kept) == {stands: "then"}
    assert not properties.standing(Kept(kept.entries, fresh=True))

    monkeypatch.setattr(conftest, "_standing", lambda config: properties.standing(kept))
    test = lambda file, *claims: SimpleNamespace(
        nodeid=f"{file}::it", iter_markers=lambda name: [SimpleNamespace(args=[c]) for c in claims]
    )
    all_of_them = [test(stands, "a.claim"), test(stands), test(due, "a.claim")]
    for asked, left in ((False, all_of_them), (True, all_of_them[1:])):
        chosen = {"claims": "", "of": "", "skipped_in": "", "due": asked}
        config = SimpleNamespace(
            getoption=lambda name, chosen=chosen: chosen[name.lstrip("-").replace("-", "_")],
            hook=SimpleNamespace(pytest_deselected=lambda items: None),
        )
        conftest.pytest_collection_modifyitems(config, items := [*all_of_them])
        assert items == left
