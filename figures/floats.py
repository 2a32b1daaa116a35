"""A figure of floats: how much of its bound an honest error uses up."""

from importlib.util import find_spec

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.fold import folded_attention
from impl.heads import scaled_dot_product_attention
from impl.lookup import weighted_sum
from impl.normalization import layer_norm
from impl.scores import dot
from impl.softmax import logsumexp, softmax
from proofs.arrays import digits
from theory.language import translated
from theory.rounding import bounds as rounding
from theory.rounding.fold_bounds import bound_folded_attention

SIZES = (4, 16, 64, 256)
BRIEF = ("bfloat16",) if find_spec("ml_dtypes") else ()
FORMATS = (*BRIEF, "float16", "float32", "float64")
WIDTH, TILE, ROWS = 16, 16, 2
EPS = 2.0**-17  # a float of each format
PANELS = {
    "softmax": "softmax",
    "logsumexp": "logsumexp",
    "mean": "weighted mean",
    "dot": "dot product",
    "plain": "LayerNorm",
    "epsilon": r"LayerNorm, $\varepsilon$",
    "attention": "attention",
    "fold": "fold",
}


def drawn(rng, dtype, *shape):
    """Return normal numbers as floats of a format: of bfloat16, in the reading that takes them."""
    x = rng.normal(size=shape)
    if dtype not in BRIEF:
        return x.astype(dtype)
    from proofs.arrays import brief

    return brief.array(x)


def exact(x):
    """Return the numbers of an array, at fifty digits."""
    return digits.array(x).data.ravel().tolist()


def attended(q, k, v, dtype):
    """Return exact scores, how far computed ones are off, exact weights and the values."""
    q, keys = exact(q), [exact(row) for row in k]
    root = exact(np.asarray([len(q)], dtype=float))[0] ** 0.5
    products = [[a * b for a, b in zip(q, key, strict=True)] for key in keys]
    sizes = [sum(map(abs, each)) / root for each in products]
    off = [
        rounding.bound_scaled_dot(size, sum(map(abs, key)), len(q), dtype)
        for size, key in zip(sizes, keys, strict=True)
    ]
    scores = [sum(each) / root for each in products]
    weights = exact(softmax(digits.array(scores)))
    return scores, off, weights, exact(v)


def runs(rng, n, dtype):
    """Yield the name, what is computed, what is exact, and the bounds, of one row of n numbers."""
    x, v, w = (drawn(rng, dtype, n) for _ in "xvw")
    row, values = exact(x), exact(v)
    known = digits.array(row)
    p, whole = softmax(known), exact(logsumexp(known))[0]
    yield "softmax", softmax(x), p, rounding.bound_softmax(row, exact(p), dtype)
    yield "logsumexp", logsumexp(x), whole, [rounding.bound_logsumexp(row, exact(p), whole, dtype)]
    weights = softmax(x)
    mean = [sum(a * b for a, b in zip(exact(weights), values, strict=True))]
    yield (
        "mean",
        weighted_sum(weights[None], v[:, None], None),
        mean,
        [rounding.bound_mean(exact(weights), [0] * n, values, dtype)],
    )
    products = [a * b for a, b in zip(exact(w), values, strict=True)]
    size = sum(map(abs, products))
    yield "dot", dot(w[None], v[None]), [sum(products)], [rounding.bound_dot(size, n, dtype)]
    for name, eps in (("plain", 0.0), ("epsilon", EPS)):
        bounds = rounding.bound_layer_norm(row, exact(np.asarray([eps]))[0], dtype)
        yield name, layer_norm(x, eps=eps), layer_norm(known, eps=eps), bounds
    q, k = (drawn(rng, dtype, m, WIDTH) for m in (1, n))
    known = attended(q, k, v, dtype)
    of = [sum(a * b for a, b in zip(known[2], values, strict=True))]
    bound = rounding.bound_scaled_attention(*known, dtype)
    yield "attention", scaled_dot_product_attention(q, k, v[:, None]), of, [bound]
    try:
        bound = bound_folded_attention(*known, -(-n // TILE), dtype)
    except ValueError:
        return  # so many numbers have no bound in so coarse a format
    yield "fold", folded_attention(q, k, v[:, None], tile=TILE), of, [bound]


@figure(
    "tightness",
    shows=(
        "floats.softmax",
        "floats.logsumexp",
        "floats.weighted-mean",
        "floats.dot-product",
        "floats.layer-norm",
        "floats.attention",
        "floats.fold",
    ),
    height=9.5,
    caption=(
        "The largest error over its bound, on normal numbers, by the number of terms $n$. A bound "
        "holds for every order of summation; NumPy adds by halves and in blocks, bfloat16 term "
        "after term, and errors of both signs cancel, so less of the bound is used with 256 terms "
        "than with 4. LayerNorm stands without and with $\\varepsilon$; a fold merges parts of 16 "
        "pairs. bfloat16 is drawn where ml_dtypes is installed; its longest fold has no bound, as "
        "it is too coarse."
    ),
)
class Tightness:
    """Look at how all lines stay below 1, and lie lower where sums are long."""

    @staticmethod
    def compute():
        """Return the largest error over bound, by format and size, of each of eight results."""
        largest = {name: np.full((len(FORMATS), len(SIZES)), np.nan) for name in PANELS}
        for row, dtype in enumerate(FORMATS):
            for column, n in enumerate(SIZES):
                for name, *found in (
                    run
                    for seed in range(ROWS)
                    for run in runs(np.random.default_rng(seed), n, dtype)
                ):
                    computed, truth, bounds = found
                    pairs = zip(exact(computed), exact(truth), bounds, strict=True)
                    used = max(float(abs(a - b) / bound) for a, b, bound in pairs)
                    largest[name][row, column] = np.fmax(largest[name][row, column], used)
        return largest

    @staticmethod
    def examine(data, expect):
        """No error exceeds its bound, and of a longer sum less is used."""
        for name in PANELS:
            used = data[name][~np.isnan(data[name])]
            expect.at_most(f"error over bound, {name}", used, 1, "the bound is proved")
            first, *_, last = data[name][~np.isnan(data[name]).any(axis=1)].T
            expect.at_most(f"the last of {name}", last, first, "the caption")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw error over bound by the number of terms, a panel a result and a line a format."""
        panels = canvas.subplots(2, 4, sharex=True, sharey=True)
        for axes, (name, title) in zip(panels.flat, PANELS.items(), strict=True):
            for values, stroke, dtype in zip(data[name], style.STROKES, FORMATS, strict=False):
                axes.plot(SIZES, values, label=dtype, **stroke)
            axes.axhline(1, **style.LIMIT)
            axes.set_title(translated(title, lang), fontsize=8.5)
            axes.set_xscale("log", base=2)
            axes.set_yscale("log")
            axes.set_xticks(SIZES)
            axes.minorticks_off()
            style.powers(axes.yaxis, range(-4, 1))
        for axes in panels[1]:
            axes.set_xlabel(translated("terms $n$", lang))
        for axes in panels[:, 0]:
            axes.set_ylabel(translated("error / bound", lang))
        panels[0, 0].legend(fontsize=8, frameon=False, loc="lower left")
