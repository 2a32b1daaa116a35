"""Every property rejects a wrong implementation, and every wrong implementation is rejected."""

import importlib
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from tests.helpers.holds import PROPERTIES, Property, register
from tests.helpers.subject import load
from tests.helpers.trials import CASES, FEW, FEWER
from tests.zoo import SPECIMENS

TESTS = Path(__file__).parent.parent
for path in sorted((TESTS / "zoo").glob("[a-z]*.py")):
    importlib.import_module(f"tests.zoo.{path.stem}")
for path in sorted((TESTS / "properties").glob("test_*.py")):
    with suppress(pytest.skip.Exception):  # of libraries that are not there
        importlib.import_module(f"tests.properties.{path.stem}")

REFERENCE = load("impl")
REJECTED: set[str] = set()  # by a property that this process tried: others need few cases to see it


def _of_one_chapter(property_, specimen):
    """Say whether a property and a specimen stand in files of one name, or of one beginning."""
    names = _file(property_).removeprefix("test_"), specimen.function.__module__.split(".")[-1]
    return names[0].startswith(names[1]) or names[1].startswith(names[0])


def _file(property_):
    return Path(property_.place.split("::")[0]).stem


def _watched(property_):
    """Return the subject of a property's trials, which records the property's calls."""
    watched = REFERENCE.watched()
    property_.glance(subject=watched)
    return watched


def _trial(property_):
    """Try each specimen of a function that the property calls; return the calls and the answers.

    A trial may show that the property calls further functions. Then their specimens are tried too.
    """
    watched, tried, rejected, warned = _watched(property_), set(), set(), set()
    how = {}
    while wanted := [
        each for each in SPECIMENS if each.replaces in watched.called and each.name not in tried
    ]:
        tried |= {each.name for each in wanted}
        rejected |= property_.rejects(
            {each.name: watched.but(**{each.replaces: each.function}) for each in wanted},
            briefly={each.name: FEWER if each.name in REJECTED else FEW for each in wanted},
            warned=warned,
            how=how,
        )
    REJECTED.update(rejected)
    names = {"called": watched.called, "tried": tried, "rejected": rejected, "warned": warned}
    sightings = {name: how[name] for name in sorted(how.keys() & rejected) if how[name]}
    return {what: sorted(each) for what, each in names.items()} | {"how": sightings}


@pytest.fixture
def trial(once, judged):
    """Return the trial of a property, which one worker makes for all."""
    return lambda property_: (
        judged.get(property_.place)
        or once("zoo-" + property_.place.replace("/", "-"), lambda: _trial(property_))
    )


@pytest.mark.claim("every property")
@pytest.mark.parametrize("property_", PROPERTIES, ids=lambda each: each.place)
def test_a_property_rejects_something(property_, request, trial):
    made = trial(property_)
    seen = {*made["rejected"], *made.get("warned", ())}
    rejected = [each.name for each in SPECIMENS if each.name in seen]
    request.node.user_properties.extend(
        {"kind": "zoo", "claims": property_.claims, "rejects": rejected,
         "seen_by": made.get("how", {}), "property": property_.place}.items()
    )  # fmt: skip
    tried = made.get("tried", "all that were tried")
    assert made["rejected"], (
        f"{property_.place} rejects none of {tried} by an assertion: a check that cannot fail is "
        "a defect"
    )


def _tried_here(config):
    """Return the properties that this run tries: all, or those of the files that are due."""
    files = config.getoption("--of").split(",")
    return [each for each in PROPERTIES if files == [""] or each.place.split(":")[0] in files]


def _likely_first(specimen, properties):
    """Return the properties, those of the specimen's own chapter first."""
    return sorted(properties, key=lambda each: not _of_one_chapter(each, specimen))


def _at_length(specimen, properties):
    """Return the first property that rejects the specimen in many cases, and how it saw it.

    Those of its own chapter look once more at some before one looks at many.
    """
    own = [each for each in properties if _of_one_chapter(each, specimen)]
    for each, cases in [
        *((each, CASES // 4) for each in own),
        *((each, CASES) for each in properties),
    ]:
        watched, how = _watched(each), {}
        if specimen.replaces in watched.called:
            subject = watched.but(**{specimen.replaces: specimen.function})
            if each.rejects({specimen.name: subject}, how=how, cases=cases):
                return each, {name: shown for name, shown in how.items() if shown}
    return None, {}


@pytest.mark.claim("every specimen")
@pytest.mark.parametrize("specimen", SPECIMENS, ids=lambda each: each.name)
def test_a_specimen_is_rejected(specimen, request, trial):
    properties = _likely_first(specimen, _tried_here(request.config))
    found = request.node.user_properties
    found.append(("kind", "seen"))
    made = (trial(each) for each in properties)
    if any(specimen.name in {*each["rejected"], *each.get("warned", ())} for each in made):
        return
    seen, how = _at_length(specimen, properties)  # in few cases nobody saw it
    if seen:
        found += {"kind": "zoo", "claims": seen.claims, "rejects": [specimen.name],
                  "seen_by": how, "property": seen.place}.items()  # fmt: skip
    if len(properties) == len(PROPERTIES):
        assert seen, f"no property rejects {specimen.name}: {specimen.bug}"


def test_what_few_cases_do_not_show_is_looked_for_at_length():
    wrong = next(each for each in SPECIMENS if each.name == "naive_softmax")
    some = [each for each in PROPERTIES if _file(each) == "test_softmax"]
    seen, how = _at_length(wrong, some)
    assert seen in some and "softmax" in how["naive_softmax"]
    right = replace(wrong, function=REFERENCE.softmax)
    assert _at_length(right, some[:3]) == (None, {})


def test_a_property_is_seen_to_call_what_its_helpers_call():
    called = {each.name: _watched(each).called for each in PROPERTIES if "wired" in each.name}
    assert {"layer_norm", "feed_forward"} <= called["test_blocks_are_wired_as_they_are_printed"]


def test_a_second_property_of_one_name_in_one_file_is_refused():
    first = PROPERTIES[0]
    with pytest.raises(ValueError, match=f"{first.name} is also the name of the property at"):
        register(Property(first.name, ("c.a",), f"{first.place.split('::')[0]}:99999"))
    assert PROPERTIES[-1].where != f"{first.where.split(':')[0]}:99999"


def test_the_page_of_check_counts_the_specimens_and_their_threads():
    page = (TESTS.parent / "docs" / "check.md").read_text(encoding="utf-8")
    counts = [len(SPECIMENS), sum(bool(each.thread) for each in SPECIMENS)]
    said = re.search(r"has (\d+) wrong functions.*?\. (\d+) name", page, re.S)
    assert said, "docs/check.md does not say how many specimens have a thread"
    assert [*map(int, said.groups())] == counts


def test_a_thread_has_its_year():
    assert [each.name for each in SPECIMENS if bool(each.thread) != bool(each.year)] == []
