"""How likely a run misses a specimen follows from the cases in which it is seen."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation.misses import PLACES, missed

ROOT = Path(__file__).parents[2]

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


def test_the_properties_of_every_file_are_known():
    """By themselves, and not since pytest has collected the others."""
    program = "from tests.mutation.misses import PLACES; print(*PLACES, sep='\\n')"
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    known = {place.split("::")[0] for place in ran.stdout.splitlines()}
    found = sorted((ROOT / "tests" / "properties").glob("test_*.py"))
    texts = {each.relative_to(ROOT).as_posix(): each.read_text(encoding="utf-8") for each in found}
    always = {file for file, text in texts.items() if "\npytest.importorskip" not in text}
    unknown = {file for file in always if "@holds(" in texts[file]} - known
    assert not unknown, ran.stderr
