"""A figure of what the printed loss of BERT rewards: copying the input."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.bert import masked_language_model_loss
from impl.embedding import one_hot
from theory.language import translated
from theory.rounding.bounds import factors
from theory.rounding.library_functions import within

SHARPNESS = "sharpness $c$ of the copy"
LOSS = r"loss $\mathcal{L}$"
SEEN = "as printed: the token is seen"
HIDDEN = "masked: it is hidden"
SIZE = 100  # of the vocabulary


@figure(
    "copying",
    shows=("bert.printed-loss-is-solved-by-copying", "bert.masked-language-model-loss"),
    height=5.2,
    caption=(
        "The loss of a machine that copies its input, $c$ times as one-hot scores over 100 "
        "tokens. As printed, the row of a token holds that very token, and copying brings the "
        "loss to 0. Where the token is replaced by a mask, the copy names the mask: the sharper "
        r"it is, the more it loses, and never less than $\log|V|$."
    ),
)
class Copying:
    """Look at both curves from their common start: one falls to 0, the other rises."""

    @staticmethod
    def compute():
        """Return the sharpness and the loss of one token, seen and hidden behind token 0."""
        c = np.linspace(0, 12, 49)
        token, yes = np.asarray([7]), np.asarray([True])
        loss = lambda row: [
            masked_language_model_loss(k * one_hot(np.asarray([row]), SIZE), token, yes) for k in c
        ]
        return {"sharpness": c, "seen": np.asarray(loss(7)), "hidden": np.asarray(loss(0))}

    @staticmethod
    def examine(data, expect):
        """Seen, the loss is log(1 + (|V| - 1) e^-c), which falls; hidden, c more, which rises."""
        c, seen, hidden = data["sharpness"], data["seen"], data["hidden"]
        claimed = np.log1p((SIZE - 1) * np.exp(-c))
        # Scores off by c u, the sum of |V| exponentials, its logarithm, and the same once more.
        both = within("exp", "float64") + within("log", "float64")
        bound = 2 * float(factors(SIZE + both + 6, "float64")) * (1 + c + claimed)
        expect.coincide("the loss of a seen token and the claimed one", seen, claimed, bound)
        expect.coincide("the loss of a hidden token and c more", hidden, claimed + c, bound)
        expect.coincide("the loss of blind scores and log |V|", seen[0], np.log(SIZE), bound[0])
        expect.rises("the loss of a seen token as c falls", seen[::-1])
        expect.rises("the loss of a hidden token as c rises", hidden)

    @staticmethod
    def draw(canvas, data, lang):
        """Draw both losses over the sharpness."""
        axes = canvas.subplots()
        c = data["sharpness"]
        axes.axhline(np.log(SIZE), **style.LIMIT)
        axes.plot(c, data["hidden"], **style.STROKES[1])
        axes.plot(c, data["seen"], **style.STROKES[0])
        label = {"color": style.RED}
        style.label(axes, c[32], data["hidden"][32], translated(HIDDEN, lang), by=(-5, 7), **label)
        style.label(axes, c[22], data["seen"][22], translated(SEEN, lang), by=(5, 7))
        style.label(axes, c[-1], np.log(SIZE), r"$\log\,|V|$", by=(-2, 8))
        axes.set_xlim(0, 12)
        axes.set_ylim(0, 12.5)
        style.ticks(axes.xaxis, range(0, 13, 3), lang)
        style.ticks(axes.yaxis, range(0, 13, 3), lang)
        axes.set_xlabel(translated(SHARPNESS, lang))
        axes.set_ylabel(translated(LOSS, lang))
