"""Scores: what the documents print, and what is claimed of it."""

from theory.claim import Claim, Hypothesis
from theory.letters import a, d, d_attn, d_k, d_q, i, j, k, m, n
from theory.scores.additive import CLAIMS as ADDITIVE
from theory.scores.cosine import CLAIMS as COSINE
from theory.scores.words import (
    K,
    Q,
    W_k,
    W_q,
    W_v,
    c,
    compared,
    d_out,
    keys,
    o,
    one_key,
    projected_attention,
    projection,
    q,
    queries,
    query,
    r,
    scaled,
    scores,
    t,
    u,
    values,
    w,
)
from theory.shared_words import dot, length, length_squared
from theory.softmax.words import softmax
from theory.stating.families import every, total
from theory.stating.operations import log, sqrt
from theory.stating.relations import equal, line, sized
from theory.stating.statements import states
from theory.stating.vocabulary import letter

reaching = letter("k", t * q / length_squared(q))
by_both = every(u, w, entry=total(every(c, entry=W_q[u, c] * W_k[w, c])))
by_products = letter("alpha", softmax(every(j, entry=dot(q, K[j]))))


CLAIMS = (
    Claim(
        id="scores.dot",
        kind="definition",
        states=states(equal(dot(Q[r], K[j]), total(every(a, entry=Q[r, a] * K[j, a])))),
        says="The dot score of a query and a key; every query meets every key, its own included.",
        sources=(
            "000:31/dot",
            "001:52/dot",
            "001:52/score",
            "001:163",
            "001:172",
            "002:33/dot",
            "004:20",
        ),
    ),
    Claim(
        id="scores.scaled-dot",
        kind="definition",
        states=states(equal(scaled(Q[r], K[j]), dot(Q[r], K[j]) / sqrt(d))),
        says="The scaled score divides the dot product by the root of the width.",
        sources=("000:68/score", "001:179"),
        answers=("000:58/called-score",),
        builds_on=("scores.dot",),
    ),
    Claim(
        id="scores.every-number-is-a-score",
        states=states(
            equal(dot(q, reaching), t),
            hypotheses={
                "nonzero-query": Hypothesis("the query is not zero", line(length(q), "≠", 0))
            },
        ),
        sources=("002:36/large",),
        answers=("000:23/weighted-mean", "000:31/score-is-weight"),
        says="A dot score can be any real number, so it is no weight before it is normalised.",
        builds_on=("scores.dot",),
        repairs=("lookup.score-is-its-weight",),
    ),
    *COSINE,
    *ADDITIVE,
    Claim(
        id="scores.dot-log-odds",
        states=states(
            equal(
                log(by_products[i] / by_products[k]),
                total(every(a, entry=q[a] * (K[i, a] - K[k, a]))),
            )
        ),
        says="With dot scores the log-odds of two keys are linear in the query: the part of the "
        "query orthogonal to their difference does not matter.",
        builds_on=("scores.dot", "softmax.log-odds"),
    ),
    Claim(
        id="scores.equal-input-widths",
        kind="sizes",
        states=states(
            sized(projection(query, W_q), d_attn),
            sized(projection(one_key, W_k), d_attn),
            line(d_q, "=", d_k, "=", d_attn),
        ),
        says="Projecting query and key to one size makes their own sizes equal to it.",
        sources=("001:161/namely",),
    ),
    Claim(
        id="scores.parametric-sizes",
        states=states(
            sized(compared(queries, W_q, keys, W_k), m, n),
            sized(projected_attention(queries, W_q, keys, W_k, values, W_v), m, d_out),
        ),
        says="Queries and keys of any two widths can be compared once both are projected to one "
        "width, d_attn. The values have a width of their own, d_v, and are projected to the "
        "output's width, d_out.",
        sources=("001:159", "001:161/one-size", "001:182-183", "001:185"),
        answers=(
            "001:29/query",
            "001:29/width",
            "001:72-77",
            "001:156/width",
            "001:159/sizes",
            "001:159/name",
            "001:161/namely",
            "001:187",
            "001:190",
            "004:24/width",
        ),
        builds_on=("scores.dot",),
        repairs=("scores.equal-input-widths",),
        note="001:29 gives the query the width d_k of the keys, which compares them without "
        "projections; 001:159 gives it a width of its own.",
    ),
    Claim(
        id="scores.parametric-attention",
        kind="definition",
        states=states(
            equal(
                projected_attention(queries, W_q, keys, W_k, values, W_v)[r, o],
                total(every(j, entry=softmax(scores[r])[j] * projection(values[j], W_v)[o])),
            )
        ),
        says="Attention with learned projections of queries, keys and values.",
        sources=("001:185", "001:190"),
        answers=("001:159", "001:190/name", "001:228"),
        builds_on=("scores.scaled-dot", "lookup.attention"),
    ),
    Claim(
        id="scores.only-the-product-of-projections-counts",
        states=states(
            equal(
                dot(projection(query, W_q), projection(one_key, W_k)),
                total(every(u, w, entry=query[u] * one_key[w] * by_both[u, w])),
            )
        ),
        answers=("001:172", "004:29/network", "004:29/hidden"),
        says="A projected dot score is one bilinear form: the two projections matter only through "
        "their product. That is all of the 'network' that decides the weights; it has no hidden "
        "layer.",
        builds_on=("scores.dot",),
    ),
)
