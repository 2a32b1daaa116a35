"""What holds in one case and not in another: values by cases, and the place of the largest."""

from theory.stating.families import every, total
from theory.stating.operations import bracket
from theory.stating.terms import Term, TermError, bound, term
from theory.transcribing.arithmetic import number
from theory.transcribing.tree import Chain, Node, Operation


def chosen(reader, node: Operation) -> Term:
    """Return a number by two cases, of which the second is all the rest."""
    if len(node.given) != 4 or isinstance(node.given[3], Chain):
        raise TermError("cases other than one, and the rest")
    first, condition, rest, _ = node.given
    there, elsewhere = number(reader.value(first)), number(reader.value(rest))
    return elsewhere + (there - elsewhere) * holds(reader, condition)


def holds(reader, condition: Node) -> Term:
    """Return 1 where a condition holds, else 0."""
    if not isinstance(condition, Chain) or len(condition.signs) != 1:
        raise TermError("a case holds under no relation of two sides")
    (left, right), (sign,) = condition.sides, condition.signs
    if isinstance(right, Operation) and right.name == "argmax":
        if sign != "=":
            raise TermError(f"{sign} before the place of the largest; expected =")
        return is_largest(reader, reader.value(left), right)
    return bracket(reader.value(left), sign, reader.value(right))


def is_largest(reader, place: Term, largest: Operation) -> Term:
    """Return 1 if nothing is larger than what stands at a place, else 0: ties are all largest."""
    name, body = largest.given
    letter = getattr(name, "text", "")
    last = reader.limits.get(letter)
    if last is None:
        raise TermError(f"the largest over {letter}, whose last place is not said")
    other = bound(letter, last)
    here = number(reader.where(letter, place).value(body))
    there = number(reader.where(letter, other).value(body))
    return bracket(total(every(other, entry=bracket(there, ">", here))), "=", term(0))
