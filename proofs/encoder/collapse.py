"""Two rows that attend to each other."""

from fractions import Fraction

from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation
from theory.encoder.collapse import B, h, of_x, of_y, s, t, w, x, y
from theory.scaling.saturation import logistic
from theory.stating.operations import exp
from theory.stating.variables import nonnegative

less = nonnegative("e")
KEEP = "encoder.two-rows-keep-a-difference-of-weights"
LOSE, APART = "encoder.two-rows-lose-their-difference", "encoder.a-residual-keeps-two-rows-apart"

closes(KEEP, "each weight is the logistic function of a difference of scores", "open the brackets")


@derivation(LOSE)
def no_weight_rises_faster_than_at_a_half(chain):
    return chain.equals(
        Fraction(1, 4) - (logistic(t) - Fraction(1, 2)) ** 2, "the slope is σ(1 - σ)"
    ).closes("a square is not negative")


@derivation(LOSE, duty=1, turned=True)
def weights_rise_with_their_log_odds(chain):
    return chain.equals(
        logistic(t + h) * (1 - logistic(t)) * (1 - exp(-h)), "take out the common factor"
    ).closes("exp(-h) is at most 1")


@derivation(LOSE, duty=2, let={t: s + h - less})
def weights_rise_a_quarter_as_fast(chain):
    return (
        chain.at_most(logistic(s + h) - logistic(s), "weights rise with their log-odds")
        .climbs(0, s, s + h, "the mean value theorem, with a slope of at most a quarter")
        .closes("the way from s to s + h is h")
    )


@counterexample("encoder.attention-alone-draws-rows-together")
def values_ten_times_as_large():
    return At({x: (1,), y: (-1,), B: ((1,),), w: 10})


closes(APART, "what attention keeps, and one more for the input")
closes(APART, "one weight is positive, the other below 1", duty=1, turned=True)
closes(APART, "one weight is below 1, the other positive", duty=2)


@derivation(APART, duty=3, turned=True, apart=True)
def log_odds_that_fall_little_leave_nearly_all(chain):
    at = {t: of_y, s: of_x}
    return chain.cites(LOSE, "the log-odds differ by δᵀBδ", at, duty=2, beside=-h / 4).closes(
        "both are a quarter of h"
    )


@derivation(APART, duty=4)
def log_odds_that_rise_little_add_little(chain):
    at = {t: of_x, s: of_y}
    return chain.cites(LOSE, "the log-odds differ by δᵀBδ", at, duty=2, beside=1).closes(
        "one more for the input"
    )
