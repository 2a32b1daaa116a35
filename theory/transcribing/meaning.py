"""What a printed formula means: its letters put in, sums and products of rows and matrices formed.

A row is a family with one index, a matrix one with two. What does not fit is refused, as by a
reader who minds the sizes: two rows have no product, nor has a matrix with one that is not as high
as it is wide.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from theory.softmax.words import softmax
from theory.stating.families import Family, every, total
from theory.stating.operations import cos, exp, larger, log, sin, sqrt, tanh
from theory.stating.terms import Index, Term, TermError, bound, term
from theory.transcribing.arithmetic import (
    OPERATIONS,
    Column,
    Value,
    each_entry,
    power,
    side_by_side,
    softmax_by_rows,
)
from theory.transcribing.choices import chosen
from theory.transcribing.lists import listed
from theory.transcribing.parse import parsed
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
    every_node,
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
    """Reads trees under a table of letters, of which the longest that fits is meant.

    limits: of sums and lists that are printed without a last place. one: where the 1 stands in a
    list of zeros, and how long this list is.
    """

    def __init__(
        self,
        letters: Mapping[str, Value],
        limits: Mapping[str, Term] | None = None,
        one: tuple[Term, Term] | None = None,
    ):
        self.letters, self.limits, self.one = dict(letters), dict(limits or {}), one

    def where(self, letter: str, value: Value) -> "Reader":
        """Return the reader to whom one more letter stands for something."""
        return Reader({**self.letters, letter: value}, self.limits, self.one)

    def value(self, node: Node) -> Value:
        """Return what a part of a formula stands for."""
        is_size = isinstance(node, Operation) and node.name == "abs"  # |V|
        is_letter = is_size or isinstance(node, Name | Scripted | Call | Rows)
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
                return listed(self, node.items)
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
            part = self.at(value.row, below)
            return Column(part) if isinstance(part, Family) else part
        if not isinstance(value, Family):
            raise TermError(f"{type(value).__name__} has an index below it; expected a family")
        places = [each for node in below for each in self.places(node, len(value.lasts))]
        return value[tuple(self.value(each) for each in places)]

    def places(self, node: Node, most: int) -> list[Node]:
        """Return the letters of ij one by one, where there may be so many."""
        parts = getattr(node, "given", ()) if most == 1 else ()
        if parts and all(isinstance(each, Number) for each in parts):
            raise TermError(f"{''.join(map(text, parts))} below a row; is it one place or two?")
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
            self.must_stand_there(node)
            return self.at(function, below) if below else function
        if function is None:
            raise TermError(f"{text(base)} stands for nothing")
        given = self.arguments(node.given)
        value = softmax_by_rows(given[0]) if function is softmax else function(*given)
        return self.at(value, below) if below else value

    def must_stand_there(self, call: Call) -> None:
        """Refuse arguments at other places than the letter itself: α_i is none of q and k_j."""
        names = [each.text for each in every_node(call.function) if isinstance(each, Name)]
        named = {*names, *"".join(names)}  # the table may have α_ij as one letter
        for node in (each for argument in call.given for each in every_node(argument)):
            for place in node.below if isinstance(node, Scripted) else ():
                if isinstance(place, Name) and place.text not in named and self.is_place(place):
                    raise TermError(f"an argument at {place.text}; {text(call.function)} has none")

    def is_place(self, name: Name) -> bool:
        """Say whether a letter is a place, and no part of a name such as d_k."""
        return isinstance(self.letters.get(name.text), Index)

    def arguments(self, given: tuple[Node, ...]) -> list[Value]:
        if Dots() in given:
            return [listed(self, given)]
        return [self.value(each) for each in given]

    def by_places(self, function: By, given: tuple[Node, ...]) -> Value:
        """Return the number at the places that the arguments have."""
        if len(given) != len(function.letters):
            raise TermError(f"{len(given)} arguments; expected {', '.join(function.letters)}")
        places: list[Node] = []
        for each, letter in zip(given, function.letters, strict=True):
            base: Node = each.base if isinstance(each, Scripted) else each
            below = each.below if isinstance(each, Scripted) else ()
            wanted = text(parsed(letter).sides[0])
            if wanted not in (text(each), text(base)):
                raise TermError(f"the argument {text(each)}; expected {letter}")
            places += below if text(each) != wanted else ()
        if not places:
            return function.numbers
        return self.at(function.numbers, tuple(places))

    def summed(self, node: Sum) -> Value:
        last = self.limits.get(node.index) if node.last is None else self.value(node.last)
        if last is None:
            raise TermError(f"the sum over {node.index} has no upper limit")
        place = bound(node.index, last)
        body = self.where(node.index, place).value(node.body)
        over = lambda entry: total(every(place, entry=entry))
        return body.map(over) if isinstance(body, Family) else over(body)

    def operation(self, node: Operation) -> Value:
        if node.name == "max":
            return self.largest(*node.given)
        if node.name == "cases":
            return chosen(self, node)
        if node.name == "beside":
            return side_by_side(listed(self, node.given))
        given = [self.value(each) for each in node.given]
        if node.name in FUNCTIONS:
            return each_entry(FUNCTIONS[node.name], given[0])
        if node.name not in OPERATIONS:
            raise TermError(f"{node.name} means nothing here")
        return OPERATIONS[node.name](*given)

    def largest(self, zero: Node, other: Node) -> Value:
        least, value = self.value(zero), self.value(other)
        return each_entry(lambda each: larger(least, each), value)
