"""What all tests share: the subject, the profiles, and a record of each property."""

import os
import secrets

import pytest
from hypothesis import HealthCheck, Phase, Verbosity, settings

from tests.helpers.anew import ANEW
from tests.helpers.once import once  # noqa: F401  (a fixture)
from tests.helpers.published import (  # noqa: F401  (fixtures)
    drawn,
    judged,
    proof_records,
    published,
    report,
)
from tests.helpers.subject import NotOfferedError, load

SUBJECT, STANDING = pytest.StashKey(), pytest.StashKey()

# Every field is set: with CI=true, a profile inherits missing fields from a derandomized one.
# A mutant is killed by the first failure: there is nothing to shrink.
for name, examples in {"quick": 25, "default": 100, "thorough": 1000, "mutation": 100}.items():
    settings.register_profile(
        name,
        max_examples=examples,
        derandomize=False,
        database=None,
        deadline=None,
        phases=tuple(Phase)[:3] if name == "mutation" else tuple(Phase),
        print_blob=True,
        report_multiple_bugs=False,
        stateful_step_count=50,
        suppress_health_check=[HealthCheck.differing_executors],  # the zoo runs tests by itself
        verbosity=Verbosity.normal,
        backend=ANEW,
    )
settings.load_profile(os.environ.get("ATENSI_PROFILE", "default"))


def pytest_addoption(parser):
    parser.addoption("--subject", default="impl", help="module whose functions are tested")
    parser.addoption("--claims", default="", help="run the evidence for these claims alone")
    parser.addoption("--of", default="", help="try properties of these files alone on the zoo")
    parser.addoption("--skipped-in", default="", help="run what this report of a run skipped alone")
    parser.addoption("--due", action="store_true", help="leave out properties that stand verified")
    parser.addoption("--chance-seed", type=int, help="the seed of all random claims; fresh if none")


def pytest_configure(config):
    if config.option.chance_seed is None:  # before xdist hands the options to its workers
        config.option.chance_seed = secrets.randbits(32)
    if getattr(config.option, "numprocesses", None):  # threads of a process a core wait in vain
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def pytest_report_header(config):
    return list(_header(config))


def _header(config):
    from tests.helpers.chance import BUDGET

    seed = config.option.chance_seed
    yield f"random claims: --chance-seed={seed}; false alarms at most {BUDGET:g} a run"
    if config.getoption("--due") and (standing := _standing(config)):
        yield (
            f"left out: the properties of {len(standing)} files, which `atensi verify` ran on this "
            f"code at {min(standing.values())}; without --due they run again"
        )


@pytest.fixture(scope="session")
def chance_seed(request):
    return request.config.option.chance_seed


@pytest.fixture(scope="session")
def subject(request):
    request.config.stash[SUBJECT] = load(request.config.getoption("--subject"))
    return request.config.stash[SUBJECT]


def _tried(item):
    """Return the property that a test of the zoo tries."""
    found = getattr(item, "callspec", None)
    return found.params.get("property_") if found else None


def _claims(item):
    if _tried(item) is not None:
        return _tried(item).claims
    return tuple(mark.args[0] for mark in item.iter_markers("claim"))


def pytest_collection_modifyitems(config, items):
    wanted = set(filter(None, config.getoption("--claims").split(",")))
    if wanted:
        items[:] = [item for item in items if wanted & set(_claims(item))]
    if files := config.getoption("--of"):
        other = lambda tried: tried and tried.place.split(":")[0] not in files.split(",")
        items[:] = [item for item in items if not other(_tried(item))]
    if config.getoption("--due"):
        standing = _standing(config)
        stands = lambda item: _claims(item) and item.nodeid.partition("::")[0] in standing
        config.hook.pytest_deselected(items=[item for item in items if stands(item)])
        items[:] = [item for item in items if not stands(item)]
    if earlier := config.getoption("--skipped-in"):
        from tests.helpers.never_ran import skips

        _, skipped = skips([earlier])
        items[:] = [item for item in items if _reported(item) in skipped]


def _standing(config):
    """Return the files whose properties hold since `atensi verify`, on these sources, and when."""
    if STANDING not in config.stash:
        from atensi.running.kept import kept
        from atensi.running.properties import standing

        config.stash[STANDING] = standing(kept())
    return config.stash[STANDING]


def _reported(item):
    """Return the name by which a report of a run has a test."""
    path, bracket, given = item.nodeid.partition("[")
    file, _, name = path.rpartition("::")
    return f"{file.removesuffix('.py').replace('/', '.')}::{name}{bracket}{given}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    subject = getattr(item, "funcargs", {}).get("subject")
    found = getattr(getattr(item, "function", None), "property", None)
    if subject is not None:
        subject.called.clear()
    try:
        if found is not None and subject is not item.config.stash.get(SUBJECT, None):
            pytest.fail(f"{found.place} has a subject of its own: of the given one it says nothing")
        return (yield)
    except NotOfferedError as error:
        pytest.skip(str(error))
    finally:
        if found is not None:
            called = sorted(subject.called)
            item.user_properties.extend({**found.report(), "calls": called}.items())
