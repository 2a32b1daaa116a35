"""The decoder: the claims, on numbers, and on whole machines."""

from itertools import product

import numpy as np
import pytest
from hypothesis import strategies as st

from impl.parameters import block_shapes, part, transformer_shapes
from impl.parameters import blocks as blocks_of
from proofs.arrays import dependence, digits
from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.small_models import (
    blocks,
    bound_blocks,
    bound_next_scores,
    exact,
    name_of_dtype,
    random_parameters,
    transformers,
    whole,
)
from theory.decoder.words import AFTER, BEFORE
from theory.fifty_digits import mp
from theory.rounding.block_bounds import bound_attended
from theory.rounding.bounds import bound_softmax, factors
from theory.rounding.library_functions import DIGITS

LONGEST = 3  # tokens that are generated: on fifty digits, each costs a whole decoder


def assert_three_layers(subject, y, memory, params):
    """Compare a block with its three layers, called in turn."""
    layers = (
        lambda rows: subject.multi_head_attention(
            rows, rows, part(params, "attention"), is_causal=True
        ),
        lambda rows: subject.multi_head_attention(rows, memory, part(params, "crossed")),
        lambda rows: subject.feed_forward(rows, part(params, "net")),
    )
    expected = y
    for number, layer in enumerate(layers, start=1):
        norm = part(params, f"norm_{number}")
        expected = subject.layer_norm(expected + layer(expected), eps=1, **norm)
    count, dtype = max(y.shape[0], memory.shape[0]), name_of_dtype(expected)
    off = bound_blocks([params], mp.zero, count, memory=mp.zero, dtype=dtype)
    got = subject.decoder_block(y, memory, params, eps=1)
    within(got, expected, np.full(y.shape, 2 * off), "decoder's block")


@holds("decoder.block", "decoder.sizes", case=blocks(crossed=True))
def test_a_block_is_three_layers_in_order(subject, case):
    assert_three_layers(subject, *case)


@holds("decoder.block", case=blocks(crossed=True))
def test_a_block_is_three_layers_to_fifty_digits(subject, case):
    y, memory, params = case
    assert_three_layers(subject, digits.array(y), digits.array(memory), exact(params))


@holds("decoder.causal", case=transformers(), data=st.data())
def test_no_scores_depend_on_later_tokens(subject, case, data):
    source, target, params = case
    place = data.draw(st.integers(1, len(target)))
    changed = target.copy()
    changed[place:] = (changed[place:] + 1) % 5
    before, after = (subject.transformer(source, each, params) for each in (target, changed))
    assert before.shape == (len(target), 5)
    assert (before[:place] == after[:place]).all()


@holds("decoder.all-prefixes-at-once", case=transformers())
def test_one_pass_gives_what_every_prefix_gives(subject, case):
    source, target, params = case
    off = 2 * bound_next_scores(params, max(len(source), len(target)))
    params = exact(params)
    once = subject.transformer(whole(source), whole(target), params, eps=1).data
    for length in range(1, len(target) + 1):
        prefix = subject.transformer(whole(source), whole(target[:length]), params, eps=1).data[-1]
        within(once[length - 1], prefix, [off] * 5, f"a prefix of length {length}")


@holds("decoder.cache-equals-full-pass",
       case=blocks(crossed=True, rows=st.sampled_from([1, 2, 3, 4, 10])))  # fmt: skip
def test_a_cached_block_gives_the_rows_of_a_full_pass(subject, case):
    y, memory, params = case
    assert_rows_of_a_full_pass(subject, digits.array(y), digits.array(memory), exact(params))


@holds("decoder.cache-equals-full-pass",
       case=blocks(crossed=True, rows=st.sampled_from([1, 2, 3, 4, 10])))  # fmt: skip
def test_a_cached_block_gives_these_rows_in_floats(subject, case):
    assert_rows_of_a_full_pass(subject, *case)


def assert_rows_of_a_full_pass(subject, y, memory, params):
    """Compare row after row of a block that has the rows before it in a cache."""
    count = max(y.shape[0], memory.shape[0])
    off = bound_blocks([params], mp.zero, count, memory=mp.zero, dtype=name_of_dtype(y))
    full = subject.decoder_block(y, memory, params, eps=1)
    crossed = [subject.project(memory, params[f"crossed.{name}"]) for name in ("w_k", "w_v")]
    kept = None
    for place in range(y.shape[0]):
        row, kept = subject.cached_block(y[place : place + 1, ...], kept, crossed, params, eps=1)
        within(row[0, ...], full[place, ...], np.full(full.shape[1], 2 * off), f"row {place}")


def test_the_epsilon_of_a_block_is_zero_unless_given(subject):
    params = random_parameters(block_shapes(4, 2, 3, crossed=True), seed=8)
    y, memory = random_parameters({"rows": (3, 4), "memory": (2, 4)}, seed=9).values()
    crossed = [subject.project(memory, params[f"crossed.{name}"]) for name in ("w_k", "w_v")]
    for run in (
        lambda **options: subject.decoder_block(y, memory, params, **options),
        lambda **options: subject.cached_block(y[:1], None, crossed, params, **options)[0],
    ):
        assert (run() == run(eps=0.0)).all()


@holds("decoder.generation", "decoder.cache-equals-full-pass",
       case=transformers())  # fmt: skip
def test_generation_appends_the_likeliest_token_until_the_end(subject, case):
    source, _, params = case
    # biases of rows drown what the tokens say: nearly all machines would repeat one token
    within_rows = {k: v for k, v in params.items() if k.endswith((".bias", ".b_1", ".b_2"))}
    params = exact(params | {name: 0 * value for name, value in within_rows.items()})
    tokens = [0]
    while len(tokens) <= LONGEST:
        scores = subject.transformer(whole(source), whole(tokens), params).tolist()[-1]
        tokens.append(scores.index(max(scores)))
        if tokens[-1] == 1:
            break
    expected = [token for token in tokens[1:] if token != 1]
    for cached in (True, False):
        options = {"start": 0, "end": 1, "longest": LONGEST, "cached": cached}
        got = subject.generate(whole(source), params, **options)
        assert got == expected, f"cached: {cached}"


@holds("decoder.generation", "decoder.cache-equals-full-pass",
       likeliest=st.integers(0, 4), longest=st.sampled_from([0, 1, 3, 9]),
       cached=st.booleans())  # fmt: skip
def test_generation_goes_on_for_as_long_as_it_may(subject, likeliest, longest, cached):
    params = random_parameters(transformer_shapes(5, 9, 4, 2, 3, layers=1), seed=longest)
    params["output.w"], params["output.b"] = 0 * params["output.w"], np.eye(5)[likeliest]
    source = np.asarray([1, 2, 3])
    got = subject.generate(source, params, start=0, end=1, longest=longest, cached=cached)
    assert got == ([] if likeliest == 1 else [likeliest] * longest)


@holds("decoder.output-layer", case=transformers())
def test_each_row_is_a_distribution_over_the_vocabulary(subject, case):
    _, target, params = case
    rows = params["tokens"][target]
    probabilities = subject.next_token_probabilities(rows, params)
    scores = subject.logits(rows, params)
    for got, row in zip(probabilities, scores, strict=True):
        x = oracle.exact(row)
        p = oracle.softmax(x)
        within(got, p, bound_softmax(x, p, "float64"), "distribution")
    w, b = params["output.w"], params["output.b"]
    assert (scores == rows @ w + b).all()


@holds("decoder.worked-table", factor=st.sampled_from([1, 2, 7]))
def test_the_worked_table_is_masked_as_printed(subject, factor):
    scores = digits.array(
        [[mp.log(mp.mpf(v.numerator) / v.denominator * factor) for v in row] for row in BEFORE]
    )
    causal = np.tril(np.ones((3, 3), dtype=bool))
    masked = subject.softmax(scores, where=digits.xp.asarray(causal))
    printed = [mp.mpf(value.numerator) / value.denominator for row in AFTER for value in row]
    score = max(abs(scores).flat())  # off by a quotient, a product and a logarithm
    allowance = bound_attended(score, factors(DIGITS + 2, "digits") * (1 + score), 1, 3, "digits")
    within(masked.data.ravel(), printed, [2 * allowance] * 9, "masked table")


@holds("decoder.reverses-short-sequences", longest=st.just(3))
def test_every_short_sequence_is_reversed(subject, longest):
    for tokens in (1, 2, 3):
        params = subject.reversing_parameters(tokens, longest)
        for length in range(longest + 1):
            for sequence in product(range(1, tokens + 1), repeat=length):
                for cached in (False, True):
                    assert subject.reverse(sequence, params, cached=cached) == [*sequence[::-1]]


def test_every_sequence_of_three_tokens_up_to_five_is_reversed(subject):
    params = subject.reversing_parameters(3, longest=5)
    for length in range(6):
        for sequence in product((1, 2, 3), repeat=length):
            assert subject.reverse(sequence, params) == [*sequence[::-1]]


def test_a_long_sequence_is_reversed(subject):
    sequence = [1 + k * k % 7 % 2 for k in range(120)]
    params = subject.reversing_parameters(2, longest=120)
    assert subject.reverse(sequence, params) == sequence[::-1]


@holds("decoder.without-positions-sources-are-multisets", case=transformers(), data=st.data())
def test_without_positions_the_order_of_the_source_is_lost(subject, case, data):
    source, target, params = case
    params["positions"][:] = 0
    off = 2 * bound_next_scores(params, max(len(source), len(target)))
    params = exact(params)
    order = data.draw(st.permutations(range(len(source))))
    one, other = (
        subject.transformer(whole(each), whole(target), params, eps=1).data
        for each in (source, source[list(order)])
    )
    within(one.ravel(), other.ravel(), [off] * one.size, "scores for a permuted source")


def test_an_empty_source_and_a_hidden_one_are_the_same(subject):
    params = random_parameters(transformer_shapes(5, 6, 4, 2, 3, layers=2), seed=1)
    target = np.asarray([0, 2])
    empty = subject.transformer(np.zeros(0, dtype=int), target, params)
    hidden = subject.decoder(
        subject.embedded(target, params), np.ones((3, 4)), params, mask=np.zeros(3, dtype=bool)
    )
    assert (empty == subject.logits(hidden, params)).all()


def test_a_hidden_part_of_the_source_does_not_matter_cached_or_not(subject):
    params = random_parameters(transformer_shapes(5, 6, 4, 2, 3, layers=2), seed=3)
    mask = np.asarray([True, True, False])
    made = [
        subject.generate(np.asarray([1, 2, last]), params, 0, 99, 5, cached=cached, mask=mask)
        for last in (3, 4)
        for cached in (True, False)
    ]
    assert made[0] == made[1] == made[2] == made[3]


def test_the_reversing_machine_is_built_as_it_says(subject):
    """Its shapes are those of two blocks of one head, and its rows keep their mean of 0."""
    params = subject.reversing_parameters(2, longest=3)
    shapes = transformer_shapes(3, 5, 20, heads=1, hidden=1, layers=2)
    expected = {name: each for name, each in shapes.items() if not name.startswith("encoder")}
    assert {name: each.shape for name, each in params.items()} == expected
    source, fed = np.asarray([0, 1, 2, 0]), np.asarray([0, 2, 1])
    memory, rows = subject.encode(source, params), subject.embedded(fed, params)
    for block in blocks_of(params, "decoder"):
        rows = subject.decoder_block(rows, memory, block, order="pre")
        assert (rows[:, :10] == -rows[:, 10:]).all()
        assert (rows != 0).any(axis=-1).all()


def test_generation_stops_at_the_greatest_length(subject):
    params = random_parameters(transformer_shapes(5, 6, 4, 2, 3, layers=1), seed=2)
    source = np.asarray([1, 2])
    assert subject.generate(source, params, start=0, end=99, longest=0) == []
    assert len(subject.generate(source, params, start=0, end=99, longest=6)) == 6
    with pytest.raises(ValueError, match="generate: longest is 7, expected no more"):
        subject.generate(source, params, start=0, end=99, longest=7)


def test_no_row_of_the_whole_decoder_depends_on_a_later_one(subject):
    params = {
        name: dependence.constants(*shape)
        for name, shape in transformer_shapes(5, 4, 4, 2, 3, layers=2).items()
    }
    for length in (1, 3):
        target, memory = (dependence.inputs(name, length, 4) for name in "ys")
        scores = subject.logits(subject.decoder(target, memory, params), params)
        places = range(1, length + 1)
        for row, names in enumerate(dependence.names(scores), start=1):
            assert [f"y{place}" in names for place in places] == [p <= row for p in places]
            assert all(f"s{place}" in names for place in places)
