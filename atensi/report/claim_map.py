"""The map of claims: in layers by what builds on what, chapter by chapter, always the same.

`chapter_layers` places the claims of a chapter. Here the chapters become blocks of one map.
"""

from dataclasses import dataclass

import numpy as np

from atensi.report.chapter_layers import columns_and_rows

COLUMN, ROW, HEAD, GAP = 200, 32, 62, 64
SHAPE = 1.7  # of the whole map: width by height
LABEL = 27  # letters in a line of a label
LETTER = 5.2  # how wide one is


@dataclass(frozen=True)
class Node:
    """A claim on the map."""

    id: str
    x: float
    y: float
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Edge:
    """A curve from a claim to one that builds on it, or from a refuted claim to a true one."""

    start: str
    end: str
    kind: str
    path: str


@dataclass(frozen=True)
class Block:
    """A chapter on the map."""

    chapter: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Map:
    """Everything that is drawn, and how large it is."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    blocks: tuple[Block, ...]
    width: float
    height: float


def layout(entries) -> Map:
    """Lay the claims of a ledger out."""
    chapters = list(dict.fromkeys(entry["chapter"] for entry in entries))
    plans = {
        chapter: columns_and_rows([entry for entry in entries if entry["chapter"] == chapter])
        for chapter in chapters
    }
    blocks = _masonry({chapter: _extent(plan) for chapter, plan in plans.items()})
    nodes = {
        name: Node(name, block.x + 16 + COLUMN * x, block.y + HEAD + ROW * y, _lines(name))
        for block in blocks
        for name, (x, y) in plans[block.chapter].items()
    }
    edges = [
        Edge(start, end, kind, _curve(nodes[start], nodes[end]))
        for entry in entries
        for kind, pairs in (
            ("builds", [(ground, entry["id"]) for ground in entry["builds_on"]]),
            ("repairs", [(wrong, entry["id"]) for wrong in entry["repairs"]]),
        )
        for start, end in pairs
    ]
    width = max(block.x + block.width for block in blocks)
    height = max(block.y + block.height for block in blocks)
    return Map(tuple(nodes.values()), tuple(edges), blocks, width, height)


def _extent(plan):
    width = COLUMN * (max(x for x, _ in plan.values()) + 1) + 16
    return width, HEAD + ROW * (max(y for _, y in plan.values()) + 1)


def _masonry(extents):
    """Stack the blocks in columns, in the order of the book, so that the map has its shape."""
    stacks = [_stacked(extents, columns) for columns in range(1, len(extents) + 1)]
    return min(stacks, key=lambda blocks: abs(np.log(_ratio(blocks) / SHAPE)))


def _ratio(blocks):
    return max(b.x + b.width for b in blocks) / max(b.y + b.height for b in blocks)


def _stacked(extents, columns):
    """Fill so many columns to the least height that they need."""
    heights = [height + GAP for _, height in extents.values()]
    low, high = max(heights), sum(heights)
    while high - low > 1:
        middle = (low + high) / 2
        low, high = (low, middle) if _needed(heights, middle) <= columns else (middle, high)
    x = y = wide = 0.0
    blocks = []
    for chapter, (width, height) in extents.items():
        if y and y + height + GAP > high:
            x, y, wide = x + wide + GAP, 0.0, 0.0
        blocks.append(Block(chapter, x, y, width, height))
        y, wide = y + height + GAP, max(wide, width)
    return tuple(blocks)


def _needed(heights, most):
    """Return how many columns of a height the blocks fill."""
    columns, filled = 1, 0.0
    for height in heights:
        if filled and filled + height > most:
            columns, filled = columns + 1, 0.0
        filled += height
    return columns


def _curve(start, end):
    """Return the SVG path between two claims."""
    if start.x == end.x:  # a neighbour in the same column: a bow on the left
        fall = end.y - start.y
        return f"M{start.x - 7:.0f} {start.y:.0f}q-14 {fall / 2:.0f} 0 {fall:.0f}"
    left, right = sorted((start, end), key=lambda node: node.x)
    x0, x1 = left.x + 15 + LETTER * max(map(len, left.lines)), right.x - 8
    bend = max(24, abs(x1 - x0) / 2)
    return (
        f"M{x0:.0f} {left.y:.0f}C{x0 + bend:.0f} {left.y:.0f} {x1 - bend:.0f} {right.y:.0f} "
        f"{x1:.0f} {right.y:.0f}"
    )


def _lines(name):
    """Break a claim's name, without its chapter, into lines at hyphens."""
    lines = [""]
    for k, word in enumerate(name.split(".", 1)[-1].split("-")):
        joined = f"{lines[-1]}{'-' if k else ''}{word}"
        if len(joined) > LABEL and lines[-1]:
            lines[-1] += "-"
            lines.append(word)
        else:
            lines[-1] = joined
    return tuple(lines)
