"""Lists with dots: what stands between the first items and the last one."""

from dataclasses import fields
from fractions import Fraction

from theory.transcribing.tokens import FormulaError
from theory.transcribing.tree import Dots, Name, Node, Number, Rows, changed

ZERO, ONE = Number(Fraction(0)), Number(Fraction(1))


def filled(items: tuple[Node, ...], place: Name) -> tuple[Node, Node, Node]:
    """Return what an item is at a place, the first place and the last, of a list with dots.

    place: a name that nothing has. The first and the last item may differ in their place alone;
    each between must be in line with them.
    """
    items = tuple(map(short, items))
    if items.count(Dots()) != 1 or items[-2] != Dots() or items[0] == Dots():
        raise FormulaError("a list has dots elsewhere than before its last item")
    first, *between, _, last = items
    general, begin, end = _at_place(first, last, place)
    if begin is None or end is None:
        raise FormulaError("the first and the last item of a list do not differ in a place")
    for k, each in enumerate(between, start=2):
        if put(general, place, Number(Fraction(k))) != each:
            raise FormulaError(f"item {k} of a list is not in line with the first and the last")
    return general, begin, end


def put(general: Node, place: Name, value: Node) -> Node:
    """Return the item at a place."""
    return changed(general, lambda node: value if node == place else None)


def short(item):
    """Return a row of dots as dots; a row with dots is an item like another."""
    return Dots() if isinstance(item, Rows) and set(item.items) == {Dots()} else item


def is_constant(items: tuple[Node, ...]) -> bool:
    """Say whether a list has dots, and one thing besides."""
    return len(items) > 2 and Dots() == items[-2] and len({*items} - {Dots()}) == 1


def is_one_hot(items: tuple[Node, ...]) -> bool:
    """Say whether a list is zeros with a single 1 among them, and dots on both sides of it."""
    if {*items} != {ZERO, ONE, Dots()} or items.count(ONE) != 1 or {items[0], items[-1]} != {ZERO}:
        return False
    at = items.index(ONE)
    return Dots() in items[:at] and Dots() in items[at:]


def _at_place(first, last, place):
    """Return the common form of two trees, and what the first and the last have at its place."""
    if first == last:
        return first, None, None
    if isinstance(first, Number | Name) and isinstance(last, Number | Name):
        return place, first, last
    if type(first) is not type(last):
        raise FormulaError("the first and the last item of a list are of two forms")
    begin = end = None
    parts = {}
    for field in fields(first):
        old, new = getattr(first, field.name), getattr(last, field.name)
        if old == new:
            parts[field.name] = old
            continue
        if isinstance(old, tuple) and len(old) == len(new):
            made = [_at_place(p, q, place) for p, q in zip(old, new, strict=True)]
            parts[field.name] = tuple(each for each, _, _ in made)
        elif isinstance(old, Node) and isinstance(new, Node):
            made = [_at_place(old, new, place)]
            parts[field.name] = made[0][0]
        else:
            raise FormulaError("the first and the last item of a list are of two forms")
        for _, p, q in made:
            if p is not None and (begin or p, end or q) != (p, q):
                raise FormulaError("the first and the last item of a list differ in two places")
            begin, end = begin or p, end or q
    return type(first)(**parts), begin, end
