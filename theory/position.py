"""Positions: what the documents print, and what is claimed of it.

Positions p and columns of PE count from 0. Where the width must be even, d is the number of pairs.
"""

from fractions import Fraction

from theory.alibi import CLAIMS as LINEAR_BIASES
from theory.claim import Claim, Hypothesis
from theory.gauge import OF_POSITIONS
from theory.letters import L, a, d, d_model
from theory.order_of_rows import CLAIMS as ORDER
from theory.rotary import CLAIMS as ROTARY
from theory.stating.families import (
    Family,
    cos,
    delta,
    every,
    index,
    letter,
    matrix,
    numbers,
    odd,
    pi,
    positive,
    real,
    sin,
    size,
    sqrt,
    total,
    word,
)
from theory.stating.statements import equal, line, sized, states
from theory.stating.terms import Variable, term
from theory.words import dot, length_squared

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


@word(r"\lvert\{{i : 0 \le i \le {last}\}}\rvert")
def columns_up_to(last):
    """How many columns there are from 0 up to the last."""
    return total(every(index("i", last + 1), entry=term(1)))


@word(r"\mathrm{{oh}}_{{{p} {k}}}")
def one_hot(p, k):
    """1 at the place of position p, which is counted from 0, and 0 elsewhere."""
    return delta(p + 1, k)


@word(r"pe_{{{p} {c}}}", computed=True)
def learned(W: Family, p, c):
    """What a library computes of a learned position."""


@word(r"X_{{{i} {j}}}", computed=True)
def with_positions(E: Family, PE: Family, c, i, j):
    """What a library computes of embeddings and positions."""


p, q, c, shift = real("p"), real("q"), real("c"), real("k")
place, pair = Variable("p", "natural"), Variable("i", "natural")
base = positive("b")
half, other = Variable("k", "natural"), index("k", d_model)
period = letter("lambda", lambda c: 2 * pi * BASE ** ((c - 1 - odd(c - 1)) / d_model))
wavelength = letter("lambda", lambda i: 2 * pi * base ** (2 * i / d_model))
omega = letter("omega", lambda i: 1 / BASE ** (2 * i / d_model))
N = size("N")
entry = index("k", N)
W, E, PE = numbers("W^pe", N, d_model), numbers("E", L, d_model), numbers("PE", L, d_model)
places = numbers("p", L, domain="natural")
e, e_, u, u_ = (numbers(name, d) for name in ("e", "e'", "p", "p'"))
wide = numbers("e", d_model)

E_123 = ((2, 1, 3, 4), (1, 3, 2, 4), (3, 2, 1, 4))  # 001:327-331, in tenths
E_321 = ((3, 2, 1, 4), (1, 3, 2, 4), (2, 1, 3, 4))  # 001:346-350
POS = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0))  # 001:333-337, 001:352-356
X_123 = ((3, 1, 3, 4), (1, 4, 2, 4), (3, 2, 2, 4))  # 001:339-343, in tenths
X_321 = ((4, 2, 1, 4), (1, 4, 2, 4), (2, 1, 4, 4))  # 001:357-360


def _tenths(name, rows):
    entry = matrix(name, tuple(tuple(Fraction(value, 10) for value in each) for each in rows))
    return entry[i_worked, j_worked]


i_worked, j_worked = index("i", term(3)), index("j", term(4))
given, given_ = _tenths("E", E_123), _tenths("E'", E_321)
printed, printed_ = _tenths("X", X_123), _tenths("X'", X_321)
at_place = matrix("PE", POS)[i_worked, j_worked]

EVEN = {"even-width": Hypothesis("the width is even", line(d_model, "=", 2 * d))}
ABOVE_ONE = {"base-above-one": Hypothesis("the base is above 1", line(base, ">", 1))}


CLAIMS = (
    Claim(
        id="position.sinusoidal",
        kind="definition",
        states=states(
            equal(
                sinusoid(place, 2 * pair),
                sin(place / BASE ** (2 * pair / d_model)),
                when=line(2 * pair, "<", d_model),
            ),
            equal(
                sinusoid(place, 2 * pair + 1),
                cos(place / BASE ** (2 * pair / d_model)),
                when=line(2 * pair + 1, "<", d_model),
            ),
        ),
        says="Each pair of columns is the sine and the cosine of the position at one frequency; "
        "positions and columns count from 0.",
        sources=("001:308", "003:26", "003:50", "003:52", "004:61/constants"),
        answers=(
            "000:96",
            "001:311/ranges",
            "001:355/argument",
            "003:50/letters",
            "003:50/typesetting",
            "003:52/typesetting",
        ),
        note="001:389 counts positions from 1, the original and the code from 0. "
        "tensor2tensor puts all sines before all cosines (tensorflow/tensor2tensor#1423).",
    ),
    Claim(
        id="position.both-printed-forms-agree",
        states=states(
            equal(
                sin(p / BASE ** (pair / d_model)),
                sin(p / BASE ** (2 * half / d_model)),
                when=line(pair, "=", 2 * half),
            ),
            equal(
                cos(p / BASE ** ((pair - 1) / d_model)),
                cos(p / BASE ** (2 * half / d_model)),
                when=line(pair, "=", 2 * half + 1),
            ),
        ),
        answers=("001:308", "001:311/ranges", "003:50/index"),
        says="The form by columns and the form by pairs are the same, if columns count from 0.",
        builds_on=("position.sinusoidal",),
        repairs=("position.columns-count-from-one",),
    ),
    Claim(
        id="position.columns-count-from-one",
        states=states(equal(sinusoid(p, column), sinusoid(p, column - 1))),
        says="With columns from 1 to d_model the formula gives the original's rows.",
        sources=("001:311/ranges",),
    ),
    Claim(
        id="position.columns-run-up-to-d-model",
        states=states(equal(columns_up_to(d_model), d_model)),
        says="With columns from 0 up to d_model a row has d_model components.",
        sources=("001:311/ranges",),
    ),
    Claim(
        id="position.d-model-is-the-length",
        states=states(equal(d_model, L)),
        says="d_model is the number of elements in the sequence.",
        sources=("001:311/d-model",),
    ),
    Claim(
        id="position.sizes",
        states=states(
            sized(every(row, column, entry=sinusoid(row - 1, column - 1)), L, d_model),
            sized(every(row, column, entry=learned(W, places[row], column)), L, d_model),
            sized(E + PE, L, d_model),
        ),
        says="L positions make L rows as wide as the embeddings, sinusoidal or learned; a row is "
        "added to a row of the same width, so d_input is d_model.",
        sources=("001:305", "001:389-394"),
        answers=("001:311/ranges", "001:311/d-model", "001:311/index", "001:389-394/name"),
        builds_on=("position.sinusoidal", "position.learned", "position.added"),
        repairs=("position.columns-run-up-to-d-model", "position.d-model-is-the-length"),
    ),
    Claim(
        id="position.added",
        kind="definition",
        states=states(
            equal(with_positions(E, PE, c, row, column), E[row, column] + c * PE[row, column])
        ),
        says="Positions are added to the embeddings, row by row, times a scale.",
        sources=(
            "001:305",
            "001:317",
            "001:379",
            "001:443/formula",
            "003:46/added",
            "004:60",
            "004:61/constants",
        ),
        answers=("000:96", "001:317/typesetting", "001:443", "001:447-451", "003:26", "004:61"),
    ),
    Claim(
        id="position.learned",
        kind="definition",
        states=states(
            equal(
                learned(W, place, column),
                total(every(entry, entry=one_hot(place, entry) * W[entry, column])),
            ),
            given=line(place, "<", N),
        ),
        says="Learned positions are rows of a table, as embeddings are; there is no position "
        "beyond the table's end.",
        sources=("001:355/argument", "001:382", "001:385-387", "001:385-387/table"),
        answers=("001:333-337/one-hot", "004:61/constants"),
        builds_on=("embedding.selects-a-row",),
    ),
    Claim(
        id="position.worked-sum-as-printed",
        kind="example",
        states=states(equal(given + at_place, printed), equal(given_ + at_place, printed_)),
        says="The two worked sums of embeddings and positions add up.",
        sources=("001:326-343", "001:344-360"),
    ),
    Claim(
        id="position.worked-sum-at-one-tenth",
        kind="example",
        states=states(
            equal(given + at_place / 10, printed),
            equal(given_ + at_place / 10, printed_),
            equal(given + at_place - printed, Fraction(9, 10) * at_place),
            equal(given_ + at_place - printed_, Fraction(9, 10) * at_place),
        ),
        answers=("001:322", "001:326-343", "001:344-360", "001:374-376"),
        says="Both worked sums are right with the scale 1/10, which is not printed; as printed, "
        "the three entries that meet a 1 are off by 0.9.",
        builds_on=("position.added",),
        repairs=("position.worked-sum-as-printed",),
    ),
    *ORDER,
    Claim(
        id="position.length-of-a-row",
        states=states(equal(scaled_length_squared(c, p), c**2 * d_model / 2), hypotheses=EVEN),
        answers=("001:379",),
        says="All positions have the same length, √(d_model/2), and the scale sets it.",
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
        "position, for every width. Where the position is multiplied instead, the ratio is "
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
        says="The columns of a pair, a sine and a cosine, have one period. From pair to pair, the "
        "periods grow in geometric progression from 2π, so there are no more of them than pairs.",
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
        says="With base b, no wavelength reaches b · 2π: with base 10000, none reaches 10000 · 2π.",
        builds_on=("position.wavelengths",),
        note="Vaswani et al. (2017), section 3.5, says that they end there: 'from 2π to 10000 · "
        "2π'.",
    ),
    Claim(
        id="position.inner-product-knows-the-offset",
        states=states(
            equal(inner_product(p, q), total(every(a, entry=cos(omega(a - 1) * (p - q))))),
            hypotheses=EVEN,
        ),
        answers=("003:46/relative",),
        says="The inner product of two positions depends on their offset alone, and not on its "
        "sign: distance is encoded, direction is not.",
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
    *ROTARY,
    *OF_POSITIONS,
    *LINEAR_BIASES,
)
