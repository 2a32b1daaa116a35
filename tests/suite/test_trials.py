"""The trial of wrong subjects: one set of cases for all, and one's own where it asks for others."""

import warnings

import numpy as np
import pytest
from hypothesis import strategies as st

from tests.helpers.sightings import sighted
from tests.helpers.trials import CASES, FEW, rejected

pytestmark = pytest.mark.meta


class Stands:
    """A subject whose softmax returns what it is told to."""

    def __init__(self, softmax):
        self.softmax = softmax


def is_between(subject, x, data):
    """Draw a number below what the subject returns, and assert that it is below three."""
    answer = subject.softmax(x)
    assert data.draw(st.integers(0, answer), label="below") < 3


def is_small(subject, x, data):
    """Draw without a look at the subject."""
    limit = data.draw(st.integers(1, 5))
    assert subject.softmax(x) < limit


@pytest.fixture(autouse=True)
def reference(monkeypatch):
    monkeypatch.setattr("tests.helpers.trials.reference", lambda: Stands(lambda x: 0))


GIVEN = {"x": st.just(0), "data": st.data()}


def test_what_is_drawn_within_is_the_same_for_all():
    seen = {"one": [], "other": []}

    def noted(name):
        return Stands(lambda x: seen[name].append(x) or 0)

    assert rejected(is_small, GIVEN, {name: noted(name) for name in seen}) == set()
    assert len(seen["one"]) == len(seen["other"]) > 1
    subjects = {"four": Stands(lambda x: 4), "five": Stands(lambda x: 5)}
    assert rejected(is_small, GIVEN, subjects) == {"four", "five"}


def test_a_subject_that_asks_for_another_draw_is_tried_by_itself():
    subjects = {"as expected": Stands(lambda x: 0), "more": Stands(lambda x: 9)}
    assert rejected(is_between, GIVEN, subjects) == {"more"}


def test_a_warning_alone_is_no_rejection():
    def warns(value):
        def softmax(x):
            warnings.warn("overflow", RuntimeWarning, stacklevel=1)
            return value

        return Stands(softmax)

    warned = set()
    subjects = {"right": warns(0), "wrong": warns(6)}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert rejected(is_small, GIVEN, subjects, warned=warned) == {"wrong"}
        nothing = lambda subject, x, data: subject.softmax(x)
        assert rejected(nothing, GIVEN, subjects, warned=warned) == set()
    assert warned == {"right", "wrong"}


def test_a_crash_is_no_rejection():
    def crash(x):
        raise TypeError("a NumPy function on fifty digits")

    assert rejected(is_small, GIVEN, {"crash": Stands(crash), "six": Stands(lambda x: 6)}) == {
        "six"
    }


def test_what_a_subject_changes_in_place_no_other_sees():
    def changes(x):
        x.append(1)
        return 0

    def sum_is_zero(subject, x):
        subject.softmax(x)
        assert sum(x) == 0

    given = {"x": st.just([])}
    subjects = {"changes": Stands(changes), "keeps": Stands(lambda x: 0)}
    assert rejected(sum_is_zero, given, subjects) == {"changes"}


def test_what_another_test_rejects_is_tried_briefly_once_this_one_has_rejected_something():
    late = lambda least: Stands(lambda x: 9 if x >= least else 0)
    given = {"x": st.integers(0, 200)}
    seen = []

    def is_zero(subject, x):
        seen.append(x)
        assert subject.softmax(x) == 0

    subjects = {"never": late(999), "at once": late(0)}
    assert rejected(is_zero, given, subjects, briefly={"never": FEW}) == {"at once"}
    assert len(seen) == FEW + 1
    seen.clear()
    assert rejected(is_zero, given, {"never": late(999)}, briefly={"never": FEW}) == set()
    assert len(seen) == CASES


def test_how_a_wrong_subject_was_seen_is_told_shortly():
    def is_half(subject, x, rows):
        answer = subject.softmax(x)
        assert answer == 0.5, f"entry 0 is {answer}, expected 0.5"

    how, given = {}, {"x": st.just(np.asarray([0.0, 1000.0])), "rows": st.just(np.ones((3, 4)))}
    subjects = {"naive": Stands(lambda x: 0.25), "right": Stands(lambda x: 0.5)}
    assert rejected(is_half, given, subjects, how=how) == {"naive"}
    assert how == {"naive": "x = [0, 1000], rows = [3 × 4] ↦ entry 0 is 0.25, expected 0.5"}
    off = AssertionError("entry 0 is 2, expected 1; off by 1, allowed 1e-16")
    assert sighted({"x": 2}, off) == "x = 2 ↦ entry 0 is 2, expected 1"
    assert not sighted({}, off) and not sighted({"x": "y" * 200}, off)
    assert not sighted({"x": 2}, AssertionError("assert False"))


def test_many_numbers_do_not_hide_what_was_found():
    def is_short(subject, x):
        assert subject.softmax(x) == 0

    given = {"x": st.just("x" * 40_000)}  # Hypothesis warns of what is long to print
    assert rejected(is_short, given, {"wrong": Stands(len)}) == {"wrong"}
