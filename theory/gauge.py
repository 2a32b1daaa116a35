"""What a head does not see: queries and keys, or values and output, in another basis."""

from theory.claim import Claim, Hypothesis
from theory.letters import d, d_k, j, n
from theory.rotary import k, k_, omega, p, q, q_, r, score
from theory.stating.families import cos, delta, every, index, numbers, sin, total
from theory.stating.statements import equal, states
from theory.words import dot

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

OF_HEADS = (
    Claim(
        id="heads.queries-and-keys-up-to-a-basis",
        states=states(
            equal(dot(times(query, M), times(key, N)), dot(query, key)), hypotheses=INVERSE
        ),
        says="Queries times M and keys times the inverse of its transpose have the same scores: "
        "of the projections of queries and keys, a head sees the product alone.",
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
        "transpose, give the same outputs, whatever the weights p are.",
        builds_on=("heads.queries-and-keys-up-to-a-basis",),
    ),
)

OF_POSITIONS = (
    Claim(
        id="position.rotary-ignores-the-basis",
        states=states(
            equal(
                score(p, r, g * q, q_, k / g, k_, omega),
                score(p, r, q, q_, k, k_, omega),
            )
        ),
        says="With rotary positions, too, scales of the queries' entries, here of the first "
        "of each pair, may be taken back by those of the keys'.",
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
