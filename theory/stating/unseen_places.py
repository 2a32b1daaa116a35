"""How far the places of a statement run, where the families that it prints do not tell.

Of x_i everybody sees that i runs as far as x does. Of a place at which nothing of that length
stands a reader sees nothing, and might take what is said of the first places for what holds of all.
"""

from theory.stating.bound_letters import with_meanings
from theory.stating.statements import Statement
from theory.stating.terms import ONE, Index, Term, walk
from theory.stating.unfolding import ends_of_places


def unseen(statement: Statement) -> list[Index]:
    """Return the places that stand nowhere at which as many are possible."""
    spoken: dict[Index, None] = {}
    seen: set[Index] = set()
    for whole in statement.terms():
        for each in with_meanings(whole):
            if isinstance(each, Index) and not each.mark:
                spoken[each] = None
            for place, last in ends_of_places(each):
                spoken |= {e: None for e in walk(place) if isinstance(e, Index) and not e.mark}
                seen |= {e for e in walk(place) if isinstance(e, Index) and _runs(e, place, last)}
    return [each for each in spoken if each not in seen]


def of_one_name(statement: Statement) -> list[str]:
    """Return the names under which such a place and another one are printed."""
    there = (e for whole in statement.terms() for e in with_meanings(whole))
    places = {each for each in there if isinstance(each, Index) and not each.mark}
    hidden = unseen(statement)
    return [e.name for e in hidden if any(e.name == p.name and e != p for p in places)]


def _runs(index: Index, place: Term, last: Term) -> bool:
    if place == index:
        return last == index.last
    return place == index + ONE and last == index.last + ONE
