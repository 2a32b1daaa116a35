"""The encoder: the claims, on numbers, and on whole machines."""

import numpy as np
import pytest
from hypothesis import strategies as st

from impl.parameters import block_shapes, encoder_shapes, part
from impl.parameters import blocks as blocks_of
from proofs.arrays import digits
from proofs.arrays.objects import BOOL
from tests.helpers.holds import holds, within
from tests.helpers.small_models import (
    blocks,
    bound_rows,
    encoders,
    exact,
    name_of_dtype,
    random_parameters,
    sizes_of_block,
    whole,
)
from tests.helpers.strategies import numbers, orders
from theory.fifty_digits import mp
from theory.rounding.block_bounds import (
    bound_block,
    bound_dot_attended,
    bound_heads,
    bound_net,
    bound_norm_again,
    bound_pre_norm_block,
    bound_printed_block,
)
from theory.rounding.bounds import UNIT, factors


def _layers(subject, params, eps=0, activation=None, **seen):
    own = part(params, "attention")
    attend = lambda rows: subject.multi_head_attention(rows, rows, own, **seen)
    bent = {} if activation is None else {"activation": activation}
    net = lambda rows: subject.feed_forward(rows, part(params, "net"), **bent)
    norms = [
        lambda rows, k=k: subject.layer_norm(rows, eps=eps, **part(params, f"norm_{k}"))
        for k in (1, 2)
    ]
    return attend, net, *norms


def within_rounding(rows, expected, off, what):
    """Compare what was computed twice, each time off by so much."""
    within(rows, expected, np.full(np.shape(expected), 2 * off), what)


def assert_wired(subject, x, params, kept):
    """Compare blocks with their layers called in turn; `kept` is a mask."""
    size = x.shape[0], name_of_dtype(x)
    off = bound_block(mp.zero, *sizes_of_block(params), *size)
    off_before = bound_pre_norm_block(*sizes_of_block(params), *size)
    for options in ({}, {"mask": kept}, {"is_causal": True}, {"activation": lambda rows: rows}):
        attend, net, first, second = _layers(subject, params, eps=1, **options)
        what = " ".join(("block", *options))
        z = first(x + attend(x))
        rows = subject.encoder_block(x, params, eps=1, **options)
        within_rounding(rows, second(z + net(z)), off, what)
        z = x + attend(first(x))
        rows = subject.encoder_block(x, params, order="pre", eps=1, **options)
        within_rounding(rows, z + net(second(z)), off_before, f"{what}, norms first")
    attend, net, first, second = _layers(subject, params, eps=1)
    z = first(x + attend(x))
    off = bound_printed_block(*sizes_of_block(params), *size)
    rows = subject.encoder_block_as_printed(x, params, eps=1)
    within_rounding(rows, net(second(z) + z), off, "block as printed")


def _sees_the_last_rows(count):
    return np.tri(count, dtype=bool)[:, ::-1]  # no causal order


def _in_digits(rows):
    return digits.xp.asarray(_sees_the_last_rows(len(rows)).tolist(), dtype=BOOL)


@holds("encoder.block", "encoder.pre-norm-block", "encoder.block-as-printed", case=blocks())
def test_blocks_are_wired_as_they_are_printed(subject, case):
    x, _, params = case
    assert_wired(subject, x, params, _sees_the_last_rows(len(x)))


@holds("encoder.block", "encoder.pre-norm-block", "encoder.block-as-printed", case=blocks())
def test_blocks_are_wired_so_to_fifty_digits(subject, case):
    x, _, params = case
    assert_wired(subject, digits.array(x), exact(params), _in_digits(x))


@holds("encoder.printed-block-is-the-net-of-twice-z", case=blocks())
def test_the_printed_block_is_the_net_of_twice_z(subject, case):
    x, _, params = case
    for k in (1, 2):
        params[f"norm_{k}.gain"][:] = 1
        params[f"norm_{k}.bias"][:] = 0
    x, params = digits.array(x), exact(params)
    attend, net, first, _ = _layers(subject, params)
    z = first(x + attend(x))
    twice = net(2 * z)
    printed = subject.encoder_block_as_printed(x, params)
    (_, width), hidden = z.shape, params["net.w_1"].shape[1]
    reach = 2 * mp.sqrt(width)
    off = max(bound_norm_again(row, "digits") for row in (x + attend(x)).data)
    off += factors(1, "digits") * (reach + off)  # LN(z) + z
    allowance = bound_net(off, reach, width, hidden, "digits")
    within(
        printed.data.ravel(), twice.data.ravel(), [2 * allowance] * twice.data.size, "printed block"
    )


def assert_stacked(subject, tokens, params, kept):
    """Compare a stack with its blocks, one after the other; return the rows that go in."""
    for scale, options in ((None, {}), (0.5, {"mask": kept})):
        rows = expected = subject.embedded(tokens, params, scale=scale)
        assert rows.shape == (*tokens.shape, 4)
        for layer in blocks_of(params, "encoder"):
            expected = subject.encoder_block(expected, layer, eps=1, **options)
        off = bound_rows(params, *tokens.shape, name_of_dtype(expected))
        found = subject.encode(tokens, params, eps=1, scale=scale, **options)
        within_rounding(found, expected, off, f"stack, {' '.join(options)}")
    return rows


@holds("encoder.stack-sizes", "encoder.all-rows-at-once", case=encoders())
def test_a_stack_is_its_blocks_one_after_the_other(subject, case):
    tokens, params = case
    rows = assert_stacked(subject, tokens, params, _sees_the_last_rows(len(tokens)))
    batch = np.stack([tokens, tokens[::-1]])
    off = bound_rows(params, len(tokens), name_of_dtype(rows))
    for one, found in zip(batch, subject.encode(batch, params, eps=1), strict=True):
        within_rounding(found, subject.encode(one, params, eps=1), off, "one of a batch")


@holds("encoder.stack-sizes", case=encoders())
def test_a_stack_is_its_blocks_to_fifty_digits(subject, case):
    tokens, params = case
    assert_stacked(subject, whole(tokens), exact(params), _in_digits(tokens))


@holds("encoder.input", case=encoders(), power=st.integers(-3, 3))
def test_the_input_is_embedded_tokens_times_a_scale_plus_positions(subject, case, power):
    tokens, params = case
    rows, scale = params["tokens"][tokens], 2.0**power  # a product with it is exact
    places = params["positions"][: len(tokens)]
    assert (subject.embedded(tokens, params) == rows + places).all()
    assert (subject.embedded(tokens, params, scale=scale) == rows * scale + places).all()


@holds(
    "encoder.equivariant",
    "encoder.block-equivariant",
    "encoder.stack-equivariant",
    case=encoders(),
    data=st.data(),
)
def test_a_whole_encoder_without_positions_is_equivariant(subject, case, data):
    tokens, params = case
    params["positions"][:] = 0
    order = data.draw(orders(tokens))
    plain, permuted = (
        subject.encode(whole(each), exact(params), eps=1) for each in (tokens, tokens[order])
    )
    allowance = [2 * bound_rows(params, len(tokens))] * plain.data.size
    within(permuted.data.ravel(), plain.data[order].ravel(), allowance, "permuted encoder")


@holds("encoder.attention-contracts", case=blocks())
def test_attention_draws_rows_together(subject, case):
    x, _, _ = case
    rows = digits.array(x)
    n = len(x)
    eye = digits.array(np.eye(n))
    least = min(subject.scaled_dot_product_attention(rows, rows, eye).data.ravel())
    score = mp.sqrt(rows.shape[1])  # entries are at most 1
    allowance = bound_dot_attended(score, rows.shape[1], 1, n, "digits")
    output = subject.scaled_dot_product_attention(rows, rows, rows).data
    for before, after in zip(rows.data.T, output.T, strict=True):
        drawn_together = (1 - n * least) * (max(before) - min(before))
        assert max(after) - min(after) <= drawn_together + 2 * (n + 2) * allowance


ROWS_OF_ONE_NUMBER = {
    "rows": numbers(4, kinds=("ties", "moderate")).map(lambda rows: np.sort(rows)[:, None] / 4),
    "b": st.sampled_from([0.125, 0.5, 1.0]),
}


def spread_and_reach(rows):
    """Return how far sorted rows of one number lie apart, and how far from 0."""
    first, last = (mp.mpf(float(row)) for row in (rows[0, 0], rows[-1, 0]))
    return last - first, max(abs(first), abs(last))


@holds(
    "encoder.rows-lose-their-spread",
    "encoder.alike-scores-have-alike-outputs",
    **ROWS_OF_ONE_NUMBER,
)
def test_rows_of_one_number_are_drawn_together_to_a_quarter_of_a_cube(subject, rows, b):
    column = digits.array(rows)
    output = subject.scaled_dot_product_attention(column, column, column, scale=b).data.ravel()
    spread, reach = spread_and_reach(rows)
    off = 2 * bound_dot_attended(b * reach**2, 1, reach, len(rows), "digits")
    assert max(output) - min(output) <= b * spread**3 / 4 + off


@st.composite
def rows_and_heads(draw):
    """Draw rows and the parameters of heads as wide together as they are."""
    rows, _, params = draw(blocks())
    heads = part(params, "attention")
    if draw(st.booleans()):  # two opposite rows and nothing negative: the bound is nearly reached
        row = np.full((1, rows.shape[1]), 2.0 ** -draw(st.integers(2, 6)))
        return np.concatenate([row, -row]), {name: abs(each) for name, each in heads.items()}
    return rows, heads


def bound_of_heads(params):
    """Return the sum over heads of βω: of the sums of absolute entries, for scores and values."""
    w_q, w_k, w_v = (params[name] for name in ("w_q", "w_k", "w_v"))
    w_o = params["w_o"].reshape(len(w_v), w_v.shape[2], -1)
    beta = abs(w_q @ w_k.transpose(0, 2, 1)).sum((1, 2))
    omega = abs(w_v @ w_o).sum(axis=1).max(axis=1)
    return mp.mpf(float(beta @ omega)) / mp.sqrt(w_q.shape[2])  # of eighths: exact so far


@holds(
    "encoder.depth-loses-all-differences",
    "encoder.rows-lose-their-spread",
    case=rows_and_heads(),
)
def test_heads_draw_rows_together_layer_after_layer(subject, case):
    rows, params = case
    (heads, d, _), gamma = params["w_q"].shape, bound_of_heads(params)
    spread = lambda rows: max(max(column) - min(column) for column in rows.T)
    rows, params = digits.array(rows), exact(params)
    first, reach, off = spread(rows.data), max(abs(rows.data).ravel()), mp.zero
    for layer in (1, 2, 3):
        rows = subject.multi_head_attention(rows, rows, params)
        off = bound_heads(off, reach, d, heads, len(rows.data), "digits")
        reach *= d**2
        most = first * (gamma * first**2 / 4) ** ((3**layer - 1) // 2)
        assert spread(rows.data) <= most + 2 * off, f"after layer {layer}"


@holds("encoder.alike-scores-have-alike-weights", **ROWS_OF_ONE_NUMBER)
def test_alike_rows_have_alike_weights(subject, rows, b):
    column, eye = digits.array(rows), digits.array(np.eye(len(rows)))
    weights = subject.scaled_dot_product_attention(column, column, eye, scale=b).data
    spread, reach = spread_and_reach(rows)
    off = 2 * bound_dot_attended(b * reach**2, 1, 1, len(rows), "digits")
    for of_a_key in weights.T:
        assert min(of_a_key) >= mp.exp(-b * spread**2) * max(of_a_key) - off


@holds("encoder.residual-keeps-differences", "encoder.net-sees-the-normalised-sum", case=blocks())
def test_a_residual_passes_what_its_layer_does_not(subject, case):
    x, _, params = case
    norm = part(params, "norm_1")
    none = subject.residual(x, lambda rows: 0 * rows, norm)
    assert (none == subject.layer_norm(x, **norm)).all()
    common = subject.residual(x, lambda rows: 0 * rows + 8, norm, order="pre")
    assert (common - common[:1] == x - x[:1]).all()  # eighths below 16: exact


def test_the_epsilon_of_a_block_is_zero_unless_given(subject):
    params = random_parameters(block_shapes(4, 2, 3), seed=8)
    x = random_parameters({"rows": (3, 4)}, seed=9)["rows"]
    for order in ("post", "pre"):
        plain, given = (
            subject.encoder_block(x, params, order=order, **options)
            for options in ({}, {"eps": 0.0})
        )
        assert (plain == given).all()


def test_segments_are_added_and_normalised(subject):
    params = random_parameters(encoder_shapes(5, 4, 4, 2, 3, layers=1, segments=2), seed=1)
    tokens, segments = np.asarray([1, 2, 2]), np.asarray([0, 0, 1])
    rows = params["tokens"][tokens] + params["positions"][:3] + params["segments"][segments]
    expected = subject.layer_norm(rows, params["norm.gain"], params["norm.bias"])
    assert (subject.embedded(tokens, params, segments) == expected).all()
    first = subject.embedded(tokens, params)  # all of the first segment
    assert (first == subject.embedded(tokens, params, segments * 0)).all()


def test_a_mask_hides_padding_from_a_whole_encoder(subject):
    params = random_parameters(encoder_shapes(5, 4, 4, 2, 3, layers=2), seed=2)
    mask = np.asarray([True, True, False])
    one, other = (subject.encode(np.asarray([1, 2, last]), params, mask=mask) for last in (3, 4))
    assert (one[:2] == other[:2]).all()
    nothing = subject.encode(np.asarray([1, 2]), params, mask=np.asarray([False, False]))
    assert np.isfinite(nothing).all()  # attention gives 0, the residual carries the rows


def test_a_single_token_and_no_token_pass(subject):
    params = random_parameters(encoder_shapes(5, 4, 4, 2, 3, layers=2), seed=3)
    assert subject.encode(np.asarray([1]), params).shape == (1, 4)
    assert subject.encode(np.zeros(0, dtype=int), params).shape == (0, 4)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_the_dtype_is_kept(subject, dtype):
    params = random_parameters(encoder_shapes(5, 4, 4, 2, 3, layers=1), seed=6, dtype=dtype)
    assert subject.encode(np.asarray([1, 2]), params, scale=2.0).dtype == dtype
    assert UNIT[dtype] > 0
