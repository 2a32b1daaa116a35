"""How a width trades bias for variance, with rates."""

from fractions import Fraction

from proofs.engine.at_case import At
from proofs.engine.evidence import derivation, met_by, necessity
from theory.kernel.rates import (
    C,
    S,
    ahead,
    alpha,
    at,
    bent,
    best,
    c,
    f,
    g,
    h,
    left,
    noise,
    r,
    reach,
    sigma,
    some,
    square,
    steep,
    values,
    weights,
    y,
)
from theory.letters import j, k, m, n
from theory.scaling.random_rows import E, P
from theory.shared_words import mean
from theory.stating.families import every, numbers, total
from theory.stating.operations import delta, exp

REACH, BALANCED = "kernel.reach-bounds-the-bias", "kernel.balanced-reach-has-a-smaller-bias"
SHARED, ERROR = (
    "kernel.points-in-reach-share-the-errors",
    "kernel.squared-error-is-bias-and-variance",
)
CUBE, FIFTH = "kernel.best-width-is-a-cube-root", "kernel.best-width-for-curvature-is-a-fifth-root"
s, z = numbers("s", m, domain="nonnegative"), numbers("z", m, domain="nonnegative")
WHOLE = "the weights sum to one"
NEAR = {r[at]: reach - z[at]}


@derivation(REACH, turned=True, let={y[at]: f - S * r[at] + s[at], **NEAR})
def the_mean_is_not_far_below(chain):
    return chain.at_least(
        (f - S * reach) * total(some) - f, "each value is at least f - S h"
    ).given("", total(some), 1, f"{WHOLE}; f cancels")


@derivation(REACH, duty=1, let={y[at]: f + S * r[at] - s[at], **NEAR})
def the_mean_is_not_far_above(chain):
    return chain.at_most((f + S * reach) * total(some) - f, "each value is at most f + S h").given(
        "", total(some), 1, f"{WHOLE}; f cancels"
    )


@necessity(REACH, "in-reach")
def a_far_point_counts():
    return At({some: (1,), y: (2,), r: (2,), f: 0, S: 1, reach: 1})


CURVED = f + g * ahead[at]


@derivation(
    BALANCED,
    turned=True,
    let={y[at]: CURVED - C * square[at] + s[at], square[at]: reach**2 - z[at]},
)
def a_balanced_mean_is_not_far_below(chain):
    return balanced(
        chain.at_least(
            f * total(some) + g * mean(some, ahead) - C * reach**2 * total(some) - f,
            "each value is at least f + g p - C h²",
        )
    )


@derivation(
    BALANCED, duty=1, let={y[at]: CURVED + C * square[at] - s[at], square[at]: reach**2 - z[at]}
)
def a_balanced_mean_is_not_far_above(chain):
    return balanced(
        chain.at_most(
            f * total(some) + g * mean(some, ahead) + C * reach**2 * total(some) - f,
            "each value is at most f + g p + C h²",
        )
    )


def balanced(chain):
    return chain.given("balanced", mean(some, ahead), 0, "the mean offset is zero").given(
        "", total(some), 1, f"{WHOLE}; f cancels"
    )


@met_by(BALANCED)
def points_on_both_sides():
    return {
        some: (half := Fraction(1, 2), half),
        y: (3, 1),
        ahead: (1, -1),
        square: (1, 1),
        f: 1,
        g: 1,
        C: 1,
        reach: 1,
    }


@necessity(BALANCED, "balanced")
def a_slope_counts_at_an_end():
    return At({some: (1,), y: (1,), ahead: (1,), square: (1,), f: 0, g: 1, C: 0, reach: 1})


@derivation(SHARED, turned=True)
def squares_sum_to_at_least_one_over_m(chain):
    off = every(at, entry=(alpha[at] - 1 / m) ** 2)
    return (
        chain.at_least(total(alpha**2) - total(off), "squares are not negative")
        .equals(2 * total(alpha) / m - 1 / m, "open the squares")
        .given("", total(alpha), 1, f"{WHOLE}; 2/m - 1/m = 1/m")
    )


@derivation(SHARED, duty=1, let={alpha[at]: c / m * exp(-z[at])})
def squares_sum_to_at_most_c_over_m(chain):
    return chain.at_most(c / m * total(alpha), "no weight exceeds c/m").given(
        "", total(alpha), 1, WHOLE
    )


SQUARES = total(every(j, k, entry=weights[j] * weights[k] * E(noise[j] * noise[k])))
NOISE = total(every(j, entry=weights[j] * E(noise[j])))
FIXED = mean(weights, values)


def known(chain):
    """Put in what the conditions say of the errors."""
    return (
        chain.given("uncorrelated", E(noise[j] * noise[k]), delta(j, k) * sigma**2, "uncorrelated")
        .given("centred", E(noise[j]), 0, "errors have mean 0")
        .given("", total(P), 1, "probabilities sum to one")
    )


@derivation(ERROR)
def a_prediction_varies_by_the_squares_of_its_weights(chain):
    mass = total(P)
    return known(
        chain.equals(
            SQUARES + 2 * FIXED * NOISE + mass * FIXED**2 - (mass * FIXED + NOISE) ** 2,
            "multiply out",
        )
    ).closes("what is fixed does not vary")


@derivation(ERROR, duty=1)
def a_squared_error_is_bias_and_variance(chain):
    bias = FIXED - f
    return known(
        chain.equals(SQUARES + 2 * bias * NOISE + total(P) * bias**2, "multiply out")
    ).closes("δ picks the squares")


def errors(chances, drawn, weighing):
    """Return errors of targets that are 0, as a witness."""
    return At(
        {P: chances, noise: drawn, weights: weighing, values: (0,) * len(drawn), sigma: 1, f: 0}
    )


EVEN = (Fraction(1, 2), Fraction(1, 2))


@met_by(ERROR)
def an_error_of_either_sign():
    return errors(EVEN, ((1, -1),), (1,)).values


@necessity(ERROR, "centred")
def errors_with_a_mean_bias():
    return errors((1,), ((1,),), (1,))


@necessity(ERROR, "uncorrelated")
def one_error_for_all_is_not_averaged():
    return errors(EVEN, ((1, -1), (1, -1)), EVEN)


CUBED = 2 * n * steep**2 * best**3 / sigma**2  # c, as the width h_* says it
TO_THE_FIFTH = 4 * n * bent**2 * best**5 / sigma**2
CHOICE = "c σ²/n = 2 S² h_*³, by the choice of h_*"
CHOICE_FIFTH = "c σ²/n = 4 C² h_*⁵, by the choice of h_*"


@derivation(CUBE, apart=True, turned=True)
def another_width_costs_more(chain):
    return (
        chain.equals(steep**2 * (h**2 - best**2) + left * (1 / h - 1 / best), "take apart")
        .given("", c, CUBED, CHOICE)
        .equals(steep**2 * (h - best) ** 2 * (h + 2 * best) / h, "in factors")
        .closes("a square is not negative")
    )


@derivation(CUBE, duty=1)
def what_the_best_width_leaves(chain):
    return chain.given("", c, CUBED, CHOICE).closes("one part and two are three")


@derivation(CUBE, duty=2, turned=True)
def the_rate_of_the_least_bound(chain):
    return (
        chain.equals(27 * steep**2 * left**2 / 4, "the square of c σ²/n")
        .given("", c, CUBED, CHOICE)
        .closes("27 = 3³")
    )


@derivation(FIFTH, apart=True, turned=True)
def another_width_costs_more_at_curvature(chain):
    return (
        chain.equals(bent**2 * (h**4 - best**4) + left * (1 / h - 1 / best), "take apart")
        .given("", c, TO_THE_FIFTH, CHOICE_FIFTH)
        .equals(
            bent**2
            * (h - best) ** 2
            * (h**3 + 2 * h**2 * best + 3 * h * best**2 + 4 * best**3)
            / h,
            "in factors",
        )
        .closes("a square is not negative")
    )


@derivation(FIFTH, duty=1)
def what_the_best_width_leaves_at_curvature(chain):
    return chain.given("", c, TO_THE_FIFTH, CHOICE_FIFTH).closes("one part and four are five")


@derivation(FIFTH, duty=2, turned=True)
def the_rate_of_the_least_bound_at_curvature(chain):
    return (
        chain.equals(3125 * bent**2 * left**4 / 256, "the fourth power of c σ²/n")
        .given("", c, TO_THE_FIFTH, CHOICE_FIFTH)
        .closes("3125 = 5⁵")
    )
