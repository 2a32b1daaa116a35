"""What is claimed of a result that is computed in a long format and stored in a short one."""

from theory.claim import Claim, Hypothesis
from theory.floats.computed_attention import IEEE, ROUNDED
from theory.rounding.attention_terms import eta, u
from theory.rounding.stored_terms import stored_off
from theory.stating.relations import line
from theory.stating.statements import states
from theory.stating.variables import nonnegative, real

y, y_hat, r_hat, off = real("y"), real("yhat"), real("rhat"), nonnegative("delta")

CLAIMS = (
    Claim(
        id="floats.stored-once",
        states=states(
            line(abs(r_hat - y), "≤", stored_off(abs(y), off)),
            given=line(abs(y_hat - y), "≤", off),
            hypotheses={
                IEEE: Hypothesis(ROUNDED, line(abs(r_hat - y_hat), "≤", u * abs(y_hat) + eta / 2))
            },
        ),
        scope="floats",
        says="A number that is off is rounded once more, to a format of unit roundoff u and "
        "spacing η of subnormal numbers. Then it is off by at most what it was off, by u of its "
        "size and of what it was off, and by η/2. So softmax, attention and LayerNorm of float16 "
        "and bfloat16, kept in float32 until they are stored, are off by at most their bounds in "
        "float32 and one rounding.",
        builds_on=("floats.softmax", "floats.attention", "floats.layer-norm"),
    ),
)
