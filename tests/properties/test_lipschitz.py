"""How far attention moves when its input does: the claims, on numbers."""

from hypothesis import strategies as st

from proofs.arrays import digits
from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.strategies import numbers
from theory.fifty_digits import mp
from theory.rounding.block_bounds import bound_attended

SIDES = st.integers(1, 5)


def attended(subject, scores, values):
    """Return the output of one query, for values of one column, at fifty digits."""
    column = digits.array([[each] for each in values])
    return subject.attention(digits.array(scores), column).data.ravel()[0]


def rounding(scores, values):
    """Bound the error of that output."""
    return bound_attended(
        max(map(abs, scores)), mp.zero, max(map(abs, values)), len(scores), "digits"
    )


@st.composite
def rows_of_one_length(draw, count):
    n = draw(SIDES)
    return [oracle.exact(draw(numbers(n, kinds=("moderate",)))) for _ in range(count)]


@holds("heads.output-moves-by-a-covariance", rows=rows_of_one_length(4))
def test_the_output_moves_by_a_covariance(subject, rows):
    x, v, rates, turns = rows
    at = lambda t: (
        [a + t * b for a, b in zip(x, rates, strict=True)],
        [a + t * b for a, b in zip(v, turns, strict=True)],
    )
    slope = (attended(subject, *at(oracle.STEP)) - attended(subject, *at(mp.zero))) / oracle.STEP
    p = oracle.softmax(x)
    mixed = oracle.mean(p, [a * b for a, b in zip(rates, v, strict=True)])
    exact = mixed - oracle.mean(p, rates) * oracle.mean(p, v) + oracle.mean(p, turns)
    # Taylor: of rates and values up to 8, the second derivative is below 16³ + 2 · 16²
    allowance = 5000 * oracle.STEP + 3 * rounding(x, [*v, mp.one]) / oracle.STEP
    within([slope], [exact], [allowance], "the slope of the output")


@holds("heads.dot-product-attention-is-not-lipschitz", t=st.integers(-40, 40))
def test_self_attention_moves_as_fast_as_one_likes(subject, t):
    def first_row(y):
        return attended(subject, [y * y, y * t], [y, mp.mpf(t)])

    slope = (first_row(oracle.STEP) - first_row(mp.zero)) / oracle.STEP
    # Taylor: the second derivative at 0 is below 3 (1 + |t|)³
    size = mp.mpf(1 + abs(t))
    allowance = 3 * size**3 * oracle.STEP + 3 * rounding([size], [size]) / oracle.STEP
    within([slope], [mp.mpf(2 + t * t) / 4], [allowance], "the slope of the first row")


@holds("softmax.normaliser-is-convex", rows=rows_of_one_length(2))
def test_the_normaliser_lies_above_its_tangents(subject, rows):
    x, y = rows
    p = list(subject.softmax(digits.array(x)).data)
    rise = oracle.logsumexp(y) - oracle.logsumexp(x)
    lead = [b - a for a, b in zip(x, y, strict=True)]
    assert rise >= oracle.mean(p, lead) - 4 * rounding(x, lead) - 4 * rounding(x, [*x, *y, mp.one])
