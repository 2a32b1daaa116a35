"""Why one layer with one head cannot go on with what was repeated.

C. Olsson et al., "In-context learning and induction heads" (2022), arXiv:2209.11895. Tokens are
a, b, c, d = 1, 2, 3, 4. A query a sees four tokens and should name what followed a among them.
"""

from theory.claim import Claim
from theory.letters import j, k, n
from theory.softmax import softmax
from theory.stating.families import (
    Family,
    delta,
    every,
    exp,
    index,
    numbers,
    positive,
    word,
)
from theory.stating.statements import equal, line, states
from theory.stating.terms import term

SEEN = 4


@word(r"Z({t_1}, {t_2}, {t_3}, {t_4})")
def mass(e: Family, t_1, t_2, t_3, t_4):
    """The sum over the places of how much each token there weighs."""
    return sum(e[place, each] for place, each in enumerate((t_1, t_2, t_3, t_4), start=1))


@word(r"M({t_1}, {t_2}, {t_3}, {t_4})")
def lead(e: Family, u: Family, t_1, t_2, t_3, t_4):
    """By how much b leads c: a mean over the places of what each token there says for b."""
    tokens = enumerate((t_1, t_2, t_3, t_4), start=1)
    said = sum(e[place, each] * u[place, each] for place, each in tokens)
    return said / mass(e, t_1, t_2, t_3, t_4)


@word(r"\operatorname{{next}}({r})_{{{i}}}", computed=True, i="r")
def went_on(r: Family, i):
    """What the two layers of impl/induction.py name after r with a query before place i, again."""


place = index("i", term(SEEN - 1))
r = numbers("r", SEEN - 1, domain="bit")
e, u = numbers("e", SEEN, SEEN, domain="positive"), numbers("u", SEEN, SEEN)
A, B, C, D = 1, 2, 3, 4
sharp, g, held = positive("s"), positive("g"), numbers("a", n)


def heard(*tokens):
    """What all places say together."""
    return mass(e, *tokens) * lead(e, u, *tokens)


CLAIMS = (
    Claim(
        id="decoder.one-layer-cannot-go-on",
        states=states(
            equal(heard(A, C, D, B) + heard(D, B, A, C), heard(A, B, D, C) + heard(D, C, A, B)),
            line(0, "<", mass(e, A, C, D, B)),
            line(0, "<", mass(e, D, B, A, C)),
        ),
        says="With one attention layer and one head, what a c d b and d b a c say together for b "
        "before c, which a query a should answer by c, is what a b d c and d c a b say together, "
        "which it should answer by b.",
        note="So no weights answer all four. A token at a place has one weight and says one thing, "
        "whatever stands beside it. Two layers can: the first tells each place which token stands "
        "before it.",
        builds_on=("decoder.causal",),
    ),
    Claim(
        id="decoder.two-layers-go-on",
        states=states(equal(went_on(r)[place], r[place])),
        kind="example",
        says="Two attention layers with one head each go on with a repeated sequence: among four "
        "tokens a query sees itself once, and two tokens at the other places, in any order; what "
        "followed it comes next. The weights are written down, every sequence is tried.",
        builds_on=("decoder.one-layer-cannot-go-on", "heads.causal-mask"),
    ),
    Claim(
        id="decoder.sharp-layers-go-on",
        states=states(
            line(softmax(every(j, entry=sharp * delta(j, k)))[k], "≥", 1 - (n - 1) * exp(-sharp)),
            line(
                softmax(sharp * held)[k],
                "≥",
                1 - (n - 1) * exp(-sharp * g),
                when=line(held[j], "≤", held[k] - (1 - delta(j, k)) * g),
            ),
        ),
        says="With scores that are s at one place and 0 at the others, as in the first layer, this "
        "place has all the weight but (n - 1) e^(-s). With scores s times how much of the last "
        "token a place holds, as in the second, a place that holds g more than all others has all "
        "but (n - 1) e^(-s g).",
        note="So if the last token stood once before, g is 1 - 2 (n - 1) e^(-s) at least, and both "
        "layers are as certain as one likes, in a sequence of any length.",
        builds_on=("decoder.two-layers-go-on", "lookup.soft-tends-to-hard"),
    ),
)
