"""Another basis for queries and keys, or for values and output, changes nothing."""

from proofs.engine.at_case import At
from proofs.engine.evidence import derivation, necessity
from theory.gauge import M, N, V, a, b, c, key, query, u, w
from theory.letters import j
from theory.stating.families import delta, every, total

ALIKE, READ = "heads.queries-and-keys-up-to-a-basis", "heads.values-and-output-up-to-a-basis"


@derivation(ALIKE)
def the_bases_cancel(chain):
    pairs = total(every(c, entry=M[a, c] * N[b, c]))
    return (
        chain.equals(total(every(a, b, entry=query[a] * key[b] * pairs)), "exchange the sums")
        .given("inverse", pairs, delta(a, b), "N is the inverse")
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
