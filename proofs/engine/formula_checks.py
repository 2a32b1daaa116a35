"""What is asked of a printed formula besides that it parses; each check refuses one slip."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from theory.stating.terms import Term, TermError
from theory.transcribing.meaning import Reader
from theory.transcribing.parse import parsed
from theory.transcribing.tree import Chain, Name, Node, Sum, every_node, is_letter, plain, text

Check = Callable[[list[Chain]], None]


def distinct(chains: list[Chain]) -> None:
    """Refuse a sum whose index has the letter of something else in it, whatever the font."""
    for each in _nodes(chains):
        if isinstance(each, Sum):
            for name in _letters(each.body):
                if plain(name.text) == each.index != name.text:
                    raise TermError(f"the index {each.index} stands beside {name.text}")


def limited(chains: list[Chain]) -> None:
    """Refuse a sum without an upper limit."""
    for each in _nodes(chains):
        if isinstance(each, Sum) and each.last is None:
            raise TermError(f"the sum over {each.index} has no upper limit")


def known(*given: str) -> Check:
    """Return the check that each letter is given, bound, or defined by a formula beside it."""

    def check(chains: list[Chain]) -> None:
        first = [next(_letters(chain.sides[0])) for chain in chains if chain.signs]
        bound = {each.index for each in _nodes(chains) if isinstance(each, Sum)}
        defined = {*given, *bound, *(each.text for each in first)}
        for each in _nodes(chains):
            if isinstance(each, Name) and each.text not in defined and is_letter(each.text):
                raise TermError(f"{each.text} stands for nothing yet")

    return check


def explained(*letters: str) -> Check:
    """Return the check that each letter stands by itself, beside its explanation, or is set equal.

    Within a formula alone it is only used.
    """

    def check(chains: list[Chain]) -> None:
        said = {text(chain.sides[0]) for chain in chains if chain.signs in ((), ("=",))}
        for letter in letters:
            if name_of(letter) not in said:
                raise TermError(f"{letter} is used, and nothing says what it is")

    return check


def of_known_size(*letters: str) -> Check:
    """Return the check that a formula says the size of each letter."""

    def check(chains: list[Chain]) -> None:
        sized = {text(chain.sides[0]) for chain in chains if "∈" in chain.signs}
        for letter in letters:
            if name_of(letter) not in sized:
                raise TermError(f"{letter} has no size")

    return check


def numbers_with_a_law(letters: Mapping[str, Any]) -> Check:
    """Return the check that what has the law of a number is a number, under a table of letters."""
    reader = Reader({name_of(each): value for each, value in letters.items()})

    def check(chains: list[Chain]) -> None:
        for chain in chains:
            if "~" in chain.signs and not isinstance(reader.value(chain.sides[0]), Term):
                raise TermError("a row stands where a number is expected")

    return check


def number(letters: Mapping[str, Any]) -> Check:
    """Return the check that the first formula is a number, under a table of letters."""

    def check(chains: list[Chain]) -> None:
        value = Reader(letters).value(chains[0].sides[-1])
        if not isinstance(value, Term):
            raise TermError("a row stands where a number is expected")

    return check


def name_of(letter: str) -> str:
    """Return the name of a letter in a table, whatever its fonts."""
    return text(parsed(letter).sides[0])


def _nodes(chains: Iterable[Node]) -> Iterator[Node]:
    for chain in chains:
        yield from every_node(chain)


def _letters(node: Node) -> Iterator[Name]:
    return (each for each in every_node(node) if isinstance(each, Name) and is_letter(each.text))
