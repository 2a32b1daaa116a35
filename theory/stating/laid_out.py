"""The lines of a printed statement by what they do: say something, suppose it, or explain it."""

from theory.stating.latex import latex
from theory.stating.printed import WHERE, lines_of, parts_of, printed
from theory.stating.statements import Statement, places_in, terms_of
from theory.stating.terms import Applied, walk


def roles(statement: Statement) -> list[str]:
    """Return of each line of a printed statement what it does: says, supposes or explains.

    A domain, as T > 0, is supposed; what a letter stands for, and how large it is, is explained.
    """
    says, _, rest = printed(statement).partition(WHERE)
    supposes = lines_of(statement, *statement.conditions)

    def role(line: str) -> str:
        explains = line not in supposes and (" = " in line or r"\in \mathbb R" in line)
        return "explains" if explains else "supposes"

    return ["says" for _ in parts_of(says)] + [role(line) for line in parts_of(rest) if line]


def every(statement: Statement) -> dict[str, list[str]]:
    """Return the indices of which a condition speaks everywhere, as no relation has them."""
    found: dict[str, list[str]] = {}
    for each in statement.conditions:
        free = frozenset().union(*map(places_in, terms_of(each))) - statement.places
        if free:
            found[lines_of(statement, each)[0]] = sorted(place.name for place in free)
    return found


def computed(statement: Statement) -> list[str]:
    """Return the words that no formula defines: what the code, or a library, computes."""
    there = (each for whole in statement.terms() for each in walk(whole))
    words = [each for each in there if isinstance(each, Applied) and not each.word.define]
    return list({each.word.name: latex(each) for each in reversed(words)}.values())[::-1]
