"""The map of claims: in layers by what builds on what, chapter by chapter, always the same.

A claim stands one column right of the last claim that it builds on (the longest path). Within the
columns, sweeps of barycentres order the rows, and a linear programme places them so that the edges
are as level as they can be (after Sugiyama, Tagawa and Toda 1981; Gansner et al. 1993).
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.optimize import linprog

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
        chapter: _plan([entry for entry in entries if entry["chapter"] == chapter])
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


def _plan(entries):
    """Return column and row of each claim of a chapter."""
    own = {entry["id"] for entry in entries}
    grounds = {entry["id"]: [g for g in entry["builds_on"] if g in own] for entry in entries}
    mends = [(w, entry["id"]) for entry in entries for w in entry["repairs"] if w in own]
    pairs = [(g, name) for name, those in grounds.items() for g in those] + mends
    tied = {name for pair in pairs for name in pair}
    column = _columns({name: grounds[name] for name in grounds if name in tied})
    for wrong, right in mends:  # a refuted claim stands beside the claim that is true instead
        if not grounds[wrong] and not any(wrong in those for those in grounds.values()):
            column[wrong] = column[right]
    layers = [
        [name for name in column if column[name] == k]
        for k in range(max(column.values(), default=-1) + 1)
    ]
    layers = _ordered([layer for layer in layers if layer], pairs)
    rows = _rows(layers, pairs)
    place = {name: (x, rows[name]) for x, layer in enumerate(layers) for name in layer}
    return place | _loose([name for name in grounds if name not in tied], place)


def _columns(grounds):
    """Return for each name the length of the longest path that leads to it."""
    depth: dict[str, int] = {}

    def of(name):
        if name not in depth:
            depth[name] = 1 + max((of(ground) for ground in grounds[name]), default=-1)
        return depth[name]

    for name in grounds:
        of(name)
    return depth


def _ordered(layers, pairs, sweeps=8):
    """Order each layer by the mean place of its neighbours, back and forth."""
    near: dict[str, list[str]] = {name: [] for layer in layers for name in layer}
    for one, other in pairs:
        near[one].append(other)
        near[other].append(one)
    for sweep in range(sweeps):
        for layer in layers if sweep % 2 else layers[::-1]:
            at = {name: k - len(each) / 2 for each in layers for k, name in enumerate(each)}
            mean = {name: np.mean([at[o] for o in near[name]] or [at[name]]) for name in layer}
            layer.sort(key=lambda name: (mean[name], at[name]))
    return layers


def _rows(layers, pairs):
    """Place each layer's claims at least a row apart so that the edges rise and fall least."""
    names = [name for layer in layers for name in layer]
    if not names:
        return {}
    number = {name: k for k, name in enumerate(names)}
    n, e = len(names), len(pairs)
    above, limit = [], []
    for layer in layers:
        for upper, lower in pairwise(layer):
            row = np.zeros(n + e)
            row[number[upper]], row[number[lower]] = 1, -1
            above.append(row)
            limit.append(-1)
    for k, (one, other) in enumerate(pairs):
        for sign in (1, -1):
            row = np.zeros(n + e)
            row[number[one]], row[number[other]], row[n + k] = sign, -sign, -1
            above.append(row)
            limit.append(0)
    cost = np.concatenate([np.full(n, 1e-3), np.ones(e)])
    solved = linprog(cost, A_ub=np.asarray(above), b_ub=np.asarray(limit), method="highs")
    if not solved.success:
        raise RuntimeError(f"map: no place was found for the claims: {solved.message}")
    return {name: float(solved.x[k]) for name, k in number.items()}


def _loose(names, place):
    """Put claims without neighbours in rows below the others."""
    across = max([x + 1 for x, _ in place.values()] or [min(4, len(names))])
    first = max([y + 1.2 for _, y in place.values()] or [0])
    return {name: (k % across, first + k // across) for k, name in enumerate(names)}


def _extent(plan):
    width = COLUMN * (max(x for x, _ in plan.values()) + 1) + 16
    return width, HEAD + ROW * (max(y for _, y in plan.values()) + 1)


def _masonry(sizes):
    """Stack the blocks in columns, in the order of the book, so that the map has its shape."""
    stacks = [_stacked(sizes, columns) for columns in range(1, len(sizes) + 1)]
    return min(stacks, key=lambda blocks: abs(np.log(_ratio(blocks) / SHAPE)))


def _ratio(blocks):
    return max(b.x + b.width for b in blocks) / max(b.y + b.height for b in blocks)


def _stacked(sizes, columns):
    """Fill so many columns to the least height that they need."""
    heights = [height + GAP for _, height in sizes.values()]
    low, high = max(heights), sum(heights)
    while high - low > 1:
        middle = (low + high) / 2
        low, high = (low, middle) if _needed(heights, middle) <= columns else (middle, high)
    x = y = wide = 0.0
    blocks = []
    for chapter, (width, height) in sizes.items():
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
