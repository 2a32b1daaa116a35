"""What a head does not see: queries and keys, or values and output, in another basis."""

from theory.claim import Claim, Hypothesis
from theory.letters import d, d_k, j, n
from theory.position.rotary import k, k_, omega, p, q, q_, r, score
from theory.shared_words import dot
from theory.stating.families import every, numbers, total
from theory.stating.operations import cos, delta, sin
from theory.stating.relations import equal
from theory.stating.statements import states
from theory.stating.variables import index
from theory.stating.vocabulary import letter

a, b, c = (index(name, d_k) for name in "abc")
M, N = numbers("M", d_k, d_k), numbers("N", d_k, d_k)
query, key = numbers("q", d_k), numbers("k", d_k)
V, w, u = numbers("V", n, d_k), numbers("p", n), numbers("u", d_k)


def times(row, matrix):
    """Return the row times the matrix."""
    return every(c, entry=total(every(a, entry=row[a] * matrix[a, c])))


INVERSE = {
    "inverse": Hypothesis(
        "N is the inverse of the transpose of M",
        equal(total(every(c, entry=M[a, c] * N[b, c])), delta(a, b)),
    )
}
# For rotary positions: each pair is scaled by its g, and turned by its angle φ.
g, phi = numbers("g", d, domain="positive"), numbers("phi", d)
e = index("a", d)


def turned_once(x, y):
    """Return the first and the second entries of the pairs, turned by φ."""
    first = every(e, entry=x[e] * cos(phi[e]) - y[e] * sin(phi[e]))
    return first, every(e, entry=x[e] * sin(phi[e]) + y[e] * cos(phi[e]))


first, second = (g * part for part in turned_once(q, q_))
first_, second_ = (part / g for part in turned_once(k, k_))

# Two heads of the same scores: what undoes the first one's projections gives the change of basis.
W_q, W_k, W_q_, W_k_ = (numbers(name, d, d_k) for name in ("W^q", "W^k", "U^q", "U^k"))
P, S = numbers("P", d_k, d), numbers("S", d_k, d)
row, one, other = (index(name, d) for name in "ikl")
f, h = index("f", d_k), index("h", d_k)
undoes = lambda left, W: equal(total(every(row, entry=left[a, row] * W[row, b])), delta(a, b))
changed = lambda left, W: lambda x, y: total(every(row, entry=left[x, row] * W[row, y]))
of_queries, of_keys = letter("M", changed(P, W_q_)), letter("N", changed(S, W_k_))
products = lambda W, X: total(every(c, entry=W[one, c] * X[other, c]))
SAME = {
    "queries": Hypothesis(
        "P undoes the projection of the queries, the columns of which are independent",
        undoes(P, W_q),
    ),
    "keys": Hypothesis(
        "S undoes the projection of the keys, the columns of which are independent", undoes(S, W_k)
    ),
    "same": Hypothesis(
        "both have the same scores for all rows", equal(products(W_q, W_k), products(W_q_, W_k_))
    ),
}

# Two heads of the same outputs, of which the keys of the scores are the rows of the output matrix.
W_v, U_v = (numbers(name, d, d_k) for name in ("W^V", "U^V"))
W_o, U_o = (numbers(name, d_k, d) for name in ("W^O", "U^O"))
of_values, of_output = letter("M", changed(P, U_v)), letter("N", changed(S, U_o.transposed()))
SAME_OUTPUTS = {
    "values": Hypothesis(
        "P undoes the projection of the values, the columns of which are independent",
        undoes(P, W_v),
    ),
    "output": Hypothesis(
        "S undoes the output matrix, the rows of which are independent",
        undoes(S, W_o.transposed()),
    ),
    "same": Hypothesis(
        "both give the same output for each row alone",
        equal(products(W_v, W_o.transposed()), products(U_v, U_o.transposed())),
    ),
}

# A change of basis of pairs by tables A, B (of first entries), C, D (of second ones).
pair, pair_ = index("a", d), index("b", d)
tables = A, B, C, D = tuple(numbers(name, d, d) for name in "ABCD")


def turn_commutes(a, b):
    """The turn of pair a and then the change is the change and then the turn of pair b."""
    A_, B_, C_, D_ = (each[a, b] for each in tables)
    return (
        equal(A_ * cos(omega[a]) + C_ * sin(omega[a]), A_ * cos(omega[b]) - B_ * sin(omega[b])),
        equal(B_ * cos(omega[a]) + D_ * sin(omega[a]), A_ * sin(omega[b]) + B_ * cos(omega[b])),
        equal(C_ * cos(omega[a]) - A_ * sin(omega[a]), C_ * cos(omega[b]) - D_ * sin(omega[b])),
        equal(D_ * cos(omega[a]) - B_ * sin(omega[a]), C_ * sin(omega[b]) + D_ * cos(omega[b])),
    )


OF_HEADS = (
    Claim(
        id="heads.queries-and-keys-up-to-a-basis",
        states=states(
            equal(dot(times(query, M), times(key, N)), dot(query, key)), hypotheses=INVERSE
        ),
        says="Queries times M and keys times the inverse of the transpose of M have the same "
        "scores. (Of the projections of queries and keys, a head sees the product alone: "
        "scores.only-the-product-of-projections-counts.)",
        builds_on=("heads.self-attention",),
    ),
    Claim(
        id="heads.values-and-output-up-to-a-basis",
        states=states(
            equal(
                dot(every(c, entry=total(every(j, entry=w[j] * times(V[j], M)[c]))), times(u, N)),
                dot(every(c, entry=total(every(j, entry=w[j] * V[j, c]))), u),
            ),
            hypotheses=INVERSE,
        ),
        says="Values times M, read by a column u of the output's weights times the inverse of the "
        "transpose of M, give the same outputs, whatever the weights p are.",
        builds_on=("heads.queries-and-keys-up-to-a-basis",),
    ),
    Claim(
        id="heads.same-scores-share-a-basis",
        states=states(
            equal(W_q_[row, c], total(every(b, entry=W_q[row, b] * of_queries(b, c)))),
            equal(W_k_[row, c], total(every(b, entry=W_k[row, b] * of_keys(b, c)))),
            equal(total(every(c, entry=of_queries(f, c) * of_keys(h, c))), delta(f, h)),
            hypotheses=SAME,
        ),
        says="If two heads of the same width have the same scores for all rows, and the columns "
        "of the first one's projections of queries and of keys are linearly independent, the "
        "second one's projections are these in another basis: the queries times some M, the keys "
        "times the inverse of its transpose.",
        note="So, where the columns are independent, the scores have no other symmetries than "
        "those of heads.queries-and-keys-up-to-a-basis. Nor have the weights: where those are the "
        "same for all rows, all differences of scores are, and one of the rows may be 0.",
        builds_on=("heads.queries-and-keys-up-to-a-basis",),
    ),
    Claim(
        id="heads.same-outputs-share-a-basis",
        states=states(
            equal(U_v[row, c], total(every(b, entry=W_v[row, b] * of_values(b, c)))),
            equal(U_o[c, row], total(every(b, entry=of_output(b, c) * W_o[b, row]))),
            equal(total(every(c, entry=of_values(f, c) * of_output(h, c))), delta(f, h)),
            hypotheses=SAME_OUTPUTS,
        ),
        says="If two heads of the same width give the same output for each row that has the whole "
        "weight, and the columns of the first one's projection of values and the rows of its "
        "output matrix are linearly independent, the second one's are these in another basis: the "
        "values times some M, and the inverse of M times the output matrix. N is the transpose of "
        "that inverse.",
        note="So, where these are independent, values and output have no other symmetries than "
        "those of heads.values-and-output-up-to-a-basis.",
        builds_on=("heads.values-and-output-up-to-a-basis", "heads.same-scores-share-a-basis"),
    ),
)

OF_POSITIONS = (
    Claim(
        id="position.rotary-keeps-pairs-apart",
        states=states(
            *(
                equal((cos(omega[pair]) - cos(omega[pair_])) * each[pair, pair_], 0)
                for each in tables
            ),
            given=turn_commutes(pair, pair_),
        ),
        says="A change of basis that commutes with the turn by one position has no entry between "
        "pairs whose turns have different cosines.",
        note="So it is one for each pair, where all frequencies lie between 0 and π and differ, as "
        "those of rotary positions do. Scores that are the same at all offsets ask for it: with "
        "that of the offset 0, the keys' change is the inverse of the transpose "
        "(heads.same-scores-share-a-basis).",
        builds_on=("position.rotary-leaves-turns-and-scales", "heads.same-scores-share-a-basis"),
    ),
    Claim(
        id="position.rotary-turns-and-scales-alone",
        states=states(
            equal(sin(omega[pair]) * (A[pair, pair] - D[pair, pair]), 0),
            equal(sin(omega[pair]) * (B[pair, pair] + C[pair, pair]), 0),
            given=turn_commutes(pair, pair)[:2],  # the others say the same once more
        ),
        says="For a pair whose turn is neither a whole nor a half one, a change of basis that "
        "commutes with it is a turn and a scale: c + s J, where J is a quarter of a turn.",
        note="With heads.same-scores-share-a-basis, this and position.rotary-keeps-pairs-apart "
        "are the converse of position.rotary-leaves-turns-and-scales.",
        builds_on=("position.rotary-keeps-pairs-apart",),
    ),
    Claim(
        id="position.rotary-ignores-the-basis",
        states=states(
            equal(
                score(p, r, g * q, q_, k / g, k_, omega),
                score(p, r, q, q_, k, k_, omega),
            )
        ),
        says="With rotary positions, too, scales of the queries' entries, here of the first of "
        "each pair, may be taken back by scales of the keys' entries.",
        builds_on=(
            "heads.queries-and-keys-up-to-a-basis",
            "position.rotary-score-knows-the-offset",
        ),
    ),
    Claim(
        id="position.rotary-leaves-turns-and-scales",
        states=states(
            equal(
                score(p, r, first, second, first_, second_, omega),
                score(p, r, q, q_, k, k_, omega),
            )
        ),
        says="Queries whose pairs are turned and scaled, each as a whole, and keys whose pairs are "
        "turned as much and scaled back, have the same scores at all positions.",
        builds_on=(
            "heads.queries-and-keys-up-to-a-basis",
            "position.rotary-score-knows-the-offset",
        ),
        repairs=("position.rotary-ignores-the-basis",),
    ),
)
