"""Code must be called: a number that a piece of evidence types in is refused."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from proofs.arrays.heard import CODE, PUBLIC, Names, heard
from proofs.engine.witness import EvidenceError

NAMES = frozenset(each.__name__ for each in PUBLIC)


@contextmanager
def called(package: str = CODE) -> Iterator[Names]:
    """Note the functions of a package that are called, and demand one."""
    with heard(package) as names:
        yield names
    if not names:
        raise EvidenceError(f"no function of {package} was called: what stands here is typed in")


def own_functions(word: str, names: Collection[str]) -> list[str]:
    """Return which of the called functions compute a word: for `computed_f` they are called f."""
    name = own_name(word)
    own = [each for each in names if not name or each.split(".")[-1] == name]
    if not own:
        raise EvidenceError(f"{word}: {name} of {CODE} was not called: this is typed in")
    return own


def own_name(word: str) -> str:
    """Return how the code calls what it computes for a word `computed_f`, or nothing."""
    name = word.removeprefix("computed_")
    return name if name != word and name in NAMES else ""


def must_matter(word: str, mattering: Collection[str], functions: Collection[str]) -> None:
    """Refuse a word's code that gives the same whatever the functions give that it calls."""
    if not mattering:
        names = " and ".join(functions)
        raise EvidenceError(
            f"{word}: what {names} gives is thrown away: altered, it alters nothing"
        )
