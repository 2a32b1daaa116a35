"""Why the claims on scores hold, or fail.

Method: derivations for all n, d_q, d_k and d_attn; exact runs of `impl` at small sizes, the cosine
on whole numbers, as its nested roots do not cancel on symbols; witnesses in exact numbers.
"""

import sympy as sp

from impl import scores as impl
from impl.lookup import attention
from impl.softmax import softmax
from proofs.arrays import shapes, symbols
from proofs.derivation import Chain
from proofs.evidence import Witness, counterexample, derivation, exact_run, necessity, sizes
from theory.scores import additive, additive_tanh, dot, projected
from theory.softmax import weight
from theory.symbols import (
    a,
    at,
    b,
    c,
    d_attn,
    d_k,
    d_q,
    d_v,
    family,
    i,
    j,
    k,
    m,
    n,
    nonnegative,
    positive,
    real,
    sum_over,
    sum_to,
    u,
    w,
)  # fmt: skip

q, K, x = family("q"), family("K"), family("x")
Q, V = family("Q"), family("V")
W_q, W_k, W_v, w_out = family("W_q"), family("W_k"), family("W_v"), family("w_out")
query = projected(q, W_q, d_q)
key = lambda place: projected(lambda row: K[place, row], W_k, d_k)  # noqa: E731


def _keys(place):
    return lambda column: K[place, column]


@exact_run("scores.dot")
def dot_is_the_printed_sum():
    for width in (1, 2, 3):
        ours = impl.dot(symbols.entries(q, width), symbols.entries(K, 2, width)).tolist()
        yield f"n = 2, d = {width}", ours, [at(dot(q, _keys(row)), d_q=width) for row in (1, 2)]
    ours = impl.dot(symbols.entries(Q, 2, 2), symbols.entries(K, 2, 2)).data.ravel().tolist()
    printed = [
        at(dot(lambda col, row=row: Q[row, col], _keys(place)), d_q=2)
        for row in (1, 2)
        for place in (1, 2)
    ]
    yield "m = n = d = 2", ours, printed


@exact_run("scores.scaled-dot")
def scaled_dot_divides_by_the_root():
    for width in (1, 2, 4):
        ours = impl.scaled_dot(symbols.entries(q, width), symbols.entries(K, 2, width)).tolist()
        printed = [at(dot(q, _keys(row)), d_q=width) / sp.sqrt(width) for row in (1, 2)]
        yield f"n = 2, d = {width}", ours, printed


@derivation(
    "scores.every-number-is-a-score",
    wrong=lambda: Chain(_score_of_multiple()).equals(positive("t") ** 2, "quadratic"),
)
def every_number_is_a_score():
    return Chain(_score_of_multiple()).equals(real("t"), "the squared length cancels")


def _score_of_multiple():
    length_squared = sum_to(d_q, b, q[b] ** 2)
    return dot(q, lambda column: real("t") * q[column] / length_squared)


@necessity("scores.every-number-is-a-score", "nonzero-query")
def the_zero_query_scores_nothing():
    score = impl.dot(symbols.array([0]), symbols.array([[5]])).tolist()[0]
    return Witness(
        given={"q": "0", "t": "1"},
        claimed="some key, 5 for instance, has score 1",
        left=score,
        op="=",
        right=1,
        ours=score,
        instead="the score of every key",
    )


VECTORS = ([3, 4], [[5, 12], [-3, -4], [4, -3], [8, 6]])


@exact_run("scores.cosine")
def cosine_is_the_printed_ratio():
    direction, keys = VECTORS
    for size in (1, 4):
        ours = impl.cosine(symbols.array(direction), symbols.array(keys[:size])).tolist()
        printed = [
            sum(p * r for p, r in zip(direction, one, strict=True))
            / (sp.sqrt(sum(p * p for p in direction)) * sp.sqrt(sum(r * r for r in one)))
            for one in keys[:size]
        ]
        yield f"n = {size}, d = 2, whole numbers", ours, printed


@counterexample("scores.cosine-distance-prefers-the-similar")
def the_opposite_key_wins():
    cosines = impl.cosine(symbols.array([1]), symbols.array([[1], [-1]]))
    by_distance = softmax(1 - cosines).tolist()
    return Witness(
        given={"q": "1", "k": "(1, -1), whose cosines are 1 and -1"},
        claimed="α_1 > α_2 with the scores 1 - cos",
        left=by_distance[0],
        op=">",
        right=by_distance[1],
        ours=softmax(cosines).tolist(),
        instead="the weights with the cosines themselves as scores",
    )


@derivation(
    "scores.cosine-distance-must-be-negated",
    wrong=lambda: Chain(weight(lambda place: 1 - x[place], i)).equals(
        weight(x, i), "without negating"
    ),
)
def negated_distance_is_similarity():
    return (
        Chain(weight(lambda place: -(1 - x[place]), i))
        .equals(weight(lambda place: x[place] - 1, i), "open the bracket")
        .equals(weight(x, i), "softmax forgets the constant")
    )


@derivation(
    "scores.cosine-forgets-lengths",
    wrong=lambda: Chain(dot(lambda e: positive("s") * q[e], _keys(i))).equals(
        dot(q, _keys(i)), "the dot product itself"
    ),
)
def cosine_forgets_lengths():
    s = positive("s")
    longer = lambda column: s * q[column]  # noqa: E731
    return (
        Chain(_cosine_squared(longer))
        .equals(_cosine_squared(q), "s² cancels; and s > 0 keeps the sign of the dot product")
    )  # fmt: skip


def _cosine_squared(vector):
    """Return the squared cosine, whose roots are gone; its sign is that of the dot product."""
    length = lambda v: dot(v, v)  # noqa: E731
    return dot(vector, _keys(i)) ** 2 / (length(vector) * length(_keys(i)))


@necessity("scores.cosine-forgets-lengths", "positive-factor")
def a_negative_factor_turns_around():
    one, other = (
        impl.cosine(symbols.array([entry]), symbols.array([[1]])).tolist()[0] for entry in (1, -1)
    )
    return Witness(
        given={"q": "1", "k": "1", "s": "-1"},
        claimed="cos(s q, k) = cos(q, k)",
        left=other,
        op="=",
        right=one,
        ours=other,
        instead="the cosine of the turned query",
    )


@derivation(
    "scores.cosine-cannot-focus",
    wrong=lambda: Chain(_sharpest()).at_most(sp.E / (sp.E + n), "scores between 0 and 1"),
)
def cosine_cannot_focus():
    return Chain(_sharpest()).at_most(
        sp.exp(2) / (sp.exp(2) + n), "scores lie between -1 and 1, exponentials between 1/e and e"
    )


def _sharpest():
    """Return the weight of score 1 - r among n scores s_j - 1, with r and s_j ≥ 0."""
    s, r = family("s", nonnegative=True), nonnegative("r")
    return sp.exp(1 - r) / (sp.exp(1 - r) + sum_over(j, sp.exp(s[j] - 1)))


def _hidden_entries(widths):
    q_width, k_width, hidden = widths
    return (
        symbols.entries(Q, 1, q_width), symbols.entries(K, 2, k_width),
        symbols.entries(W_q, q_width, hidden), symbols.entries(W_k, k_width, hidden),
        symbols.entries(w_out, hidden),
    )  # fmt: skip


def _printed_additive(formula, widths, place):
    first = projected(lambda column: Q[1, column], W_q, d_q)
    return at(formula(first, key(place), w_out), d_q=widths[0], d_k=widths[1], d_attn=widths[2])


WIDTHS = ((1, 1, 1), (1, 2, 1), (2, 1, 2))


@exact_run("scores.additive-as-printed")
def additive_is_the_printed_product():
    for widths in WIDTHS:
        ours = impl.additive(*_hidden_entries(widths)).data.ravel().tolist()
        yield (
            f"d_q, d_k, d_attn = {widths}",
            ours,
            [_printed_additive(additive, widths, place) for place in (1, 2)],
        )


@exact_run("scores.additive-tanh")
def additive_tanh_is_the_authors_network():
    for widths in WIDTHS:
        ours = impl.additive_tanh(*_hidden_entries(widths)).data.ravel().tolist()
        yield (
            f"d_q, d_k, d_attn = {widths}",
            ours,
            [_printed_additive(additive_tanh, widths, place) for place in (1, 2)],
        )


@counterexample("scores.additive-as-printed-uses-the-query")
def two_queries_attend_alike():
    one = symbols.array([[1]])
    scores = impl.additive(
        symbols.array([[0], [7]]), symbols.array([[0], [1]]), one, one, symbols.array([1])
    )
    weights = softmax(scores).tolist()
    return Witness(
        given={"q": "0 and 7", "k": "(0, 1)", "all weights": "1"},
        claimed="the first weight differs between the two queries",
        left=sp.simplify(weights[0][0] - weights[1][0]),
        op="≠",
        right=0,
        ours=weights,
        instead="the weights of both queries",
    )


@derivation(
    "scores.linear-additive-forgets-the-query",
    wrong=lambda: Chain(weight(lambda p: sp.tanh(x[p] + real("t")), i)).equals(
        weight(lambda p: sp.tanh(x[p]), i), "with a tanh"
    ),
)
def linear_additive_forgets_the_query():
    nothing = lambda column: sp.S.Zero  # noqa: E731
    of_query = sum_to(d_attn, c, query(c) * w_out[c])
    return (
        Chain(weight(lambda place: additive(query, key(place), w_out), i))
        .equals(
            weight(lambda place: of_query + additive(nothing, key(place), w_out), i),
            "multiply out: the query's part is the same for every key",
        )
        .equals(
            weight(lambda place: additive(nothing, key(place), w_out), i),
            "softmax forgets the constant",
        )
    )


@derivation(
    "scores.tanh-keeps-the-query",
    wrong=lambda: Chain(sp.Derivative(_log_odds(), real("t"))).equals(0, "the query cancels"),
)
def tanh_keeps_the_query():
    t, one, two = real("t"), real("k_1"), real("k_2")
    return Chain(sp.Derivative(_log_odds(), t)).equals(
        sp.tanh(t + two) ** 2 - sp.tanh(t + one) ** 2, "the derivative of tanh is 1 - tanh²"
    )


def _log_odds():
    return sp.tanh(real("t") + real("k_1")) - sp.tanh(real("t") + real("k_2"))


@derivation(
    "scores.dot-log-odds",
    wrong=lambda: Chain(_dot_log_odds()).equals(0, "equal weights"),
)
def dot_log_odds():
    return (
        Chain(_dot_log_odds())
        .equals(dot(q, _keys(i)) - dot(q, _keys(k)), "softmax.log-odds")
        .equals(sum_to(d_q, a, q[a] * (K[i, a] - K[k, a])), "one sum")
    )


def _dot_log_odds():
    weights = [weight(lambda place: dot(q, _keys(place)), place) for place in (i, k)]
    return sp.log(weights[0] / weights[1])


@counterexample("scores.equal-input-widths")
def widths_may_differ():
    query_, key_ = symbols.array([[2]]), symbols.array([[1, 3]])
    score = impl.dot(query_ @ symbols.array([[1]]), key_ @ symbols.array([[1], [1]]))
    return Witness(
        given={"q": "(2), of size 1", "k": "(1, 3), of size 2", "d_attn": "1"},
        claimed="the sizes of q and k are equal, as both are projected to d_attn",
        left=query_.shape[-1],
        op="=",
        right=key_.shape[-1],
        ours=score.tolist(),
        instead="their score, which exists all the same",
    )


@sizes("scores.parametric-sizes")
def sizes_of_parametric_attention():
    queries, keys = shapes.array(m, d_q) @ shapes.array(d_q, d_attn), shapes.array(n, d_k)
    with shapes.counting() as cost:
        scores = impl.scaled_dot(queries, keys @ shapes.array(d_k, d_attn))
    counts = {"multiply-adds": cost.multiply_adds}
    yield "Q W^q (K W^k)ᵀ / √d_attn", scores.shape, (m, n), counts
    output = attention(scores, shapes.array(n, d_v) @ shapes.array(d_v, d_attn))
    yield "softmax(...) V W^v", output.shape, (m, d_attn), {}


@exact_run("scores.parametric-attention")
def parametric_attention_is_the_printed_product():
    # The matrices are projected by @ and put through the same functions as everywhere.
    queries = symbols.entries(Q, 1, 1) @ symbols.entries(W_q, 1, 1)
    keys = symbols.entries(K, 2, 2) @ symbols.entries(W_k, 2, 1)
    values = symbols.entries(V, 2, 1) @ symbols.entries(W_v, 1, 2)
    ours = attention(impl.scaled_dot(queries, keys), values).data.ravel().tolist()

    def score(row):
        first = projected(lambda column: Q[1, column], W_q, d_q)
        return dot(first, key(row), d_attn) / sp.sqrt(d_attn)

    printed = [
        at(
            sum_over(i, weight(score, i) * sum_to(d_v, b, V[i, b] * W_v[b, column])),
            n=2, d_q=1, d_k=2, d_attn=1, d_v=1,
        )
        for column in (1, 2)
    ]  # fmt: skip
    yield "m = 1, n = 2, d_q = 1, d_k = 2, d_attn = 1", ours, printed


@derivation(
    "scores.only-the-product-of-projections-counts",
    wrong=lambda: Chain(_mixed_slope()).equals(sp.KroneckerDelta(u, w), "without projections"),
)
def only_the_product_counts():
    return Chain(_mixed_slope()).equals(
        sum_to(d_attn, c, W_q[u, c] * W_k[w, c]), "the score is linear in q and in k"
    )


def _mixed_slope():
    """Return the coefficient of q_u k_w: the derivative by both."""
    slope = sp.Derivative(dot(query, key(i), d_attn), q[u]).doit()
    return sp.Derivative(slope, K[i, w])
