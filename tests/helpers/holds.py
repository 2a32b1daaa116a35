"""The decorator that makes a test a property: evidence for claims, run on any subject."""

import inspect
import re
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings


@dataclass
class Property:
    """A property: the claims it speaks for, the functions it uses, and what its last run found."""

    test: object
    claims: tuple
    uses: frozenset
    where: str
    cases: int = 0
    worst: float = 0.0  # the largest error, in units of its bound
    trial: object = None  # the same test for the zoo: uncounted, and failures are not shrunk
    kind: str = "property"
    details: dict = field(default_factory=dict)


TESTS = Path(__file__).parent.parent
PROPERTIES: list[Property] = []
current: list[Property] = []


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
        uses = frozenset(re.findall(r"subject\.(\w+)", inspect.getsource(function)))
        found = Property(None, claims, uses, place_of(function))

        @wraps(function)
        def counted(*arguments, **drawn):
            current[:] = [found]
            function(*arguments, **drawn)
            found.cases += 1

        @wraps(function)
        def uncounted(*arguments, **drawn):
            current.clear()
            function(*arguments, **drawn)

        test, trial = given(**strategies)(counted), given(**strategies)(uncounted)
        found.trial = settings(max_examples=100, phases=[Phase.explicit, Phase.generate])(trial)
        for claim in claims:
            test = pytest.mark.claim(claim)(test)
        found.test = test
        test.property = found
        PROPERTIES.append(found)
        return test

    return decorated


def within(computed, exact, bound, what):
    """Assert |computed - exact| ≤ bound entry by entry, and keep the worst ratio for the report.

    `exact` and `bound` are arrays of the digits reading or nested lists of its numbers.
    """
    from proofs.arrays.digits import array

    got, want, most = (array(each).data.ravel() for each in (computed, exact, bound))
    assert got.shape == want.shape, f"{what}: shape {got.shape}, expected {want.shape}"
    for place, (g, w, b) in enumerate(zip(got, want, most, strict=True)):
        error = abs(g - w)
        assert error <= b, (
            f"{what}: entry {place} is {float(g)!r}, expected {float(w)!r}; "
            f"off by {float(error):.3g}, allowed {float(b):.3g}"
        )
        if current and b > 0:
            current[0].worst = max(current[0].worst, float(error / b))
