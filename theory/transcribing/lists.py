"""What a printed list or matrix stands for: its dots filled in, its 1 put in its place."""

from theory.stating.families import Family, every
from theory.stating.operations import delta
from theory.stating.terms import Index, Term, TermError, term
from theory.stating.terms import Number as Given
from theory.stating.variables import index
from theory.stating.vocabulary import matrix
from theory.transcribing.arithmetic import Value, number
from theory.transcribing.elided import filled, is_constant, is_one_hot, short
from theory.transcribing.tree import Dots, Name, Node, Rows


def listed(reader, items: tuple[Node, ...]) -> Family:
    """Return what the items of a list, or the rows of a matrix, stand for."""
    if is_one_hot(items):
        return _one_hot(reader)
    if Dots() not in map(short, items):
        return _given_numbers(reader, items)
    if is_constant(items):
        return _repeated(reader, items[0])
    mark = Name(f"#{sum(letter.startswith('#') for letter in reader.letters)}")
    general, begin, end = filled(items, mark)
    start, last = reader.value(begin), reader.value(end)
    count = last if start == term(1) else last - start + 1
    at = index(mark.text, count)
    place = at if start == term(1) else at + (start - 1)
    entry = reader.where(mark.text, place).value(general)
    name = lambda here: _put_in(entry, at, here)
    rest = entry.lasts if isinstance(entry, Family) else ()
    return Family(lambda here, *more: name(here)[more] if more else name(here), (count, *rest))


def _repeated(reader, item: Node) -> Family:
    if (count := reader.limits.get("\\dots")) is None:
        raise TermError("a list repeats a number, and how often is not said")
    value = number(reader.value(item))
    return Family(lambda here: value, (count,))


def _one_hot(reader) -> Family:
    if reader.one is None:
        raise TermError("a list has a 1 among zeros, and where is not said")
    place, count = reader.one
    return Family(lambda here: delta(place, here), (count,))


def _given_numbers(reader, items: tuple[Node, ...]) -> Family:
    lines = [each.items if isinstance(each, Rows) else (each,) for each in items]
    found = tuple(tuple(reader.value(each) for each in line) for line in lines)
    if not all(isinstance(each, Given) for line in found for each in line):
        raise TermError("a list of given things; expected numbers, or dots before the last")
    return matrix("M", tuple(tuple(each.value for each in line) for line in found))


def _put_in(entry: Value, at: Index, here: Term) -> Value:
    """Return an item of a list at another place."""
    if isinstance(entry, Family):
        return Family(lambda *p: every(at, entry=entry[p])[here], entry.lasts, entry.names)
    return every(at, entry=entry)[here]
