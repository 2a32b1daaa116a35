"""What a page tells beside the lines of a printed statement."""

from theory.stating.latex import latex
from theory.stating.printed import lines_of
from theory.stating.relations import places_in
from theory.stating.statements import Statement, terms_of
from theory.stating.terms import Applied, walk


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
