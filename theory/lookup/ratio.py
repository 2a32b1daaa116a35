"""Weights that are ratios of scores, without an exponential."""

from theory.claim import Claim, Hypothesis
from theory.letters import i, j
from theory.softmax.words import f, share
from theory.stating.families import every, total
from theory.stating.relations import equal, line
from theory.stating.statements import states

CLAIMS = (
    Claim(
        id="lookup.ratio-weights-lie-between-zero-and-one",
        states=states(line(0, "≤", share(f)[i], "≤", 1), given=line(total(f), "≠", 0)),
        sources=("001:49",),
        says="Weights formed as a ratio of any scores, dot products for instance, lie between 0 "
        "and 1.",
    ),
    Claim(
        id="lookup.ratio-weights-of-positive-scores",
        states=states(
            line(0, "<", share(f)[i], "≤", 1),
            hypotheses={
                "positive-scores": Hypothesis("every score is positive", line(f[j], ">", 0))
            },
        ),
        answers=("001:49",),
        says="Positive scores, exponentials for instance, divided by their sum are positive and "
        "at most one.",
        repairs=("lookup.ratio-weights-lie-between-zero-and-one",),
    ),
    Claim(
        id="lookup.ratio-weights-of-scores-that-do-not-cancel",
        states=states(
            equal(total(every(i, entry=share(f)[i])), 1),
            hypotheses={
                "nonzero-sum": Hypothesis("the scores do not sum to zero", line(total(f), "≠", 0))
            },
        ),
        sources=("001:48",),
        says="Scores of any signs, divided by their sum, sum to one, as long as they do not sum "
        "to zero.",
    ),
)
