"""Sublayers as boxes: inside a block, a function gives the word that it was shown to compute.

The function still runs, so its checks are made and its shape counts; what stands at a place is the
theory's word there. Which word it is, the parameters say: they must be the families of that word.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any
from unittest.mock import patch

from proofs.arrays.entries.array import Array
from proofs.arrays.entries.axes import general
from proofs.arrays.entries.folding import NotReadError
from proofs.arrays.entries.scalars import Entry
from proofs.arrays.heard import public
from theory.stating.families import Family
from theory.stating.terms import Applied, Term
from theory.stating.unfolding import unfolded


@dataclass(frozen=True)
class Stands:
    """A word that a box may give: at any families, what the code gives is what the word says."""

    word: Any  # an Applied, at families of its own, at general places
    code: Any  # of the word's arguments
    steps: Callable | None  # of a chain that begins at what the code gives
    claim: str = ""  # the definition whose general run shows it, where no steps do


@dataclass(frozen=True)
class Box:
    """A function of `impl`, the modules in which it is called, and the words it stands for there.

    word: of the arguments of a call, the family of the theory's words that it computes. inside:
    boxes of functions that it calls itself, while it runs; its checks then ask of their words.
    """

    function: Callable[..., Array]
    modules: Sequence[ModuleType]
    word: Callable[..., Family]
    stands: Sequence[Stands]
    inside: Sequence["Box"] = field(default=(), kw_only=True)


BEFORE = object()  # in the place of the parameters of all layers before the last one


@dataclass(frozen=True)
class Stack(Box):
    """A box whose function is called for one layer after the other, in a loop.

    The parameters are those of the last layer, whichever it is; all layers before it are passed at
    once. What the function's caller gives for them alone then stands for the rows: a loop does with
    its first items, whatever comes later, what it does with them alone.

    blocks: the function that lists the layers. so_far: the words of the rows after those before.
    """

    blocks: Callable[..., list]
    so_far: Callable[..., Family]


@contextmanager
def boxed(boxes: Sequence[Box]) -> Iterator[None]:
    """Let every function of the boxes give its words for a while."""
    public()  # looked up before others stand in the places of some
    with ExitStack() as stack:
        for box in boxes:
            for module in box.modules:
                name = box.function.__name__
                stack.enter_context(patch.object(module, name, _giving(box)))
                if isinstance(box, Stack):
                    listed = _listing(box.blocks)
                    stack.enter_context(patch.object(module, box.blocks.__name__, listed))
        yield


class Layers:
    """The layers of a stack, for one loop: it has no length, no third layer, and no last one."""

    def __init__(self, layers: list):
        self._left: list | None = layers

    def __iter__(self) -> Iterator:
        if self._left is None:
            raise NotReadError("entries: a second loop over the layers of a stack")
        layers, self._left = self._left, None
        return iter(layers)

    def _is_read_in_a_loop(self, *_: Any) -> Any:
        raise NotReadError("entries: a stack is read layer by layer, in one loop")

    __getitem__ = __len__ = _is_read_in_a_loop


def _listing(blocks: Callable[..., list]):
    def run(*given: Any, **options: Any) -> Layers:
        found = blocks(*given, **options)
        if len(found) > 1:
            raise NotReadError(f"entries: {len(found)} layers; expected one, which is any")
        return Layers([BEFORE, *found] if found else [])

    return run


def _giving(box: Box):
    def run(*given: Any, **options: Any) -> Array:
        if isinstance(box, Stack) and any(each is BEFORE for each in given):
            so_far = box.so_far(*given, **options)
            return Array(given[0].axes, given[0].dtype, lambda *places: Entry(so_far[places]))
        with boxed(box.inside):
            made = box.function(*given, **options)
        words = box.word(*given, **options)
        return Array(made.axes, made.dtype, lambda *places: Entry(closed(words[places])))

    return run


def closed(word: Term) -> Term:
    """Return a word of which nothing is known but that it is the same for the same arguments."""
    assert isinstance(word, Applied)
    return replace(word, word=replace(word.word, define=None))


def is_family(held: Array, family: Family) -> bool:
    """Say whether an array is a family of the theory, entry by entry, at the general place."""
    places = [next(general(axis)) for axis in held.axes]
    leaves = [leaf for place, _ in places for leaf in _parts(place)]
    if len(leaves) != len(family.lasts):
        return False
    return held.at(*(place for place, _ in places)).value == family[tuple(leaves)]


def _parts(place):
    return (
        [leaf for part in place.parts for leaf in _parts(part)]
        if hasattr(place, "axis")
        else [place]
    )


def which(held: dict[str, Array], *choices: Sequence[Family]) -> int:
    """Return the number of the families that the parameters are, in order; refuse others."""
    for number, families in enumerate(choices):
        if all(is_family(each, own) for each, own in zip(held.values(), families, strict=True)):
            return number
    raise NotReadError(f"entries: {list(held)} are no parameters of a word that is boxed")


def sealed(whole: Term, names: Collection[str]) -> Term:
    """Return the term written out, but for the words of these names: nothing is known of them."""
    if isinstance(whole, Applied) and whole.word.name in names:
        return closed(whole.made_of(tuple(sealed(part, names) for part in whole.given)))
    if isinstance(whole, Applied) and whole.word.define:
        return sealed(unfolded(whole, once=True), names)
    parts = tuple(sealed(part, names) for part in whole.parts)
    return whole.made_of(parts) if parts else whole
