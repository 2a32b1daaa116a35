"""Why the claims on retrieval hold, or fail."""

import sympy as sp

from impl import retrieval as impl
from impl.encoder import encoder_block
from impl.feedforward import feed_forward
from impl.parameters import block_shapes
from proofs.arrays import shapes, symbols
from proofs.engine.derivation import Chain, as_written
from proofs.engine.evidence import (
    Witness,
    counterexample,
    derivation,
    exact_run,
    necessity,
    refuses,
    sizes,
)
from theory import encoder
from theory import retrieval as theory
from theory.bert import logistic
from theory.feedforward import relu
from theory.symbols import L, d, d_ff, d_k, family, h, j, positive, real, size, sum_over

q, D, w = family("q"), family("D"), family("w", nonnegative=True)


@exact_run("retrieval.cat")
def the_score_is_the_logistic_of_the_first_row():
    # impl looks at the sign of the score, so the symbols are positive, and w of either sign.
    X, positive_w = family("X", positive=True), family("w", positive=True)
    for width, sign in ((1, 1), (2, 1), (2, -1)):
        rows = symbols.entries(X, 2, width)
        ours = impl.cat_score(rows, sign * symbols.entries(positive_w, width)).data.item()
        score = sum(X[1, place] * sign * positive_w[place] for place in range(1, width + 1))
        yield f"L = 2, d = {width}, w {'+' if sign > 0 else '-'}", [ours], [logistic(score)]


@counterexample("retrieval.relevance-is-free-of-y")
def relevant_and_not_differ():
    p = impl.cat_score(symbols.array([[1]]), symbols.array([sp.log(9)])).data.item()
    return Witness(
        given={"p": "9/10", "y": "1, then 0"},
        claimed="Ber(y | p) is the same for both y",
        left=theory.bernoulli(1, p),
        op="=",
        right=theory.bernoulli(0, p),
        ours=p,
        instead="p",
    )


@derivation("retrieval.bernoulli")
def one_has_the_probability_p():
    return Chain(_probability(1)).equals(real("p"), "p¹ (1 - p)⁰")


refuses(
    one_has_the_probability_p, lambda: Chain(_probability(0)).equals(real("p"), "the other outcome")
)


@derivation("retrieval.bernoulli")
def both_outcomes_sum_to_one():
    both = as_written(lambda: _probability(0) + _probability(1))
    return Chain(both).equals(1, "(1 - p) + p")


refuses(both_outcomes_sum_to_one, lambda: Chain(_probability(1)).equals(1, "certain"))


def _probability(outcome):
    return as_written(lambda: theory.bernoulli(outcome, real("p")))


@derivation("retrieval.logistic-keeps-order")
def the_logistic_function_grows():
    return _falls(real("z"), real("z") + positive("t"))  # and σ is positive


refuses(the_logistic_function_grows, lambda: _falls(real("z"), real("z") - positive("t")))


def _falls(first, second):
    return Chain(1 / logistic(first)).above(1 / logistic(second), "exp(-z) falls as z grows")


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


def _together(query, document):
    """-|q - d|, by two hidden units."""
    return -relu(query - document) - relu(document - query)


@derivation("retrieval.joint-score-of-two-numbers-ranks-any-first")
def an_equal_document_scores_most():
    query = real("q")
    return Chain(as_written(lambda: _together(query, query))).equals(0, "max(0, 0) = 0")


refuses(
    an_equal_document_scores_most,
    lambda: Chain(as_written(lambda: _together(real("q"), real("d")))).equals(
        0, "so does any other"
    ),
)


@derivation("retrieval.joint-score-of-two-numbers-ranks-any-first")
def a_smaller_document_scores_less():
    query = real("q")
    return Chain(_together(query, query - positive("t"))).below(0, "the first unit gives t > 0")


refuses(
    a_smaller_document_scores_less,
    lambda: Chain(_together(real("q"), real("q") - positive("t"))).above(0, "it scores more"),
)


@derivation("retrieval.joint-score-of-two-numbers-ranks-any-first")
def a_larger_document_scores_less():
    query = real("q")
    return Chain(_together(query, query + positive("t"))).below(0, "the second unit gives t > 0")


refuses(
    a_larger_document_scores_less,
    lambda: Chain(_together(real("q"), real("q") + positive("t"))).above(0, "it scores more"),
)


@exact_run("retrieval.joint-score-of-two-numbers-ranks-any-first")
def the_middle_of_three_is_first_for_itself():
    params = {
        "w_1": symbols.array([[1, -1], [-1, 1]]), "b_1": symbols.array([0, 0]),
        "w_2": symbols.array([[-1], [-1]]), "b_2": symbols.array([0]),
    }  # fmt: skip
    for query in (1, 2, 3):
        joined = symbols.array([[query, document] for document in (1, 2, 3)])
        ours = feed_forward(joined, params).flat()
        yield f"q = {query}, d = 1, 2, 3", ours, [_together(query, other) for other in (1, 2, 3)]


def _encoder_cost(length, width):
    """The multiplications of one block, by encoder.costs."""
    return encoder.attention_cost(length, width) + 4 * length * width**2 + 2 * length * width * d_ff


@sizes("retrieval.costs")
def costs_of_both():
    N, L_q, L_d, width = size("N"), size("L_q"), size("L_d"), h * d_k
    known = {5: h, 3: d_k, 15: width, 7: d_ff}
    params = {name: shapes.array(*(known[s] for s in shape))
              for name, shape in block_shapes(15, 5, 7).items()}  # fmt: skip

    def count(*rows):
        with shapes.counting() as cost:
            encoder_block(shapes.array(*rows), params)
        return sp.expand(cost.multiply_adds)

    def printed(what, counted, stated):
        return what, (sp.expand(counted),), (sp.expand(stated),), {}

    joined, alone, document = L_q + L_d + 3, L_q + 2, L_d + 2  # with [CLS] and [SEP], bert.sizes
    many, one = count(N, L, width), count(L, width)  # at any length L
    with shapes.counting() as heads:
        impl.cat_score(shapes.array(N, joined, width), shapes.array(width))
    per_query = many.subs(L, joined) + heads.multiply_adds
    yield printed("CAT, one query", per_query, N * (_encoder_cost(joined, width) + width))
    with shapes.counting() as products:
        impl.dot_score(shapes.array(alone, width), shapes.array(N, document, width))
    per_query = one.subs(L, alone) + products.multiply_adds
    yield printed("DOT, one query", per_query, _encoder_cost(alone, width) + N * width)
    stored = N * _encoder_cost(document, width)
    yield printed("DOT, the documents, once", many.subs(L, document), stored)
