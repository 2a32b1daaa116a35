"""The contrastive loss: the claims, on numbers."""

import numpy as np
from hypothesis import strategies as st

from proofs.arrays import digits
from tests.helpers import oracle
from tests.helpers.chance import chance
from tests.helpers.holds import holds, within
from tests.helpers.means import Sample
from tests.helpers.strategies import DTYPES, numbers, sides, wide
from theory.contrastive.geometry import ON_SPHERE, sampled_deviation, sampled_exponential
from theory.fifty_digits import mp
from theory.letters import n
from theory.rounding.bounds import bound_dot, bound_log_softmax, factors
from theory.rounding.library_functions import DIGITS
from theory.stating.exact import Case


def bound_loss(x, dtype):
    """Bound -log of the first weight of the scores."""
    p = oracle.softmax(x)
    return bound_log_softmax(x, p, [mp.log(value) for value in p], dtype)[0]


@st.composite
def scores(draw, dtypes=DTYPES, kinds=("ties", "moderate", "spikes")):
    """Draw the score of a positive and those of negatives, with a batch axis."""
    batch, count, dtype = draw(sides), draw(sides), draw(st.sampled_from(dtypes))
    whole = draw(numbers(batch, count + 1, dtype=dtype, kinds=kinds))
    return whole[:, 0], whole[:, 1:]


def far_apart(case):
    """Lift each anchor's scores by 800 more: exponentials below another's largest are none."""
    positive, negatives = case
    lift = 800 * np.arange(len(positive), dtype=positive.dtype)
    return positive + lift, negatives + lift[:, None]


WIDE = wide(2).map(lambda x: (x[:, 0], x[:, 1:]))


@holds("contrastive.loss", "contrastive.cross-entropy",
       case=scores() | scores().map(far_apart) | WIDE)  # fmt: skip
def test_the_loss_is_minus_the_log_weight_of_the_positive(subject, case):
    positive, negatives = case
    losses = subject.contrastive_loss(positive, negatives)
    assert losses.dtype == positive.dtype
    for loss, own, others in zip(losses, positive, negatives, strict=True):
        x = oracle.exact([own, *others])
        expected = -mp.log(oracle.softmax(x)[0])
        within([loss], [expected], [bound_loss(x, positive.dtype.name)], "loss")


@st.composite
def anchored(draw):
    """Draw anchors, their positives and their negatives."""
    batch, d, n = (draw(sides) for _ in range(3))
    return [draw(numbers(*shape)) for shape in ((batch, d), (batch, d), (batch, n, d))]


TEMPERATURES = st.sampled_from([0.5, 1.0, 4.0])  # by which floats are divided exactly


def assert_divided(subject, rows, temperature, dtype):
    """Compare the losses with the formula, each by itself."""
    got = subject.dot_contrastive_loss(*rows, temperature=temperature)
    batches = (each.tolist() for each in (got, *rows))
    for loss, anchor, positive, own_negatives in zip(*batches, strict=True):
        drawn = (anchor, positive, *own_negatives)
        anchor, *compared = (np.asarray([mp.mpf(v) for v in row], dtype=object) for row in drawn)
        own, *others = (oracle.mean(anchor, row) / temperature for row in compared)
        expected = mp.log(sum((mp.exp(v - own) for v in others), mp.one))
        size = max(sum(map(abs, anchor * row)) / temperature for row in compared)
        moved = 2 * bound_dot(size, len(anchor), dtype, more=1)  # each against the positive's
        allowance = 2 * (moved + bound_loss([own, *others], dtype))
        within([loss], [expected], [allowance], "loss of dot products")


@holds("contrastive.loss", rows=anchored(), temperature=TEMPERATURES)
def test_dot_products_are_divided_by_the_temperature(subject, rows, temperature):
    assert_divided(subject, [digits.array(each) for each in rows], temperature, "digits")


@holds("contrastive.loss", rows=anchored(), temperature=TEMPERATURES)
def test_floats_are_divided_by_the_temperature_too(subject, rows, temperature):
    assert_divided(subject, [each.astype("float64") for each in rows], temperature, "float64")


@holds(
    "contrastive.positive",
    "contrastive.bounded-scores",
    "contrastive.blind-scores",
    case=scores(dtypes=("float64",), kinds=("ties",)),
)
def test_the_loss_stays_between_its_bounds(subject, case):
    positive, negatives = map(digits.array, case)
    n = negatives.shape[1]
    losses = subject.contrastive_loss(positive, negatives).tolist()
    for loss, own, others in zip(losses, positive.tolist(), negatives.tolist(), strict=True):
        lead = max(own - min(others), mp.zero)
        allowance = 2 * bound_loss([own, *others], "digits")
        assert loss > 0
        assert loss >= mp.log(1 + n * mp.exp(-lead)) - allowance
        if all(other == own for other in others):
            within([loss], [mp.log(n + 1)], [allowance], "blind loss")


@holds("contrastive.gradient", case=scores(dtypes=("float64",), kinds=("moderate",)))
def test_the_gradient_pulls_and_pushes_by_weights(subject, case):
    positive, negatives = case[0][:1], case[1][:1]
    x = oracle.exact([positive[0], *negatives[0]])
    p, step = oracle.softmax(x), oracle.STEP

    def loss(values):
        own, others = digits.array(values[:1]), digits.array([values[1:]])
        return subject.contrastive_loss(own, others).tolist()[0]

    base = loss(x)
    for place, weight in enumerate(p):
        moved = [v + step * (k == place) for k, v in enumerate(x)]
        slope = (loss(moved) - base) / step
        within([slope], [weight - (place == 0)], [step], "slope")  # |L''| is at most 1/4


@st.composite
def joint_tables(draw):
    """Draw a joint distribution of two bits as whole numbers, and scores for each pair."""
    parts = draw(st.lists(st.integers(1, 6), min_size=4, max_size=4))
    critic = draw(st.lists(st.sampled_from([-2, 0, 1, 3]), min_size=4, max_size=4))
    total = sum(parts)
    p = [[mp.mpf(parts[2 * x + y]) / total for y in (0, 1)] for x in (0, 1)]
    return p, [[critic[2 * x + y] for y in (0, 1)] for x in (0, 1)]


@holds("contrastive.bounds-mutual-information", "contrastive.optimum-is-the-posterior",
       table=joint_tables(), n=st.sampled_from([1, 4]))  # fmt: skip
def test_the_mean_loss_bounds_the_information_of_two_bits(subject, table, n):
    p, critic = table
    p_x, p_y = [sum(row) for row in p], [p[0][y] + p[1][y] for y in (0, 1)]
    bits = [(x, y) for x in (0, 1) for y in (0, 1)]
    information = sum(p[x][y] * mp.log(p[x][y] / (p_x[x] * p_y[y])) for x, y in bits)

    def estimate(score):
        """log(n + 1) - E L, over anchor, positive and n fair negatives, of which `ones` are 1.

        The second number bounds the rounding error. A ratio carries 8 factors. Its logarithm is
        below 2 in size, and below 3 with x added. The mean has 4 (n + 1) terms, of chances with
        2 n + 8.
        """
        mean, allowance = mp.zero, mp.zero
        for x, y in bits:
            for ones in range(n + 1):
                chance = mp.binomial(n, ones) * p_y[1] ** ones * p_y[0] ** (n - ones)
                others = [score(x, int(place < ones)) for place in range(n)]
                own = score(x, y)
                loss = subject.contrastive_loss(digits.array(own), digits.array(others)).data.item()
                mean += p[x][y] * chance * loss
                own_factors = factors(2 * (8 + 2 * DIGITS + 3), "digits")
                off = bound_loss([own, *others], "digits") + own_factors
                allowance += p[x][y] * chance * (off + factors(6 * n + 16, "digits") * (loss + off))
        most = mp.log(n + 1)
        return most - mean, allowance + factors(DIGITS + 1, "digits") * (most + mean)

    best, off = estimate(lambda x, y: mp.log(p[x][y] / (p_x[x] * p_y[y])))
    some, allowance = estimate(lambda x, y: mp.mpf(critic[x][y]))
    assert some <= best + allowance + off
    assert best <= information + 2 * off
    shifted, allowance = estimate(lambda x, y: mp.log(p[x][y] / (p_x[x] * p_y[y])) + x)
    within([shifted], [best], [allowance + off], "the best scores, with a function of x added")


def test_without_negatives_nothing_is_lost(subject):
    assert subject.contrastive_loss(np.ones(2), np.ones((2, 0))).tolist() == [0.0, 0.0]


MEAN = float(Case({}).value(ON_SPHERE))


def _sampled(subject, draw, count, n):
    """Return (exp(loss) - 1)/n of equal pairs with n negatives, uniform on the sphere."""
    rows = draw.normal(size=(count, n, 3))
    rows = rows / np.linalg.norm(rows, axis=-1, keepdims=True)
    return np.expm1(subject.contrastive_loss(np.ones(count), rows[..., 0])) / n


@chance(
    "contrastive.sampled-losses-have-the-proved-mean",
    sampled_exponential(n),
    {count: Sample({n: count}, (0, 1), 0.02) for count in (1, 4)},
)
def test_drawn_negatives_have_the_proved_mean(subject, draw, count, case):
    return _sampled(subject, draw, count, case)


@chance(
    "contrastive.sampled-losses-have-the-proved-mean",
    sampled_deviation(n, ON_SPHERE),
    {c: Sample({n: c}, (0, 1 / 2), off) for c, off in ((1, 0.01), (4, 0.005))},
)
def test_drawn_negatives_vary_by_an_nth(subject, draw, count, case):
    return (_sampled(subject, draw, count, case) - MEAN) ** 2
