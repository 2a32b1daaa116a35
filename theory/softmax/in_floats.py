"""Softmax as a library computes it: what of its properties is left in floats."""

from theory.claim import Claim, Hypothesis
from theory.letters import i, j, k, n
from theory.softmax.words import (
    LARGEST_FLOAT,
    bound,
    c,
    computed_softmax,
    computed_sum,
    p_hat,
    softmax,
    spread,
    x,
)
from theory.stating.families import total
from theory.stating.operations import exp, fl
from theory.stating.relations import equal, line
from theory.stating.statements import states

CLAIMS = (
    Claim(
        id="softmax.rows-sum-to-one-in-floats",
        states=states(equal(computed_sum(computed_softmax(x)), 1)),
        scope="floats",
        sources=("002:71/exactly",),
        says="Computed weights sum to exactly one in floating point.",
        builds_on=("softmax.rows-sum-to-one",),
    ),
    Claim(
        id="softmax.computed-rows-sum-to-nearly-one",
        states=states(
            line(-total(bound), "≤", total(p_hat) - 1, "≤", total(bound)),
            given=line(-bound[i], "≤", p_hat[i] - softmax(x)[i], "≤", bound[i]),
        ),
        scope="floats",
        says="Where no computed weight is off by more than its bound, computed weights, added "
        "without further rounding, sum to one up to the sum of these bounds.",
        builds_on=("softmax.rows-sum-to-one",),
        repairs=("softmax.rows-sum-to-one-in-floats",),
    ),
    Claim(
        id="softmax.positive-in-floats",
        states=states(line(computed_softmax(x)[i], ">", 0)),
        answers=("004:88-89/floats",),
        scope="floats",
        says="Computed weights are positive in floating point.",
        builds_on=("softmax.positive-and-at-most-one",),
    ),
    Claim(
        id="softmax.positive-in-floats-above-its-error",
        states=states(
            line(softmax(x)[i], "≥", exp(-spread) / n),
            line(p_hat[i], ">", 0),
            given=(line(x[j], "≤", x[i] + spread), line(p_hat[i] - softmax(x)[i], "≥", -bound[i])),
            hypotheses={
                "above-its-error": Hypothesis(
                    "exp(-s)/n is more than the rounding bound",
                    line(exp(-spread) / n, ">", bound[i]),
                )
            },
        ),
        answers=("004:88-89/floats",),
        scope="floats",
        says="A weight whose score lies at most s below the largest is at least exp(-s)/n. Where "
        "the computed weight is off by no more than a bound, and exp(-s)/n is more than this "
        "bound, it is positive.",
        builds_on=("softmax.positive-and-at-most-one",),
        repairs=("softmax.positive-in-floats",),
    ),
    Claim(
        id="softmax.shift-invariance-in-floats",
        states=states(equal(computed_softmax((x + c).map(fl))[i], computed_softmax(x)[i])),
        scope="floats",
        says="A constant added to all scores in floating point changes no computed weight.",
        builds_on=("softmax.shift-invariance",),
    ),
    Claim(
        id="softmax.exact-shift-changes-no-bit",
        states=states(
            equal(fl(fl(x[i] + c) - fl(x[k] + c)), fl(x[i] - x[k])),
            hypotheses={
                "exact-shift": Hypothesis(
                    "every x_i + c is a float", line(fl(x[j] + c), "=", x[j] + c)
                )
            },
        ),
        beyond="that the code computes every weight from these rounded numbers alone",
        scope="floats",
        says="If the shifted scores are exact, softmax first rounds the same real numbers, so "
        "every bit of its result is the same.",
        builds_on=("softmax.shift-invariance",),
        repairs=("softmax.shift-invariance-in-floats",),
    ),
    Claim(
        id="softmax.as-printed-in-floats",
        states=states(line(exp(x[i]), "≤", LARGEST_FLOAT)),
        scope="floats",
        answers=("002:72-75",),
        says="The formula can be evaluated as it is printed, for all finite scores.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="softmax.shifted-sum-is-safe",
        states=states(
            line(1, "≤", total((x - x[i]).map(exp)), "≤", n), given=line(x[j], "≤", x[i])
        ),
        sources=("002:72-75",),
        says="With the maximum subtracted, the sum of the exponentials lies in [1, n]: there is "
        "no division by zero, and the sum is beyond the largest float only where n is.",
        builds_on=("softmax.shift-invariance",),
        repairs=("softmax.as-printed-in-floats",),
    ),
)
