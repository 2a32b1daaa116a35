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
@pytest.mark.parametrize("name", TOLD)
def test_after_a_step_that_is_repaired_stands_what_is_true_instead(name):
    repairs = {claim.id for claim in CLAIMS.values() if name in claim.repairs}
    station = next(names for names in ROAD.values() if name in names)
    assert not repairs or repairs & {*station[station.index(name) + 1 :]}


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
        r"(ar5iv|arxiv|((gist|\w+)\.)?github)\.\w+/\S+", seen_in
    )
    assert bool(PLACES[name].place) == bool(seen_in)


@pytest.mark.meta
def test_the_report_says_of_each_place_what_it_was_seen_in(monkeypatch):
    seen, read, none = Cited("A", "lemma 1", COPY), Cited("A", "lemma 1", "ar5iv.org/1"), Cited("A")
    places = dict(zip(sorted(TOLD), (seen, seen, read, none), strict=False))
    monkeypatch.setattr(cited, "PLACES", places)
    nothing_ran = ledger.build([], 1, 0.0, "impl") | {"problems": []}
    pages = dict(html_site.render(nothing_ran, {}, only=("beyond.html", "trust.html")))
    said = [pages["beyond.html"].count(words) for words in (COPY, "seen in ar5iv.org/1")]
    assert said == [2, 1] and "each of the 2 places" in pages["trust.html"]


@pytest.mark.meta
def test_looked_up_counts_each_place_once(monkeypatch):
    one, two = Cited("A paper", "lemma 1", NOTES), Cited("A paper", "lemma 2", NOTES)
    monkeypatch.setattr(cited, "PLACES", {"a": one, "b": one, "c": two, "d": Cited("A paper")})
    assert cited.looked_up() == 2


@pytest.mark.meta
def test_nothing_is_cited_that_the_road_does_not_tell():
    assert {*PLACES, *OURS} == set(TOLD)
