"""Which upstream gradients a test of softmax's backward pass needs."""

from theory.backward.words import g, p, softmax_gradient, u
from theory.claim import Claim, Hypothesis
from theory.letters import j, l
from theory.shared_words import variance
from theory.stating.families import total
from theory.stating.relations import equal, line
from theory.stating.statements import states

ONE = {"weights-sum-to-one": Hypothesis("the weights sum to one", line(total(p), "=", 1))}


CLAIMS = (
    Claim(
        id="backward.any-upstream-tests-softmax",
        states=states(
            line(total(softmax_gradient(p, g) ** 2), ">", 0, when=line(g[j], "=", u)),
            given=line(p[j], ">", 0),
            hypotheses=ONE,
        ),
        says="Any upstream gradients test the backward pass of softmax.",
        builds_on=("backward.attention-gradients",),
    ),
    Claim(
        id="backward.equal-upstream-sees-nothing",
        states=states(
            equal(softmax_gradient(p, g)[j], 0, when=line(g[l], "=", u)),
            equal(total(softmax_gradient(p, g) * g), variance(p, g)),
            hypotheses=ONE,
        ),
        says="Upstream gradients that are equal along a row give softmax's gradient zero, "
        "whatever the weights are: a test with ones, or with the sum of the weights as the loss, "
        "sees nothing. In general the gradient along them is their variance by the weights.",
        builds_on=("backward.score-gradients-sum-to-zero", "softmax.jacobian-is-a-variance"),
        repairs=("backward.any-upstream-tests-softmax",),
    ),
)
