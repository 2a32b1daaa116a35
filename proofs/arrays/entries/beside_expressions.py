"""Terms on exact symbols at sizes 2 and 3: is what was read what the code gives there?

The reading `expressions` runs the same code and shares nothing with this one but the code: its
arrays hold expressions of SymPy. Where the code asks which of two numbers is larger, exact numbers
stand in the place of symbols.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from copy import copy
from itertools import product
from typing import Any
from unittest.mock import patch

import numpy as np
import sympy as sp

from proofs.arrays import expressions
from proofs.arrays.entries.beside_numpy import agrees
from proofs.arrays.entries.named_values import ELEMENTARY, Names, larger
from proofs.arrays.entries.paths import Path
from proofs.arrays.entries.random_terms import Sample, open_indices
from proofs.arrays.entries.sublayers import Box
from proofs.arrays.expressions import UndecidedError
from proofs.arrays.namespace import Namespace
from proofs.arrays.objects import ObjectArray
from theory.stating.symbolic import ASSUMED
from theory.stating.terms import Index, Size, Term

SIZES = 2, 3
WANTED, CASES = 4, 12  # entries compared, and cases tried for them


def _first_largest(row):
    best = 0
    for place, value in enumerate(row):
        best = place if _is_less(row[best], value) else best
    return best + 1


_is_less = lambda p, q: int(expressions.xp.scalars.less(p, q))
_is_same = lambda p, q: int(expressions.xp.scalars.equal(p, q))
_OPERATIONS: dict[str, Callable[..., Any]] = {
    "+": lambda p, q: p + q, "-": lambda p, q: p - q, "*": lambda p, q: p * q,
    "/": lambda p, q: sp.sympify(p) / q, "^": lambda p, q: sp.sympify(p) ** q,
    "neg": lambda p: -p,
    "max": larger, "odd": lambda k: k % 2, "delta": lambda i, j: int(i == j),
    "[=]": _is_same, "[<]": _is_less, "[>]": lambda p, q: _is_less(q, p),
}  # fmt: skip
_OF_ROWS: dict[str, Callable[..., Any]] = {
    "largest": lambda row: larger(*row), "largest_size": lambda row: larger(*row),
    "_some": max, "any": max, "first_largest": _first_largest,
    "largest_there": lambda there, row: larger(*(x for k, x in zip(there, row, strict=True) if k))
    if any(there) else sp.S.Zero,
    "larger_there": lambda k, p, t, q: _OF_ROWS["largest_there"]([*k, *t], [*p, *q]),
}  # fmt: skip


class Length(int):
    """A size whose array library is that of a sample."""

    library: Namespace


class Exact(Sample):
    """Sizes of 2 and 3 by turns, and a symbol for each number; of bits and whole numbers, any."""

    of_rows, _pi = _OF_ROWS, sp.pi

    def __init__(self, turn: int, ordered: bool, typed, is_zero, boxed: Collection[str]):
        super().__init__(np.random.default_rng(turn), typed)
        self.turn, self.ordered, self.is_zero, self.boxed = turn, ordered, is_zero, boxed
        self.names = Names()
        self.writes_in(self.names.xp)
        self._running: dict[int, Exact] = {}

    def writes_in(self, library: Namespace) -> None:
        """Let values be of this array library, and functions those of its scalars."""
        self.library = library
        elementary = {name: getattr(library.scalars, name) for name in ELEMENTARY}
        self.operations = _OPERATIONS | elementary

    def length(self, size: int) -> Length:
        """Return a size that knows the array library."""
        found = Length(size)
        found.library = self.library
        return found

    def running(self, runs):
        """Return the same sample, in which words are what the code gives, once for all places."""
        made = self._running.setdefault(id(runs), super().running(runs))
        other = copy(made)
        other.places = self.places
        return other

    def _numeral(self, value):
        return sp.Rational(value.numerator, value.denominator)

    def _size(self) -> int:
        asked = sum(isinstance(each, Size) for each in self.held)
        return self.length(SIZES[(asked + self.turn) % 2])

    def _reads(self, term: Term):
        read = super()._reads(term)
        return read if isinstance(term, Size | Index) else lambda here: sp.sympify(read(here))

    def _ran(self, name, code, given):
        made = code(*given)
        return self.names.array(made) if name in self.boxed else made

    def _array(self, values, dtype, shape):
        return self.library.reshape(self.library.asarray(values, dtype=dtype), shape)

    def _scalar(self, found):
        number = found.data.item() if isinstance(found, ObjectArray) else found
        return int(number) if isinstance(number, bool) else number

    def _number(self, domain, name="x"):
        if domain in ("bit", "integer", "natural"):
            return int(self.rng.integers(0, 2))
        if not self.ordered:
            return sp.Dummy(name, **ASSUMED[domain])
        half = sp.Rational(int(self.rng.integers(-7, 8)), 2)
        return abs(half) + 1 if domain == "positive" else abs(half) if domain != "real" else half

    def differ(self, ours, read) -> bool:
        """Say whether two expressions are not shown to be equal."""
        if ours == read:
            return False
        undefined = [sp.sympify(each).has(sp.nan, sp.zoo, sp.oo) for each in (ours, read)]
        if any(undefined):
            return not all(undefined)
        return not self.is_zero(sp.sympify(ours) - sp.sympify(read))


def at_sizes(
    sides: Sequence[Term],
    runs: Mapping[str, Any],
    found: Sequence[Path],
    typed: Callable[[Term], Term],
    inner: Mapping[str, Any],
    is_zero: Callable[[sp.Expr], bool],
    boxes: Sequence[Box] = (),
) -> int:
    """Return how many entries of the reading are what the code gives on symbols at small sizes.

    boxes: what their functions give is named, entry by entry, as an expression in it would grow
    too long to be compared.
    """
    names = {each.word.word.name for box in boxes for each in box.stands}
    count = 0
    for turn, side in product(range(CASES), range(len(sides))):

        def same(ordered: bool, turn=turn, side=side) -> int:
            sample = Exact(turn, ordered, typed, is_zero, names)
            with _named(boxes, sample.names):
                here = _places(sample, open_indices(sides[side]))
                return sum(agrees(each, sides[side], runs, found, side, inner) for each in here)

        try:
            count += same(ordered=False)
        except (UndecidedError, TypeError):  # SymPy says the latter of a relation between symbols
            count += same(ordered=True)
        if count >= WANTED and turn and side == len(sides) - 1:
            break
    if not count:
        raise AssertionError("no entry could be compared with the code on symbols")
    return count


def _places(sample: Exact, indices: Sequence[Index]) -> Iterator[Exact]:
    """Yield the sample at every place of the indices."""
    if not indices:
        yield sample
        return
    first, *rest = indices
    for place in range(1, int(sample.value(first.last)) + 1):
        yield from _places(sample.at({first: place}), rest)


@contextmanager
def _named(boxes: Sequence[Box], names: Names) -> Iterator[None]:
    """Let what the functions of the boxes give be named for a while."""
    with ExitStack() as stack:
        for box in boxes:
            for module in box.modules:
                name = box.function.__name__
                stack.enter_context(patch.object(module, name, names.box(box.function)))
        yield
