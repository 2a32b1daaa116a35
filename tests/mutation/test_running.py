"""What becomes of a mutant: killed by a test, endless, survived, or reached by no test."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

running = pytest.importorskip("tests.mutation.running", reason="mutants are tried in forks")
pytestmark = [
    pytest.mark.meta,
    pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning"),
]


@dataclass
class Test:
    """A test that notes in a file that it ran on a mutant, and fails on some."""

    __test__ = False
    nodeid: str
    notes: object
    fails: Callable = lambda mutant: False
    session: object = field(default_factory=lambda: SimpleNamespace(testsfailed=0))

    @property
    def config(self):
        return SimpleNamespace(hook=SimpleNamespace(pytest_runtest_protocol=self._run))

    def _run(self, item, nextitem):
        mutant = os.environ["MUTANT_UNDER_TEST"]
        with self.notes.open("a") as notes:
            notes.write(f"{self.nodeid} {mutant}\n")
        self.session.testsfailed += self.fails(mutant)


@pytest.fixture
def fates(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(running, "CORES", 1)  # so that the first mutant is over before the second
    notes = tmp_path / "notes"

    def called(names, *tests):
        items = [Test(name, notes, fails) for name, _, fails in tests]
        reached = {name: (seconds, ["impl.a.x_f"]) for name, seconds, _ in tests}
        found = list(running._fates(names, items, reached))
        return found, notes.read_text().splitlines() if notes.exists() else []

    return called


FIRST, SECOND = "impl.a.x_f__mutmut_1", "impl.a.x_f__mutmut_2"


def test_the_first_test_that_fails_kills_and_none_runs_after_it(fates):
    quick, slow = ("quick", 0.1, lambda mutant: True), ("slow", 9.0, lambda mutant: True)
    found, ran = fates([FIRST], slow, quick)
    assert found == [(FIRST, "killed", "quick")]
    assert ran == [f"quick {FIRST}"]


def test_what_killed_one_mutant_is_tried_first_on_the_next_one_of_the_function(fates):
    quick, slow = ("quick", 0.1, lambda mutant: False), ("slow", 9.0, lambda mutant: True)
    found, ran = fates([FIRST, SECOND], quick, slow)
    assert [fate for _, fate, _ in found] == ["killed", "killed"]
    assert ran == [f"quick {FIRST}", f"slow {FIRST}", f"slow {SECOND}"]


def test_a_mutant_that_no_test_fails_on_has_survived_and_one_of_another_function_is_unseen(fates):
    found, ran = fates([FIRST, "impl.a.x_g__mutmut_1"], ("one", 0.1, lambda mutant: False))
    assert sorted(found) == [(FIRST, "survived", None), ("impl.a.x_g__mutmut_1", "unseen", None)]
    assert ran == [f"one {FIRST}"]


def test_a_mutant_that_leaves_no_report_is_killed_and_a_fault_of_ours_is_none(fates, monkeypatch):
    def breaks(mutant):
        raise KeyboardInterrupt

    assert fates([FIRST], ("one", 0.1, breaks))[0] == [(FIRST, "killed", "one")]
    monkeypatch.setattr(running, "_killer", lambda *given: {}["no test"])
    with pytest.raises(pytest.UsageError, match="could not be tried"):
        fates([FIRST], ("one", 0.1, breaks))


def test_an_endless_loop_ends_and_is_told_from_a_death(fates, monkeypatch):
    def endless(mutant):
        while mutant == FIRST:
            pass
        os._exit(139)

    monkeypatch.setattr(running, "PATIENCE", 0.2)
    found, _ = fates([FIRST, SECOND], ("one", 0.0, endless))
    assert found == [(FIRST, "endless", None), (SECOND, "killed", None)]
