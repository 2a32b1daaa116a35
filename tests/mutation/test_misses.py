"""How likely a run misses a specimen follows from the cases in which it is seen."""

import pytest

from tests.mutation.misses import PLACES, missed

pytestmark = pytest.mark.meta


def place_of(name):
    (place,) = (each for each in PLACES if each.endswith(f"::{name}"))
    return place


def test_what_one_case_in_ten_shows_is_hardly_missed():
    place = place_of("test_rows_are_centred_and_divided_by_their_deviation")
    chances = missed((place, ["layer_norm_of_the_first_block"], 8))
    # 0.2 would take 500 cases for eight sights; of so many, fifty show it
    assert 0 < chances["layer_norm_of_the_first_block"] < 0.2


def test_what_a_property_does_not_see_is_missed():
    place = place_of("test_causal_attention_never_looks_ahead")
    assert missed((place, ["sdpa_with_a_scaled_bias"], 1)) == {"sdpa_with_a_scaled_bias": 1}


def test_what_only_warns_is_left_out():
    place = place_of("test_silu_is_its_argument_times_a_share")
    assert missed((place, ["silu_that_overflows"], 1)) == {}
