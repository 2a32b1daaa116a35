"""Why one layer with one head cannot go on with what was repeated.

C. Olsson et al., "In-context learning and induction heads" (2022), arXiv:2209.11895. Tokens are
a, b, c, d = 1, 2, 3, 4. A query a sees four tokens and should name what followed a among them.
"""

from theory.claim import Claim
from theory.letters import L, j, k, m, n
from theory.lookup.attending import attention
from theory.softmax.words import softmax
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import delta, exp, larger
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.terms import term
from theory.stating.variables import index, positive
from theory.stating.vocabulary import word

SEEN, FREE = 4, 3
A, B, C, D = 1, 2, 3, 4


@word(r"Z({t_1}, {t_2}, {t_3}, {t_4})")
def mass(e: Family, t_1, t_2, t_3, t_4):
    """The sum over the places of how much each token there weighs."""
    return e[1, t_1] + e[2, t_2] + e[3, t_3] + e[4, t_4]


@word(r"W({t_1}, {t_2}, {t_3}, {t_4})")
def votes(w: Family, t_1, t_2, t_3, t_4):
    """What the tokens at all places say for b and against c, each times its weight."""
    return w[1, t_1] + w[2, t_2] + w[3, t_3] + w[4, t_4]


@word(r"M({t_1}, {t_2}, {t_3}, {t_4})")
def lead(e: Family, u: Family, t_1, t_2, t_3, t_4):
    """By how much b leads c: a mean over the places of what each token there says for b."""
    said = lambda place, token: e[place, token] * u[place, token]
    return (said(1, t_1) + said(2, t_2) + said(3, t_3) + said(4, t_4)) / mass(e, t_1, t_2, t_3, t_4)


@word(r"A^{{{place}}}_{{{token}}}({t_1}, {t_2}, {t_3}, {t_4})")
def tells(place, token, t_1, t_2, t_3, t_4):
    """Whether a token stands at a place: a mean over places that weigh the same."""
    value = lambda at, held: SEEN * delta(at, place) * delta(held, token)
    return (value(1, t_1) + value(2, t_2) + value(3, t_3) + value(4, t_4)) / SEEN


@word(r"\operatorname{{net}}({t_1}, {t_2}, {t_3}, {t_4})")
def net_after(t_1, t_2, t_3, t_4):
    """A net with two hidden units on two entries of a layer: of b at place 2, of a at place 1."""
    second, first = tells(2, B, t_1, t_2, t_3, t_4), tells(1, A, t_1, t_2, t_3, t_4)
    return 1 - 2 * (larger(0, second - first) + larger(0, first - second))


@word(r"\operatorname{{next}}({r})_{{{i}}}", computed=True, i="r")
def went_on(r: Family, i):
    """What the two layers of impl/induction.py name after r with a query before place i, again."""


place = index("i", term(FREE))
r = numbers("r", FREE, 2, domain="bit")  # each token in two bits
said = numbers("w", SEEN, SEEN)
e, u = numbers("e", SEEN, SEEN, domain="positive"), numbers("u", SEEN, SEEN)
sharp, g, held = positive("s"), positive("g"), numbers("a", n)
slip, sharp_at = (n - 1) * exp(-sharp), every(j, entry=sharp * delta(j, k))
left_over = (L - 1) * exp(-sharp)  # the slip of a place that sees L others
is_last, at_right = numbers("v", n), index("i", m)
right, other = numbers("r", m), numbers("w", n)
masses = [total((sharp * held).map(exp)) for held in (right, other)]
share = masses[0] / (masses[0] + masses[1])


def heard(*tokens):
    """What all places say together."""
    return mass(e, *tokens) * lead(e, u, *tokens)


CLAIMS = (
    Claim(
        id="decoder.one-layer-cannot-go-on",
        states=states(
            equal(heard(A, C, D, B) + heard(D, B, A, C), heard(A, B, D, C) + heard(D, C, A, B)),
            *(
                line(0, "<", mass(e, *order))
                for order in ((A, C, D, B), (D, B, A, C), (A, B, D, C), (D, C, A, B))
            ),
        ),
        says="Take one attention layer with one head. What it says for b rather than c after a c "
        "d b and after d b a c, each times its sum of exponentials, which is positive, adds up to "
        "the same as after a b d c and after d c a b. But a query a should answer the first two "
        "with c and the last two with b.",
        note="So no weights answer all four by a linear read-out: a token at a place has one "
        "weight and says one thing, whatever stands beside it. What the query's own place says, "
        "and a residual, adds the same to both sums. A net after the attention can "
        "(decoder.a-net-after-one-layer-goes-on), and so can two layers: the first tells each "
        "place which token stands before it. Sanford, Hsu and Telgarsky 2024 (arXiv:2408.14332) "
        "bound the size of any one layer, with a net, that goes on after every sequence.",
        builds_on=("decoder.causal",),
    ),
    Claim(
        id="decoder.one-layer-fails-one-of-four",
        states=states(
            line(votes(said, D, C, A, B), "<", 0),
            given=(
                line(votes(said, A, C, D, B), "<", 0),
                line(votes(said, D, B, A, C), "<", 0),
                line(votes(said, A, B, D, C), ">", 0),
            ),
        ),
        says="A query a that sees a c d b or d b a c should go on with c, and with b after a b d c "
        "or d c a b. If each token at a place adds the same whatever stands beside it, and the "
        "first three are gone on with rightly, the fourth is not, by a strict lead: whatever the "
        "weights of one attention layer with one head are, if the token is read linearly off its "
        "output, with no net between, it is wrong on at least one.",
        note="By how much b leads c is the sum of what the places say, each times its weight, over "
        "the sum of the weights, which is positive: both have one sign. What the query's own place "
        "says, and a residual, can be shared out among the places that it sees. With leads of 0 "
        "counted as wrong, too, at least one of the four is wrong.",
        builds_on=("decoder.one-layer-cannot-go-on",),
    ),
    Claim(
        id="decoder.a-net-after-one-layer-goes-on",
        states=states(
            *(equal(net_after(*order), -1) for order in ((A, C, D, B), (D, B, A, C))),
            *(equal(net_after(*order), 1) for order in ((A, B, D, C), (D, C, A, B))),
        ),
        says="A net after the one layer answers all four. Let all four places weigh the same, and "
        "let the output tell whether b stands at the second place, 1 or 0, and whether a stands at "
        "the first. Of these two a net with two hidden units gives 1 where they are equal and -1 "
        "where they are not: -1, for c, after a c d b and d b a c, and 1, for b, after a b d c and "
        "d c a b.",
        builds_on=("decoder.one-layer-fails-one-of-four",),
    ),
    Claim(
        id="decoder.two-layers-go-on",
        states=states(equal(went_on(r)[place], 2 * r[place, 1] + r[place, 2])),
        kind="example",
        says="Two attention layers with one head each go on after a token that is repeated. A "
        "place sees the places before it, not itself; the first sees none and holds 0. Of five "
        "places, the query token stands at the last and at one of the first three, and any of "
        "four other tokens at each of the other three. The token that followed the query comes "
        "next. The weights are written down, every sequence is tried.",
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
        says="With scores that are s at one place and 0 at the others, as in the first layer, "
        "this place has all the weight but at most (n - 1) e^(-s). With scores s times how much "
        "of the last token a place holds, as in the second, a place that holds at least g more "
        "than each other has all the weight but at most (n - 1) e^(-s g).",
        builds_on=("decoder.two-layers-go-on", "lookup.soft-tends-to-hard"),
    ),
    Claim(
        id="decoder.first-layer-holds-the-token-before",
        states=states(
            line(slip, "≥", attention(sharp_at, is_last) - is_last[k], "≥", -slip),
            given=line(-1, "≤", is_last[j] - is_last[k], "≤", 1),
        ),
        says="In the first layer a place that sees n places, not itself, with score s at the one "
        "before it and 0 elsewhere, holds of a token 1 if it stands right before and 0 if not, up "
        "to (n - 1) e^(-s), wherever else the token stands.",
        builds_on=("lookup.retrieval-precision",),
    ),
    Claim(
        id="decoder.two-layers-are-sure",
        states=states(
            line(share, "≥", 1 - n / m * exp(-sharp * (1 - 2 * left_over))),
            given=(line(right[at_right], "≥", 1 - left_over), line(other[j], "≤", left_over)),
        ),
        says="Let the last token have stood m times before, each time with the same token after "
        "it, and let no place see more than L others. Let the first layer hold of it at least 1 - "
        "(L - 1) e^(-s) at the m places right after, and at most (L - 1) e^(-s) at the n others. "
        "If the second layer's scores are s times what the first holds, it gives these m places "
        "together at least 1 - (n/m) e^(-s (1 - 2 (L - 1) e^(-s))) of the weight.",
        note="That much the first layer holds is decoder.first-layer-holds-the-token-before, "
        "where no place sees more than L, nor itself; the first, which sees none, holds 0. So "
        "both layers are as certain as one likes, in a sequence of any length, if s is large; "
        "repetitions help.",
        builds_on=(
            "decoder.first-layer-holds-the-token-before",
            "decoder.two-layers-go-on",
        ),
    ),
)
