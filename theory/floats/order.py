"""What is claimed of computed sums in two orders, and of weights without a division."""

from theory.claim import Claim
from theory.floats.computed_attention import L_hat, x
from theory.letters import i
from theory.softmax.words import computed_softmax, computed_sum, softmax
from theory.stating.families import Family, total
from theory.stating.operations import exp, log
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.variables import nonnegative
from theory.stating.vocabulary import letter, word

p = letter("p", softmax(x))
normaliser = letter("ell", log(total(x.map(exp))))
t = nonnegative("t")


@word(r"\mathrm{{fl}}\left(\textstyle\sum^{{\leftarrow}} {x}\right)", computed=True)
def computed_sum_backwards(x: Family):
    """Floats, added one after the other from the last to the first."""


@word(r"\mathrm{{fl}}\left(\textstyle\sum^{{\wedge}} {x}\right)", computed=True)
def computed_sum_by_halves(x: Family):
    """Floats, added by halves: the sum of the first half, plus that of the rest."""


@word(r"\mathrm{{fl}}\left(\textstyle\sum^{{\wedge}} ({x}, 0)\right)", computed=True)
def computed_padded_sum(x: Family):
    """Floats and one zero behind them, added by halves."""


@word(r"\mathrm{{fl}}(e^{{{x} - \ell}})_{{{i}}}", computed=True, i="x")
def computed_without_division(x: Family, i):
    """The exponential of a score less the computed logarithm of the sum of exponentials."""


CLAIMS = (
    Claim(
        id="floats.order-keeps-bits",
        states=states(equal(computed_sum_backwards(x), computed_sum(x))),
        scope="floats",
        says="A computed sum has the same bits in whatever order its numbers are added.",
    ),
    Claim(
        id="floats.padding-keeps-bits",
        states=states(equal(computed_padded_sum(x), computed_sum_by_halves(x))),
        scope="floats",
        says="A zero behind a row, as in a padded batch, changes no bit of its sum, computed by "
        "halves, the shorter first.",
    ),
    Claim(
        id="floats.division-free-is-the-quotient",
        states=states(equal(computed_without_division(x)[i], computed_softmax(x)[i])),
        scope="floats",
        says="The exponential of a score less the logarithm of the sum of exponentials, which "
        "saves the division, is computed as the same number as the quotient.",
    ),
    Claim(
        id="floats.division-free-weight",
        states=states(
            line(p[i] * exp(-t), "≤", exp(x[i] - L_hat), "≤", p[i] * exp(t)),
            given=line(-t, "≤", L_hat - normaliser, "≤", t),
        ),
        scope="floats",
        says="Without a division, an error of the logarithm of at most t multiplies each weight "
        "by a factor from exp(-t) to exp(t).",
        note="The logarithm is rounded to u of its own size. A common shift of the scores makes "
        "that size arbitrarily large, but the quotient depends on their differences alone.",
        builds_on=("softmax.shift-invariance",),
        repairs=("floats.division-free-is-the-quotient",),
    ),
)
