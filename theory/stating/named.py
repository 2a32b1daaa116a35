"""Names of letters: what is printed, and handed to other programs, as one name must be one."""

import re
from collections.abc import Iterator
from functools import cache

from theory.stating.terms import Base, Entry, Index, Permuted, Size, Term, Total, Variable, walk

_NAME = re.compile(r"[A-Za-z]+(_([A-Za-z]+|\d+|[*+-])|\^([A-Za-z]+|[*+-]))*'*")  # x^2 is a square
# Endings that SymPy prints as signs around a letter, of which only a hat says no operation.
MARKS = (
    "mathring", "ddddot", "dddot", "ddot", "dot", "check", "breve", "acute", "grave", "tilde",
    "bar", "vec", "prime", "prm", "bold", "bm", "cal", "scr", "frak", "norm", "avg", "abs", "mag",
)  # fmt: skip
_MARKED = re.compile(rf"[A-Za-z]({'|'.join(MARKS)})(?![A-Za-z])")


@cache
def is_name(name: str) -> bool:
    """Say whether it is letters, with an index or a prime: x, d_k, h_0, W^K'.

    Others are free for places and letters that are made on the way: _s1, at0.
    """
    return _NAME.fullmatch(name) is not None and _MARKED.search(name) is None


def no_names(*terms: Term) -> list[str]:
    """Return what variables, sizes, families, orders and places are called, and is no name."""
    return sorted({name for whole in terms for name in _names(whole) if not is_name(name)})


def _names(whole: Term) -> Iterator[str]:
    for each in walk(whole):
        if isinstance(each, Index):
            if not each.mark:
                yield each.name
            yield from _names(each.last)
        elif isinstance(each, Variable | Size | Permuted):
            yield each.name
        elif isinstance(each, Entry):
            yield from _of_family(each.base)
        elif isinstance(each, Total):
            yield from _names(each.bound.last)


def _of_family(base: Base) -> Iterator[str]:
    yield base.name
    for last in base.lasts:
        yield from _names(last)
