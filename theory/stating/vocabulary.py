"""Words of a statement: functions with a notation of their own, and letters for longer terms."""

import inspect
import re
from collections.abc import Callable
from fractions import Fraction
from string import Formatter
from typing import Any

from theory.stating.families import Family, table
from theory.stating.operations import delta
from theory.stating.terms import Applied, TermError, Word, term


def word(tex: str, computed: bool = False, whole: str = "", **runs: str | Callable[..., Any]):
    """Make a function a word, printed as `tex`; its body is what it stands for.

    `runs` says of an index of the word with which of its families' first index it runs,
    word("...", i="x"), or to which number: word("...", c=lambda V: V.lasts[1]).
    A word with such indices returns a family of what it gives at each. whole: how this family is
    printed as an argument. computed: the word stands for what a library computes in floats, which
    no formula says.
    """
    if _is_loose(tex):
        raise TermError(
            f"word: {tex}: a sign outside of brackets, which what stands beside it breaks"
        )

    def made(define):
        kinds = {
            name: "family" if each.annotation is Family else "index" if name in runs else "number"
            for name, each in inspect.signature(define).parameters.items()
        }
        plain = [name for name in kinds if name not in runs]

        def lasts(*given):
            of = dict(zip(plain, given, strict=True))
            return tuple(_last(end, of) for end in runs.values())

        meaning = None if computed else define
        node = Word(define.__name__, tex, kinds, meaning, whole, lasts=lasts)

        def applied(*given):
            if len(given) != len(plain):
                raise TermError(f"{node.name}: {len(given)} arguments; expected {plain}")
            held = tuple(table(g) if isinstance(g, Family) else term(g) for g in given)
            if not runs:
                return Applied(node, held)
            ends, names = lasts(*given), tuple(runs)
            return Family(lambda *places: Applied(node, held + places), ends, names)

        applied.__doc__, applied.__name__ = define.__doc__, define.__name__
        return applied

    return made


def _is_loose(tex: str) -> bool:
    """Say whether a notation has a sign outside of all brackets: of a - b twice is no 2 a - b."""
    depth, before = 0, ""
    text = "".join(text for text, *_ in Formatter().parse(tex))
    for sign in re.sub(r"\\r(?=[Vv]ert)", ")", re.sub(r"\\l(?=[Vv]ert)", "(", text)):
        depth += (sign in "([{") - (sign in ")]}")
        if not depth and sign in "+-=<>" and before not in ("_", "^"):
            return True
        before = sign
    return False


def _last(end, given):
    """Return how far an index of a word runs: with a family, or as a function of arguments says."""
    if isinstance(end, str):
        return given[end].lasts[0]
    return term(end(*(given[name] for name in inspect.signature(end).parameters)))


def letter(name: str, meaning):
    """Return a letter for a longer term, family or function, printed with what it stands for."""
    if inspect.isfunction(meaning):
        node = Word(
            name, "", dict.fromkeys(inspect.signature(meaning).parameters, "number"), meaning
        )
        return lambda *given: Applied(node, tuple(map(term, given)))
    if isinstance(meaning, Family):
        kinds = {f"place_{k}": "index" for k, _ in enumerate(meaning.lasts)}
        ends = lambda: meaning.lasts
        node = Word(name, "", kinds, lambda *places: meaning[places], lasts=ends)
        return Family(lambda *places: Applied(node, places), meaning.lasts, meaning.names)
    return Applied(Word(name, "", {}, lambda: term(meaning)), ())


def matrix(name: str, rows: tuple[tuple, ...]) -> Family:
    """Return a letter for a table of given numbers."""
    lines = (" & ".join(map(_decimal, row)) for row in rows)
    tex = r"\begin{{pmatrix}} " + r" \\ ".join(lines) + r" \end{{pmatrix}}_{{{i} {j}}}"

    def chosen(i, j):
        numbers = ((r, c, each) for r, row in enumerate(rows, 1) for c, each in enumerate(row, 1))
        return sum((delta(i, r) * delta(j, c) * term(each) for r, c, each in numbers), term(0))

    node = Word(name, tex, {"i": "index", "j": "index"}, chosen)
    lasts = (term(len(rows)), term(len(rows[0])))
    return letter(name, Family(lambda *places: Applied(node, places), lasts, ("i", "j")))


def _decimal(number) -> str:
    shown = f"{float(number):g}"
    if Fraction(shown) != number:
        raise TermError(f"{number} is no short decimal number")
    return shown
