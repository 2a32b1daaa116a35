"""What is exact is remembered for the very same case alone, and within one trial alone."""

import numpy as np
import pytest

from tests.helpers.remembered import LATEST, remembered, remembering
from theory.fifty_digits import mp

pytestmark = pytest.mark.meta


def counting():
    """Return a function that is remembered, and the list of what it was asked."""
    asked = []

    @remembered
    def exact(*given, **options):
        asked.append((given, options))
        return len(asked)

    return exact, asked


def test_a_trial_asks_once_and_the_next_one_again():
    exact, asked = counting()
    for _ in range(2):
        with remembering():
            assert exact(np.ones(3), scale=2) == exact(np.ones(3), scale=2)
    assert len(asked) == 2


def test_nothing_is_remembered_outside_of_a_trial():
    exact, _ = counting()
    assert [exact(1.0), exact(1.0)] == [1, 2]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (np.zeros(2), -np.zeros(2)),
        (np.zeros(2), np.zeros((2, 1))),
        (np.zeros(2), np.zeros(4, "float32")),
        (np.asarray([np.nan]), np.asarray([-np.nan])),
        (0.0, -0.0),
        (1, True),
        (1, 1.0),
        ((1, 2), [1, 2]),
        (mp.mpf(1) / 3, mp.mpf(1 / 3)),
        (np.float64(1), np.float32(1)),
        (None, "None"),
        (abs, None),
        ({"scale": 1}, {"scale": 2}),
    ],
)
def test_another_case_is_another_question(one, other):
    exact, asked = counting()
    with remembering():
        exact(one)
        exact(other)
        exact(x=one)
    assert len(asked) == 3


def test_what_was_changed_in_place_is_another_question():
    exact, asked = counting()
    x = np.zeros(2)
    with remembering():
        exact(x)
        x[0] = 1
        exact(x)
    assert len(asked) == 2


def test_another_precision_is_another_question():
    exact, asked = counting()
    with remembering():
        exact(1)
        with mp.workprec(300):
            exact(1)
    assert len(asked) == 2


def test_what_has_no_bits_of_its_own_is_asked_each_time():
    exact, asked = counting()
    objects = np.asarray([mp.mpf(1)], dtype=object)
    with remembering():
        exact(objects)
        exact(objects)
    assert len(asked) == 2


def test_the_oldest_answer_is_dropped():
    exact, asked = counting()
    with remembering():
        for case in (*range(LATEST + 1), 0):
            exact(case)
    assert len(asked) == LATEST + 2


def test_two_functions_do_not_share_answers():
    (one, _), (other, asked) = counting(), counting()
    with remembering():
        one(1)
        other(1)
    assert len(asked) == 1
