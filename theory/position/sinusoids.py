"""The sinusoids: how long their rows are, how their waves go, and what their products know."""

from theory.claim import Claim, Hypothesis
from theory.letters import L, a, d, d_model
from theory.shared_words import dot, length_squared
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import cos, odd, pi, sin, sqrt
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.terms import Variable, term
from theory.stating.variables import index, positive, real, size
from theory.stating.vocabulary import letter, word

BASE = term(10000)
row, column = index("i", L), index("j", d_model)


@word(r"PE_{{{p}, {c}}}")
def sinusoid(p, c):
    """001:308: column c of the row of position p, both counted from 0."""
    by_sine, by_cosine = sin(p / BASE ** (c / d_model)), cos(p / BASE ** ((c - 1) / d_model))
    return (1 - odd(c)) * by_sine + odd(c) * by_cosine


def sinusoids(p) -> Family:
    """The row of a position."""
    return every(column, entry=sinusoid(p, column - 1))


@word(r"\lVert PE_{{{p}}} \rVert^2")
def row_length_squared(p):
    """The squared length of the row of a position."""
    return length_squared(sinusoids(p))


@word(r"\lVert {c} \, PE_{{{p}}} \rVert^2")
def scaled_length_squared(c, p):
    """The squared length of the row of a position, times a scale."""
    return length_squared(c * sinusoids(p))


@word(r"\lVert PE_{{{p}}} - PE_{{{q}}} \rVert^2")
def distance_squared(p, q):
    """How far two positions are apart."""
    return length_squared(sinusoids(p) - sinusoids(q))


@word(r"\langle PE_{{{p}}}, PE_{{{q}}} \rangle")
def inner_product(p, q):
    """The inner product of the rows of two positions."""
    return dot(sinusoids(p), sinusoids(q))


@word(r"\langle {q}, {k} \rangle")
def inner(q: Family, k: Family):
    """The dot product, as it is written of sums."""
    return dot(q, k)


p, q, c, shift = real("p"), real("q"), real("c"), real("k")
place, pair = Variable("p", "natural"), Variable("i", "natural")
base = positive("b")
half, other = Variable("k", "natural"), index("k", d_model)
period = letter("lambda", lambda c: 2 * pi * BASE ** ((c - 1 - odd(c - 1)) / d_model))
wavelength = letter("lambda", lambda i: 2 * pi * base ** (2 * i / d_model))
omega = letter("omega", lambda i: 1 / BASE ** (2 * i / d_model))
e, e_, u, u_ = (numbers(name, d) for name in ("e", "e'", "p", "p'"))
wide = numbers("e", d_model)

EVEN = {"even-width": Hypothesis("the width is even", line(d_model, "=", 2 * d))}
ABOVE_ONE = {"base-above-one": Hypothesis("the base is above 1", line(base, ">", 1))}


CLAIMS = (
    Claim(
        id="position.length-of-a-row",
        states=states(equal(scaled_length_squared(c, p), c**2 * d_model / 2), hypotheses=EVEN),
        answers=("001:379",),
        says="For an even width, all positions have the same length, √(d_model/2); a scale c "
        "multiplies it by |c|.",
        builds_on=("position.sinusoidal",),
    ),
    Claim(
        id="position.original-scales-the-positions",
        kind="historical",
        states=states(
            equal(sqrt(d_model) * real("E") + real("PE"), real("E") + sqrt(d_model) * real("PE"))
        ),
        says="The original paper multiplies the positional encoding by the root of d_model.",
        sources=("001:380",),
    ),
    Claim(
        id="position.original-balances-token-and-place",
        states=states(
            equal(length_squared(sqrt(d_model) * wide), 2 * row_length_squared(p)),
            equal(length_squared(wide), 2 / d_model**2 * scaled_length_squared(sqrt(d_model), p)),
            hypotheses={
                **EVEN,
                "unit-embeddings": Hypothesis(
                    "an embedding has length 1 before it is scaled",
                    line(length_squared(wide), "=", 1),
                ),
            },
        ),
        answers=("001:305/original", "001:380"),
        says="An embedding of length 1 that is multiplied by √d_model is √2 times as long as a "
        "position, for every even width. Where the position is multiplied instead, the ratio is "
        "√2/d_model.",
        builds_on=("position.length-of-a-row",),
        repairs=("position.original-scales-the-positions",),
        note="The original multiplies the embedding (Vaswani et al. 2017, section 3.4), the draft "
        "the position.",
    ),
    Claim(
        id="position.relative-to-the-length",
        states=states(
            equal(sinusoid(p, column - 1), sinusoid(q, column - 1)),
            given=line(p / L, "=", q / size("M")),
        ),
        says="The vector of a position is made from its place relative to the whole sequence.",
        sources=("003:46/relative",),
    ),
    Claim(
        id="position.unique",
        answers=("003:26", "003:46/relative"),
        states=states(
            line(distance_squared(p, q), "≥", 2 - 2 * cos(p - q), ">", 0),
            hypotheses={
                "whole-positions": Hypothesis(
                    "the positions are a whole number apart",
                    line(p - q, "=", Variable("k", "shift")),
                ),
                "two-columns": Hypothesis("there are at least two columns", line(d_model, "≥", 2)),
            },
        ),
        sources=("003:46/unique",),
        says="Every position has a vector of its own, made from the position alone, in a sequence "
        "of any length. Two positions are at least as far apart as in their first pair of "
        "columns, which never repeats, because π is irrational.",
        builds_on=("position.sinusoidal",),
        repairs=("position.relative-to-the-length",),
    ),
    Claim(
        id="position.as-many-periods-as-dimensions",
        states=states(line(period(column), "≠", period(other)), given=line(column, "≠", other)),
        says="There are as many different periods as dimensions.",
        sources=("004:61",),
    ),
    Claim(
        id="position.wavelengths",
        states=states(
            equal(
                sin((p + wavelength(pair)) / base ** (2 * pair / d_model)),
                sin(p / base ** (2 * pair / d_model)),
            ),
            equal(
                cos((p + wavelength(pair)) / base ** (2 * pair / d_model)),
                cos(p / base ** (2 * pair / d_model)),
            ),
            equal(wavelength(0), 2 * pi),
            line(wavelength(pair + 1) / wavelength(pair), "=", base ** (2 / d_model), ">", 1),
            hypotheses=ABOVE_ONE,
        ),
        answers=("004:61",),
        says="The columns of a pair, a sine and a cosine, repeat after one length. From pair to "
        "pair, these lengths grow in geometric progression from 2π; there is one for each pair, "
        "if a last sine without its cosine counts as one.",
        builds_on=("position.sinusoidal",),
        repairs=("position.as-many-periods-as-dimensions",),
    ),
    Claim(
        id="position.longest-wavelength",
        states=states(
            line(wavelength(pair), "<", 2 * pi * base),
            given=line(2 * pair, "<", d_model),
            hypotheses=ABOVE_ONE,
        ),
        says="With a base b above 1, no wavelength reaches b · 2π: with base 10000, none reaches "
        "10000 · 2π.",
        builds_on=("position.wavelengths",),
        note="Vaswani et al. (2017), section 3.5, says that they end there: 'from 2π to 10000 · "
        "2π'. Those of its code do, whose exponents are others (position.sinusoidal).",
    ),
    Claim(
        id="position.inner-product-knows-the-offset",
        states=states(
            equal(inner_product(p, q), total(every(a, entry=cos(omega(a - 1) * (p - q))))),
            hypotheses=EVEN,
        ),
        answers=("003:46/relative",),
        says="For an even width, the inner product of two positions depends on their offset alone, "
        "and not on its sign: it does not tell the direction.",
        builds_on=("position.sinusoidal",),
    ),
    Claim(
        id="position.shift-is-a-rotation",
        states=states(
            equal(
                sinusoid(p + shift, 2 * pair),
                cos(omega(pair) * shift) * sinusoid(p, 2 * pair)
                + sin(omega(pair) * shift) * sinusoid(p, 2 * pair + 1),
            ),
            equal(
                sinusoid(p + shift, 2 * pair + 1),
                -sin(omega(pair) * shift) * sinusoid(p, 2 * pair)
                + cos(omega(pair) * shift) * sinusoid(p, 2 * pair + 1),
            ),
        ),
        answers=("003:46/relative",),
        says="A shift by k turns each pair of columns by a fixed angle: a linear map that does not "
        "depend on the position.",
        builds_on=("position.sinusoidal",),
    ),
    Claim(
        id="position.scores-have-four-parts",
        states=states(
            equal(inner(e + u, e_ + u_), inner(e, e_) + inner(e, u_) + inner(u, e_) + inner(u, u_))
        ),
        says="Without projections, a dot score of rows with positions has four parts. Only the "
        "last is made of positions alone; for sinusoids of even width it depends on their offset "
        "alone (position.inner-product-knows-the-offset).",
        builds_on=("position.added", "position.inner-product-knows-the-offset", "scores.dot"),
    ),
)
