"""Names in a proof: each means one thing from its first line to its last."""

from collections.abc import Collection, Iterable
from typing import Any

from proofs.engine.substitution import BindingError
from theory.stating.latex import latex
from theory.stating.named import no_names
from theory.stating.relations import places_in
from theory.stating.symbolic import ENGINES, symbolic
from theory.stating.terms import Applied, Index, Size, Term, Word, walk
from theory.stating.unfolding import unfolded


class Names:
    """What the letters, places and words of a proof stand for, so far."""

    def __init__(self, closed: Collection[str] = ()):
        self.closed = closed
        self.things: dict[tuple[type, str], Any] = {}
        self.words: dict[str, object] = {}
        self.opened: set[tuple[str, object]] = set()

    def take(self, spoken: Iterable[Any]) -> None:
        """Take families, variables and places; refuse two of one name, and a place out of none.

        To SymPy two of one name are one, and an index is a number even where it has no range.
        """
        for each in spoken:
            kind = Size if isinstance(each, Index) else type(each)  # both are places to SymPy
            if self.things.setdefault((kind, each.name), each) != each:
                raise BindingError(f"{each.name} stands for two things")
            if isinstance(each, Index) and not symbolic(each.last).is_positive:
                raise BindingError(f"{each.name} runs to {latex(each.last)}, and may have no place")

    def take_terms(self, *terms: Term) -> None:
        """Take what terms speak of; refuse names of the engine's own, and words for two things."""
        for whole in terms:
            if wrong := no_names(whole):
                raise BindingError(f"{', '.join(wrong)}: such names are the engine's own")
            self.take(place for place in places_in(whole) if not place.mark)
            self.take_words(whole)

    def take_words(self, *terms: Term) -> None:
        """Take the words of terms, and those that they stand for."""
        for each in (part for whole in terms for part in walk(whole)):
            if isinstance(each, Applied):
                self._take_word(each.word)
                if each.word.define and (each.word.name, each.word.define) not in self.opened:
                    self.opened.add((each.word.name, each.word.define))
                    self.take_words(unfolded(each, once=True))

    def _take_word(self, word: Word) -> None:
        if word.name.startswith("_") and not any(word is own for own in ENGINES):
            raise BindingError(f"{word.name}: names with _ in front are the engine's own")
        counts = word.define and (word.tex or word.name in self.closed)
        if counts and self.words.setdefault(word.name, word.define) is not word.define:
            raise BindingError(f"{word.name} is a word for two things")
