"""Attention heads: what the documents print, and what is claimed of it."""

import sympy as sp

from theory import symbols
from theory.claim import Claim, Hypothesis
from theory.heads.gauge import OF_HEADS
from theory.heads.grouped import CLAIMS as GROUPED
from theory.heads.lipschitz import CLAIMS as LIPSCHITZ
from theory.heads.lipschitz_distances import CLAIMS as BY_DISTANCES
from theory.heads.lipschitz_on_a_ball import CLAIMS as ON_A_BALL
from theory.heads.many_heads import CLAIMS as SEVERAL_HEADS
from theory.heads.multi_head import (
    additive,
    attention,
    attention_of_kept,
    product,
    products,
    self_attention,
)
from theory.heads.program import CLAIMS as PROGRAM
from theory.heads.weights import CLAIMS as WEIGHTS
from theory.heads.widths import CLAIMS as WIDTHS
from theory.heads.words import (
    NET,
    ONE_HEAD,
    K,
    Q,
    Q_own,
    V,
    W_k,
    W_q,
    W_v,
    X,
    a,
    alpha_x,
    asked,
    asking,
    c,
    column,
    kappa,
    of_query,
    out,
    q,
    row,
    s,
    s_own,
    u,
    z,
)
from theory.letters import d, d_v, i, j, k, l, m, n
from theory.shared_words import dot
from theory.softmax.words import softmax, softmax_of_kept, weight
from theory.stating.families import every, numbers, total
from theory.stating.operations import delta, log, slope, tanh
from theory.stating.relations import equal, line, sized, without
from theory.stating.statements import states
from theory.stating.vocabulary import letter
from theory.symbols import b as at_b
from theory.symbols import c as at_c
from theory.symbols import i as at_i
from theory.symbols import sum_over, sum_to, term

NO_MASK = {"no-mask": Hypothesis("nothing is masked", line(kappa[k, l], "=", 1))}

bend = every(j, a, entry=tanh(z[j, a]) ** 2)
dotted = letter("alpha", softmax(every(j, entry=dot(q, K[j]))))
added = letter("beta", softmax(additive(q, K, *NET)))
W = numbers("W", d, d)


def projected(X, W, width=symbols.d):
    """000:52-54, 002:29-31: entry (row, column) of X W, with X as wide as `width`."""
    return lambda row, column: sum_to(width, at_c, term(X, row, at_c) * term(W, at_c, column))


def score(Q, K, row, width=symbols.d_k):
    """000:62, 004:25: the scores of one query, as a function of the key's place."""
    return lambda place: (
        sum_to(width, at_b, term(Q, row, at_b) * term(K, place, at_b)) / sp.sqrt(width)
    )


def scaled_dot_product_attention(Q, K, V, row, column, width=symbols.d_k):
    """000:62, 004:25: entry (row, column) of softmax(Q K^T / √d_k) V, with n keys."""
    return sum_over(at_i, weight(score(Q, K, row, width), at_i) * term(V, at_i, column))


CLAIMS = (
    Claim(
        id="heads.scaled-dot-product-attention",
        kind="definition",
        states=states(
            equal(attention(Q, K, V)[row, c], total(every(j, entry=softmax(s[row])[j] * V[j, c])))
        ),
        answers=("003:58/formula", "004:25/typesetting"),
        says="Scaled dot-product attention: the rows of V, averaged with the softmax of each row "
        "of Q Kᵀ/√d_k.",
        sources=("000:46/named", "000:60-64", "003:24", "004:25"),
        builds_on=("scores.scaled-dot", "lookup.attention"),
    ),
    Claim(
        id="heads.self-attention",
        kind="definition",
        states=states(
            equal(
                self_attention(X, *ONE_HEAD)[i, c],
                attention(product(X, W_q), product(X, W_k), product(X, W_v))[i, c],
            )
        ),
        says="Self-attention takes queries, keys and values from the same rows, by three learned "
        "projections: each row plays three roles.",
        sources=(
            "000:46/roles",
            "000:50-56",
            "001:236",
            "002:21",
            "002:28",
            "002:29-31",
            "004:16",
            "004:18",
            "000:23/by-content",
            "004:29/network",
        ),
        answers=(
            "000:27/designed",
            "000:46/self",
            "000:46/named",
            "000:58",
            "002:28/each-word",
            "002:53",
            "004:18/situations",
        ),
        builds_on=("heads.scaled-dot-product-attention",),
    ),
    Claim(
        id="heads.transformers-attend-to-themselves-alone",
        states=states(sized(products(Q, K), n, n)),
        says="The attention of a Transformer is self-attention: as many queries as keys.",
        sources=("000:46/self", "000:46/one-thing"),
    ),
    Claim(
        id="heads.sizes",
        states=states(
            sized(products(product(asking, W_q), product(asked, W_k)), m, n),
            sized(
                attention(product(asking, W_q), product(asked, W_k), product(asked, W_v)), m, d_v
            ),
        ),
        says="m rows that attend to n rows give m × n scores and m outputs of width d_v. With X' "
        "= X, so that m = n, this is self-attention; in the decoder's attention to the encoder, "
        "X' is another matrix.",
        sources=("000:13/input", "000:48/sizes", "000:58", "000:71/next-layer"),
        answers=(
            "000:12/uses",
            "000:46/self",
            "000:46/named",
            "000:46/one-thing",
            "000:48/each",
            "000:58/typesetting",
            "000:58/called-score",
            "002:29-31",
            "004:82/left-out",
        ),
        builds_on=("heads.scaled-dot-product-attention",),
        repairs=(
            "heads.transformers-attend-to-themselves-alone",
            "heads.output-of-one-element-is-a-matrix",
        ),
    ),
    Claim(
        id="heads.others-lack-queries",
        states=states(without(softmax(additive(q, K, *NET))[i], q)),
        says="Attention mechanisms other than self-attention have values and keys only.",
        sources=("000:46/others-lack",),
    ),
    Claim(
        id="heads.attention-answers-its-query",
        states=states(
            equal(slope(log(dotted[i] / dotted[k]), q[u]), K[i, u] - K[k, u]),
            equal(
                slope(log(added[i] / added[k]), q[u]),
                total(every(a, entry=of_query[u, a] * out[a] * (bend[k, a] - bend[i, a]))),
            ),
        ),
        answers=("000:23/four-parts", "000:46/others-lack"),
        says="Attention by a dot score, or by the additive score of 2015, has a query, wherever "
        "that comes from: the log-odds of two keys move with it, at the rates given here. "
        "Self-attention only adds that the query comes from the rows attended to.",
        builds_on=("scores.dot-log-odds", "scores.tanh-keeps-the-query"),
        repairs=("heads.others-lack-queries",),
    ),
    Claim(
        id="heads.attends-to-others-alone",
        states=states(
            equal(
                attention(X, X, X)[i, column],
                total(every(j, entry=(1 - delta(i, j)) * alpha_x[i, j] * X[j, column])),
            )
        ),
        says="An element's output is made of the other elements' keys and values.",
        sources=("000:46/other-elements",),
    ),
    Claim(
        id="heads.every-element-takes-part",
        states=states(line(0, "<", softmax_of_kept(kappa[i], s_own[i])[j]), hypotheses=NO_MASK),
        says="Every element's value enters every output with a positive weight, its own included: "
        "all are seen at once.",
        sources=("002:16/distance", "002:19/sees-all", "004:29/all", "004:30"),
        answers=("000:13", "000:46/other-elements", "002:33/others"),
        builds_on=("heads.self-attention",),
        repairs=("heads.attends-to-others-alone",),
    ),
    Claim(
        id="heads.output-moves-with-every-value",
        states=states(
            line(
                slope(attention_of_kept(kappa, Q_own, K, V)[i, c], V[j, c]),
                "=",
                softmax_of_kept(kappa[i], s_own[i])[j],
                ">",
                0,
            ),
            equal(attention_of_kept(kappa, Q_own, K, V)[i, c], 0, when=line(V[l, c], "=", 0)),
            hypotheses=NO_MASK,
        ),
        says="Each output depends on every element, near or far: it moves with that "
        "element's value, at the rate of its weight. Values that are all zero, as with "
        "W^V = 0, hide the elements.",
        sources=("000:10/relies-on-attention", "000:13", "000:71/contextual", "002:87/neighbours"),
        answers=("002:16/distance", "002:87/gathers"),
        builds_on=("heads.every-element-takes-part", "lookup.slope-by-a-value-is-its-weight"),
    ),
    Claim(
        id="heads.output-of-one-element-is-a-matrix",
        states=states(sized(attention(Q, K, V)[row], n, d_v)),
        says="Each element has an output of n × d_v numbers.",
        sources=("000:48/each",),
    ),
    Claim(
        id="heads.layers-compose",
        states=states(
            sized(self_attention(X, *ONE_HEAD), n, d),
            hypotheses={"values-as-wide-as-inputs": Hypothesis("d_v equals d", equal(d_v, d))},
        ),
        says="The output of one attention layer can be the input of the next of the same sizes.",
        answers=("000:71/same",),
        builds_on=("heads.sizes",),
    ),
    *SEVERAL_HEADS,
    *WIDTHS,
    *WEIGHTS,
    *PROGRAM,
    *LIPSCHITZ,
    *ON_A_BALL,
    *BY_DISTANCES,
    *OF_HEADS,
    *GROUPED,
)
