"""The road beyond the documents: its claims exist, and no document states them."""

import re

import pytest

from atensi.judging import ledger
from atensi.judging.registry import claims
from atensi.report import html_site
from theory import cited
from theory.beyond import ROAD, in_this_run
from theory.cited import COPY, NOTES, OURS, PLACES, Cited

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
@pytest.mark.parametrize("name", PLACES)
def test_what_a_place_was_seen_in_can_be_found_or_is_a_copy_or_notes(name):
    seen_in = PLACES[name].seen_in
    assert seen_in in ("", COPY, NOTES) or re.match(
        r"(ar5iv|arxiv|(gist\.)?github)\.\w+/\S+", seen_in
    )
    assert PLACES[name].place or not seen_in


@pytest.mark.meta
def test_the_report_says_of_each_place_whether_it_was_looked_up(monkeypatch):
    seen, told, none = (Cited("A", "lemma 1", COPY), Cited("A", "lemma 1"), Cited("A"))
    places = dict(zip(sorted(TOLD), (seen, seen, told, none), strict=False))
    monkeypatch.setattr(cited, "PLACES", places)
    nothing_ran = ledger.build([], 1, 0.0, "impl") | {"problems": []}
    pages = dict(html_site.render(nothing_ran, {}, only=("beyond.html", "trust.html")))
    said = [pages["beyond.html"].count(words) for words in (COPY, "place from memory")]
    assert said == [2, 1] and "Of 2 such places 1 were" in pages["trust.html"]


@pytest.mark.meta
def test_looked_up_counts_each_place_once(monkeypatch):
    seen, told = Cited("A paper", "lemma 1", NOTES), Cited("A paper", "lemma 2")
    monkeypatch.setattr(cited, "PLACES", {"a": seen, "b": seen, "c": told, "d": Cited("A paper")})
    assert cited.looked_up() == {"places": 2, "seen": 1}


@pytest.mark.meta
def test_nothing_is_cited_that_the_road_does_not_tell():
    assert {*PLACES, *OURS} == set(TOLD)
