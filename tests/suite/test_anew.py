"""A hundred cases are a hundred draws, which they would not be by default."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.anew import ANEW
from tests.helpers.trials import CASES, times


def distinct(run):
    """Return how many different kinds, of very many, the cases of a run have."""
    kinds = []

    def case(kind, entries):
        kinds.append(kind)

    run({"kind": st.integers(2**40, 2**41), "entries": st.tuples(*[st.integers(0, 9)] * 8)}, case)
    assert len(kinds) == CASES
    return len(set(kinds))


def drawn_by(backend):
    often = settings(max_examples=CASES, backend=backend)
    return lambda strategies, case: often(given(**strategies)(case))()


@pytest.mark.parametrize(
    "run",
    [drawn_by(ANEW), lambda strategies, case: times(CASES, strategies, case)()],
    ids=["anew", "as the zoo's trials are"],
)
def test_each_case_is_drawn_anew(run):
    assert distinct(run) > 60  # some six draws are constants, which come again


def test_the_default_repeats_what_it_drew():
    assert distinct(drawn_by("hypothesis")) < 40
