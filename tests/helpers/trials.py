"""Wrong subjects on trial: all are tried on the same cases, until each has failed or crashed."""

import warnings
from contextlib import suppress
from copy import deepcopy
from functools import cache, partial
from itertools import count
from types import MappingProxyType

from hypothesis import Phase, given, settings
from hypothesis.errors import UnsatisfiedAssumption
from hypothesis.strategies import DataObject

from tests.helpers.remembered import remembering
from tests.helpers.sightings import sighted
from tests.helpers.subject import load

WARNS = "warns"
CASES = 100
FEW = 12  # after these a specimen is left to other tests; what none sees is tried on all cases
FEWER = 4  # for one that another test was seen to reject

reference = cache(partial(load, "impl"))


def times(examples, strategies, function):
    """Return the function, run on so many examples; its failures are not shrunk."""
    often = settings(max_examples=examples, phases=[Phase.explicit, Phase.generate])
    return often(given(**strategies)(function))


def fails(run, subject, seen=None):
    """Say whether a run rejects the subject; return None if it holds.

    seen: takes the assertion that fails.

    One that cannot run at all, such as a NumPy function on fifty digits, is not rejected: its crash
    says nothing about what the property sees. Where it warns, and no assertion fails once this is
    ignored, the answer is `WARNS`: there is something wrong, and the property does not say so.
    """
    with suppress(RuntimeWarning):
        return _answer(run, subject, seen)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        answer = _answer(run, subject, seen)
    return WARNS if answer is None else answer


def _answer(run, subject, seen):
    try:
        run(subject=subject)
    except AssertionError as error:
        if seen is not None:
            seen(error)
        return True
    except (RuntimeWarning, UnsatisfiedAssumption, _OtherDrawError):
        raise
    except Exception:
        return False
    return None


def rejected(
    function, strategies, subjects, briefly=MappingProxyType({}), warned=None, how=None, at=None,
    cases=CASES,
):  # fmt: skip
    """Return which subjects the test rejects, in so many cases.

    briefly: on how many cases some are tried, unless the test has rejected nothing by then.
    warned: takes up those that only warn. how: takes up, by name, how one was seen to be wrong.
    at: takes up, by name, the number of the case in which it was; one tried by itself has none.
    What a test draws while it runs is drawn for the reference, and the same for all. A subject that
    asks for something else, since it computed something else, is tried by itself.
    """
    seen = lambda name, drawn: lambda error: how.setdefault(name, sighted(drawn, error))
    waiting, alone, failed, numbers = dict(subjects), {}, set(), count(1)
    warned, how = set() if warned is None else warned, {} if how is None else how

    def try_all(**drawn):
        case = next(numbers)
        for name in [name for name in waiting if case > briefly.get(name, cases)] if failed else ():
            del waiting[name]
        drawn = _recorded(function, drawn)
        again = lambda subject: function(subject=subject, **_again(drawn))
        for name, subject in [*waiting.items()]:
            try:
                answer = fails(again, subject, seen(name, drawn))
            except UnsatisfiedAssumption:
                continue
            except _OtherDrawError:
                alone[name] = waiting.pop(name)
                continue
            if answer == WARNS:
                warned.add(name)
            elif answer is not None:
                del waiting[name]
                failed.update({name} if answer else ())
                if answer and at is not None:
                    at[name] = case
        if not waiting:
            raise _AllAnsweredError

    with suppress(_AllAnsweredError), remembering():
        times(cases, strategies, try_all)()
    by_itself = times(cases, strategies, function)
    answers = {name: fails(by_itself, subject, seen(name, {})) for name, subject in alone.items()}
    warned |= {name for name, answer in answers.items() if answer == WARNS}
    return failed | {name for name, answer in answers.items() if answer is True}


class _AllAnsweredError(Exception):
    """Every subject has failed or crashed, or is to be tried by itself."""


class _OtherDrawError(Exception):
    """A subject asks for a draw that the reference does not ask for."""


class _Recorded:
    """What a test draws while it runs, and what it asked for."""

    def __init__(self, data):
        self.data, self.drawn = data, []

    def draw(self, strategy, label=None):
        self.drawn.append((repr(strategy), self.data.draw(strategy, label)))
        return deepcopy(self.drawn[-1][1])


class _Replayed:
    """The same draws for the next subject, as long as it asks for the same."""

    def __init__(self, drawn):
        self.left = iter(drawn)

    def draw(self, strategy, label=None):
        asked, value = next(self.left, (None, None))
        if asked != repr(strategy):
            raise _OtherDrawError
        return deepcopy(value)


def _recorded(function, drawn):
    """Return what was drawn; if the test draws more while it runs, run it on the reference."""
    within = {name: _Recorded(each) for name, each in drawn.items() if isinstance(each, DataObject)}
    if within:
        outer = {name: each for name, each in drawn.items() if name not in within}
        function(reference(), **deepcopy(outer), **within)
    return drawn | within


def _again(drawn):
    """Return a copy of what was drawn, for one more subject."""
    return {
        name: _Replayed(each.drawn) if isinstance(each, _Recorded) else deepcopy(each)
        for name, each in drawn.items()
    }
