"""What a printed formula means: its letters put in, sums and products of rows and matrices formed.

A row is a family with one index, a matrix one with two. What does not fit is refused, as by a
reader who minds the sizes: two rows have no product, nor has a matrix with one that is not as high
as it is wide.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from theory.softmax import softmax
from theory.stating.families import (
    Family,
    cos,
    every,
    exp,
    index,
    larger,
    log,
    matrix,
    sin,
    sqrt,
    tanh,
    total,
)
from theory.stating.terms import Index, Term, TermError, bound, term
from theory.stating.terms import Number as Given
from theory.transcribing.arithmetic import (
    OPERATIONS,
    Column,
    Value,
    each_entry,
    power,
    softmax_by_rows,
)
from theory.transcribing.elided import filled, short
from theory.transcribing.tree import (
    Call,
    Dots,
    Name,
    Node,
    Number,
    Operation,
    Rows,
    Scripted,
    Sum,
    text,
)

FUNCTIONS = {"exp": exp, "log": log, "sqrt": sqrt, "sin": sin, "cos": cos, "tanh": tanh}
SOFTMAX = dict.fromkeys(("softmax", "\\text{softmax}", "\\text{Softmax}"), softmax)
WORDS = {**SOFTMAX, "sin": sin, "cos": cos}  # that need no table
TRANSPOSED = ("T", "\\top")


@dataclass(frozen=True)
class By:
    """A function that stands for numbers by the places of its arguments: f(q_i, k_j) for F_ij."""

    letters: tuple[str, ...]
    numbers: Family


class Reader:
    """Reads trees under a table of letters; limits: of sums that are printed without a last place.

    A letter of the table may have scripts of its own; the longest that fits is meant.
    """

    def __init__(self, letters: Mapping[str, Value], limits: Mapping[str, Term] | None = None):
        self.letters, self.limits = dict(letters), dict(limits or {})

    def value(self, node: Node) -> Value:
        """Return what a part of a formula stands for."""
        is_size = isinstance(node, Operation) and node.name == "abs"  # |V|
        is_letter = is_size or isinstance(node, Name | Scripted | Call)
        if is_letter and (known := self.letters.get(text(node))) is not None:
            return known
        match node:
            case Number():
                return term(node.value)
            case Name():
                raise TermError(f"{node.text} stands for nothing")
            case Scripted():
                return self.scripted(node)
            case Call():
                return self.called(node)
            case Sum():
                return self.summed(node)
            case Operation():
                return self.operation(node)
            case Rows():
                return self.rows(node.items)
        raise TermError(f"{type(node).__name__} means nothing here")

    def scripted(self, node: Scripted) -> Value:
        if node.above is not None:
            base = Scripted(node.base, node.below) if node.below else node.base
            if text(Scripted(node.base, (), node.above)) in self.letters:  # W_i^Q: of W^Q
                base, above = Scripted(node.base, (), node.above), None
                return self.at(self.value(base), node.below)
            above = node.above
            if isinstance(above, Name) and above.text in TRANSPOSED:
                return self.transposed(base)
            return power(self.value(base), self.value(above))
        if isinstance(inner := node.below[0], Scripted) and inner.below:  # e_{x_k}: entry k of e_x
            whole = Scripted(node.base, (Scripted(inner.base, (), inner.above),))
            if text(whole) in self.letters:
                return self.at(self.value(whole), inner.below)
        return self.at(self.value(node.base), node.below)

    def transposed(self, node: Node) -> Value:
        # (K W)^T_i is column i of the matrix that stands upright
        value = self.value(node)
        if isinstance(value, Column):
            return value.row
        if isinstance(value, Family):
            return Column(value) if len(value.lasts) == 1 else value.transposed()
        raise TermError("a number is transposed")

    def at(self, value: Value, below: tuple[Node, ...]) -> Value:
        """Return an entry, or a row, of a family."""
        if isinstance(value, Column):
            return Column(self.at(value.row, below))
        if not isinstance(value, Family):
            raise TermError(f"{type(value).__name__} has an index below it; expected a family")
        places = [each for node in below for each in self.places(node, len(value.lasts))]
        return value[tuple(self.value(each) for each in places)]

    def places(self, node: Node, most: int) -> list[Node]:
        """Return the letters of ij one by one, where there may be so many."""
        if isinstance(node, Operation) and node.name == "*" and most > 1:
            return [each for part in node.given for each in self.places(part, most)]
        return list(node.items) if isinstance(node, Rows) else [node]

    def called(self, node: Call) -> Value:
        base: Node = node.function
        below: tuple[Node, ...] = ()
        if isinstance(base, Scripted) and text(base) not in self.letters:
            below, base = base.below, base.base
        function = self.letters.get(text(base), WORDS.get(text(base)))
        if isinstance(function, By):
            return self.by_places(function, node.given)
        if isinstance(function, Family | Term):  # a letter with its arguments beside it
            return self.at(function, below) if below else function
        if function is None:
            raise TermError(f"{text(base)} stands for nothing")
        given = self.arguments(node.given)
        value = softmax_by_rows(given[0]) if function is softmax else function(*given)
        return self.at(value, below) if below else value

    def arguments(self, given: tuple[Node, ...]) -> list[Value]:
        if Dots() in given:
            return [self.rows(given)]
        return [self.value(each) for each in given]

    def by_places(self, function: By, given: tuple[Node, ...]) -> Value:
        """Return the number at the places that the arguments have."""
        if len(given) != len(function.letters):
            raise TermError(f"{len(given)} arguments; expected {', '.join(function.letters)}")
        places: list[Node] = []
        for each, letter in zip(given, function.letters, strict=True):
            base: Node = each.base if isinstance(each, Scripted) else each
            below = each.below if isinstance(each, Scripted) else ()
            if text(each) != letter and text(base) != letter:
                raise TermError(f"the argument {text(each)}; expected {letter}")
            places += below if text(each) != letter else ()
        if not places:
            return function.numbers
        return self.at(function.numbers, tuple(places))

    def summed(self, node: Sum) -> Value:
        last = self.limits.get(node.index) if node.last is None else self.value(node.last)
        if last is None:
            raise TermError(f"the sum over {node.index} has no upper limit")
        place = bound(node.index, last)
        body = Reader({**self.letters, node.index: place}, self.limits).value(node.body)
        over = lambda entry: total(every(place, entry=entry))
        return body.map(over) if isinstance(body, Family) else over(body)

    def operation(self, node: Operation) -> Value:
        if node.name == "max":
            return self.largest(*node.given)
        given = [self.value(each) for each in node.given]
        if node.name in FUNCTIONS:
            return each_entry(FUNCTIONS[node.name], given[0])
        if node.name not in OPERATIONS:
            raise TermError(f"{node.name} means nothing here")
        return OPERATIONS[node.name](*given)

    def largest(self, zero: Node, other: Node) -> Value:
        least, value = self.value(zero), self.value(other)
        return each_entry(lambda each: larger(least, each), value)

    def rows(self, items: tuple[Node, ...]) -> Family:
        """Return a list, its dots filled in, or a matrix by its rows."""
        if Dots() not in map(short, items):
            return self.given_numbers(items)
        mark = Name(f"#{sum(letter.startswith('#') for letter in self.letters)}")
        general, begin, end = filled(items, mark)
        start, last = self.value(begin), self.value(end)
        count = last if start == term(1) else last - start + 1
        at = index(mark.text, count)
        place = at if start == term(1) else at + (start - 1)
        entry = Reader({**self.letters, mark.text: place}, self.limits).value(general)
        name = lambda here: put_in(entry, at, here)
        rest = entry.lasts if isinstance(entry, Family) else ()
        return Family(lambda here, *more: name(here)[more] if more else name(here), (count, *rest))

    def given_numbers(self, items: tuple[Node, ...]) -> Family:
        """Return a matrix of numbers."""
        lines = [each.items if isinstance(each, Rows) else (each,) for each in items]
        found = tuple(tuple(self.value(each) for each in line) for line in lines)
        if not all(isinstance(each, Given) for line in found for each in line):
            raise TermError("a list of given things; expected numbers, or dots before the last")
        return matrix("M", tuple(tuple(each.value for each in line) for line in found))


def put_in(entry: Value, at: Index, here: Term) -> Value:
    """Return an item of a list at another place."""
    if isinstance(entry, Family):
        return Family(lambda *p: every(at, entry=entry[p])[here], entry.lasts, entry.names)
    return every(at, entry=entry)[here]
