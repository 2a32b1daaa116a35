"""The road beyond the documents: its claims exist, and no document states them."""

import pytest

from atensi.judging.registry import claims
from theory.beyond import ROAD, in_this_run
from theory.cited import OURS, PLACES

CLAIMS = {claim.id: claim for claim in claims()}
TOLD = [name for names in ROAD.values() for name in names]


@pytest.mark.meta
@pytest.mark.parametrize("name", TOLD)
def test_a_step_of_the_road_is_a_claim_that_no_document_states(name):
    assert not CLAIMS[name].sources and not CLAIMS[name].answers


@pytest.mark.meta
def test_the_road_tells_each_claim_once_and_leaves_out_what_a_run_does_not_know():
    assert len(TOLD) == len(set(TOLD))
    station = next(iter(ROAD))
    assert in_this_run({ROAD[station][0]}) == {station: [ROAD[station][0]]}


@pytest.mark.meta
@pytest.mark.parametrize("name", TOLD)
def test_a_step_of_the_road_cites_a_place_or_says_why_not(name):
    assert (name in PLACES) != (name in OURS)
    if name in OURS:
        assert OURS[name]
    else:
        assert bool(PLACES[name].place) != bool(PLACES[name].why_no_place)


@pytest.mark.meta
def test_nothing_is_cited_that_the_road_does_not_tell():
    assert {*PLACES, *OURS} == set(TOLD)
