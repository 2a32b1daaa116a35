"""A figure of what each score costs as documents and queries grow."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from theory.encoder import costs as theory
from theory.language import translated
from theory.rounding.bounds import factors

DOCUMENTS = "documents $N$"
QUERIES = "queries $Q$"
PRODUCTS = "multiplications"
ONE = "one query"
MANY = "a million documents"


@figure(
    "retrieval-costs",
    shows=("retrieval.costs",),
    height=5.8,
    caption=(
        "What documents cost an encoder of BERT's base size (12 blocks of width $d=768$; queries "
        "of 16 tokens, documents of 240). CAT runs it on every document for every query; DOT runs "
        "it once on every document, and a query then costs its own run and $N$ products of "
        "vectors. On the left, one query, after the documents are read: from the dot on, the "
        "products cost more than the run. On the right, all queries and the reading: from the dot "
        "on, the queries cost more than the reading."
    ),
)
class RetrievalCosts:
    """Look at the distance between the two lines, in powers of ten."""

    @staticmethod
    def compute():
        """Return the counts of both scores over documents, and over queries of a million."""
        d, L_q, L_d = 768, 16, 240
        N, Q, million = 10.0 ** np.arange(9), 10.0 ** np.arange(9), 1e6
        query, document, pair = (_encoder_cost(L, d) for L in (L_q, L_d, L_q + L_d))
        return {
            "width": np.asarray(d),
            "encoder": np.asarray([query, document, pair]),
            "documents": N,
            "cat": N * (pair + d),
            "dot": query + N * d,
            "queries": Q,
            "cat-total": Q * million * (pair + d),
            "dot-total": million * document + Q * (query + million * d),
        }

    @staticmethod
    def examine(data, expect):
        """CAT grows tenfold with N and Q; DOT is a constant and what documents or queries add."""
        (query, document, pair), d, N = data["encoder"], data["width"], data["documents"]
        u = float(factors(4, "float64"))  # more than the roundings of any of these sums
        for name in ("cat", "cat-total"):
            line = data[name]
            expect.coincide(f"{name}: tenfold", line[1:], 10 * line[:-1], u * line[1:])
        expect.coincide("cat: one document", data["cat"][0], pair + d, 0)
        expect.coincide("dot: C(L_q) + N d", data["dot"], query + N * d, u * data["dot"])
        each = (data["dot-total"] - 1e6 * document) / data["queries"]
        slack = u * data["dot-total"] / data["queries"]
        expect.coincide("dot-total: each query", each, query + 1e6 * d, slack)
        expect.at_most("a query of DOT", data["dot"], data["cat"], "d being less than C(L)")
        expect.at_most(
            "the total of DOT",
            data["dot-total"],
            data["cat-total"],
            "C(L_q) + C(L_d) being below C(L_q + L_d)",
        )
        expect.at_least(
            "the cost of a joined run", pair, query + document, "the square of the length"
        )

    @staticmethod
    def draw(canvas, data, lang):
        """Draw one query over the documents, and all over the queries."""
        left, right = canvas.subplots(1, 2, sharey=True)
        query, document, _ = data["encoder"]
        d, smooth = data["width"], np.logspace(0, 8, 161)
        for axes, total, first, more, words, title in (
            (left, "cat", query, d, DOCUMENTS, ONE),
            (right, "cat-total", 1e6 * document, query + 1e6 * d, QUERIES, MANY),
        ):
            axes.plot(smooth, data[total][0] * smooth, **style.STROKES[1])
            axes.plot(smooth, first + more * smooth, **style.STROKES[0])
            axes.plot(first / more, 2 * first, "o", color=style.INK)
            axes.set_title(translated(title, lang), pad=4)
            axes.set_xlabel(translated(words, lang))
            axes.set_xscale("log")
            axes.set_yscale("log")
            axes.set_xlim(1, 1e8)
            axes.set_ylim(1e8, 1e25)
            style.powers(axes.xaxis, (0, 2, 4, 6, 8))
            place = 1e4, data[total][4]
            style.label(axes, *place, "CAT", by=(-6, 5), color=style.RED)
            style.label(axes, 1e4, first, "DOT", by=(0, 8), ha="center")
        style.powers(left.yaxis, (9, 12, 15, 18, 21, 24))
        left.set_ylabel(translated(PRODUCTS, lang))


def _encoder_cost(length, width):
    """Count C(L): 12 blocks of attention and net."""
    return 12 * (theory.attention_layer_cost(length, width) + theory.net_cost(length, width))
