"""Attention by dot products is Lipschitz where rows are bounded, and how small a constant can be.

H. Kim, G. Papamakarios and A. Mnih, "The Lipschitz constant of self-attention" (2021),
arXiv:2006.04710; V. Castin, P. Ablin and G. Peyré, "How smooth is attention?" (2024),
arXiv:2312.14820.
"""

from theory.claim import Claim, Hypothesis
from theory.letters import d, d_v, j, k, l, n
from theory.lookup.attending import attention, attention_to_both
from theory.shared_words import dot, length_squared
from theory.stating.families import Family, every, numbers
from theory.stating.operations import exp, slope
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.terms import term
from theory.stating.variables import index, positive, real
from theory.stating.vocabulary import word

b, one = index("b", d_v), index("i", term(1))


def scores(q: Family, keys: Family):
    """The scores of a query with all keys."""
    return every(j, entry=dot(q, keys[j]))


@word(r"{c} \cdot \operatorname{{Attention}}({q}, {keys}, {values})")
def read(c: Family, q: Family, keys: Family, values: Family):
    """What a query reads, as far as it goes in a direction c."""
    columns = every(b, entry=attention(scores(q, keys), every(j, entry=values[j, b])))
    return dot(c, columns)


def single(entry):
    """The family of one number."""
    return every(one, entry=entry)


@word(r"\operatorname{{Attention}}({{\pm {score}}}, {{\pm {value}}})")
def of_two(score, value):
    """Attention to two pairs, of which one is the opposite of the other."""
    return attention_to_both(*map(single, (score, value, -score, -value)))


@word(r"\operatorname{{Attention}}({{\pm {score}}}; {value}, {count} \times {other})")
def against_many(score, value, other, count):
    """Attention to a pair, and to so many others whose scores are the opposite."""
    others = (every(index("j", count), entry=each) for each in (-score, other))
    return attention_to_both(single(score), single(value), *others)


u, w, xi, eta = numbers("u", d), numbers("w", d), real("xi"), real("eta")
r, s = positive("r"), positive("s")
z, t, across, beyond = real("z"), real("t"), real("D"), real("M")
# A query q moves by h, keys and values by g and f; c is a direction in which we look.
q, h, c = numbers("q", d), numbers("h", d), numbers("c", d_v)
keys, g = numbers("K", n, d), numbers("G", n, d)
values, f = numbers("V", n, d_v), numbers("F", n, d_v)
reach, far, gap = positive("rho"), positive("D"), positive("M")
alpha, beta, R, L = positive("alpha"), positive("beta"), positive("R"), positive("L")
in_a_direction = line(length_squared(c), "≤", 1)
moved_slowly = (
    line(length_squared(h), "≤", L**2),
    line(length_squared(g[j]), "≤", alpha**2 * L**2),
)
QUERY_IN_BALL = Hypothesis("the query is no longer than R", line(length_squared(q), "≤", R**2))
KEYS_IN_BALL = Hypothesis(
    "the keys, once moved, are no longer than αR",
    line(length_squared(keys[j] + g[j]), "≤", alpha**2 * R**2),
)
VALUES_NEAR = Hypothesis(
    "no two values are farther apart than 2βR",
    line(length_squared(values[k] - values[l]), "≤", 4 * beta**2 * R**2),
)


def rise(place):
    """How far a score rises, where its query and its key move."""
    return dot(q + h, keys[place] + g[place]) - dot(q, keys[place])


CLAIMS = (
    Claim(
        id="heads.a-product-is-at-most-the-lengths",
        states=states(
            line(dot(u, w), "≤", r * s),
            given=(
                equal(length_squared(u), xi),
                equal(length_squared(w), eta),
                line(xi, "≤", r**2),
                line(eta, "≤", s**2),
            ),
        ),
        says="The dot product of a row no longer than r and a row no longer than s is at most rs.",
        builds_on=("fold.scores-within-reach",),
    ),
    Claim(
        id="heads.attention-is-lipschitz-in-its-query",
        states=states(
            line(
                read(c, q + h, keys, values) - read(c, q, keys, values),
                "≤",
                reach * far * gap / 4,
            ),
            given=(
                in_a_direction,
                line(length_squared(h), "≤", reach**2),
                line(length_squared(keys[k] - keys[l]), "≤", far**2),
                line(length_squared(values[k] - values[l]), "≤", gap**2),
            ),
        ),
        says="Where a query moves by ρ at most, its output moves by ρDM/4 at most, if no two keys "
        "are farther apart than D, and no two values than M.",
        builds_on=(
            "encoder.alike-scores-have-alike-outputs",
            "heads.a-product-is-at-most-the-lengths",
        ),
    ),
    Claim(
        id="heads.a-query-in-the-middle-moves-fastest",
        states=states(
            equal(
                slope(of_two(z * across / 2, beyond / 2), z),
                across * beyond / 4,
                when=line(z, "=", 0),
            ),
        ),
        says="A query of width 1 at 0, between two keys at D/2 and -D/2 with the values M/2 and "
        "-M/2, has an output that moves DM/4 times as fast as the query.",
        note="So the constant of heads.attention-is-lipschitz-in-its-query is the least. Where the "
        "keys are the values and lie in a ball of radius R, D = M = 2R, and it is R².",
        builds_on=("heads.attention-is-lipschitz-in-its-query",),
    ),
    Claim(
        id="heads.scores-rise-alike-on-a-ball",
        states=states(
            line(rise(k) - rise(l), "≤", 4 * alpha * R * L),
            given=moved_slowly,
            hypotheses={"query-in-a-ball": QUERY_IN_BALL, "keys-in-a-ball": KEYS_IN_BALL},
        ),
        says="A query no longer than R moves by L at most, and keys by αL at most, so that they "
        "are no longer than αR. Then no score rises by more than 4αRL beyond another.",
        builds_on=("heads.a-product-is-at-most-the-lengths",),
    ),
    Claim(
        id="heads.attention-to-rows-on-a-ball-is-lipschitz",
        states=states(
            line(
                read(c, q + h, keys + g, values + f) - read(c, q, keys, values),
                "≤",
                beta * (1 + 2 * alpha * R**2) * L,
            ),
            given=(
                in_a_direction,
                *moved_slowly,
                line(length_squared(f[j]), "≤", beta**2 * L**2),
            ),
            hypotheses={
                "query-in-a-ball": QUERY_IN_BALL,
                "keys-in-a-ball": KEYS_IN_BALL,
                "values-near": VALUES_NEAR,
            },
        ),
        says="A query no longer than R moves by L at most. Keys move by αL at most, and are then "
        "no longer than αR. Values that are no farther apart than 2βR, as in a ball of radius βR, "
        "move by βL at most. Then the output moves by β(1 + 2αR²)L at most, however many keys "
        "there are.",
        note="So does the output of each row of self-attention on rows no longer than R, all of "
        "which move by L at most: its keys are A x, where A bears the projections of queries and "
        "keys and the scale, and α is the norm of A; its values are B x, and β is the norm of B. "
        "Without projections and scale the constant is 1 + 2R². Lengths are Euclidean, of each row "
        "by itself; Castin, Ablin and Peyré 2024 bound all rows together, in the Frobenius norm, "
        "by a constant times √n. Dot products on all of space have no constant: Kim et al., "
        "theorem 3.1.",
        builds_on=(
            "encoder.alike-scores-have-alike-outputs",
            "heads.scores-rise-alike-on-a-ball",
            "lookup.output-is-between-the-values",
        ),
    ),
    Claim(
        id="heads.a-row-against-many-moves-fastest",
        states=states(
            equal(
                slope(against_many(alpha * (R + t) ** 2, beta * (t + R), beta * (t - R), n), t),
                beta * (1 + 2 * alpha * R**2),
                when=(line(t, "=", 0), equal(n, exp(2 * alpha * R**2))),
            ),
            equal(
                slope(against_many(z**2, z, -z, n), z),
                2 * z**2,
                when=equal(n, exp(2 * z**2)),
            ),
        ),
        says="A query R of width 1 attends to a key αR with the value βR, and to n keys -αR with "
        "the value -βR, where n = exp(2αR²). The query moves away from 0 at rate 1, the keys at "
        "rate α, and all values up at rate β. Then the output moves at the rate β(1 + 2αR²). In "
        "self-attention of a row z with itself and n rows -z, where n = exp(2z²) and all move away "
        "from 0 at rate 1, the output of the row moves at the rate 2z².",
        note="So the constant of heads.attention-to-rows-on-a-ball-is-lipschitz, which holds for "
        "any number of keys, is the least. Of self-attention, where it is 1 + 2R², neither the "
        "square nor the factor 2 can be lowered for all n. For two rows the square cannot: of 0 "
        "and R the output of the first moves (2 + R²)/4 times as fast as it, by "
        "heads.dot-product-attention-is-not-lipschitz.",
        builds_on=("heads.attention-to-rows-on-a-ball-is-lipschitz",),
    ),
)
