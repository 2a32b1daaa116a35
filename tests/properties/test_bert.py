"""BERT: the claims, on numbers."""

import numpy as np
from hypothesis import strategies as st

from impl.parameters import encoder_shapes
from proofs.arrays import digits
from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.small_models import SEEDS, encoders, random_parameters
from tests.helpers.strategies import numbers, sides
from theory.fifty_digits import mp
from theory.rounding.bounds import bound_log_softmax, bound_softmax, factors

LENGTHS = st.integers(0, 4)


@holds("bert.segments", "bert.sizes", first=LENGTHS, second=LENGTHS)
def test_two_sentences_are_joined_with_their_segments(subject, first, second):
    one, two = np.arange(10, 10 + first), np.arange(20, 20 + second)
    tokens = subject.joined(one, two, cls=1, sep=2)
    assert tokens.tolist() == [1, *one.tolist(), 2, *two.tolist(), 2]
    numbers_ = subject.segments(one, two)
    assert numbers_.shape == tokens.shape
    assert numbers_.tolist() == [int(i > first + 2) for i in range(1, first + second + 4)]


@holds("bert.segments-shift-rows", case=encoders(segments=2), seed=SEEDS)
def test_segments_matter_in_every_row(subject, case, seed):
    tokens, params = case
    params["segments"][1] = params["segments"][0] + np.asarray([1, 0, 0, 0])
    params["norm.gain"][:], params["norm.bias"][:] = 1, 0
    which = np.random.default_rng(seed).integers(0, 2, len(tokens))
    got = subject.embedded(tokens, params, which)
    base = params["tokens"][tokens] + params["positions"][: len(tokens)] + params["segments"][0]
    shifted = base + which[:, None] * np.asarray([1, 0, 0, 0])
    assert (got == subject.layer_norm(shifted)).all()  # eighths are added exactly


@holds("bert.two-classes-are-one-logit", z=st.sampled_from(["float64", "float32"]).flatmap(
    lambda dtype: numbers(5, dtype=dtype, kinds=("ties", "moderate", "spikes"))
))  # fmt: skip
def test_the_logistic_function_is_half_of_a_softmax(subject, z):
    got = subject.sigmoid(z)
    for value, entry in zip(got, oracle.exact(z), strict=True):
        p = oracle.softmax([mp.zero, entry])
        bound = bound_softmax([mp.zero, entry], p, z.dtype.name)[1]
        within([value], [p[1]], [bound], "logistic")


@holds("bert.next-sentence", z=numbers(5, kinds=("ties", "moderate", "spikes")))
def test_the_next_sentence_is_judged_by_the_first_row(subject, z):
    rows = np.stack([np.ones(5), z])[None]
    first = subject.next_sentence_probability(rows, np.ones(5))
    within(first, [oracle.softmax([mp.zero, mp.mpf(5)])[1]], [factors(8, "float64")], "first row")


@holds("bert.masked-language-model-loss", data=st.data())
def test_the_loss_sums_over_the_masked_places(subject, data):
    length, vocabulary = data.draw(sides | st.just(9)), data.draw(st.integers(1, 4))
    logits = data.draw(numbers(length, vocabulary))
    tokens = np.asarray(data.draw(st.lists(st.integers(0, vocabulary - 1), min_size=length,
                                           max_size=length)))  # fmt: skip
    masked = np.asarray(data.draw(st.lists(st.booleans(), min_size=length, max_size=length)))
    got = subject.masked_language_model_loss(logits, tokens, masked)
    total, bound = mp.zero, mp.zero
    for row, token, hidden in zip(logits, tokens, masked, strict=True):
        x = oracle.exact(row)
        p = oracle.softmax(x)
        results = [mp.log(value) for value in p]
        if hidden:
            total -= results[token]
            bound += bound_log_softmax(x, p, results, "float64")[token]
    within([float(got)], [total], [bound + factors(length, "float64") * (total + bound)], "loss")


@holds("bert.printed-loss-is-solved-by-copying", size=st.integers(1, 5), sharp=st.sampled_from(
    [1.0, 8.0, 64.0]))  # fmt: skip
def test_copying_solves_the_loss_as_printed(subject, size, sharp):
    tokens = np.arange(size)
    logits = digits.array(sharp * np.eye(size))
    everything = digits.xp.asarray([True] * size)
    whole = digits.xp.asarray(tokens.tolist(), dtype="int")
    loss = subject.masked_language_model_loss(logits, whole, everything).data.item()
    each = mp.log(1 + (size - 1) * mp.exp(-sharp))
    x = [mp.mpf(sharp), *[mp.zero] * (size - 1)]
    p = oracle.softmax(x)
    off = size * bound_log_softmax(x, p, list(map(mp.log, p)), "digits")[0]
    allowance = 2 * (off + factors(size, "digits") * (size * each + off))
    within([loss], [size * each], [allowance], "loss of copying")


def test_a_whole_bert_reads_two_sentences(subject):
    params = random_parameters(encoder_shapes(30, 12, 4, 2, 3, layers=2, segments=2), seed=1)
    one, two = np.asarray([5, 6]), np.asarray([7, 8, 9])
    tokens, which = subject.joined(one, two, cls=1, sep=2), subject.segments(one, two)
    rows = subject.bert(tokens, params, which)
    assert rows.shape == (8, 4)
    probability = subject.next_sentence_probability(rows, np.ones(4))
    assert 0 < float(probability) < 1
    assert (rows != subject.bert(tokens, params)).any()  # without segments: all of the first
