"""Why the claims on retrieval hold, or fail."""

import sympy as sp

from impl import retrieval as impl
from impl.encoder import encoder_block
from impl.feedforward import feed_forward
from impl.parameters import block_shapes
from proofs.arrays import shapes, symbols
from proofs.derivation import Chain
from proofs.evidence import Witness, counterexample, derivation, exact_run, necessity, sizes
from theory import encoder
from theory.bert import logistic
from theory.feedforward import relu
from theory.symbols import d, d_ff, d_k, family, h, j, positive, real, size, sum_over

q, D, w = family("q"), family("D"), family("w", nonnegative=True)


@exact_run("retrieval.cat")
def the_score_is_the_logistic_of_the_first_row():
    rows = symbols.array([[2, 1], [9, 9]])
    for weights in ([1, -1], [0, 3]):
        score = sum(x * y for x, y in zip([2, 1], weights, strict=True))
        ours = impl.cat_score(rows, symbols.array(weights)).data.item()
        yield f"w = {tuple(weights)}", [ours, 0], [logistic(score), 0]


@derivation(
    "retrieval.logistic-keeps-order",
    wrong=lambda: Chain(logistic(real("z"))).above(logistic(real("z")), "more than itself"),
)
def the_logistic_function_grows():
    # 1/σ falls, and σ is positive
    larger, smaller = real("z") + positive("t"), real("z")
    return Chain(1 / logistic(smaller)).above(1 / logistic(larger), "exp(-z) falls")


@exact_run("retrieval.dot")
def the_score_is_the_product_of_first_rows():
    query = symbols.entries(q, 2, 2)
    documents = symbols.xp.reshape(symbols.entries(D, 4, 2), (2, 2, 2))
    ours = impl.dot_score(query, documents).tolist()
    printed = [sum(q[1, a] * D[first, a] for a in (1, 2)) for first in (1, 3)]
    yield "two documents of two rows, d = 2", ours, printed


@counterexample("retrieval.printed-product-is-a-number")
def the_transpose_stands_on_the_wrong_row():
    row = symbols.array([[1, 2]])
    product = row.mT @ row
    return Witness(
        given={"BERT(q)_[CLS] = BERT(d)_[CLS]": "(1, 2), a row"},
        claimed="the product as printed has one entry",
        left=product.shape[0] * product.shape[1],
        op="=",
        right=1,
        ours=(row @ row.mT).tolist()[0],
        instead="the product with the transpose on the second row",
    )


@sizes("retrieval.sizes")
def sizes_of_both_products():
    row = shapes.array(1, d)
    yield "x yᵀ", (row @ row.mT).shape, (1, 1), {}
    yield "xᵀ y", (row.mT @ row).shape, (d, d), {}
    N, L_q, L_d = size("N"), size("L_q"), size("L_d")
    scores = impl.dot_score(shapes.array(L_q, d), shapes.array(N, L_d, d))
    yield "DOT(q, d_1 ... d_N)", scores.shape, (N,), {}


def _changed(place):
    return positive("a") * w[place] + real("b")


@derivation(
    "retrieval.ranking-ignores-shift-and-scale",
    wrong=lambda: Chain(_changed(1) - _changed(2)).equals(w[1] - w[2], "the differences stay"),
)
def differences_keep_their_sign():
    return Chain(_changed(1) - _changed(2)).equals(
        positive("a") * (w[1] - w[2]), "b cancels, a > 0 keeps the sign"
    )


@necessity("retrieval.ranking-ignores-shift-and-scale", "positive-factor")
def a_negative_factor_turns_the_ranking():
    return Witness(
        given={"s": "(2, 1)", "a": "-1"},
        claimed="the first document still scores more",
        left=-2,
        op=">",
        right=-1,
    )


@derivation(
    "retrieval.dot-never-ranks-a-mixture-first",
    wrong=lambda: Chain(_mixture()).at_least(real("M") * sum_over(j, w[j]), "above the best"),
)
def a_mixture_scores_no_more_than_the_best():
    return Chain(_mixture()).at_most(real("M") * sum_over(j, w[j]), "t_j ≥ 0; the weights sum to 1")


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
    yield "two documents, weights 1/3 and 2/3, d = 2", [*ours, 0], [*printed, 0]


def _together(query, document):
    """-|q - d|, by two hidden units."""
    return -relu(query - document) - relu(document - query)


@derivation(
    "retrieval.cat-ranks-any-document-first",
    wrong=lambda: Chain(_together(real("q"), real("q") + positive("t"))).equals(0, "all alike"),
)
def an_equal_document_scores_most():
    query = real("q")
    return Chain(_together(query, query)).equals(0, "both units are 0 where q = d")


@derivation(
    "retrieval.cat-ranks-any-document-first",
    wrong=lambda: Chain(_together(real("q"), real("q") - positive("t"))).above(0, "it scores more"),
)
def a_smaller_document_scores_less():
    query = real("q")
    return Chain(_together(query, query - positive("t"))).below(0, "the first unit gives t")


@derivation(
    "retrieval.cat-ranks-any-document-first",
    wrong=lambda: Chain(_together(real("q"), real("q") + positive("t"))).above(0, "it scores more"),
)
def a_larger_document_scores_less():
    query = real("q")
    return Chain(_together(query, query + positive("t"))).below(0, "the second unit gives t")


@exact_run("retrieval.cat-ranks-any-document-first")
def the_middle_of_three_is_first_for_itself():
    params = {
        "w_1": symbols.array([[1, -1], [-1, 1]]), "b_1": symbols.array([0, 0]),
        "w_2": symbols.array([[-1], [-1]]), "b_2": symbols.array([0]),
    }  # fmt: skip
    for query in (1, 2, 3):
        joined = symbols.array([[query, document] for document in (1, 2, 3)])
        ours = feed_forward(joined, params).data.ravel().tolist()
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

    joined = L_q + L_d
    yield (
        "CAT, one query",
        (count(N, joined, width),),
        (sp.expand(N * _encoder_cost(joined, width)),),
        {},
    )
    with shapes.counting() as products:
        impl.dot_score(shapes.array(L_q, width), shapes.array(N, L_d, width))
    per_query = count(L_q, width) + sp.expand(products.multiply_adds)
    yield (
        "DOT, one query",
        (sp.expand(per_query),),
        (sp.expand(_encoder_cost(L_q, width) + N * width),),
        {},
    )
    yield (
        "DOT, the documents, once",
        (count(N, L_d, width),),
        (sp.expand(N * _encoder_cost(L_d, width)),),
        {},
    )
