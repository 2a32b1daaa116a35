"""Rows whose scores are alike have outputs that are alike: why attention alone draws rows together.

Y. Dong, J.-B. Cordonnier and A. Loukas, "Attention is not all you need" (2021), arXiv:2103.03404.
"""

from theory.claim import Claim
from theory.encoder.collapse import bilinear
from theory.letters import a, b, d, i, j, k, l, n, o
from theory.letters import h as heads
from theory.shared_words import covariance
from theory.softmax.words import softmax
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import exp, slope
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.variables import index, nonnegative, positive, real
from theory.stating.vocabulary import word

x, t = numbers("x", n), numbers("t", n)
v, band, gap = numbers("v", n), nonnegative("delta"), nonnegative("M")
r, span = real("r"), positive("delta")
before, moved, moving = softmax(x), softmax(x + t), softmax(x + r * t)
ALIKE = line(t[k] - t[l], "≤", span), line(v[k] - v[l], "≤", gap)
u, heavy, light, most = numbers("u", n, n), numbers("y", n), numbers("z", n), real("M")

D, beta, omega = nonnegative("D"), nonnegative("beta"), nonnegative("omega")
far = positive("D")  # it is divided by, as span is, and each β with it
steep = numbers("beta", heads, domain="positive")
reach, gamma = numbers("omega", heads, domain="nonnegative"), real("gamma")
plus, minus = (numbers(name, d, d, domain="nonnegative") for name in "PN")
raised, lowered = (numbers(name, d, d, domain="nonnegative") for name in "RS")
P, N, R, S = PARTS = tuple(numbers(name, heads, d, d, domain="nonnegative") for name in "PNRS")
head, c = index("u", heads), index("c", d)
p, q, g, h = ENDS = [numbers(name, d) for name in "pqgh"]
X = numbers("X", n, d)
FAR = (
    equal(p[a] + q[a], 2 * D),
    equal(g[a] + h[a], 2 * D),
    *(line(each[a], "≥", 0) for each in ENDS),
)


@word(r"A({X})_{{{i}{c}}}", i="X", c=lambda X: X.lasts[1])
def mixed(X: Family, P: Family, N: Family, R: Family, S: Family, i, c):
    """Row i of attention alone: in each head P - N stands between two rows, R - S makes values."""
    u = index("u", P.lasts[0])
    weights = softmax(every(j, entry=bilinear(X[i], P[u] - N[u], X[j])))
    read = total(every(j, entry=weights[j] * value(X[j], R[u], S[u], c)))
    return total(every(u, entry=read))


def value(row, raised, lowered, column):
    """An entry of a row's value."""
    return total(every(o, entry=row[o] * (raised[o, column] - lowered[o, column])))


CLAIMS = (
    Claim(
        id="encoder.alike-scores-have-alike-weights",
        states=states(
            line(moved[j], "≥", exp(-band) * before[j]), given=line(t[l] - t[j], "≤", band)
        ),
        says="Where no score is raised by more than δ beyond that of a place, the weight of this "
        "place stays at least e^(-δ) times what it was.",
        builds_on=("softmax.shift-invariance",),
    ),
    Claim(
        id="encoder.alike-scores-have-alike-outputs",
        states=states(
            line(slope(total(moving * v), r), "≤", span * gap / 4),
            line(total(moved * v) - total(before * v), "≤", span * gap / 4),
            given=ALIKE,
        ),
        says="Where scores rise at rates that differ by δ at most, a mean of values that are no "
        "farther apart than M rises at a rate of at most δM/4. So where no score is raised by more "
        "than δ beyond another, it rises by δM/4 at most.",
        note="Of two values, where the log-odds of the larger rise from -δ/2 to δ/2, the mean "
        "rises by M tanh(δ/4): nothing less than a quarter is enough for all δ.",
        builds_on=(
            "heads.output-moves-by-a-covariance",
            "encoder.a-covariance-is-at-most-a-quarter",
        ),
    ),
    Claim(
        id="encoder.a-covariance-is-at-most-a-quarter",
        states=states(line(covariance(before, t, v), "≤", span * gap / 4), given=ALIKE),
        says="Under the weights of a softmax, numbers that are no farther apart than δ, and "
        "others that are no farther apart than M, have a covariance of at most δM/4.",
        builds_on=("softmax.rows-sum-to-one", "encoder.a-sum-of-parts-is-bounded"),
    ),
    Claim(
        id="encoder.a-sum-of-parts-is-bounded",
        states=states(
            line(
                total(every(j, k, entry=heavy[j] * light[k] * u[j, k])),
                "≤",
                most * total(heavy) * total(light),
            ),
            given=(
                line(heavy[j], "≥", 0),
                line(light[j], "≥", 0),
                line(u[j, k], "≤", most),
            ),
        ),
        says="Numbers that are at most M, one for each pair of places, are summed with a weight of "
        "the first place and one of the second, of which none is negative. That is at most M "
        "times the sum of the first weights times the sum of the second.",
    ),
    Claim(
        id="encoder.scores-differ-by-a-square",
        states=states(
            line(
                total(every(a, b, entry=(D - p[a]) * (plus[a, b] - minus[a, b]) * (D - g[b]))),
                "≤",
                beta * D**2,
                when=line(total(plus + minus), "≤", beta),
            ),
            line(
                total(every(o, entry=(D - p[o]) * (raised[o, c] - lowered[o, c]))),
                "≤",
                omega * D,
                when=line(total(every(o, entry=raised[o, c] + lowered[o, c])), "≤", omega),
            ),
            given=FAR,
        ),
        says="Two rows have entries from -D to D. A matrix is P - N with no negative entry in P "
        "or N, and the entries of P + N sum to at most β. Then the bilinear form of the rows with "
        "this matrix is at most βD². The product of one row with a column whose absolute entries "
        "sum to at most ω is at most ωD.",
        builds_on=("encoder.two-rows-keep-a-difference-of-weights",),
    ),
    Claim(
        id="encoder.rows-lose-their-spread",
        states=states(
            line(
                mixed(X, *PARTS)[i, c] - mixed(X, *PARTS)[k, c],
                "≤",
                gamma * far**3 / 4,
            ),
            given=(
                line(X[j, o] - X[l, o], "≤", far),
                line(total(P[head] + N[head]), "≤", steep[head]),
                line(total(every(o, entry=R[head, o, a] + S[head, o, a])), "≤", reach[head]),
                line(total(steep * reach), "≤", gamma),
            ),
        ),
        says="From rows of any width, however many, that differ by at most D in each entry, "
        "attention alone, with heads whose outputs are added and no mask, makes rows that differ "
        "by at most γD³/4 in each entry. In head u, β_u bounds the sum of the absolute entries of "
        "the matrix between two rows, ω_u that of each column of the matrix for the values; γ "
        "bounds the sum of the products β_u ω_u.",
        note="β_u is at least the sum of the absolute entries of P_u - N_u, ω_u at least that of "
        "any column of R_u - S_u, the projection to the head's values times the head's rows of "
        "the output projection.",
        builds_on=(
            "encoder.alike-scores-have-alike-outputs",
            "encoder.scores-differ-by-a-square",
            "encoder.a-sum-of-parts-is-bounded",
        ),
    ),
)
