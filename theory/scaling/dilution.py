"""Many keys: weights do not see distance, keep information only together, and thin out."""

from fractions import Fraction

from theory.claim import Claim, Hypothesis
from theory.letters import i, j, k, l, n
from theory.softmax.words import softmax, softmax_of_kept, x
from theory.stating.families import every, numbers, total
from theory.stating.operations import exp, log
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.variables import positive, real
from theory.stating.vocabulary import letter

C, D, eps = real("C"), real("D"), positive("epsilon")
half = Fraction(1, 2)

lead, others = real("s_0"), numbers("s", n)  # a score, and n others
alpha_0 = letter("alpha_0", exp(lead) / (exp(lead) + total(others.map(exp))))

at_place, kept = numbers("S", n, n), numbers("kappa", n, domain="bit")  # place, key
key_at = every(j, entry=j).permuted()  # the key that stands at a place
v, w = numbers("v", n), numbers("w", n)


CLAIMS = (
    Claim(
        id="scaling.weights-ignore-distance",
        states=states(
            equal(
                softmax_of_kept(kept, every(i, entry=at_place[i, key_at[i]]))[i],
                softmax_of_kept(kept, every(i, entry=at_place[i, i])).permuted()[i],
            ),
            hypotheses={
                "scores-without-place": Hypothesis(
                    "scores depend on the rows, and rows do not depend on their place",
                    line(at_place[k, l], "=", others[l]),
                ),
                "no-mask": Hypothesis("nothing is masked", line(kept[j], "=", 1)),
            },
        ),
        says="A key has the same weight wherever it stands: distance in the sequence does not "
        "matter.",
        answers=("002:16/distance", "004:30"),
        builds_on=("lookup.order-of-pairs-is-irrelevant",),
    ),
    Claim(
        id="scaling.no-information-is-lost",
        states=states(
            line(total(softmax(x) * v), "≠", total(softmax(x) * w), when=line(v[j], "≠", w[j]))
        ),
        sources=("004:30/lost",),
        says="However long the sequence, no information is lost.",
    ),
    Claim(
        id="scaling.weights-dilute",
        states=states(
            line(1 / alpha_0, "≥", 1 + n * exp(-D)),
            line(alpha_0, "<", eps, when=line(eps, ">", exp(D) / n)),
            equal(
                total(softmax(x) * v.permuted()),
                total(softmax(x) * v),
                when=line(x[j], "=", C),
            ),
            hypotheses={
                "bounded-lead": Hypothesis(
                    "no other score is more than D below", line(lead - others[j], "≤", D)
                )
            },
        ),
        answers=("001:198/why", "002:16/distance", "004:30"),
        says="With scores that differ by at most D, no weight among n + 1 exceeds 1/(1 + n "
        "e^(-D)): every element's share is at most e^D/n, so as the sequence grows it falls below "
        "every ε. Where all scores are equal, the order of the values is lost.",
        builds_on=("softmax.definition",),
        repairs=("scaling.no-information-is-lost", "scaling.division-keeps-weights-off-zero"),
    ),
    Claim(
        id="scaling.focus-needs-a-logarithm",
        states=states(
            line(alpha_0, "=", half, when=line(lead - others[j], "=", log(n))),
            line(alpha_0, "<", half, when=line(lead - others[j], "<", log(n))),
        ),
        answers=("004:30",),
        says="A score that leads n others by log n each keeps half of the attention; with all "
        "leads below log n it keeps less (scaling.weights-dilute), so bounded scores cannot focus "
        "in long sequences.",
        builds_on=("scaling.weights-dilute",),
    ),
)
