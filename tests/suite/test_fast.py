"""What is fast stands for its formula: every property that holds of the one holds of the other.

Not of `impl.fast.nearby`: far points are left out there, which moves a prediction by at most u
times the range of y, but not in proportion to it; `tests/properties/test_tiles.py` allows as much.
"""

import importlib

import pytest

from impl.fast.tiles import tiled_attention
from tests.helpers.holds import PROPERTIES
from tests.helpers.subject import load

FAST = {"scaled_dot_product_attention": tiled_attention}
MODULES = ("heads", "heads_large")
DEPARTS = {  # and why
    "test_what_stands_later_is_not_touched_be_it_nan": "the fold takes over where a number is not "
    "finite, and sums in another order: rows before it keep their values, not every bit",
}


def of(module):
    """Return the properties of a module."""
    place = importlib.import_module(f"tests.properties.test_{module}").__name__.replace(".", "/")
    return [each for each in PROPERTIES if each.place.startswith(f"{place}.py")]


@pytest.mark.parametrize("module", MODULES)
def test_what_is_fast_passes_the_properties_of_its_formula(module):
    ran = []
    for each in of(module):
        watched = load("impl").watched()
        each.glance(subject=watched)
        if watched.called & FAST.keys() and each.place.partition("::")[2] not in DEPARTS:
            each.test(subject=load("impl").but(**FAST))
            ran.append(each.place)
    assert ran, f"no property of {module} calls what is fast"
