"""Alike scores make alike rows."""

from proofs.engine.evidence import derivation
from theory.letters import j, n
from theory.spread import D, a, b, band, scores, t, v, x
from theory.spread import r as apart
from theory.stating.families import numbers

WEIGHTS = "encoder.alike-scores-have-alike-weights"
OUTPUTS = "encoder.alike-scores-have-alike-outputs"
r, u = numbers("r", n, domain="nonnegative"), numbers("u", n, domain="nonnegative")


@derivation(WEIGHTS)
def the_sum_of_exponentials_only_grows(chain):
    return chain.closes("exp(t) is at least 1")


@derivation(WEIGHTS, duty=1, let={t[j]: band - r[j]})
def no_exponential_grows_by_more(chain):
    return chain.closes("exp(-r) is at most 1")


@derivation(OUTPUTS)
def each_weight_grows_by_no_more(chain):
    return chain.closes("exp(t) is at least 1")


@derivation(OUTPUTS, duty=1, let={t[j]: band - r[j]})
def no_value_counts_more(chain):
    return chain.closes("exp(-r) is at most 1")


@derivation(OUTPUTS, duty=2, let={v[j]: D - u[j]})
def a_mean_is_at_most_the_largest(chain):
    return chain.closes("a mean of values up to D")


SPREAD = "encoder.rows-lose-their-spread"


@derivation(SPREAD)
def a_shift_of_all_scores_cancels(chain):
    return chain.closes("b r c is common to all scores")


@derivation(SPREAD, duty=1, let={v[j]: D - u[j]})
def scores_rise_by_at_most_a_product(chain):
    at = {x: scores(a), t: b * apart * v, v: v, band: b * apart * D, D: D}
    for duty in range(3):
        chain.cites(OUTPUTS, "scores rise by b r v_j, from 0 to b r D", at, duty)
    return chain
