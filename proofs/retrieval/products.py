"""The score of BERT-DOT is a product of vectors: its sizes, and how it ranks."""

import sympy as sp

from impl import retrieval as impl
from proofs.arrays import shapes, symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, derivation, exact_run, necessity, refuses, sizes
from theory.symbols import d, family, j, positive, real, size, sum_over

q, D, w = family("q"), family("D"), family("w", nonnegative=True)


@exact_run("retrieval.dot")
def the_score_is_the_product_of_first_rows():
    query = symbols.entries(q, 2, 2)
    documents = symbols.xp.reshape(symbols.entries(D, 4, 2), (2, 2, 2))
    ours = impl.dot_score(query, documents).tolist()
    printed = [sum(q[1, a] * D[first, a] for a in (1, 2)) for first in (1, 3)]
    yield "two documents of two rows, d = 2", ours, printed


@sizes("retrieval.printed-product-is-a-number")
def sizes_of_the_product_of_columns():
    column = shapes.array(d, 1)
    yield "xᵀ y, for columns", (column.mT @ column).shape, (1, 1), {}


@necessity("retrieval.printed-product-is-a-number", "columns")
def rows_make_a_matrix():
    row = symbols.array([[1, 2]])
    product = row.mT @ row
    return Witness(
        given={"x = y": "(1, 2), a row"},
        claimed="xᵀ y has one entry",
        left=product.shape[0] * product.shape[1],
        op="=",
        right=1,
        ours=(row @ row.mT).tolist()[0],
        instead="x yᵀ, the product for rows",
    )


@sizes("retrieval.sizes")
def sizes_of_both_products():
    row = shapes.array(1, d)
    yield "x yᵀ", (row @ row.mT).shape, (1, 1), {}
    yield "xᵀ y", (row.mT @ row).shape, (d, d), {}
    N, L_q, L_d = size("N"), size("L_q"), size("L_d")
    scores = impl.dot_score(shapes.array(L_q, d), shapes.array(N, L_d, d))
    yield "DOT(q, d_1 ... d_N)", scores.shape, (N,), {}


def _changed(score, factor):
    return factor * score + real("b")


@derivation("retrieval.ranking-ignores-shift-and-scale")
def a_larger_score_stays_larger():
    score, factor = real("s"), positive("a")
    return Chain(_changed(score + positive("t"), factor)).above(
        _changed(score, factor), "s_i = s_j + t with t > 0: b cancels, and a t > 0"
    )


refuses(
    a_larger_score_stays_larger,
    lambda: Chain(_changed(real("s") + positive("t"), real("a"))).above(
        _changed(real("s"), real("a")), "for a factor of any sign"
    ),
)


@necessity("retrieval.ranking-ignores-shift-and-scale", "positive-factor")
def a_negative_factor_turns_the_ranking():
    return Witness(
        given={"s": "(2, 1)", "a": "-1"},
        claimed="a s_1 + b > a s_2 + b",
        left=-2,
        op=">",
        right=-1,
    )


@derivation("retrieval.dot-never-ranks-a-mixture-first")
def a_mixture_scores_no_more_than_the_best():
    return Chain(_mixture()).at_most(
        real("M") * sum_over(j, w[j]), "w_j t_j ≥ 0; the weights sum to 1"
    )


refuses(
    a_mixture_scores_no_more_than_the_best,
    lambda: Chain(_mixture()).at_least(real("M") * sum_over(j, w[j]), "above the best"),
)


def _mixture():
    """Σ_j w_j (q · d_j), the mixture's score by linearity, with q · d_j = M - t_j."""
    return sum_over(j, w[j] * (real("M") - family("t", nonnegative=True)[j]))


@exact_run("retrieval.dot-never-ranks-a-mixture-first")
def a_score_is_linear_in_the_document():
    query = symbols.entries(q, 1, 2)
    weights = [sp.Rational(1, 3), sp.Rational(2, 3)]
    rows = [[D[k, a] for a in (1, 2)] for k in (1, 2)]
    mixed = [sum(v * row[a] for v, row in zip(weights, rows, strict=True)) for a in (0, 1)]
    ours = impl.dot_score(query, symbols.array([[mixed]])).tolist()
    single = impl.dot_score(query, symbols.array([[row] for row in rows])).tolist()
    printed = [sum(v * s for v, s in zip(weights, single, strict=True))]
    yield "the first of two documents, d = 2", single[:1], [_product(1)]
    yield "their mixture, weights 1/3 and 2/3, d = 2", ours, printed


def _product(document):
    return sum(q[1, a] * D[document, a] for a in (1, 2))
