"""Positions: the claims, on numbers."""

import numpy as np
from hypothesis import strategies as st

from proofs.arrays import digits
from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.remembered import remembered
from tests.helpers.strategies import DTYPES, numbers, orders, sides, vocabularies
from tests.helpers.subject import sines_in
from theory.fifty_digits import mp
from theory.position.words import E_123, E_321, POS, X_123, X_321
from theory.rounding.block_bounds import bound_dot_attended
from theory.rounding.bounds import bound_dot, bound_scaled_sum, bound_sinusoid

BASES = st.sampled_from([2, 100.0, 10000])


@remembered
def exact_row(position, width, base, kept="float64"):
    """Return the sines and cosines of a position, and their bounds, column by column."""
    values, bounds = [], []
    for column in range(width):
        exponent = mp.mpf(column - column % 2) / width
        angle = position / mp.mpf(base) ** exponent
        values.append(mp.cos(angle) if column % 2 else mp.sin(angle))
        bounds.append(bound_sinusoid(angle, exponent, base, kept))
    return values, bounds


@holds(
    "position.sinusoidal", "position.both-printed-forms-agree", "position.wavelengths",
    length=st.integers(0, 40), width=sides, base=BASES,
)  # fmt: skip
def test_columns_are_sines_and_cosines_of_falling_frequency(subject, length, width, base):
    table, kept = subject.sinusoidal(length, width, base=base), sines_in(subject.sinusoidal)
    assert table.shape == (length, width)
    for position, row in enumerate(table):
        within(row, *exact_row(position, width, base, kept), f"position {position}")


@holds(
    "position.sinusoidal", length=st.sampled_from([130, 1030, 5000]),
    width=st.sampled_from([4, 9, 64]), base=BASES, at=st.lists(st.floats(0, 1), max_size=3),
)  # fmt: skip
def test_far_positions_and_wide_rows_are_as_near_ones(subject, length, width, base, at):
    table, kept = subject.sinusoidal(length, width, base=base), sines_in(subject.sinusoidal)
    for position in [length - 1, *(int(part * (length - 1)) for part in at)]:
        within(table[position], *exact_row(position, width, base, kept), f"position {position}")


@holds("position.sinusoidal", width=sides)
def test_the_base_is_ten_thousand_unless_given(subject, width):
    table, kept = subject.sinusoidal(3, width), sines_in(subject.sinusoidal)
    within(table[2], *exact_row(2, width, 10000, kept), "position 2")


@holds(
    "position.unique", length=st.integers(2, 40), width=st.integers(2, 6),
    start=st.sampled_from([0, 250, 2040]),  # where counting in 8 bits ends, and in 11
)  # fmt: skip
def test_positions_are_as_far_apart_as_the_first_pair_says(subject, length, width, start):
    table, kept = subject.sinusoidal(start + length, width)[start:], sines_in(subject.sinusoidal)
    off = max(exact_row(start + length, width, 10000, kept)[1])
    allowance = 8 * width * off + bound_dot(4 * width, width, table.dtype.name, more=3)
    for p in range(length):
        for q in range(p):
            distance = mp.mpf(float(((table[p] - table[q]) ** 2).sum()))
            assert distance >= 2 - 2 * mp.cos(p - q) - allowance


@holds(
    "position.length-of-a-row", "position.inner-product-knows-the-offset", "position.unique",
    length=st.integers(1, 40), pairs=st.integers(1, 3), base=BASES,
)  # fmt: skip
def test_inner_products_are_sums_of_cosines_of_the_offset(subject, length, pairs, base):
    table, kept = subject.sinusoidal(length, 2 * pairs, base=base), sines_in(subject.sinusoidal)
    products = table @ table.T
    off = max(exact_row(length, 2 * pairs, base, kept)[1])
    bound = 2 * pairs * (2 * off + off**2) + bound_dot(2 * pairs, 2 * pairs, table.dtype.name)
    frequencies = [mp.mpf(base) ** (-mp.mpf(pair) / pairs) for pair in range(pairs)]
    for p in range(length):
        exact = [sum(mp.cos(w * (p - q)) for w in frequencies) for q in range(length)]
        within(products[p], exact, [bound] * length, f"inner products of position {p}")


@holds(
    "position.shift-is-a-rotation", length=st.integers(1, 20), shift=st.integers(0, 20), base=BASES
)
def test_a_shift_turns_every_pair_by_a_fixed_angle(subject, length, shift, base):
    width = 4
    table, kept = subject.sinusoidal(length + shift, width, base=base), sines_in(subject.sinusoidal)
    off = max(exact_row(length + shift, width, base, kept)[1])
    for pair in range(width // 2):
        angle = shift * mp.mpf(base) ** (-mp.mpf(2 * pair) / width)
        turn = np.asarray([[mp.cos(angle), mp.sin(angle)], [-mp.sin(angle), mp.cos(angle)]])
        columns = slice(2 * pair, 2 * pair + 2)
        turned = digits.array(table[:length, columns]).data @ turn.T
        within(table[shift:, columns].ravel(), turned.ravel(), [3 * off] * turned.size, "a shift")


@st.composite
def sequences(draw, dtypes=DTYPES):
    """Draw embeddings with up to one batch axis, and a row of positions for each place."""
    length, width = draw(sides), draw(sides)
    dtype = draw(st.sampled_from(dtypes))
    lead = draw(st.sampled_from([(), (2,)]))
    return draw(numbers(*lead, length, width, dtype=dtype)), draw(
        numbers(length, width, dtype=dtype)
    )


@holds("position.added", case=sequences(), scale=st.sampled_from([None, 0.5, 3.0]))
def test_each_row_gets_the_vector_of_its_own_place(subject, case, scale):
    e, p = case
    given = {} if scale is None else {"scale": scale}
    got = subject.add_positions(e, p, **given)
    assert got.dtype == e.dtype
    factor = mp.mpf(1 if scale is None else scale)
    x, y = digits.array(e).data, digits.array(p).data * factor
    bound = bound_scaled_sum(x, y, e.dtype.name)
    within(got.ravel(), (x + y).ravel(), bound.ravel(), "embedding and position")


@holds("position.worked-sum-at-one-tenth", tenths=st.sampled_from([(E_123, X_123), (E_321, X_321)]))
def test_the_worked_sums_are_right_at_one_tenth(subject, tenths):
    e, x = (digits.array(np.asarray(each)) for each in tenths)
    got = subject.add_positions(e, digits.array(np.asarray(POS)), scale=1)
    assert (got.data == x.data).all()  # everything in tenths


@holds("position.two-tokens-tell-their-order", case=sequences(dtypes=("float64",)))
def test_swapped_tokens_give_other_rows(subject, case):
    e, p = case
    if e.ndim == 3 or len(e) < 2:
        return
    here = digits.array(p[:2])
    there = [subject.add_positions(digits.array(e[order]), here) for order in ([0, 1], [1, 0])]
    rows = [sorted(map(tuple, each.tolist())) for each in there]
    same = (e[0] == e[1]).all() or (p[0] == p[1]).all()
    assert (rows[0] == rows[1]) == same


@st.composite
def places(draw):
    """Draw positions of any shape up to two axes, and a table that has a row for each."""
    shape = draw(st.lists(st.integers(1, 4), max_size=2))
    count = int(np.prod(shape, dtype=int))
    table = draw(vocabularies())
    least, most = (0 if len(table) < 9 else 250), len(table) - 1
    flat = draw(st.lists(st.integers(least, most), min_size=count, max_size=count))
    return np.asarray(flat, dtype=int).reshape(shape), table


@holds("position.learned", case=places())
def test_learned_positions_are_rows_bit_for_bit(subject, case):
    positions, table = case
    got = subject.learned(positions, table)
    assert got.dtype == table.dtype
    assert got.shape == (*positions.shape, table.shape[1])
    assert (got == table[positions]).all()


@holds("position.equivariant", "position.order-cannot-be-learned", data=st.data())
def test_permuted_elements_have_permuted_outputs(subject, data):
    x = data.draw(numbers(data.draw(sides), data.draw(sides)))
    order = data.draw(orders(x, axis=0))
    attend = lambda rows: subject.scaled_dot_product_attention(*[digits.array(rows)] * 3)
    plain, permuted = attend(x), attend(x[order])
    (n, d), reach = x.shape, mp.mpf(float(abs(x).max()))
    score = mp.sqrt(d) * reach**2
    allowance = bound_dot_attended(score, d, reach, n, "digits")
    within(
        permuted.data.ravel(),
        plain.data[order].ravel(),
        [2 * allowance] * x.size,
        "permuted outputs",
    )
    sums = [each.data.sum(axis=0) for each in (permuted, plain)]
    allowance = n * allowance + bound_dot(n * (reach + allowance), n, "digits")
    within(sums[0], sums[1], [2 * allowance] * d, "sums of outputs")


@holds("position.scores-have-four-parts", case=sequences(dtypes=("float64",)))
def test_scores_of_sums_have_four_parts(subject, case):
    e, p = (digits.array(each.reshape(-1, each.shape[-1])[: len(case[1])]) for each in case)
    whole = subject.dot(e + p, e + p)
    parts = [subject.dot(*pair) for pair in ((e, e), (e, p), (p, e), (p, p))]
    total = sum(part.data for part in parts)
    size = max(((abs(e) + abs(p)) @ (abs(e) + abs(p)).mT).flat())
    allowance = 2 * bound_dot(size, e.shape[-1] + 5, "digits")
    within(whole.data.ravel(), total.ravel(), [allowance] * total.size, "four parts")
    crossed = oracle.mean(oracle.exact(e.data[0]), oracle.exact(p.data[-1]))
    within([parts[1].data[0, -1]], [crossed], [allowance], "embedding with position")


def test_a_zero_position_is_zero_and_one(subject):
    assert subject.sinusoidal(1, 3).tolist() == [[0.0, 1.0, 0.0]]
    assert subject.sinusoidal(0, 3).shape == (0, 3)


def test_positions_take_the_dtype_of_the_embeddings(subject):
    e = np.ones((2, 4), dtype="float16")
    assert subject.add_positions(e, subject.sinusoidal(2, 4)).dtype == e.dtype
