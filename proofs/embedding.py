"""Why the claims on embedding hold, or fail.

Method: derivations for all vocabularies (of n tokens) and widths; exact runs of `impl`; witnesses.
"""

import sympy as sp

from impl.embedding import embed, one_hot
from proofs.arrays import shapes, symbols
from proofs.arrays.objects import INT
from proofs.engine.derivation import Chain, as_written
from proofs.engine.evidence import Witness, counterexample, derivation, exact_run, refuses, sizes
from theory.embedding import embedded
from theory.embedding import one_hot as printed_one_hot
from theory.symbols import L, a, at, d_model, family, i, index, j, k, n, sum_over

E = family("E")
same = sp.KroneckerDelta(i, k)


def _tokens(*places):
    return symbols.xp.asarray(list(places), dtype=INT)


@exact_run("embedding.one-hot")
def one_hot_is_the_printed_vector():
    for size in (1, 2, 3):
        ours = one_hot(_tokens(*range(size)), size).flat()
        places = range(1, size + 1)
        yield f"|V| = {size}", ours, [printed_one_hot(t, v) for t in places for v in places]


@derivation("embedding.one-hot-is-sparse")
def one_entry_alone():
    return Chain(sum_over(j, printed_one_hot(i, j))).equals(1, "δ picks one term")


refuses(one_entry_alone, lambda: Chain(sum_over(j, printed_one_hot(i, j))).equals(n, "all ones"))


@derivation("embedding.one-hot-is-sparse")
def entries_are_zero_or_one():
    return Chain(_entry_squared()).equals(printed_one_hot(i, j), "δ is 0 or 1, so δ² = δ")


refuses(entries_are_zero_or_one, lambda: Chain(_entry_squared()).equals(1, "always one"))


def _entry_squared():
    return as_written(lambda: printed_one_hot(i, j) ** 2)


@derivation("embedding.one-hot-knows-no-relation")
def different_tokens_are_orthogonal():
    return Chain(_product()).equals(same, "δ picks the place of token i")


refuses(different_tokens_are_orthogonal, lambda: Chain(_product()).equals(1, "alike"))


def _product():
    return sum_over(j, printed_one_hot(i, j) * printed_one_hot(k, j))


@derivation("embedding.one-hot-knows-no-relation")
def different_tokens_are_equally_far():
    # The square of δ is δ, so the squared lengths are 1.
    return Chain(1 - 2 * _product() + 1).equals(2 - 2 * same, "the inner product is δ_ik")


refuses(
    different_tokens_are_equally_far,
    lambda: Chain(1 - 2 * _product() + 1).equals(2, "also from itself"),
)


@counterexample("embedding.nothing-can-be-done-with-one-hot")
def a_sum_counts():
    vectors = one_hot(_tokens(0, 0, 1), 2)
    total = symbols.xp.sum(vectors, axis=0).tolist()
    return Witness(
        given={"sequence": "(t_1, t_1, t_2)", "|V|": "2"},
        claimed="the sum does not tell how often t_1 occurs, which is 2",
        left=total[0],
        op="≠",
        right=2,
        ours=total,
        instead="the sum of the one-hot vectors",
    )


@derivation("embedding.counts-embed-as-sums")
def counts_embed_as_sums():
    counts = family("c")
    return Chain(_embedded_counts()).equals(
        sum_over(k, counts[k] * E[k, a]), "δ picks entry v of the sum of one-hot vectors"
    )


refuses(
    counts_embed_as_sums,
    lambda: Chain(_embedded_counts()).equals(sum_over(j, E[j, a]), "without the counts"),
)


def _embedded_counts():
    counts = family("c")
    total = sum_over(i, counts[i] * printed_one_hot(i, k))
    return sum_over(k, total * E[k, a])


@derivation("embedding.selects-a-row")
def selects_a_row():
    return Chain(embedded(i, E, a)).equals(E[i, a], "δ picks the row of the token")


refuses(selects_a_row, lambda: Chain(embedded(i, E, a)).equals(E[k, a], "some other row"))


@exact_run("embedding.embed")
def embed_is_the_printed_product():
    for tokens in ((0,), (1, 0), (2, 2, 1)):
        size = max(tokens) + 1
        ours = embed(_tokens(*tokens), symbols.entries(E, size, 2)).flat()
        printed = [at(embedded(t + 1, E, column), n=size) for t in tokens for column in (1, 2)]
        yield f"tokens {tokens}, d = 2", ours, printed


@counterexample("embedding.reduces-the-dimension")
def a_small_vocabulary_in_a_wide_model():
    rows = embed(_tokens(0), symbols.entries(E, 2, 3))
    return Witness(
        given={"|V|": "2", "d_model": "3"},
        claimed="the embedding has fewer components than the one-hot vector",
        left=rows.shape[1],
        op="<",
        right=one_hot(_tokens(0), 2).shape[1],
        ours=rows.tolist(),
        instead="three components, from two",
    )


@sizes("embedding.sizes")
def sizes_of_embedding():
    vocabulary = sp.Symbol("V", integer=True, positive=True)
    tokens = shapes.array(L, dtype=INT)
    with shapes.counting() as cost:
        by_product = one_hot(tokens, vocabulary) @ shapes.array(vocabulary, d_model)
    counts = {"multiply-adds": cost.multiply_adds}
    yield "oh E", by_product.shape, (L, d_model), counts
    with shapes.counting() as cost:
        by_rows = embed(tokens, shapes.array(vocabulary, d_model))
    yield "Embed(t)", by_rows.shape, (L, d_model), {"multiply-adds": cost.multiply_adds}


@derivation("embedding.only-used-rows-are-trained")
def only_used_rows_are_trained():
    return Chain(_slope()).equals(
        same * sp.KroneckerDelta(a, index("b")), "only the row of the token itself occurs"
    )


refuses(only_used_rows_are_trained, lambda: Chain(_slope()).equals(1, "every row"))


def _slope():
    return sp.Derivative(embedded(i, E, a), E[k, index("b")])
