"""A pytest plugin: `pytest --attention-subject mylib.attn:flash` adds a test for each law.

The subject is checked once, when the first of these tests runs. A broken law fails, with the script
that shows it; a law about what the subject does not offer is skipped, with the reason.
"""

from functools import cache

import pytest


def pytest_addoption(parser):
    group = parser.getgroup("atensi", "laws of attention, by atensi")
    group.addoption("--attention-subject", metavar="SUBJECT", help="as `atensi check` takes it")
    group.addoption("--attention-like", metavar="NAME", default="scaled_dot_product_attention",
                    help="the function of atensi that it is like")  # fmt: skip
    group.addoption("--attention-examples", metavar="N", type=int, default=50,
                    help="cases for each law")  # fmt: skip
    group.addoption("--attention-known", metavar="FILE", help="known departures: CLAIM: reason")


def pytest_configure(config):
    if config.getoption("--attention-subject"):  # the marks of our own properties
        for mark in (
            "claim(id): the test is evidence for this claim",
            "meta: a check of the suite",
        ):
            config.addinivalue_line("markers", mark)


def pytest_collection_modifyitems(session, config, items):
    spec = config.getoption("--attention-subject")
    if spec:
        from atensi.judging.registry import claims
        from atensi.subjects.checking import is_law
        from atensi.subjects.departures import known

        law, reasons = is_law(), known(config.getoption("--attention-known"))
        asked = spec, *(config.getoption(f"--attention-{each}") for each in ("like", "examples"))
        for claim in claims():
            if law[claim.id]:
                item = Law.from_parent(
                    session, name=f"law[{claim.id}]", claim=claim.id, asked=asked
                )
                if claim.id in reasons:
                    item.add_marker(pytest.mark.xfail(reason=reasons[claim.id], strict=True))
                items.append(item)


@cache
def _checked(spec, like, examples):
    from atensi.subjects.checking import Asked, check, must_have_run

    return must_have_run(check(Asked(spec, like, examples=examples)))


class BrokenLawError(Exception):
    """A law that the subject breaks."""


class Law(pytest.Item):
    """A law on the subject."""

    def __init__(self, *, claim, asked, **given):
        super().__init__(**given)
        self.claim, self.asked = claim, asked

    def runtest(self):
        """Fail where the law is broken; skip where nothing could be said."""
        from atensi.subjects.laws import BROKEN, HOLDS
        from atensi.subjects.machine_reports import script_of

        found = _checked(*self.asked)
        outcome = found.laws().get(self.claim)
        if outcome is None:
            pytest.skip("no property of it runs on a subject")
        if outcome.outcome == BROKEN:
            raise BrokenLawError(f"{outcome.message}\n\n{script_of(found, self.claim)}")
        if outcome.outcome != HOLDS:
            pytest.skip(f"{outcome.outcome}: {outcome.message}")

    def repr_failure(self, excinfo, style=None):
        """Return what broke, without our own frames."""
        if isinstance(excinfo.value, BrokenLawError):
            return f"{self.claim}: {excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self):
        """Return where the law is to be looked up."""
        return self.asked[0], None, f"{self.asked[0]}: {self.claim}"
