"""What a narrow kernel gains, and what it loses."""

from proofs.engine.evidence import closes, derivation
from theory.kernel.lines import alpha
from theory.kernel.width import S, f, r, y
from theory.letters import j, k, n
from theory.stating.families import every, numbers, total
from theory.stating.operations import delta

BIAS, SHARE = "kernel.bias-is-at-most-a-mean-distance", "kernel.few-points-share-the-errors"
s = numbers("s", n, domain="nonnegative")

closes(BIAS, "each value is at least f - S r_j", let={y[j]: f - S * r[j] + s[j]})


closes(
    BIAS, "each value is at most f + S r_j", duty=1, turned=True, let={y[j]: f + S * r[j] - s[j]}
)


@derivation(SHARE, turned=True)
def squares_sum_to_at_least_one_over_n(chain):
    off = every(j, entry=(alpha[j] - 1 / n) ** 2)
    return chain.at_least(total(alpha**2) - total(off), "squares are not negative").closes(
        "the weights sum to one"
    )


@derivation(SHARE, duty=1)
def squares_sum_to_at_most_one(chain):
    others = total(every(j, k, entry=alpha[j] * alpha[k] * (1 - delta(j, k))))
    return chain.at_most(total(alpha**2) + others, "products of weights are not negative").closes(
        "the weights sum to one"
    )
