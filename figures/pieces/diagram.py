"""Diagrams: boxes and lines on a canvas, for the connections of a run of the code."""

from matplotlib.patches import FancyBboxPatch

from figures.engine import style
from figures.pieces import cells
from figures.pieces.layout import Layout

LOW, SHEET = 0.46, 0.07  # cm: the height of a box, the shift of a sheet behind it


class Drawing:
    """A drawing on the whole canvas, in cm from its lower left corner."""

    def __init__(self, canvas):
        canvas.set_layout_engine("none")
        self.width, self.height = (size * style.INCH for size in canvas.get_size_inches())
        self.axes = canvas.add_axes((0, 0, 1, 1))
        self.axes.set_xlim(0, self.width)
        self.axes.set_ylim(0, self.height)
        self.axes.axis("off")

    def line(self, *points):
        """Draw a line with right angles through the points, with a small head at its end."""
        cells.path(self.axes, points)

    def box(self, x, y, width, text, shaded=False, sheets=1):
        """Draw a box around (x, y), of several sheets if it is computed once for each head."""
        for k in reversed(range(sheets)):
            shift = SHEET * k
            corner = (x - width / 2 + shift, y - LOW / 2 + shift)
            face = style.PALE if shaded else "white"
            self.axes.add_patch(FancyBboxPatch(
                corner, width, LOW, boxstyle="round,pad=0,rounding_size=0.07", lw=0.6,
                edgecolor=style.INK, facecolor=face, zorder=3 - 0.1 * k))  # fmt: skip
        self.text(x, y, text, zorder=4)

    def text(self, x, y, text, **more):
        """Write at a point."""
        self.axes.text(x, y, text, **({"ha": "center", "va": "center", "fontsize": 9} | more))

    def size(self, x, y, size):
        """Write a size beside a line."""
        self.text(x, y, f"${size}$", ha="left", fontsize=8.5, color=style.GREY)

    def ground(self, left, bottom, right, top):
        """Shade a group of boxes."""
        self.axes.add_patch(FancyBboxPatch(
            (left, bottom), right - left, top - bottom, boxstyle="round,pad=0,rounding_size=0.15",
            lw=0, facecolor="#F1F1F1", zorder=0))  # fmt: skip


class Part:
    """A part of the wiring, laid out at a place of the drawing."""

    def __init__(self, drawing, data, layout, x, y, column, pitch, width, side=1, group=()):
        """Place it. side: where lines pass beside boxes. group: nodes that stand apart."""
        self.drawing, self.data, self.layout = drawing, data, layout
        self.pitch, self.column, self.side, self.width = pitch, column, side, width
        self.x = {node: x + column * layout.x[node] for node in layout.members}
        rows = [layout.row[node] for node in group]
        apart = {node: 0.28 * sum(layout.row[node] > edge for edge in (min(rows) - 1, max(rows)))
                 for node in layout.members if group}  # fmt: skip
        self.y = {k: y + pitch * layout.row[k] + apart.get(k, 0) for k in layout.members}

    def is_plus(self, node):
        """Say whether the node is the sum of two lines."""
        return self.data["node"][node] == "add"

    def half(self, node):
        """Return half the height of a node."""
        return cells.RADIUS if self.is_plus(node) else 0.20 if self.data["input"][node] else LOW / 2

    def wide(self, node):
        """Return the width of a box: it spans the lines that go into it."""
        low, high = self.layout.span[node]
        return self.width + self.column * (high - low)

    def draw(self, words, sizes=True):
        """Draw lines, boxes and, beside the line that leaves a node, the size of its result."""
        for parent, child in self.data["edge"].tolist():
            if parent in self.x and child in self.x:
                self._join(parent, child)
        read = set(self.data["edge"][:, 0].tolist())
        for node in self.layout.members:
            x, y = self.x[node], self.y[node]
            if node not in read:
                self._leave(node)
            if self.is_plus(node):
                cells.plus(self.drawing.axes, x, y)
            elif self.data["input"][node]:
                self.drawing.text(x, y, words(node))
            else:
                causal = "causal_mask" in self.data["runs"][node]
                self.drawing.box(x, y, self.wide(node), words(node), causal, self.sheets(node))
            if sizes:
                self._size(node)

    def sheets(self, node):
        """Return how many sheets to draw: several where each head has one."""
        return 3 if str(self.data["size"][node]).startswith(r"h \times") else 1

    def _size(self, node):
        """Write the size right of the line, or right of an input from which lines fork."""
        x, y = self.x[node] + 0.12, self.y[node] + self.half(node) + 0.2
        if len({self.x[child] for child in self.layout.children[node]}) > 1:
            x, y = x + 0.14, self.y[node]
        self.drawing.size(x, y + SHEET * (self.sheets(node) - 1), self.data["size"][node])

    def _leave(self, node):
        """Draw the line of a node that no node here reads, as far up from a sum as from a box."""
        x, y = self.x[node], self.y[node]
        self.drawing.line((x, y + self.half(node)), (x, y + LOW / 2 + 0.45))

    def _join(self, parent, child):
        x, y = self.x[parent], self.y[parent] + self.half(parent)
        top = self.y[child] - self.half(child)
        if self.layout.detour(parent, child):
            out = x + self.side * (self.width / 2 + 0.3)
            end = self.x[child] + self.side * self.half(child)
            fork = min(self.y[c] - self.half(c) for c in self.layout.children[parent]) - 0.22
            self.drawing.line((x, fork), (out, fork), (out, self.y[child]), (end, self.y[child]))
        elif abs(self.x[child] - x) > self.wide(child) / 2 or len(self.layout.children[parent]) > 1:
            low = y + 0.22
            self.drawing.line((x, y), (x, low), (self.x[child], low), (self.x[child], top))
        else:
            self.drawing.line((x, y), (x, top))


def draw(canvas, data, words, column, pitch, width):
    """Draw a whole wiring in the middle of the canvas, with the sizes."""
    drawing, layout = Drawing(canvas), Layout(data)
    x = (drawing.width - column * (layout.leaves - 1)) / 2
    Part(drawing, data, layout, x, 0.4, column, pitch, width).draw(words)
