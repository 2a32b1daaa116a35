"""What a library offers, under the names of `impl`: NumPy arrays in, NumPy arrays out."""

import inspect
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import numpy as np

from atensi.judging.zoo import own_functions

Function = Callable[..., Any]
SAID = "takes_halves", "sines_in"  # what a function says of itself, where a law's bound asks for it


class NotOfferedError(AttributeError):
    """A function, or an argument of it, that the subject does not have."""


class RefusedError(Exception):
    """An input for which the subject raised an error."""


class ChangedError(AssertionError):
    """A subject that wrote into what it was given."""


class NeedsDigitsError(Exception):
    """A law that is tested on fifty digits, which a library of floats cannot take."""


@dataclass(frozen=True)
class Offer:
    """The functions of a subject, and how each is called."""

    name: str
    functions: Mapping[str, Function]
    version: str = ""
    how: Mapping[str, str] = field(default_factory=dict)  # by function, what is called for it
    scripts: Mapping[str, Any] = field(default_factory=dict)  # by function, the lines of a call


@dataclass(frozen=True)
class Call:
    """A call of a subject's function, with what it was given and what came."""

    name: str
    arguments: tuple[Any, ...]
    options: Mapping[str, Any]
    output: Any
    changed: tuple[str, ...] = ()  # the arguments that the subject wrote into

    def size(self) -> tuple[int, float]:
        """Return how large the input is: its entries, then their magnitudes."""
        given = [*_arrays_in((self.arguments, self.options))]
        real = [each.astype(float) for each in given if each.dtype.kind in "fib"]
        # by square roots, for a sum of largest floats is none
        amounts = [np.sqrt(np.abs(np.nan_to_num(each))).sum() for each in real]
        return sum(each.size for each in given), float(sum(amounts))

    def told(self) -> "Call":
        """Return the call with the names of functions in their places: another process has none."""
        options = {name: _named(each) for name, each in self.options.items()}
        return replace(self, arguments=tuple(map(_named, self.arguments)), options=options)


def _named(given: Any) -> Any:
    return getattr(given, "__name__", "a function") if callable(given) else given


def _arrays_in(given: Any) -> Iterator[np.ndarray]:
    """Yield all arrays among what a function is given, each number as one."""
    if isinstance(given, Mapping | tuple | list):
        for each in given.values() if isinstance(given, Mapping) else given:
            yield from _arrays_in(each)
    else:
        yield np.asarray(given)


def _copied(given: Any) -> Any:
    """Return what a function is given once more, with arrays of its own."""
    if isinstance(given, Mapping):
        return {key: _copied(each) for key, each in given.items()}
    if isinstance(given, tuple | list):
        made = map(_copied, given)
        return type(given)(*made) if hasattr(given, "_fields") else type(given)(made)
    return given.copy() if isinstance(given, np.ndarray) else given


def watched(
    functions: Mapping[str, Function], calls: list[Call], leaving_alone: bool = False
) -> dict[str, Function]:
    """Return the functions; each call is kept, and a refusal is told from a wrong answer.

    leaving_alone: whether a change of what is given is an error, at once: what is asked afterwards
    is asked of other numbers, and would be judged by them.
    """
    return {
        name: _watched(name, function, calls, leaving_alone) for name, function in functions.items()
    }


def _watched(name, function, calls, leaving_alone):
    def call(*arguments, **options):
        if any(_of_digits(each) for each in (*arguments, *options.values())):
            raise NeedsDigitsError(name)
        given = _copied(arguments), _copied(options)
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"), redirect_stdout(sys.stderr):
                warnings.simplefilter("ignore")
                output = _plain(function(*arguments, **options))
        except (NotOfferedError, RefusedError):
            raise
        except (Exception, SystemExit) as error:  # who leaves the program gives no answer
            calls.append(Call(name, *given, error))
            raise RefusedError(f"{type(error).__name__}: {_first_line(error)}") from error
        before, after = (by_name(name, *each) for each in (given, (arguments, options)))
        changed = tuple(key for key in before if not _alike(before[key], after[key]))
        calls.append(Call(name, *given, output, changed))
        if changed and leaving_alone:
            key = changed[0]
            text = f"{name} changed its argument {key}: {_difference(before[key], after[key])}"
            raise ChangedError(text)
        return output

    vars(call).update({said: getattr(function, said) for said in SAID if hasattr(function, said)})
    return call


def by_name(name: str, arguments: Sequence[Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a function is given, by the names that ours has for it."""
    own = _names(name)
    names = [*own, *(str(place) for place in range(len(own), len(arguments)))]
    return {**dict(zip(names, arguments, strict=False)), **options}


@cache
def _names(name):
    own = own_functions().get(name)
    return [*inspect.signature(own).parameters] if own else []


def _difference(before, after):
    if not isinstance(before, np.ndarray):
        return "an array in it is another"
    place = next(
        i for i in range(before.size) if before.flat[i].tobytes() != after.flat[i].tobytes()
    )
    return f"entry {place} was {before.flat[place]}, and is {after.flat[place]}"


def _alike(before, after):
    """Say whether arguments are, bit by bit, what they were."""
    if isinstance(before, dict):
        return all(_alike(each, after[key]) for key, each in before.items())
    if isinstance(before, tuple | list):
        return all(map(_alike, before, after))
    return not isinstance(before, np.ndarray) or before.tobytes() == after.tobytes()


def _plain(output):
    """Return NumPy arrays for whatever came; a tuple or dict keeps names, a list its numbers."""
    if isinstance(output, dict):
        return {name: as_array(each) for name, each in output.items()}
    if isinstance(output, tuple):
        made = map(as_array, output)
        return type(output)(*made) if hasattr(output, "_fields") else tuple(made)
    if isinstance(output, list) and all(isinstance(each, int | np.integer) for each in output):
        return output
    return as_array(output)


def as_array(output: Any) -> np.ndarray:
    """Return what came as an array of numbers; say what it is, where it is none."""
    array = np.asarray(output)
    if array.dtype == object:
        raise TypeError(f"gave {type(output).__name__}, expected an array")
    return array


def _of_digits(argument):
    if isinstance(argument, dict):
        return any(map(_of_digits, argument.values()))
    return getattr(argument, "dtype", None) is not None and not isinstance(
        argument, np.ndarray | np.generic
    )


def _first_line(error):
    lines = str(error).strip().splitlines()
    return lines[0][:200] if lines else "no message"
