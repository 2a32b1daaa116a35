"""The decorator that makes a test a property: evidence for claims, run on any subject."""

from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from tests.helpers.trials import CASES, rejected, times
from theory.fifty_digits import mp
from theory.rounding.library_functions import watching

GLANCE = 5  # examples that show which functions of the subject a property calls


@dataclass(eq=False)
class Property:
    """A property: the claims it speaks for, and what its last run found."""

    name: str
    claims: tuple
    where: str
    test: object = None
    function: object = None  # what the strategies feed: a subject first
    strategies: dict = field(default_factory=dict)
    rejects: object = None  # which of several subjects fail it; they are tried on the same cases
    glance: object = None  # a trial of few cases, to see what it calls
    cases: int = 0
    takes: set = field(default_factory=set)  # the claims on which its bounds rest
    reached: dict = field(default_factory=dict)  # by claim, the relations that are read off it
    heard: set = field(default_factory=set)  # the claims whose statement the last case evaluated
    silent: set = field(default_factory=set)  # those of which a case did not, or in which it failed
    worst: float = 0.0  # the largest error, in units of its bound
    kind: str = "property"

    @property
    def place(self):
        """Return file::name, which no other property has."""
        return f"{self.where.rsplit(':', 1)[0]}::{self.name}"

    def report(self):
        """Return what the ledger learns of the last run, with the names of the schema."""
        found = {"kind": self.kind, "claims": self.claims, "property": self.place,
                 "where": self.where, "cases": self.cases}  # fmt: skip
        found |= {"takes": sorted(self.takes)} if self.takes else {}
        reached = {name: of for name, of in self.reached.items() if name not in self.silent}
        found |= {"reached": reached} if reached else {}
        return found | ({"worst": float(f"{self.worst:.3g}")} if self.worst else {})


TESTS = Path(__file__).parent.parent
PROPERTIES: list[Property] = []
current: list[Property] = []


def register(found):
    """Add a property; refuse a second one of the same name in the same file."""
    for each in PROPERTIES:
        if each.place == found.place and each.where != found.where:
            raise ValueError(
                f"{found.where}: {found.name} is also the name of the property at {each.where}; "
                "pytest would run one of the two, so give this one another name"
            )
    PROPERTIES.append(found)


def place_of(function):
    """Return file:line of a test, from the folder that holds `tests`."""
    code = function.__code__
    path = Path(code.co_filename).relative_to(TESTS.parent)
    return f"{path.as_posix()}:{code.co_firstlineno}"


def holds(*claims, **strategies):
    """Make a property of a test: `@holds("softmax.definition", x=logits())`.

    The test takes the subject first, then what the strategies draw. How often it ran is counted.
    """

    def decorated(function):
        found = Property(function.__name__, claims, place_of(function))

        @wraps(function)
        def counted(*arguments, **drawn):
            current[:] = [found]
            found.heard.clear()
            with watching(found.takes):
                function(*arguments, **drawn)
            found.cases += 1
            found.silent.update({*claims} - found.heard)

        @wraps(function)
        def uncounted(*arguments, **drawn):
            current.clear()
            function(*arguments, **drawn)

        few, many = (times(examples, strategies, uncounted) for examples in (GLANCE, CASES))

        def rejects(subjects, **how):
            return rejected(uncounted, strategies, subjects, **how)

        def glance(subject):
            few(subject=subject)
            if not subject.called:  # no case was drawn of which the test has something to say
                many(subject=subject)

        found.function, found.strategies = function, strategies
        found.rejects, found.glance = rejects, glance
        test = given(**strategies)(counted)
        for claim in claims:
            test = pytest.mark.claim(claim)(test)
        found.test = test
        test.property = found
        register(found)
        return test

    return decorated


def within(computed, exact, bound, what):
    """Assert |computed - exact| ≤ bound entry by entry; record the worst ratio for the report.

    `exact` and `bound` are arrays of the digits reading or nested lists of its numbers.
    """
    got, want, most = (_numbers(each) for each in (computed, exact, bound))
    assert got.shape == want.shape, f"{what}: shape {got.shape}, expected {want.shape}"
    assert most.shape == want.shape, f"{what}: {most.size} bounds for {want.size} entries"
    in_floats = all(each.dtype == float for each in (got, want, most))
    for place in _unsure(got, want, most) if in_floats else range(got.size):
        g, w, b = (mp.mpf(each[place]) for each in (got, want, most))
        error = abs(g - w)
        assert error <= b, (
            f"{what}: entry {place} is {float(g)!r}, expected {float(w)!r}; "
            f"off by {float(error):.3g}, allowed {float(b):.3g}"
        )
        if current and b > 0:
            current[0].worst = max(current[0].worst, float(error / b))


def same(found, expected, what):
    """Assert that two tables are equal, number by number."""
    got, want = np.asarray(found), np.asarray(expected)
    assert got.shape == want.shape, f"{what}: shape {got.shape}, expected {want.shape}"
    for place in np.flatnonzero((got != want) & ~((got != got) & (want != want))):  # NaN is NaN
        said = f"entry {place} is {got.flat[place]}, expected {want.flat[place]}"
        raise AssertionError(f"{what}: {said}")


def _numbers(table):
    """Return the entries one after the other: floats with 64 bits, all others with fifty digits."""
    if isinstance(table, np.ndarray) and table.dtype in (np.float16, np.float32, np.float64):
        return table.astype(float).ravel()
    from proofs.arrays.digits import array

    return array(table).data.ravel()


def _unsure(got, want, most):
    """Return the places where the difference is not below the bound whatever its last bit is."""
    with np.errstate(invalid="ignore", over="ignore"):
        error = np.nextafter(abs(got - want), np.inf)
    sure = error <= most
    if current and (some := sure & (most > 0) & (most < np.inf)).any():
        current[0].worst = max(current[0].worst, float(np.max(error[some] / most[some])))
    return np.flatnonzero(~sure).tolist()
