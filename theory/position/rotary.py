"""Rotary positions: J. Su et al., "RoFormer" (2021), arXiv:2104.09864.

A row has d pairs of entries; the row of position p is turned, pair a by the angle p ω_a. The
theorems hold for any angles; theirs are ω_a = 10000^(-(a - 1)/d).
"""

from theory.claim import Claim
from theory.letters import a, d
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import cos, exp, sin
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.variables import index, positive, real
from theory.stating.vocabulary import word

# The first and the second entries of the pairs of a query and of a key.
q, q_, k, k_ = numbers("q", d), numbers("u", d), numbers("k", d), numbers("w", d)
omega, p, r, t, s = numbers("omega", d), real("p"), real("r"), real("t"), real("s")
grown = positive("s")


@word(r"R^{{{omega}}}_{{{p}}}({x}, {y})_{{{a}}}", a="x")
def turned(p, x: Family, y: Family, omega: Family, a):
    """The first entry of a pair, turned."""
    return x[a] * cos(p * omega[a]) - y[a] * sin(p * omega[a])


@word(r"\tilde R^{{{omega}}}_{{{p}}}({x}, {y})_{{{a}}}", a="x")
def turned_second(p, x: Family, y: Family, omega: Family, a):
    """The second entry of a pair, turned."""
    return x[a] * sin(p * omega[a]) + y[a] * cos(p * omega[a])


@word(r"\langle R^{{{omega}}}_{{{p}}}({q}, {q_}), R^{{{omega}}}_{{{r}}}({k}, {k_}) \rangle")
def score(p, r, q: Family, q_: Family, k: Family, k_: Family, omega: Family):
    """The dot product of a query at position p and a key at position r, both turned."""
    first = turned(p, q, q_, omega) * turned(r, k, k_, omega)
    second = turned_second(p, q, q_, omega) * turned_second(r, k, k_, omega)
    return total(first + second)


@word(r"\langle R^{{{omega}}}_{{{p}}} {q}, H^{{{omega}}}_{{{r}}} {k} \rangle")
def mixed(p, r, q: Family, k: Family, omega: Family):
    """A row of width 4: the query's pairs are neighbours, the key's lie half a row apart."""
    (c, s), (c_, s_) = ((cos(p * omega[j]), sin(p * omega[j])) for j in (1, 2))
    (C, S), (C_, S_) = ((cos(r * omega[j]), sin(r * omega[j])) for j in (1, 2))
    return (
        (q[1] * c - q[2] * s) * (k[1] * C - k[3] * S)
        + (q[1] * s + q[2] * c) * (k[2] * C_ - k[4] * S_)
        + (q[3] * c_ - q[4] * s_) * (k[1] * S + k[3] * C)
        + (q[3] * s_ + q[4] * c_) * (k[2] * S_ + k[4] * C_)
    )


@word(r"\omega({step})_{{{a}}}", a=lambda step: d + 1)
def angle(step, a):
    """Su et al. 2021: b^(-(a - 1)/n), where each pair turns e^step = b^(1/n) times as slowly."""
    return exp(-(a - 1) * step)


step, more, pair = real("beta"), real("sigma"), index("a", d + 1)
wide, wide_, two = numbers("q", 4), numbers("k", 4), numbers("omega", 2)
turned_score = score(p, r, q, q_, k, k_, omega)
turned_key = turned(r, q, q_, omega), turned_second(r, q, q_, omega)
# Rows of width 2 d: pairs of x are neighbours, those of y lie half a row apart.
x, y, b = numbers("x", 2 * d), numbers("y", 2 * d), index("b", d)
near = every(a, entry=x[2 * a - 1]), every(a, entry=x[2 * a])
apart = every(a, entry=y[a]), every(a, entry=y[a + d])

CLAIMS = (
    Claim(
        id="position.rotary-score-knows-the-offset",
        states=states(
            equal(turned_score, score(0, r - p, q, q_, k, k_, omega)),
            equal(turned_score, score(p + t, r + t, q, q_, k, k_, omega)),
        ),
        says="The score of a turned query and a turned key depends on the offset of their "
        "positions alone, whatever the angles are: a shift of both changes nothing.",
        builds_on=("position.shift-is-a-rotation",),
        repairs=("position.rotary-forms-mix",),
    ),
    Claim(
        id="position.rotary-keeps-lengths",
        states=states(
            equal(
                total(turned(p, q, q_, omega) ** 2 + turned_second(p, q, q_, omega) ** 2),
                total(q**2 + q_**2),
            ),
        ),
        says="A turned row is as long as it was, at any position.",
        builds_on=("position.rotary-score-knows-the-offset",),
    ),
    Claim(
        id="position.rotary-at-zero-is-nothing",
        states=states(
            equal(turned(0, q, q_, omega)[a], q[a]),
            equal(turned_second(0, q, q_, omega)[a], q_[a]),
        ),
        says="At position 0 nothing is turned.",
        note="So a test on one token sees no error in the angles, in the pairs or in the sign.",
        builds_on=("position.rotary-keeps-lengths",),
    ),
    Claim(
        id="position.rotary-forms-are-a-permutation-apart",
        states=states(
            equal(turned(p, *apart, omega)[a], turned(p, *near, omega)[a]),
            equal(turned_second(p, *apart, omega)[a], turned_second(p, *near, omega)[a]),
            given=(equal(y[b], x[2 * b - 1]), equal(y[b + d], x[2 * b])),
        ),
        says="Let y have the columns of x with odd numbers before those with even ones. Turned in "
        "pairs that lie half a row apart, y has in columns a and d + a what x, turned in pairs of "
        "neighbours, has in columns 2a - 1 and 2a: the two forms are one permutation of columns "
        "apart, for every even width 2d.",
        builds_on=("position.rotary-score-knows-the-offset",),
    ),
    Claim(
        id="position.rotary-forms-mix",
        states=states(equal(mixed(p + t, r + t, wide, wide_, two), mixed(p, r, wide, wide_, two))),
        says="Queries whose pairs are neighbours and keys whose pairs lie half a row apart have "
        "scores that depend on the offset alone, too.",
        builds_on=("position.rotary-score-knows-the-offset",),
    ),
    Claim(
        id="position.rotary-score-is-a-sum-of-waves",
        states=states(
            equal(
                turned_score,
                total(
                    (q * k + q_ * k_) * every(a, entry=cos((p - r) * omega[a]))
                    + (q * k_ - q_ * k) * every(a, entry=sin((p - r) * omega[a]))
                ),
            ),
        ),
        says="Over the offset, the score is a sum of waves, one for each pair.",
        note="So, unless it is constant, it neither falls for ever nor settles as the offset "
        "grows.",
        builds_on=("position.rotary-score-knows-the-offset",),
        repairs=("position.rotary-scores-fall-with-distance",),
    ),
    Claim(
        id="position.rotary-scores-fall-with-distance",
        states=states(
            line(score(t, 0, q, q_, q, q_, omega), "≤", score(s, 0, q, q_, q, q_, omega)),
            given=line(t, ">", s, ">", 0),
        ),
        says="A turned query scores an equal key the lower, the farther away it stands.",
        builds_on=("position.rotary-score-knows-the-offset",),
        note="Su et al. 2021 say that the product decays. What they show to fall is a bound on the "
        "size of a sum, and that as a whole: it rises between many neighbours.",
    ),
    Claim(
        id="position.rotary-any-offset-can-be-first",
        states=states(
            line(
                score(p, 0, q, q_, *turned_key, omega), "≤", score(r, 0, q, q_, *turned_key, omega)
            ),
            equal(score(r, 0, q, q_, *turned_key, omega), total(q**2 + q_**2)),
        ),
        says="Whatever offset r one chooses, some key is scored highest there: the query turned by "
        "r, as a key at position 0, is scored by the query at r the square of its length, and from "
        "no position more.",
        note="So rotary positions do not by themselves prefer what is near: the projections of "
        "queries and keys choose the offset.",
        builds_on=("position.rotary-keeps-lengths",),
        repairs=("position.rotary-scores-fall-with-distance",),
    ),
    Claim(
        id="position.rotary-angles-divide-positions",
        states=states(
            equal(turned(grown * p, q, q_, omega / grown)[a], turned(p, q, q_, omega)[a]),
            equal(
                turned_second(grown * p, q, q_, omega / grown)[a],
                turned_second(p, q, q_, omega)[a],
            ),
        ),
        says="With all angles divided by s, the row of position s p is turned as that of position "
        "p was.",
        note="So s times as many positions fit into the same range of angles; those between are "
        "new.",
        builds_on=("position.rotary-score-knows-the-offset",),
    ),
    Claim(
        id="position.rotary-base-stretches-slow-pairs",
        states=states(
            equal(angle(step + more)[pair], angle(step)[pair] * exp(-(pair - 1) * more)),
            equal(angle(step + more)[1], angle(step)[1]),
            equal(angle(step + more)[d + 1], angle(step)[d + 1] * exp(-d * more)),
        ),
        says="Of d + 1 pairs, each turns e^β times as slowly as the one before, with base "
        "e^(β (d + 1)). With a base e^(σ (d + 1)) times as large, the first keeps its angle, the "
        "last has its own divided by e^(σ d), and pair a has its own divided by e^(σ (a - 1)).",
        note="So neighbours are told apart as before, and e^(σ d) times as many positions fit "
        "into the slowest turn. With all positions divided, every pair is slower.",
        builds_on=("position.rotary-angles-divide-positions",),
    ),
)
