"""Every property rejects a wrong implementation, and every wrong implementation is rejected."""

import importlib
from pathlib import Path

import pytest

from tests.helpers.holds import PROPERTIES
from tests.helpers.subject import load
from tests.zoo import SPECIMENS

TESTS = Path(__file__).parent.parent
for path in sorted((TESTS / "zoo").glob("[a-z]*.py")):
    importlib.import_module(f"tests.zoo.{path.stem}")
    importlib.import_module(f"tests.properties.test_{path.stem}")

REFERENCE = load("impl")


REJECTED = (AssertionError, RuntimeWarning, ArithmeticError)


def _rejects(property_, specimen):
    """Say whether the property fails on the specimen.

    A specimen that cannot run at all, such as a NumPy function on fifty digits, is not rejected:
    that it crashed says nothing about what the property sees.
    """
    try:
        property_.trial(subject=REFERENCE.but(**{specimen.replaces: specimen.function}))
    except REJECTED:
        return True
    except Exception:
        pass
    return False


def _relevant(property_):
    return [each for each in SPECIMENS if each.replaces in property_.uses]


@pytest.mark.claim("every property")
@pytest.mark.parametrize("property_", PROPERTIES, ids=lambda each: each.test.__name__)
def test_a_property_rejects_something(property_, request):
    rejected = [each.name for each in _relevant(property_) if _rejects(property_, each)]
    request.node.user_properties.extend(
        {"kind": "zoo", "claims": property_.claims, "rejects": rejected,
         "property": property_.test.__name__}.items()
    )  # fmt: skip
    assert rejected, (
        f"{property_.test.__name__} rejects none of "
        f"{[each.name for each in _relevant(property_)]}: a check that cannot fail is a defect"
    )


@pytest.mark.parametrize("specimen", SPECIMENS, ids=lambda each: each.name)
def test_a_specimen_is_rejected(specimen):
    using = [each for each in PROPERTIES if specimen.replaces in each.uses]
    assert any(_rejects(each, specimen) for each in using), (
        f"no property rejects {specimen.name}: {specimen.bug}"
    )
