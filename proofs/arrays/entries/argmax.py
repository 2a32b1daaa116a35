"""The place of the first largest entry of a row: what the standard says of argmax."""

from theory.stating.families import every, total
from theory.stating.operations import bracket
from theory.stating.terms import Applied, Table, Term, Word, bound

FIRST = Word(
    "first_largest", r"\operatorname{{argmax}}({x})", {"x": "family"}, None, domain="integer"
)


def is_first_largest(place: Term, held: Table) -> Term:
    """Return 1 at the place of the first largest entry, else 0: none is larger, none before it is.

    This is what the standard says of argmax.
    """
    row = every(*held.bounds, entry=held.body)

    def none_larger(k):
        j = bound("j", held.bounds[0].last)
        return bracket(total(every(j, entry=bracket(row[j], ">", row[k]))), "=", 0)

    j = bound("j", held.bounds[0].last)
    earlier = total(every(j, entry=none_larger(j) * bracket(j, "<", place)))
    return none_larger(place) * bracket(earlier, "=", 0)


def argmax_of(value: Term) -> Table | None:
    """Return the row of which a term is the place of the first largest entry."""
    if isinstance(value, Applied) and value.word == FIRST:
        (row,) = value.given
        assert isinstance(row, Table)
        return row
    return None
