"""Scores: what the documents print, and what is claimed of it."""

from theory.claim import Claim, Hypothesis
from theory.letters import a, d, d_attn, d_k, d_q, d_v, i, j, k, m, n
from theory.softmax import softmax
from theory.stating.families import (
    Family,
    every,
    exp,
    index,
    letter,
    log,
    numbers,
    real,
    size,
    slope,
    sqrt,
    tanh,
    total,
    word,
)
from theory.stating.statements import equal, line, sized, some, states
from theory.words import dot, length, length_squared


@word(r"f({q}, {k})")
def scaled(q: Family, k: Family):
    """001:179: the dot product, divided by the root of the width."""
    return dot(q, k) / sqrt(q.lasts[0])


@word(r"\cos({q}, {k})")
def cosine(q: Family, k: Family):
    """The cosine of the angle between two rows."""
    return dot(q, k) / (length(q) * length(k))


@word(r"({x} {W})_{{{c}}}", whole=r"{x} {W}", c=lambda W: W.lasts[1])
def projection(x: Family, W: Family, c):
    """001:159: a row times a matrix."""
    return total(x * W.transposed()[c])


@word(r"({Q} {W_q} ({K} {W_k})^\top)_{{{r}{j}}}", whole=r"{Q} {W_q} ({K} {W_k})^\top", r="Q", j="K")
def compared(Q: Family, W_q: Family, K: Family, W_k: Family, r, j):
    """001:172: the dot products of projected queries and keys."""
    return dot(projection(Q[r], W_q), projection(K[j], W_k))


def hidden(q, W_q, k, W_k):
    """001:166: q W^q + k W^k."""
    return projection(q, W_q) + projection(k, W_k)


@word(r"({q} {W_q} + {k} {W_k})\, {w_out}")
def printed_additive(q: Family, W_q: Family, k: Family, W_k: Family, w_out: Family):
    """001:166: the additive score, without a bend."""
    return total(hidden(q, W_q, k, W_k) * w_out)


@word(r"{k} {W_k}\, {w_out}")
def part_of_key(k: Family, W_k: Family, w_out: Family):
    """What is left of the printed additive score without its query."""
    return total(projection(k, W_k) * w_out)


@word(r"\tanh({q} {W_q} + {k} {W_k})\, {w_out}")
def bent_additive(q: Family, W_q: Family, k: Family, W_k: Family, w_out: Family):
    """Bahdanau, Cho and Bengio (2015), A.1.2: v tanh(W s + U h)."""
    return total(hidden(q, W_q, k, W_k).map(tanh) * w_out)


@word(r"\operatorname{{softmax}}({x_0}, {x})_{{0}}")
def first_of(x_0, x: Family):
    """The weight of a score beside n others."""
    return exp(x_0) / (exp(x_0) + total(x.map(exp)))


@word(r"\operatorname{{Attention}}({Q}, {K}, {V})_{{{r}{o}}}", r="Q", o=lambda W_v: W_v.lasts[1])
def projected_attention(
    Q: Family, W_q: Family, K: Family, W_k: Family, V: Family, W_v: Family, r, o
):
    """001:190: the mean of projected values, by the dot products of projected rows."""
    scores = every(j, entry=compared(Q, W_q, K, W_k)[r, j] / sqrt(W_q.lasts[1]))
    return total(softmax(scores) * every(j, entry=projection(V[j], W_v)[o]))


d_out = size("d_out")
r, o = index("r", m), index("o", d_out)  # a query; a coordinate of the output
u, w, c = index("u", d_q), index("w", d_k), index("c", d_attn)

q, other_key, key, K = numbers("q", d), numbers("k'", d), numbers("k", d), numbers("K", n, d)
Q = numbers("Q", m, d)
first, cosines = real("c_0"), numbers("c", n)  # of one key, and of n others
t, s = real("t"), real("s")
reaching = letter("k", t * q / length_squared(q))
NONZERO = (line(length(q), "≠", 0), line(length(key), "≠", 0))
COSINES = line(cosines[j], "=", cosine(q, K[j]))
alpha = letter("alpha", softmax(1 - cosines))

query, other = numbers("q", d_q), numbers("q'", d_q)
one_key, keys = numbers("k", d_k), numbers("K", n, d_k)
queries, values = numbers("Q", m, d_q), numbers("V", n, d_v)
W_q, W_k = numbers("W^q", d_q, d_attn), numbers("W^k", d_k, d_attn)
W_v, w_out = numbers("W^v", d_v, d_out), numbers("w^out", d_attn)
by_both = every(u, w, entry=total(every(c, entry=W_q[u, c] * W_k[w, c])))
scores = letter("s", every(r, j, entry=compared(queries, W_q, keys, W_k)[r, j] / sqrt(d_attn)))
of_numbers, number = numbers("k", n), real("q")  # keys of width 1, and their query
bent = letter("alpha", softmax((number + of_numbers).map(tanh)))
by_products = letter("alpha", softmax(every(j, entry=dot(q, K[j]))))


def printed_weight(row, place):
    """The weight of a key by the additive score as it is printed."""
    return softmax(every(j, entry=printed_additive(row, W_q, keys[j], W_k, w_out)))[place]


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
        answers=("000:23/weighted-mean", "000:31/score-is-weight"),
        says="A dot score can be any real number, so it is no weight before it is normalised.",
        builds_on=("scores.dot",),
        repairs=("lookup.score-is-its-weight",),
    ),
    Claim(
        id="scores.cosine",
        sources=("000:31/cosine-similarity", "001:52/cosine-similarity"),
        kind="definition",
        states=states(
            equal(cosine(q, key), dot(q, key) / (length(q) * length(key))), given=NONZERO
        ),
        answers=("000:31/cosine", "001:52/cosine"),
        says="The cosine of the angle between query and key, neither of them zero: a similarity.",
        builds_on=("scores.dot",),
    ),
    Claim(
        id="scores.cosine-distance-prefers-the-similar",
        states=states(
            line(alpha[i], ">", alpha[k], when=line(cosines[i], ">", cosines[k])), given=COSINES
        ),
        says="With the cosine distance as score, the key more similar to the query weighs more.",
        sources=("000:31/cosine", "001:52/cosine"),
    ),
    Claim(
        id="scores.cosine-distance-must-be-negated",
        states=states(
            equal(softmax(-(1 - cosines))[i], softmax(cosines)[i]),
            line(
                softmax(cosines)[i],
                ">",
                softmax(cosines)[k],
                when=line(cosines[i], ">", cosines[k]),
            ),
            line(alpha[i], "<", alpha[k], when=line(cosines[i], ">", cosines[k])),
            given=COSINES,
        ),
        answers=("000:31/cosine", "001:52/cosine"),
        says="The negated cosine distance gives the weights of the cosine similarity, which "
        "prefer similar keys; the distance itself prefers opposite keys.",
        builds_on=("softmax.shift-invariance", "softmax.keeps-order"),
        repairs=("scores.cosine-distance-prefers-the-similar",),
    ),
    Claim(
        id="scores.cosine-forgets-lengths",
        kind="invariance",
        states=states(
            equal(cosine(s * q, key), cosine(q, key)),
            given=NONZERO,
            hypotheses={"positive-factor": Hypothesis("the factor is positive", line(s, ">", 0))},
        ),
        says="The cosine depends on directions alone.",
        answers=("004:20/similarity",),
        builds_on=("scores.cosine",),
    ),
    Claim(
        id="scores.cosine-cannot-focus",
        states=states(
            line(cosine(q, other_key) - cosine(q, key), "≤", 2),
            line(
                first_of(first, cosines),
                "≤",
                exp(2) / (exp(2) + n),
                when=line(first - cosines[j], "≤", 2),
            ),
            given=(*NONZERO, line(length(other_key), "≠", 0)),
        ),
        says="Cosines differ by at most 2. So, by scaling.weights-dilute, without a temperature "
        "no key among n + 1 weighs more than e²/(e² + n), and attention to long sequences "
        "cannot be sharp.",
        builds_on=("scores.cosine", "scaling.weights-dilute"),
    ),
    Claim(
        id="scores.additive-as-printed",
        kind="definition",
        states=states(
            equal(
                printed_additive(queries[r], W_q, keys[j], W_k, w_out),
                total(every(c, entry=hidden(queries[r], W_q, keys[j], W_k)[c] * w_out[c])),
            )
        ),
        says="The additive score as it is printed, without a non-linearity.",
        sources=("001:166/formula",),
        departs={
            "001:166/formula": "Bahdanau, Cho and Bengio (2015), appendix A.1.2, have a tanh: "
            "vᵀ tanh(W s + U h).",
        },
    ),
    Claim(
        id="scores.additive-as-printed-uses-the-query",
        states=states(
            some(query, other, holds=line(printed_weight(query, i), "≠", printed_weight(other, i)))
        ),
        says="The additive score as printed compares query and keys: there are two queries with "
        "different weights.",
        sources=("001:166/similarity",),
    ),
    Claim(
        id="scores.linear-additive-forgets-the-query",
        states=states(
            equal(
                printed_weight(query, i),
                softmax(every(j, entry=part_of_key(keys[j], W_k, w_out)))[i],
            )
        ),
        answers=("001:166/formula", "001:166/similarity"),
        says="Without the tanh the query adds the same number to every score and softmax removes "
        "it: every query attends alike, to the same keys.",
        builds_on=("scores.additive-as-printed", "softmax.shift-invariance"),
        repairs=("scores.additive-as-printed-uses-the-query",),
    ),
    Claim(
        id="scores.additive-tanh",
        kind="definition",
        states=states(
            equal(
                bent_additive(queries[r], W_q, keys[j], W_k, w_out),
                total(every(c, entry=tanh(hidden(queries[r], W_q, keys[j], W_k)[c]) * w_out[c])),
            )
        ),
        says="The additive score with its tanh: a network with one hidden layer.",
        sources=("000:31/mlp", "001:52/network"),
        answers=("001:166/formula",),
        note="The score of Bahdanau et al. (2015), appendix A.1.2.",
    ),
    Claim(
        id="scores.tanh-keeps-the-query",
        states=states(
            equal(
                slope(log(bent[i] / bent[j]), number),
                tanh(number + of_numbers[j]) ** 2 - tanh(number + of_numbers[i]) ** 2,
            ),
            some(
                number,
                holds=line(
                    tanh(number + of_numbers[j]) ** 2 - tanh(number + of_numbers[i]) ** 2,
                    ">",
                    0,
                    when=line(of_numbers[j], ">", of_numbers[i]),
                ),
            ),
        ),
        answers=("001:166/similarity",),
        says="With the tanh, and one hidden unit of weight 1, the log-odds of two keys move with "
        "the query, unless the keys agree.",
        builds_on=("scores.additive-tanh", "softmax.log-odds"),
    ),
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
        "width, d_attn; the values keep their own width.",
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
