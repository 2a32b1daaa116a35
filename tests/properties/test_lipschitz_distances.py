"""How far attention by distances moves when its rows do: the claims, on numbers."""

import numpy as np
from hypothesis import strategies as st

from proofs.arrays import digits
from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.strategies import numbers
from theory.fifty_digits import mp
from theory.rounding.block_bounds import bound_attended
from theory.rounding.bounds import factors

SIDES = st.integers(1, 4)


def attended(subject, rows, others, beta):
    """Return what rows read of others by their distances, at fifty digits, and a bound."""
    read = [
        subject.kernel_regression(
            digits.array(rows), digits.array(others), digits.array(column), mp.mpf(beta)
        ).data
        for column in np.swapaxes(others, 0, 1)
    ]
    largest = max(abs(each) for row in [*rows, *others] for each in row)
    score = 2 * mp.mpf(beta) ** 2 * len(others[0]) * largest**2
    off = factors(2 * len(others[0]) + 6, "digits") * score
    return read, bound_attended(score, off, largest, len(others), "digits")


def least_constant(n):
    """Return the R at which n = R exp(R + 1)."""
    return mp.findroot(lambda r: r * mp.exp(r + 1) - n, mp.log(n + 1))


@st.composite
def rows_that_move(draw):
    if draw(st.booleans()):  # one row between two others, where scores by products move fastest
        r = draw(st.integers(6, 10))
        rows, moves = np.asarray([[0.0], [r], [-r]]), np.asarray([[1.0], [0.0], [0.0]])
    else:
        n, d = draw(SIDES), draw(SIDES)
        rows, moves = (draw(numbers(n + 1, d, kinds=("moderate",))) for _ in range(2))
    return tuple([[mp.mpf(float(each)) for each in row] for row in part] for part in (rows, moves))


@holds(
    "heads.attention-by-distances-is-lipschitz",
    case=rows_that_move(),
    beta=st.sampled_from([0.0, 0.5, 1.0, 3.0]),
    step=st.sampled_from([2.0**-6, 0.5, 2.0]),
)
def test_attention_by_distances_moves_no_faster_than_its_constant(subject, case, beta, step):
    rows, moves = case
    longest = max(mp.sqrt(oracle.mean(each, each)) for each in moves) + mp.mpf(1) / 1024
    pace = mp.mpf(step) / longest  # no row moves farther than the step
    moved = [
        [a + pace * b for a, b in zip(row, move, strict=True)]
        for row, move in zip(rows, moves, strict=True)
    ]
    before, off = attended(subject, rows[:1], rows, beta)
    after, off_ = attended(subject, moved[:1], moved, beta)
    apart = [q.ravel()[0] - p.ravel()[0] for p, q in zip(before, after, strict=True)]
    most = (1 + 4 * least_constant(len(rows) - 1)) * step
    rounding = mp.sqrt(len(apart)) * 2 * (off + off_)
    assert mp.sqrt(oracle.mean(apart, apart)) <= most + rounding


@holds("heads.weighted-distances-are-bounded", s=numbers(4), n=SIDES)
def test_the_mean_square_under_the_weights_is_bounded(subject, s, n):
    distances = [mp.mpf(0), *(abs(each) for each in oracle.exact(s[:n]))]
    squares = [each**2 for each in distances]
    column = digits.array([[each] for each in squares])
    mean = subject.attention(digits.array([-each for each in squares]), column).data.ravel()[0]
    rounding = bound_attended(max(squares), mp.zero, max(squares), n + 1, "digits")
    assert mean <= least_constant(n) + rounding


@holds("heads.distances-without-the-row-itself-are-not-lipschitz", r=st.integers(-6, 6))
def test_between_two_others_the_output_moves_as_the_square_of_their_distance(subject, r):
    others = [[mp.mpf(r)], [mp.mpf(-r)]]
    read, off = attended(subject, [[oracle.STEP], [mp.zero]], others, 1.0)
    slope = (read[0].ravel()[0] - read[0].ravel()[1]) / oracle.STEP
    # Taylor: r tanh(r z) has no second derivative at 0, and a third one of at most 2 r⁴
    allowance = mp.mpf(r) ** 4 * oracle.STEP**2 + 4 * off / oracle.STEP
    within([slope], [mp.mpf(r) ** 2], [allowance], "the slope between two rows")
