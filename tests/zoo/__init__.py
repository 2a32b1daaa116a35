"""The zoo: implementations that are wrong in ways that real ones were. Each names its bug."""

from dataclasses import dataclass
from functools import wraps

from tests.helpers.accumulated import is_half


@dataclass(frozen=True)
class Specimen:
    """A wrong function, what it replaces, what is wrong, and the public thread it is known from.

    year: that of the thread, as somebody has read it there, or as threads of that year with numbers
    on both sides of its own leave no other; without a thread 0.
    """

    name: str
    replaces: str
    bug: str
    thread: str
    function: object
    year: int = 0


SPECIMENS: list[Specimen] = []


def specimen(replaces, bug, thread="", year=0):
    """Put a function into the zoo in place of `replaces`."""

    def caged(function):
        SPECIMENS.append(Specimen(function.__name__, replaces, bug, thread, function, year))
        return function

    return caged


def on_halves(right):
    """Make a kernel of halves that is wrong on them alone: longer floats go to the right one."""

    def decorated(wrong):
        @wraps(wrong)
        def kernel(x, *others, **options):
            return (wrong if is_half(x) else right)(x, *others, **options)

        kernel.takes_halves = True
        return kernel

    return decorated
