"""Is what was read what NumPy computes? Both are asked at random sizes and numbers.

An error of the reading is an error of the mathematics and shows in the first digits. So rounding
is not judged here; a relative difference of 2⁻²⁰ is a difference.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from typing import Any

import numpy as np

from impl.refusals import ArgumentError
from proofs.arrays.entries.paths import Path
from proofs.arrays.entries.random_terms import LARGEST, Looked, Sample
from proofs.arrays.entries.thresholds import is_truth, thresholds, turning
from theory.stating.symbolic import symbolic
from theory.stating.terms import (
    Applied,
    Size,
    Term,
    walk,
)

TRIES, MOST = 40, 24  # further random cases, at most; entries compared, at least
TURNS, MORE = 24, 300  # cases of numbers at which the reading turns: at least, and at most
EDGES = ("one of each", "nothing kept", "ties", "many")  # the first samples


def compared(
    sides: Sequence[Term],
    runs: Mapping[str, Any],
    found: Sequence[Path],
    typed: Callable[[Term], Term],
    inner: Mapping[str, Any],
) -> int:
    """Return how many entries agree between the reading and NumPy's run of the same code.

    Where the code refuses, the reading must have taken a path that refuses; that counts for none.
    No number may be NaN. The first samples are edges: sizes of 1, a row of which nothing is kept, a
    tie in each row, and sizes from 4 to 9. Then come sizes of 1 beside others; the last have
    numbers at and beside those at which the reading turns.
    inner: the code of words that the reading leaves as they stand.
    """
    rng, count, looked = np.random.default_rng(0), 0, Looked()
    same = lambda sample: sum(
        agrees(sample, side, runs, found, k, inner) for k, side in enumerate(sides)
    )
    edges = [Sample(rng, typed, looked, edge) for edge in EDGES]
    count += sum(map(same, edges))
    sizes = {each: None for sample in edges for each in sample.held if isinstance(each, Size)}
    for chosen in _ones_and_more(rng, [*sizes]):
        sample = Sample(rng, typed, looked)
        sample.held |= chosen
        count += same(sample)
    for _ in range(TRIES):
        if count >= MOST:
            break
        count += same(Sample(rng, typed, looked))
    if not count:
        raise AssertionError("no random case could be compared with NumPy")
    ours = [k for k, side in enumerate(sides) if is_run(side, runs)]
    given = [path.result[k] for path in found if path.result for k in ours]
    read = [*given, *(truth for path in found for truth, _ in path.taken)]
    if turns := thresholds(read):
        ways, watched = {each: set[bool]() for each in turning(read)}, Looked()
        for number in range(MORE):
            with suppress(OverflowError):  # exp of a number far out
                same(Watching(ways, rng, typed, watched, turns=turns))
            if number >= TURNS and all(len(each) == 2 for each in ways.values()):
                break
        must_turn(ways)
    return count


def _ones_and_more(rng, sizes: Sequence[Size]) -> Iterator[dict[Size, int]]:
    """Yield sizes of which at most two are 1, or at most two are more: up to five, all ways.

    The reading takes every size for more than 1.
    """
    for ones in product((True, False), repeat=len(sizes)):
        if min(sum(ones), len(sizes) - sum(ones)) <= 2:
            yield {
                size: 1 if is_one else int(rng.integers(2, LARGEST + 1))
                for size, is_one in zip(sizes, ones, strict=True)
            }


class Watching(Sample):
    """A sample that notes which way each of some truths turns out."""

    def __init__(self, ways: Mapping[Term, set[bool]], *given, **options):
        super().__init__(*given, **options)
        self.ways = ways

    def _reads(self, term: Term):
        read = super()._reads(term)
        if not (is_truth(term) and term in self.ways):
            return read

        def noted(here):
            found = read(here)
            self.ways[term].add(bool(found))
            return found

        return noted


def must_turn(ways: Mapping[Term, set[bool]]) -> None:
    """Refuse a comparison that turned out one way alone: the other is not compared."""
    for term, seen in ways.items():
        if len(seen) < 2:
            way = " or ".join(map(str, map(int, sorted(seen)))) or "nothing"
            raise AssertionError(
                f"{symbolic(term)} was {way} at all random numbers; expected 1 and 0, as what the "
                "code gives at others is not compared with NumPy"
            )


def is_run(side: Term, runs) -> bool:
    """Say whether code stands in the place of a word of this side."""
    return any(isinstance(each, Applied) and each.word.name in runs for each in walk(side))


def agrees(sample: Sample, side: Term, runs, found, number, inner) -> int:
    """Return 1 if the reading and the code agree at a place of the sample; 0, if it says nothing.

    number: which of the sides it is.
    """
    if not is_run(side, runs):
        return 0
    here = sample.placed(side)
    inside, refusal = here.running(inner), ""
    try:
        ours = here.running(runs).value(side)
    except (IndexError, ZeroDivisionError, OverflowError):
        return 0  # no such place; or an undefined side, which the chain shows fit
    except ArgumentError as error:
        refusal = str(error)
    path = next(p for p in found if all(bool(inside.value(t)) == way for t, way in p.taken))
    if refusal:
        if not path.refusal:
            raise AssertionError(f"the code refuses: {refusal}; the reading does not")
        return 0
    if path.refusal:
        raise AssertionError(f"the reading refuses: {path.refusal}; the code does not")
    read = inside.value(path.result[number])
    if here.differ(ours, read):
        raise AssertionError(f"the code gives {ours}, the reading {read}, at {sample.held}")
    return 1
