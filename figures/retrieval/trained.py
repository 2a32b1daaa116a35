"""A figure of what a trained model ranks first, in the language of its training and in another."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from figures.pieces.trained_model import record
from theory.language import translated

SCORE = "score $q\\,d_j$"
TITLES = {"en": "English: {n} of 20 in place", "id": "Indonesian: {n} of 20 in place"}
QUESTIONS = ("cats", "rice", "trains", "attention", "blood pressure")
ANSWERS = 4  # to each question, one after another


@figure(
    "trained-ranking",
    shows=("retrieval.dot",),
    height=6.0,
    caption=(
        "Five questions and twenty sentences, four in answer to each, in English and in "
        "Indonesian: the product of their embeddings by a trained encoder (all-MiniLM-L6-v2). "
        "Circles are the answers, strokes the others. In English, the language that it was "
        "trained on, the four answers are the first four for every question. In Indonesian all "
        "sentences look alike, and the order says little about the meaning."
    ),
)
class TrainedRanking:
    """Look at the gap between circles and strokes: on the right it is in one row."""

    @staticmethod
    def compute():
        """Return scores (questions, sentences) and rankings, in both languages."""
        found = record()["ranking"]
        return {f"{lang}/{name}": np.asarray(each) for lang, own in found.items()
                for name, each in own.items()}  # fmt: skip

    @staticmethod
    def examine(data, expect):
        """Products of rows of length 1, sorted; in English the answers first, in Indonesian not."""
        for lang in TITLES:
            scores, order = data[f"{lang}/scores"], data[f"{lang}/ranking"]
            expect.at_most(f"a score, {lang},", abs(scores), 1, "lengths of 1")
            falling = np.diff(np.take_along_axis(scores, order, axis=-1), axis=-1)
            expect.at_most(f"a step of the ranking, {lang},", falling, 0, "retrieval.dot")
        expect.holds(in_place(data, "en") == 20, "an answer in English is not among the first")
        expect.holds(in_place(data, "id") < 10, "half of the answers in Indonesian are in place")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw a row for each question, circles for its answers."""
        sides = canvas.subplots(1, 2, sharey=True, sharex=True)
        rows = np.arange(len(QUESTIONS))
        for axes, (spoken, title) in zip(sides, TITLES.items(), strict=True):
            for k, scores in enumerate(data[f"{spoken}/scores"]):
                own = np.arange(len(scores)) // ANSWERS == k
                axes.plot(scores[~own], np.full((~own).sum(), k), "|", color=style.GREY, ms=8)
                axes.plot(scores[own], np.full(own.sum(), k), "o", color=style.RED, ms=5,
                          markerfacecolor="none", markeredgewidth=1.2)  # fmt: skip
            axes.set_title(translated(title, lang, n=in_place(data, spoken)), pad=4)
            axes.set_xlabel(translated(SCORE, lang))
            style.ticks(axes.xaxis, (0, 0.25, 0.5, 0.75), lang)
        sides[0].set_yticks(rows, [translated(name, lang) for name in QUESTIONS])
        sides[0].set_ylim(len(rows) - 0.5, -0.5)


def in_place(data, spoken):
    """Return how many answers are among the first four for their question."""
    first = data[f"{spoken}/ranking"][:, :ANSWERS] // ANSWERS
    return int((first == np.arange(len(first))[:, None]).sum())
