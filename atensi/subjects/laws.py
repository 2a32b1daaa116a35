"""The laws: the properties of the claims, run on a subject, with the smallest input that breaks."""

import ast
import importlib
import inspect
import sys
import textwrap
import time
import warnings
from collections import deque
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from atensi.subjects import asserted
from atensi.subjects.offer import Call, NeedsDigitsError, NotOfferedError, RefusedError, watched
from atensi.work.places import clone

HOLDS, BROKEN, ABSENT, DIGITS, REFUSED, UNREAD = (
    "holds", "broken", "not offered", "needs exact numbers", "input refused", "not judged",
)  # fmt: skip
GLANCE = 3  # cases that show whether a law is about what the subject offers
PAST = 64  # calls of earlier cases that are kept, for a subject that keeps something of them
PATIENCE = 10.0  # seconds for a law after its first case; then the smallest input is the answer


@dataclass
class Outcome:
    """What a law found on a subject."""

    place: str
    claims: tuple[str, ...]
    outcome: str
    cases: int = 0
    refused: int = 0  # cases of which the subject would have nothing
    properties_refused: int = 0  # of the claim's properties, those that had no input at all
    message: str = ""
    calls: list[Call] = field(default_factory=list, repr=False)  # those of the smallest input
    past: list[Call] = field(default_factory=list, repr=False)  # some calls before these
    script: str = ""  # that fails, without its head
    keeps: bool = False  # whether its call alone gives what is expected
    worst: float = 0.0  # the largest error, in units of its bound
    seconds: float = 0.0
    called: frozenset[str] = field(default=frozenset(), repr=False)  # the functions that it judged
    wants: str = ""  # the function that it lacks, where it asks another one that is offered


@cache
def properties() -> dict[str, Any]:
    """Return the properties by their places; the tests are imported for that."""
    root = str(clone())
    ours = [root, str(Path(root, "bounds"))]  # before the user's folder, which may have tests too
    sys.path[:] = [*ours, *(each for each in sys.path if each not in ours)]
    from tests.helpers.holds import PROPERTIES

    for path in sorted(Path(root, "tests", "properties").glob("test_*.py")):
        with suppress(pytest.skip.Exception):  # it needs a library that is not there
            importlib.import_module(f"tests.properties.{path.stem}")
    return {each.place: each for each in PROPERTIES if each.kind == "property"}


@cache
def asks(function: Any) -> frozenset[str]:
    """Return the functions of its subject that a property names."""
    parts = ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function))))
    return frozenset(
        part.attr for part in parts
        if isinstance(part, ast.Attribute)
        and isinstance(part.value, ast.Name) and part.value.id == "subject"
    )  # fmt: skip


class _EnoughError(BaseException):
    """The answer is known; no further case is needed."""


class _Trial:
    """A property on a subject: the cases that it had, and the smallest one that broke it."""

    def __init__(self, found, functions, name):
        from tests.helpers.subject import Subject

        self.found = found
        self.calls: list[Call] = []
        self.past: deque[Call] = deque(maxlen=PAST)
        self.subject = Subject(name, watched(functions, self.calls, leaving_alone=True))
        self.outcome = Outcome(found.place, tuple(found.claims), HOLDS)
        self.began, self.smallest, self.lacks = time.monotonic(), None, ""
        self.patient_until = None  # the first case always runs, however slow the machine is

    def case(self, **drawn):
        from tests.helpers import holds, subject

        if self.patient_until is None:
            self.patient_until = time.monotonic() + PATIENCE
        elif time.monotonic() > self.patient_until:
            raise _EnoughError
        self.past.extendleft(self.calls)
        self.calls.clear()
        holds.current[:] = [self.found]
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")  # a wrong answer may overflow in our comparison
                self.found.function(self.subject, **drawn)
        except subject.NotOfferedError as error:
            asked = asks(self.found.function) & self.subject.functions.keys()
            self.outcome.wants = (error.name or "") if asked else ""
            self._ends(ABSENT, error)
        except NotOfferedError as error:  # an argument: other cases may do without it
            self.lacks = self.lacks or str(error)
        except NeedsDigitsError as error:
            self._ends(DIGITS, error)
        except RefusedError as error:
            self.outcome.refused += 1
            self.outcome.message = self.outcome.message or str(error)
        except (AssertionError, ArithmeticError, RuntimeWarning) as error:
            self._broke(error)
            raise
        else:
            self.outcome.cases += bool(self.calls)  # what asks nothing finds nothing
            self.outcome.called |= {call.name for call in self.calls}

    def _ends(self, outcome, error):
        self.outcome.outcome, self.outcome.message = outcome, str(error)
        raise _EnoughError from error

    def _broke(self, error):
        size = _size(self.calls)
        if self.smallest is None or size <= self.smallest[0]:
            calls, asked = [*self.calls], self.found.name.removeprefix("test_").replace("_", " ")
            said = str(error).strip() or f"{asked}: {asserted.text_of(error)}"
            self.outcome.called |= {call.name for call in calls}
            self.smallest = size, calls, [*self.past], said.splitlines()[0][:300]

    def ended(self):
        """Return what was found, once there are no more cases."""
        out = replace(self.outcome, seconds=time.monotonic() - self.began, worst=self.found.worst)
        if self.smallest is not None:
            _, calls, past, message = self.smallest
            calls, past = ([each.told() for each in them] for them in (calls, past))
            return replace(out, outcome=BROKEN, calls=calls, past=past, message=message)
        if out.outcome == HOLDS and not out.cases:
            if self.lacks and not out.refused:
                return replace(out, outcome=ABSENT, message=self.lacks)
            return replace(out, outcome=REFUSED if out.refused else UNREAD)
        return out

    def is_about_nothing(self):
        """Say whether no case so far did without an argument that the subject lacks."""
        return bool(self.lacks and not self.outcome.cases and self.smallest is None)


def _size(calls):
    sizes = [call.size() for call in calls]
    return sum(count for count, _ in sizes), sum(amount for _, amount in sizes)


def _said(error):
    text = str(error).strip() or type(error).__name__
    return text.splitlines()[0][:300]


def judge(offer, place: str, examples: int, seed: int) -> Outcome:
    """Run a property on what a subject offers."""
    import hypothesis
    from hypothesis import HealthCheck, Phase, given, settings

    found = properties()[place]
    from tests.helpers.anew import ANEW  # ours, as the clone stands first on the path by now

    found.worst = 0.0
    trial = _Trial(found, offer.functions, offer.name)
    plain = settings(
        database=None, deadline=None, suppress_health_check=[*HealthCheck], print_blob=False,
        report_multiple_bugs=False, max_examples=examples, backend=ANEW,
    )  # fmt: skip
    glance = settings(plain, max_examples=GLANCE, phases=[Phase.explicit, Phase.generate])
    for each in (glance, plain):
        # a function of its own each time: Hypothesis keeps what it learned with it
        run = hypothesis.seed(seed)(each(given(**found.strategies)(_fresh(trial))))
        try:
            run()
            if trial.is_about_nothing():
                break
        except _EnoughError:
            break
        except (AssertionError, ArithmeticError, RuntimeWarning):
            pass
        except hypothesis.errors.HypothesisException as error:  # flaky, or nothing to draw
            trial.outcome.message = trial.outcome.message or _said(error)
        except Exception as error:
            trial.outcome.outcome, trial.outcome.message = UNREAD, _said(error)
            break
    return trial.ended()


def _fresh(trial):
    def case(**drawn):
        trial.case(**drawn)

    return case


def as_json(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome without its calls."""
    plain = asdict(replace(outcome, calls=[], past=[]))
    del plain["calls"], plain["past"], plain["called"]
    return plain
