"""Linear biases: O. Press et al., "Train short, test long" (2022), arXiv:2108.12409.

A score loses m times the distance of its query and its key.
"""

from theory.claim import Claim
from theory.letters import j, n
from theory.softmax import softmax
from theory.stating.families import (
    every,
    exp,
    index,
    larger,
    numbers,
    positive,
    real,
    total,
)
from theory.stating.statements import equal, line, states

s, m, steep = numbers("s", n), real("m"), positive("m")
at = index("i", n)
distance = larger(at - j, 0) + larger(j - at, 0)
seen = index("j", at)  # a query sees the keys up to its own place

CLAIMS = (
    Claim(
        id="position.linear-bias-is-a-kernel",
        states=states(
            equal(
                softmax(every(j, entry=s[j] - m * distance))[j],
                exp(s[j])
                * exp(-m * distance)
                / total(every(j, entry=exp(s[j]) * exp(-m * distance))),
            )
        ),
        says="With m times the distance taken from each score, the weights are those of a kernel "
        "of the distance, exp(-m |i - j|), times the exponentials of the scores.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="position.linear-bias-in-order-knows-the-key-alone",
        states=states(
            equal(
                softmax(every(seen, entry=s[seen] - m * (at - seen)))[seen],
                softmax(every(seen, entry=s[seen] + m * seen))[seen],
            )
        ),
        says="Where a query sees the keys up to its own place, m times the distance taken from the "
        "scores gives the weights that m j added to the score of key j gives.",
        note="The position of the query cancels: this relative position is an absolute one, of "
        "keys. Without causal order it is not.",
        builds_on=("position.linear-bias-is-a-kernel", "softmax.shift-invariance"),
    ),
    Claim(
        id="position.linear-bias-forgets-the-far",
        states=states(
            line(
                softmax(every(j, entry=s[j] - steep * distance))[j],
                "≤",
                exp(s[j] - s[at]) * exp(-steep * distance),
            )
        ),
        says="A key at distance r weighs at most exp(-m r) times the ratio of the "
        "exponentials of its score and of the query's own.",
        note="Far keys are forgotten, however many stand between.",
        builds_on=("position.linear-bias-is-a-kernel",),
    ),
)
