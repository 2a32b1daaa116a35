"""What a curve's tangent leaves, weighted by numbers of any sign."""

from proofs.engine.at_case import At
from proofs.engine.evidence import derivation, met_by, necessity
from theory.kernel.lines import K_in_reach, ahead, t, x, y
from theory.kernel.signed_weights import C, absolute, ell, f, g, h, of_lines, of_rest, rest
from theory.letters import j, n
from theory.shared_words import mean
from theory.stating.families import every, numbers, total

SIGNED = "kernel.balanced-weights-have-a-smaller-bias"
LINES = "kernel.local-linear-bias-is-of-second-order"
s, z = numbers("s", n, domain="nonnegative"), numbers("z", n, domain="nonnegative")

off = y[j] - f - g * ahead[j]
raised, lowered = absolute(ell[j]) + ell[j], absolute(ell[j]) - ell[j]  # neither is negative
LEFT = {rest[j]: absolute(off) + s[j]}
WITHIN = "neither |ℓ| ± ℓ nor r ± e is negative"


def off_the_tangent(chain):
    """Take the tangent away, whose value at the query is f."""
    left = mean(ell, every(j, entry=off))
    return (
        chain.equals(left + f * total(ell) + g * mean(ell, ahead) - f, "the tangent and the rest")
        .given("balanced", mean(ell, ahead), 0, "the mean offset is zero")
        .given("", total(ell), 1, "the weights sum to one; f cancels")
    )


def halves(entry):
    """Sum half of it over the points."""
    return total(every(j, entry=entry)) / 2


@derivation(SIGNED, duty=1, turned=True, let=LEFT)
def a_bias_is_not_far_below(chain):
    spare = raised * (rest[j] + off) + lowered * (rest[j] - off)  # 2 |ℓ| r + 2 ℓ e
    below = mean(ell, every(j, entry=off)) - halves(spare)
    return off_the_tangent(chain).at_least(below, WITHIN).closes("multiply out")


@derivation(SIGNED, duty=2, let=LEFT)
def a_bias_is_not_far_above(chain):
    spare = raised * (rest[j] - off) + lowered * (rest[j] + off)  # 2 |ℓ| r - 2 ℓ e
    above = mean(ell, every(j, entry=off)) + halves(spare)
    return off_the_tangent(chain).at_most(above, WITHIN).closes("multiply out")


FAR = {rest[j]: C * h**2 - z[j]}
NEARER = halves(raised * z[j]) + halves(lowered * z[j])  # Σ |ℓ| z


@derivation(SIGNED, turned=True, let=FAR)
def what_a_tangent_leaves_below_is_within_reach(chain):
    return chain.at_least(-of_rest - NEARER, "no r exceeds C h²").closes("r + z is C h²")


@derivation(SIGNED, duty=3, let=FAR)
def what_a_tangent_leaves_above_is_within_reach(chain):
    return chain.at_most(of_rest + NEARER, "no r exceeds C h²").closes("r + z is C h²")


@met_by(SIGNED)
def weights_of_both_signs():
    points = {ell: (2, -1), ahead: (1, 2), y: (3, 2), rest: (1, 1)}
    return {**points, f: 1, g: 1, C: 1, h: 1}


@necessity(SIGNED, "balanced")
def a_slope_counts_where_weights_lean():
    return At({ell: (1,), y: (1,), ahead: (1,), rest: (0,), f: 0, g: 1, C: 0, h: 1})


def by_weights(chain, side, end):
    """Cite the bound of what a tangent leaves, and its own bound."""
    at = {ell: of_lines, ahead: x - t}
    return (
        chain.equals(mean(of_lines, y) - f, "each weight, over their sum")
        .cites(SIGNED, "the weights have mean offset zero", at, duty=side)
        .cites(SIGNED, "no r exceeds C h²", at, duty=end)
    )


@derivation(LINES, turned=True)
def a_line_is_not_far_below(chain):
    return by_weights(chain, side=1, end=0)


@derivation(LINES, duty=1)
def a_line_is_not_far_above(chain):
    return by_weights(chain, side=2, end=3)


@met_by(LINES)
def two_points_of_a_parabola():
    points = {K_in_reach: (1, 1), x: (0, 1), y: (0, 1), rest: (0, 1)}
    return {**points, t: 0, f: 0, g: 0, C: 1, h: 1}


@necessity(LINES, "two-points")
def one_point_has_no_line():
    point = {K_in_reach: (1,), x: (0,), y: (0,), rest: (0,)}
    return At({**point, t: 0, f: 0, g: 0, C: 0, h: 0}, [], "one point", undefined=True)
