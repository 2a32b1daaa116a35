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


def _widths_of_one(**values):
    named = {"P": P, "S": S, "W_q": W_q, "W_k": W_k, "U_q": W_q_, "U_k": W_k_}
    return At({named[name]: ((value,),) for name, value in values.items()})


@necessity(SHARED, "queries")
def queries_without_scores():
    return _widths_of_one(P=1, S=1, W_q=0, W_k=1, U_q=1, U_k=0)


@necessity(SHARED, "keys")
def keys_without_scores():
    return _widths_of_one(P=1, S=1, W_q=1, W_k=0, U_q=0, U_k=1)


@necessity(SHARED, "same")
def scores_of_twice_the_size():
    return _widths_of_one(P=1, S=1, W_q=1, W_k=1, U_q=2, U_k=1)


OUTPUTS = "heads.same-outputs-share-a-basis"


def as_of_scores(chain, duty):
    at = {W_q: W_v, W_k: W_o.transposed(), W_q_: U_v, W_k_: U_o.transposed()}
    return chain.cites(SHARED, "the output matrix in the place of the keys", at, duty).closes(
        "as it is written"
    )


for each in range(3):
    derivation(OUTPUTS, duty=each)(partial(as_of_scores, duty=each))


def _outputs_of_width_one(**values):
    named = {"P": P, "S": S, "W_v": W_v, "W_o": W_o, "U_v": U_v, "U_o": U_o}
    return At({named[name]: ((value,),) for name, value in values.items()})


@necessity(OUTPUTS, "values")
def values_of_nothing():
    return _outputs_of_width_one(P=1, S=1, W_v=0, W_o=1, U_v=1, U_o=0)


@necessity(OUTPUTS, "output")
def outputs_of_nothing():
    return _outputs_of_width_one(P=1, S=1, W_v=1, W_o=0, U_v=0, U_o=1)


@necessity(OUTPUTS, "same")
def outputs_of_twice_the_size():
    return _outputs_of_width_one(P=1, S=1, W_v=1, W_o=1, U_v=2, U_o=1)
