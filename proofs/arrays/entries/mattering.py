"""Does it matter what the code gives? A side that stays the same has thrown it away.

A word's code may call a function of `impl` and then write down what it likes. So what each function
gives is altered, at random sizes and numbers: the side must be another number in one case at least.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from impl.refusals import ArgumentError
from proofs.arrays.altered import altering
from proofs.arrays.entries.beside_numpy import TRIES, is_run
from proofs.arrays.entries.family_arrays import Besides
from proofs.arrays.entries.random_terms import Looked, Sample
from proofs.arrays.heard import Names
from theory.stating.terms import Term

UNDEFINED = IndexError, ZeroDivisionError, OverflowError, ArgumentError  # a case that says nothing


def mattering(
    sides: Sequence[Term],
    runs: Mapping[str, Any],
    typed: Callable[[Term], Term],
    calls: Mapping[str, Names],
) -> dict[str, Names]:
    """Return what is called for each word, without the functions that no side takes notice of."""
    rng, looked = np.random.default_rng(0), Looked()
    found = {word: Names() for word in calls}
    waiting = {
        (word, name): {**runs, word: _with(runs[word], name)}
        for word, names in calls.items()
        for name in names
    }
    for _ in range(TRIES):
        sample = Sample(rng, typed, looked=looked)
        for side in (each for each in sides if is_run(each, runs)):
            here = sample.placed(side)
            try:
                ours = here.running(runs).value(side)
            except UNDEFINED:
                continue
            for word, name in [k for k, own in waiting.items() if _differs(here, side, own, ours)]:
                del waiting[word, name]
                found[word][name] = None
        if not waiting:
            break
    return found


def _with(code: Any, name: str) -> Any:
    """Return the code of a word, which is given other numbers by a function."""
    if isinstance(code, Besides):
        return Besides(altering(code.of, name), *code.besides)
    return altering(code, name)


def _differs(here: Sample, side: Term, runs, ours: float) -> bool:
    """Say whether a side is not the same with this code; that it is refused is a difference."""
    try:
        return here.differ(ours, here.running(runs).value(side))
    except Exception:  # whatever altered numbers lead to
        return True
