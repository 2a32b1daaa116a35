"""Another basis for queries and keys, or for values and output, changes nothing."""

from functools import partial

from proofs.engine.at_case import At
from proofs.engine.evidence import derivation, necessity
from theory.heads.gauge import (
    M,
    N,
    P,
    S,
    U_o,
    U_v,
    V,
    W_k,
    W_k_,
    W_o,
    W_q,
    W_q_,
    W_v,
    a,
    b,
    c,
    key,
    query,
    u,
    w,
)
from theory.letters import j
from theory.stating.families import every, total
from theory.stating.operations import delta

ALIKE, READ = "heads.queries-and-keys-up-to-a-basis", "heads.values-and-output-up-to-a-basis"


@derivation(ALIKE)
def the_bases_cancel(chain):
    pairs = total(every(c, entry=M[a, c] * N[b, c]))
    return (
        chain.equals(total(every(a, b, entry=query[a] * key[b] * pairs)), "exchange the sums")
        .given("inverse", pairs, delta(a, b), "N is the inverse of the transpose of M")
        .closes("the delta picks one term")
    )


@derivation(READ)
def what_the_output_reads_is_the_same(chain):
    mean = every(c, entry=total(every(j, entry=w[j] * V[j, c])))
    return chain.cites(
        ALIKE, "the mean of the values in the place of the query", at={query: mean, key: u}
    ).closes("as it is written")


@necessity(ALIKE, "inverse")
def a_scale_that_is_not_taken_back():
    return At({M: ((2,),), N: ((1,),), query: (1,), key: (1,)})


@necessity(READ, "inverse")
def values_that_are_not_scaled_back():
    return At({M: ((2,),), N: ((1,),), V: ((1,),), w: (1,), u: (1,)})


SHARED = "heads.same-scores-share-a-basis"


def of_width_one(*matrices):
    """Return the case of these entries, where P and S undo the first of two equal products."""
    return lambda *entries: At({P: ((1,),), S: ((1,),)} | {
        matrix: ((entry,),) for matrix, entry in zip(matrices, entries, strict=True)
    })  # fmt: skip


of_scores = of_width_one(W_q, W_k, W_q_, W_k_)


@necessity(SHARED, "queries")
def queries_without_scores():
    return of_scores(0, 1, 1, 0)


@necessity(SHARED, "keys")
def keys_without_scores():
    return of_scores(1, 0, 0, 1)


@necessity(SHARED, "same")
def scores_of_twice_the_size():
    return of_scores(1, 1, 2, 1)


OUTPUTS = "heads.same-outputs-share-a-basis"


def as_of_scores(chain, duty):
    at = {W_q: W_v, W_k: W_o.transposed(), W_q_: U_v, W_k_: U_o.transposed()}
    return chain.cites(SHARED, "the output matrix in the place of the keys", at, duty).closes(
        "as it is written"
    )


for each in range(3):
    derivation(OUTPUTS, duty=each)(partial(as_of_scores, duty=each))


of_outputs = of_width_one(W_v, W_o, U_v, U_o)


@necessity(OUTPUTS, "values")
def values_of_nothing():
    return of_outputs(0, 1, 1, 0)


@necessity(OUTPUTS, "output")
def outputs_of_nothing():
    return of_outputs(1, 0, 0, 1)


@necessity(OUTPUTS, "same")
def outputs_of_twice_the_size():
    return of_outputs(1, 1, 2, 1)
