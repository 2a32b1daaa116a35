"""The code that general runs read words as, and what it is given besides their arguments."""

from collections.abc import Callable, Mapping
from typing import Any

from proofs.arrays.entries.family_arrays import Besides
from theory.stating.families import Family
from theory.stating.relations import variables
from theory.stating.terms import Applied, Index

Runs = Mapping[str, Callable[..., Any]]
RUNS: dict[tuple[str, int], Runs] = {}  # by claim and duty: the code that a general run is of


def unshown(word: Applied) -> set[Any]:
    """Return the letters on which a word's code depends, and which are none of its arguments'."""
    codes = [runs.get(word.word.name) for runs in RUNS.values()]
    given = [each for code in codes if isinstance(code, Besides) for each in code.besides]
    letters = {each.base if isinstance(each, Family) else each for each in given}
    shown = [each for each in word.given if not isinstance(each, Index)]  # a number has no range
    return letters - frozenset().union(*map(variables, shown))
