"""Another basis for queries and keys, or for values and output, changes nothing."""

from proofs.engine.at_case import At
from proofs.engine.evidence import derivation, necessity
from theory.heads.gauge import M, N, P, S, V, W_k, W_k_, W_q, W_q_, a, b, c, key, query, u, w
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
