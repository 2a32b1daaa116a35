"""What a printed formula says, as a tree: nothing in it means anything yet."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from fractions import Fraction


@dataclass(frozen=True)
class Node:
    """A part of a formula."""


@dataclass(frozen=True)
class Number(Node):
    """A number as it is printed."""

    value: Fraction


@dataclass(frozen=True)
class Name(Node):
    """A letter with its font, or a word."""

    text: str


@dataclass(frozen=True)
class Scripted(Node):
    """Something with what stands below and above it."""

    base: Node
    below: tuple[Node, ...] = ()
    above: Node | None = None


@dataclass(frozen=True)
class Call(Node):
    """A letter or a word with arguments in brackets."""

    function: Node
    given: tuple[Node, ...]


@dataclass(frozen=True)
class Operation(Node):
    """A sign between parts, or a function of LaTeX at one."""

    name: str
    given: tuple[Node, ...]


@dataclass(frozen=True)
class Sum(Node):
    """A sum as an index runs to a last place, or in a set; without either where none is printed."""

    index: str
    last: Node | None
    body: Node


@dataclass(frozen=True)
class Rows(Node):
    """A list in brackets, or the rows of a matrix: lists of one length."""

    items: tuple[Node, ...]


@dataclass(frozen=True)
class Dots(Node):
    """What is left out of a list."""


@dataclass(frozen=True)
class Chain(Node):
    """Sides, each related to the next."""

    sides: tuple[Node, ...]
    signs: tuple[str, ...]


def text(node: Node | None) -> str:
    """Return the name under which a letter stands in a table: d_attn, \\mathbf{W}^Q."""
    match node:
        case Name():
            return node.text
        case Number():
            return str(node.value)
        case Scripted():
            below = "_" + ",".join(map(_bare, node.below)) if node.below else ""
            above = f"^{_bare(node.above)}" if node.above is not None else ""
            return f"{text(node.base)}{below}{above}"
        case Operation(name="abs"):
            return f"|{text(node.given[0])}|"
        case Operation(name="*"):
            return "".join(map(text, node.given))
        case Operation():
            said = node.name.join(map(text, node.given))
            return said if len(node.given) > 1 else f"{node.name}({said})"
        case Rows():
            return f"[{','.join(map(text, node.items))}]"
        case Chain():
            return "=".join(map(text, node.sides))
        case Call():
            return f"{text(node.function)}({','.join(map(text, node.given))})"
    return ""


def _bare(node: Node | None) -> str:
    """Return a script without its fonts: d_{\\text{model}} and d_{model} are one letter."""
    said = text(node)
    while "{" in said:
        before, _, rest = said.partition("{")
        inside, _, after = rest.partition("}")
        said = before.rpartition("\\")[0] + inside + after
    return said


def changed(node: Node, change: Callable[[Node], Node | None]) -> Node:
    """Return the tree with other parts in the places of those that `change` answers."""
    if (other := change(node)) is not None:
        return other

    def within(held):
        if isinstance(held, Node):
            return changed(held, change)
        return tuple(map(within, held)) if isinstance(held, tuple) else held

    kept = {each.name: getattr(node, each.name) for each in fields(node)}
    return replace(node, **{name: within(held) for name, held in kept.items()})


def every_node(node: Node) -> Iterator[Node]:
    """Yield a tree and all that it is made of."""
    yield node
    for each in fields(node):
        held = getattr(node, each.name)
        for part in held if isinstance(held, tuple) else (held,):
            if isinstance(part, Node):
                yield from every_node(part)


def is_letter(name: str) -> bool:
    """Say whether a name is a letter that must stand for something, and no word or sign."""
    return not name.startswith("\\text") and plain(name).strip("\\").isalpha() and name != "\\top"


def plain(name: str) -> str:
    """Return a letter without its font."""
    return name.rpartition("{")[2].rstrip("}")
