"""Two rows that attend to each other."""

from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation
from theory.encoder.collapse import B, h, t, w, x, y
from theory.scaling.saturation import logistic
from theory.stating.operations import exp

KEEP = "encoder.two-rows-keep-a-difference-of-weights"
LOSE, APART = "encoder.two-rows-lose-their-difference", "encoder.a-residual-keeps-two-rows-apart"

closes(KEEP, "each weight is the logistic function of a difference of scores", "open the brackets")


@derivation(LOSE, turned=True)
def weights_rise_with_their_log_odds(chain):
    return chain.equals(
        logistic(t + h) * (1 - logistic(t)) * (1 - exp(-h)), "take out the common factor"
    ).closes("exp(-h) is at most 1")


@derivation(LOSE, duty=1)
def weights_rise_no_faster(chain):
    return (
        chain.equals(
            logistic(t + h) * (1 - logistic(t)) * (1 - exp(-h)), "take out the common factor"
        )
        .at_most(1 - exp(-h), "weights are at most 1")
        .closes("exp(-h) is at least 1 - h")
    )


@counterexample("encoder.attention-alone-draws-rows-together")
def values_ten_times_as_large():
    return At({x: (1,), y: (-1,), B: ((1,),), w: 10})


closes(APART, "what attention keeps, and one more for the input")
closes(APART, "one weight is positive, the other below 1", duty=1, turned=True)
closes(APART, "one weight is below 1, the other positive", duty=2)
