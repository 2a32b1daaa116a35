"""A figure of embedding: the distances of one-hot vectors, and of a table's rows."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from figures.pieces import matrices
from impl.embedding import embed, one_hot
from theory.language import translated
from theory.rounding.bounds import factors

WORDS = ("coffee", "tea", "milk", "cat", "dog", "horse")
ONE_HOT = "one-hot"
EMBEDDED = "rows of a table"
DRAWN = (0, 1, 3)  # words whose one-hot vectors are drawn, isometrically
MARKS = (("o", style.INK), ("s", style.BLUE))  # of drinks, of animals


@figure(
    "embedding-geometry",
    shows=(
        "embedding.one-hot-knows-no-relation",
        "embedding.selects-a-row",
        "embedding.embed",
    ),
    height=8.4,
    caption=(
        r"Six words and their distances, from 0 (white) on. Any two one-hot vectors are $\sqrt2$ "
        "apart, like the corners of a regular triangle (three are drawn): they say only whether "
        "two words are the same. The product with a table, here of two columns and made up, "
        "selects a row, and rows can lie near each other: their distances tell drinks from "
        "animals."
    ),
)
class EmbeddingGeometry:
    """Look at the two maps: one grey on the left, two blocks on the right."""

    @staticmethod
    def compute():
        """Return the table, the embedded words, and the distances before and after."""
        tokens = np.arange(6)
        table = np.asarray(
            [[-1.5, 0.5], [-0.75, 0.75], [-1.75, 1.25], [0.75, -0.5], [1.5, 0.25], [1.75, -0.75]]
        )
        unit, rows = one_hot(tokens, 6), embed(tokens, table)
        return {
            "table": table,
            "one-hot": unit,
            "embedded": rows,
            "triangle": _in_their_plane(unit[list(DRAWN)]),
            "one-hot-distances": _distances(unit),
            "embedded-distances": _distances(rows),
        }

    @staticmethod
    def examine(data, expect):
        """One-hot vectors are all √2 apart; the table's rows are nearer within a kind."""
        n = len(data["table"])
        rounding = float(factors(4, "float64"))
        equal = np.sqrt(2) * (1 - np.eye(n))
        expect.coincide(
            "one-hot distances and √2", data["one-hot-distances"], equal, rounding * equal
        )
        drawn = _distances(data["triangle"])
        expect.coincide("the drawn distances and √2", drawn, equal[:3, :3], 4 * rounding)
        # One product with 1, the others with 0: no rounding at all.
        expect.coincide(
            "the embedded rows and oh E", data["embedded"], data["one-hot"] @ data["table"], 0
        )
        kind = np.arange(n) // 3
        alike = kind[:, None] == kind
        far, near = data["embedded-distances"][~alike], data["embedded-distances"][alike]
        expect.at_most("a distance within a kind", near, far.min(), "the choice of table")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the vectors above the maps of their distances."""
        (triangle, plane), (left, right) = canvas.subplots(2, 2, height_ratios=(1, 1.25))
        words = [translated(word, lang) for word in WORDS]
        longest = data["embedded-distances"].max()
        for axes, name in ((left, "one-hot"), (right, "embedded")):
            names = words if axes is left else ()
            limits = (0, 1.3 * longest)
            matrices.draw_table(axes, data[f"{name}-distances"], rows=names, limits=limits)
            axes.set_xticks(np.arange(len(words)) + 0.5, words, rotation=90)
            axes.tick_params(labeltop=False, labelbottom=True)
        _draw_triangle(triangle, data, words)
        _draw_plane(plane, data, words)
        triangle.set_title(translated(ONE_HOT, lang), pad=4)
        plane.set_title(translated(EMBEDDED, lang), pad=4)


def _distances(rows):
    return np.sqrt(((rows[:, None] - rows) ** 2).sum(axis=-1))


def _in_their_plane(corners):
    """Return coordinates of three one-hot vectors in the plane through them, lengths kept."""
    first, second, third = corners
    across = (second - first) / np.sqrt(2)
    up = (2 * third - first - second) / np.sqrt(6)
    return (corners - (first + second) / 2) @ np.stack([across, up], axis=-1)


def _draw_triangle(axes, data, words):
    corners = data["triangle"]
    axes.plot(*corners[[0, 1, 2, 0]].T, color=style.GREY, linewidth=0.6)
    for k, (place, by) in enumerate(zip(DRAWN, ((-6, -7), (6, -7), (0, 8)), strict=True)):
        marker, color = MARKS[place // 3]
        axes.plot(*corners[k], marker, color=color)
        style.label(axes, *corners[k], words[place], by=by, ha="center", color=color)
        middle = (corners[k] + corners[k - 1]) / 2
        away = ((-10, 2), (0, -9), (10, 2))[k]
        style.label(axes, *middle, r"$\sqrt{2}$", by=away, ha="center")
    axes.set_xlim(-1.6, 1.6)
    axes.set_ylim(-0.4, 1.55)
    axes.set_aspect("equal")
    axes.axis("off")


def _draw_plane(axes, data, words):
    for place, (corner, word) in enumerate(zip(data["embedded"], words, strict=True)):
        marker, color = MARKS[place // 3]
        axes.plot(*corner, marker, color=color)
        below = place in (0, 3, 5)
        style.label(axes, *corner, word, by=(0, -7 if below else 7), ha="center", color=color)
    axes.set_xlim(-2.7, 2.7)
    axes.set_ylim(-1.5, 1.7)
    axes.set_aspect("equal")
    axes.spines[["left", "bottom"]].set_position("zero")
    axes.spines[["left", "bottom"]].set_color(style.GREY)
    axes.set_xticks([])
    axes.set_yticks([])
