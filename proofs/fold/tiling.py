"""How large scores can be, and how little far pairs weigh."""

from proofs.engine.evidence import closes, derivation
from theory.fold.tiling import L, b, far, key, q, y
from theory.letters import a, i, j, m, n, o
from theory.shared_words import dot
from theory.softmax.words import p, x
from theory.stating.families import every, numbers, total
from theory.stating.operations import exp

REACH, FAR = "fold.scores-within-reach", "fold.far-pairs-weigh-little"
r, s = numbers("r", n, domain="nonnegative"), numbers("s", m, domain="nonnegative")


@derivation(REACH, turned=True)
def lagrange(chain):
    apart = every(a, o, entry=(q[a] * key[o] - q[o] * key[a]) ** 2)
    return chain.equals(dot(q, key) ** 2 + total(apart) / 2, "open the squares").closes(
        "squares are not negative"
    )


closes(REACH, "each is exp(-b) or more", duty=1, let={x[j]: r[j] - b}, turned=True)
closes(REACH, "none is more than exp(b)", duty=2, let={x[j]: b - r[j]})


@derivation(FAR, let={y[far]: x[i] - L - s[far]})
def the_share_of_far_pairs(chain):
    far_weight = total(every(far, entry=exp(-L - s[far])))
    return chain.at_most(
        far_weight * p[i], "without the far pairs the denominator is smaller"
    ).closes("none is more than exp(-L)")
