"""Linear biases: O. Press et al., "Train short, test long" (2022), arXiv:2108.12409.

A score loses m times the distance of its query and its key.
"""

from theory.claim import Claim
from theory.letters import h, j, m, n
from theory.softmax.words import softmax
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import bracket, exp, larger, log
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.terms import term
from theory.stating.variables import index, positive, real, size
from theory.stating.vocabulary import word

s, fall = numbers("s", n), real("m")
at = index("i", n)
distance = larger(at - j, j - at)
steep, most, far = positive("m"), real("C"), size("r")
biased = softmax(every(j, entry=s[j] - steep * distance))
seen = index("j", at)  # a query sees the keys up to its own place


@word(r"m^{{({h})}}_{{{r}}}", r=lambda h: h)
def slope_of(h, r):
    """Press et al. 2022: head r of h loses 2^(-8 r/h) times the distance."""
    return exp(-8 * r / h * log(term(2)))


@word(r"\operatorname{{bias}}({mu}, {m}, {n})_{{{r}{i}{j}}}", computed=True,
      r="mu", i=lambda m: m, j=lambda n: n)  # fmt: skip
def bias(mu: Family, m, n, r, i, j):
    """What impl/alibi.py adds to the scores of m queries and n keys, for each head."""


@word(r"\operatorname{{slopes}}({h})_{{{r}}}", computed=True, r=lambda h: h)
def slopes(h, r):
    """What impl/alibi.py gives to h heads."""


def slopes_beyond(power, more):
    """Heads beyond a power of two have its slopes, and then odd ones of twice as many."""
    place = index("t", term(power))
    yield equal(slopes(power + more)[place], slope_of(power)[place])
    for t in range(1, more + 1):
        yield equal(slopes(power + more)[power + t], slope_of(2 * power)[2 * t - 1])


head = index("r", h)
mu = numbers("mu", h)
asked, query = m, index("i", m)
behind = n + query - asked  # a query's place among the keys: the last stands at the last
CLAIMS = (
    Claim(
        id="position.linear-bias",
        kind="definition",
        states=states(
            equal(bias(mu, n, n)[head, at, j], -mu[head] * distance),
            equal(
                bias(mu, asked, n)[head, query, j],
                -mu[head] * larger(behind - j, j - behind),
            ),
        ),
        says="A linear bias takes from each score its head's slope times the distance of query and "
        "key; with fewer queries than keys, the last query stands at the last key.",
        builds_on=("scores.scaled-dot",),
    ),
    Claim(
        id="position.linear-bias-is-a-factor",
        states=states(
            equal(
                softmax(every(j, entry=s[j] - fall * distance))[j],
                exp(s[j])
                * exp(-fall * distance)
                / total(every(j, entry=exp(s[j]) * exp(-fall * distance))),
            )
        ),
        says="With m times the distance taken from each score, the weights are those of the "
        "exponentials of the scores, times a factor of the distance, exp(-m |i - j|).",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="position.linear-bias-in-order-knows-the-key-alone",
        states=states(
            equal(
                softmax(every(seen, entry=s[seen] - fall * (at - seen)))[seen],
                softmax(every(seen, entry=s[seen] + fall * seen))[seen],
            )
        ),
        says="Where a query sees the keys up to its own place, m times the distance taken from the "
        "scores gives the weights that m j added to the score of key j gives.",
        note="The position of the query cancels: this relative position is an absolute one, of "
        "keys. Without causal order it is not.",
        builds_on=("position.linear-bias-is-a-factor", "softmax.shift-invariance"),
    ),
    Claim(
        id="position.linear-bias-forgets-the-far",
        states=states(
            line(
                softmax(every(j, entry=s[j] - fall * distance))[j],
                "≤",
                exp(s[j] - s[at]) * exp(-fall * distance),
            )
        ),
        says="With a linear bias of slope m, a key at distance r weighs at most exp(-m r) times "
        "the exponential of its score over that of the score of the key at the query's own place.",
        note="Where scores are bounded and m is positive, far keys are forgotten, however many "
        "stand between: position.linear-bias-forgets-all-that-is-far.",
        builds_on=("position.linear-bias-is-a-factor",),
    ),
    Claim(
        id="position.linear-bias-forgets-all-that-is-far",
        states=states(
            line(
                total(every(j, entry=(1 - bracket(distance, "<", far)) * biased[j])),
                "≤",
                2 * exp(most) * exp(-steep * far) / (1 - exp(-steep)),
            ),
            given=line(s[j] - s[at], "≤", most),
        ),
        says="With a linear bias of a positive slope m, where no score exceeds that of the key at "
        "the query's own place by more than C, all keys at distance r or more weigh together at "
        "most 2 exp(C) exp(-m r)/(1 - exp(-m)), however many they are.",
        builds_on=("position.linear-bias-forgets-the-far",),
    ),
    Claim(
        id="position.slopes-of-half-the-heads",
        states=states(equal(slope_of(2 * h)[2 * head], slope_of(h)[head])),
        says="Of the slopes 2^(-8 r/h), every second one of 2h heads is one of h heads.",
        note="So the odd ones are new, and can be given to heads beyond a power of two.",
        builds_on=("position.linear-bias-is-a-factor",),
    ),
    Claim(
        id="position.slopes-beyond-a-power-of-two",
        states=states(
            *(
                line
                for power in (1, 2, 4)
                for more in range(power)
                for line in slopes_beyond(power, more)
            )
        ),
        kind="example",
        says="For N = 1, 2 and 4, N heads have the slopes 2^(-8 t/N). With r more, fewer than N, "
        "come these first, and then r slopes of 2N heads: the first, the third, and so on. So "
        "three heads have 2^-4, 2^-8 and 2^-2, no geometric sequence.",
        note="The paper says that for n heads the slopes are the geometric sequence that starts at "
        "2^(-8/n) with this ratio. Its code does that for powers of two alone.",
        builds_on=("position.slopes-of-half-the-heads",),
    ),
)
