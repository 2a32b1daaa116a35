"""Every property rejects a wrong implementation, and every wrong implementation is rejected."""

import importlib
from functools import cache
from pathlib import Path

import pytest

from tests.helpers.holds import PROPERTIES, Property, register
from tests.helpers.subject import load
from tests.zoo import SPECIMENS

TESTS = Path(__file__).parent.parent
for path in sorted((TESTS / "zoo").glob("[a-z]*.py")):
    importlib.import_module(f"tests.zoo.{path.stem}")
    importlib.import_module(f"tests.properties.test_{path.stem}")

REFERENCE = load("impl")
REJECTED = (AssertionError, RuntimeWarning, ArithmeticError)


@cache
def _watched(property_):
    """Return the subject of a property's trials, which records the property's calls."""
    watched = REFERENCE.watched()
    property_.glance(subject=watched)
    return watched


@cache
def _rejects(property_, specimen):
    """Say whether the property fails on the specimen.

    A specimen that cannot run at all, such as a NumPy function on fifty digits, is not rejected:
    its crash says nothing about what the property sees.
    """
    try:
        property_.trial(subject=_watched(property_).but(**{specimen.replaces: specimen.function}))
    except REJECTED:
        return True
    except Exception:
        pass
    return False


def _tried(property_):
    """Try each specimen of a function that the property calls; return whether it is rejected.

    A trial may show that the property calls further functions. Then their specimens are tried too.
    """
    tried = {}
    while wanted := [
        each
        for each in SPECIMENS
        if each.replaces in _watched(property_).called and each.name not in tried
    ]:
        tried |= {each.name: _rejects(property_, each) for each in wanted}
    return tried


@pytest.mark.claim("every property")
@pytest.mark.parametrize("property_", PROPERTIES, ids=lambda each: each.place)
def test_a_property_rejects_something(property_, request):
    tried = _tried(property_)
    rejected = [each.name for each in SPECIMENS if tried.get(each.name)]
    request.node.user_properties.extend(
        {"kind": "zoo", "claims": property_.claims, "rejects": rejected,
         "property": property_.place}.items()
    )  # fmt: skip
    assert rejected, (
        f"{property_.place} rejects none of {list(tried)}: a check that cannot fail is a defect"
    )


@pytest.mark.parametrize("specimen", SPECIMENS, ids=lambda each: each.name)
def test_a_specimen_is_rejected(specimen):
    calling = [each for each in PROPERTIES if specimen.replaces in _watched(each).called]
    assert any(_rejects(each, specimen) for each in calling), (
        f"no property rejects {specimen.name}: {specimen.bug}"
    )


def test_a_property_is_seen_to_call_what_its_helpers_call():
    called = {each.name: _watched(each).called for each in PROPERTIES}
    assert {"layer_norm", "feed_forward"} <= called["test_blocks_are_wired_as_they_are_printed"]


def test_a_second_property_of_one_name_in_one_file_is_refused():
    first = PROPERTIES[0]
    with pytest.raises(ValueError, match=f"{first.name} is also the name of the property at"):
        register(Property(first.name, ("c.a",), f"{first.place.split('::')[0]}:99999"))
    assert PROPERTIES[-1].where != f"{first.where.split(':')[0]}:99999"
