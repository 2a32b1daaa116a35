"""A figure of which two of four documents a query in the plane can rank first."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.retrieval import dot_score, ranking
from theory.language import translated

SQUARE = "a square"
TRIANGLE = "a triangle and a point within"
PLACES = {
    "square": ((1, 1), (-1, 1), (-1, -1), (1, -1)),
    "triangle": ((0, 1.5), (-1.25, -0.75), (1.25, -0.75), (0.125, 0.0625)),
}
STEPS = 720


@figure(
    "pairs-in-a-plane",
    shows=(
        "retrieval.a-plane-ranks-any-pair-first",
        "retrieval.meeting-hulls-are-not-separated",
    ),
    height=5.6,
    caption=(
        "Four documents as points of a plane. The ring shows, for each direction of the query, "
        "which two have the largest products with it. Of the corners of a square (left) the two "
        "pairs on its diagonals are never first: the diagonals meet. With one document within a "
        "triangle of the others (right), all six pairs are first for some query."
    ),
)
class PairsInAPlane:
    """Count the arcs' names: 13 and 24 are missing on the left."""

    @staticmethod
    def compute():
        """Return the documents, the queries' directions, and the two documents that are first."""
        angle = 2 * np.pi * (np.arange(STEPS) + 0.5) / STEPS
        query = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
        found = {"angle": angle}
        for name, places in PLACES.items():
            rows = np.asarray(places, dtype=float)
            scores = dot_score(query[:, None, :], rows[:, None, :])
            found |= {f"{name}-documents": rows,
                      f"{name}-pair": np.sort(ranking(scores)[:, :2], axis=-1)}  # fmt: skip
        return found

    @staticmethod
    def examine(data, expect):
        """The square's diagonals are never first; the triangle's pairs are so, all six."""
        pairs = {name: set(map(tuple, data[f"{name}-pair"].tolist())) for name in PLACES}
        expect.holds(not pairs["square"] & {(0, 2), (1, 3)}, "two corners on a diagonal are first")
        expect.holds(len(pairs["square"]) == 4, "not each side of the square is first")
        expect.holds(len(pairs["triangle"]) == 6, "some pair of the triangle is never first")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the points, and around them an arc for each pair."""
        for axes, name, title in zip(
            canvas.subplots(1, 2), PLACES, (SQUARE, TRIANGLE), strict=True
        ):
            rows = data[f"{name}-documents"]
            axes.plot(*rows.T, "o", color=style.INK, markersize=3)
            for number, (x, y) in enumerate(rows, start=1):
                style.label(axes, x, y, f"${number}$", by=(0, 6), ha="center")
            _ring(axes, data["angle"], data[f"{name}-pair"])
            axes.set_title(translated(title, lang), pad=4)
            axes.set_aspect("equal")
            axes.set_xlim(-3.1, 3.1)
            axes.set_ylim(-3.1, 3.1)
            axes.axis("off")


def _ring(axes, angle, pair):
    """Draw arcs of one pair each, in two tones by turns, with the pair's name outside."""
    new = np.flatnonzero((pair != np.roll(pair, 1, axis=0)).any(axis=-1))
    for turn, start in enumerate(new):
        stop = new[(turn + 1) % len(new)]
        over = angle[start] + np.arange((stop - start) % len(angle) + 1) * (angle[1] - angle[0])
        tone = (style.INK, style.BENEATH["color"])[turn % 2]
        axes.plot(2.3 * np.cos(over), 2.3 * np.sin(over), color=tone, lw=3, solid_capstyle="butt")
        middle = over.mean()
        first, second = pair[start] + 1
        axes.text(2.75 * np.cos(middle), 2.75 * np.sin(middle), f"${first}{second}$",
                  ha="center", va="center")  # fmt: skip
