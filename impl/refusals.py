"""What a function says when it refuses: `function: argument has what, expected what`."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial


class ArgumentError(Exception):
    """Arguments that a function refuses, and what is wrong with each."""

    def __init__(self, function: str, /, **wrong: str) -> None:
        super().__init__(
            f"{function}: {listed([f'{name} {what}' for name, what in wrong.items()], '; ')}"
        )
        self.function, self.wrong = function, wrong

    def __reduce__(self) -> tuple[Callable[[], "ArgumentError"], tuple[()]]:
        return partial(type(self), self.function, **self.wrong), ()  # from another process, too


class ArgumentValueError(ArgumentError, ValueError):
    """Arguments whose value, or shape, is refused."""


class ArgumentTypeError(ArgumentError, TypeError):
    """Arguments whose type, or dtype, is refused."""


def listed(words: Sequence[str], between: str = ", ", most: int = 3) -> str:
    """Return the words in a row; of many, the first, and how many more there are."""
    more = [f"and {len(words) - most} more"] if len(words) > most else []
    return between.join([*words[:most], *more])


@contextmanager
def speaking_for(function: str, /, **names: str) -> Iterator[None]:
    """Say what is refused inside of the function that was called, and of its own arguments.

    names: for an argument of a function that is called inside, the one that it was made from.
    """
    try:
        yield
    except ArgumentError as error:
        wrong = {names.get(name, name): what for name, what in error.wrong.items()}
        raise type(error)(function, **wrong) from None
