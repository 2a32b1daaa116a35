"""Batches and options.

A batch gives what each of its elements gives alone; fifty digits show it exactly. Each option
reaches the part of a machine that it belongs to.
"""

import itertools
import math

import numpy as np
import pytest

import impl.backward
import impl.bert
import impl.contrastive
import impl.decoder
import impl.encoder
import impl.fast.nearby
import impl.fast.tiles
import impl.feedforward
import impl.fold
import impl.gated
import impl.heads
import impl.hopfield
import impl.kernel
import impl.lookup
import impl.normalization
import impl.position
import impl.retrieval
import impl.rms_norm
import impl.rotary
import impl.scores
import impl.sinks
import impl.softmax
from impl.parameters import block_shapes, encoder_shapes, transformer_shapes
from proofs.arrays import digits
from tests.helpers.small_models import random_parameters

pytestmark = pytest.mark.meta

# The function, and the shape of what it takes for one element of a batch.
TILED = ("impl.fold", "impl.fast.tiles", "impl.fast.nearby")
BATCHED = [
    (impl.softmax.softmax, {"x": (3,)}),
    (impl.softmax.log_softmax, {"x": (3,)}),
    (impl.softmax.logsumexp, {"x": (3,)}),
    (impl.softmax.hardmax, {"x": (3,)}),
    (impl.sinks.softmax_one, {"x": (3,)}),
    (impl.sinks.softcap, {"scores": (3,)}),
    (impl.hopfield.hopfield_step, {"state": (2, 4), "stored": (3, 4)}),
    (impl.hopfield.energy, {"state": (2, 4), "stored": (3, 4)}),
    (impl.rms_norm.rms_norm, {"x": (4,)}),
    (impl.rotary.rotary, {"x": (3, 4)}),
    (impl.lookup.attention, {"scores": (2, 3), "values": (3, 4)}),
    (impl.lookup.hard_attention, {"scores": (2, 3), "values": (3, 4)}),
    (impl.kernel.kernel_regression, {"x_query": (2, 4), "x": (3, 4), "y": (3, 5)}),
    (impl.scores.dot, {"q": (2, 4), "k": (3, 4)}),
    (impl.scores.scaled_dot, {"q": (2, 4), "k": (3, 4)}),
    (impl.scores.cosine, {"q": (2, 4), "k": (3, 4)}),
    (impl.heads.scaled_dot_product_attention, {"q": (2, 4), "k": (3, 4), "v": (3, 5)}),
    (impl.fold.folded_attention, {"q": (2, 4), "k": (3, 4), "v": (3, 5)}),
    (impl.fold.folded_regression, {"x_query": (2, 4), "x": (3, 4), "y": (3, 5)}),
    (impl.fast.tiles.tiled_attention, {"q": (2, 4), "k": (3, 4), "v": (3, 5)}),
    (impl.fast.nearby.tiled_regression, {"x_query": (2, 4), "x": (3, 4), "y": (3, 5)}),
    (impl.backward.softmax_gradient, {"weights": (3,), "upstream": (3,)}),
    (impl.feedforward.gelu, {"x": (3,)}),
    (impl.gated.silu, {"x": (3,)}),
    (impl.normalization.layer_norm, {"x": (3,)}),
    (impl.bert.sigmoid, {"z": ()}),
    (impl.contrastive.contrastive_loss, {"positive": (), "negatives": (3,)}),
    (impl.contrastive.dot_contrastive_loss,
     {"anchor": (4,), "positive": (4,), "negatives": (3, 4)}),
]  # fmt: skip


@pytest.mark.parametrize(
    "function, shapes", BATCHED, ids=lambda each: getattr(each, "__name__", "")
)
def test_each_of_a_batch_is_computed_by_itself(function, shapes):
    batch, seed = (2, 3), np.random.default_rng().integers(2**32)
    given = random_parameters({name: (*batch, *shape) for name, shape in shapes.items()}, seed)
    options = {
        "kernel_regression": "beta",
        "hopfield_step": "beta",
        "energy": "beta",
        "softcap": "cap",
    }
    fixed = {options[function.__name__]: 1.5} if function.__name__ in options else {}
    fixed |= {"tile": 2} if function.__module__ in TILED else {}
    many = function(**{name: digits.array(each) for name, each in given.items()}, **fixed)
    for place in itertools.product(*map(range, batch)):
        alone = {name: digits.array(each[place]) for name, each in given.items()}
        one = function(**alone, **fixed)
        assert one.shape == many.shape[2:]
        assert (one.data == many.data[place]).all(), f"seed {seed}, place {place}"


def test_the_temperature_is_one_unless_given():
    given = random_parameters({"anchor": (4,), "positive": (4,), "negatives": (3, 4)}, 0)
    loss = impl.contrastive.dot_contrastive_loss
    assert loss(**given) == loss(**given, temperature=1.0) != loss(**given, temperature=2.0)


def test_values_that_are_not_chosen_have_no_influence_even_nan():
    values = np.asarray([[1.0], [np.nan], [np.inf]])
    assert impl.lookup.hard_attention(np.asarray([3.0, 1.0, 2.0]), values).tolist() == [1.0]


def test_equal_scores_keep_their_order_however_many():
    assert impl.retrieval.ranking(np.zeros(100)).tolist() == list(range(100))


@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_the_hard_weights_have_the_dtype_that_came(dtype):
    assert impl.softmax.hardmax(np.asarray([1, 2], dtype=dtype)).dtype == dtype


def test_joined_sentences_have_the_dtype_that_came():
    words = np.asarray([1, 2], dtype="int16")
    assert impl.bert.joined(words, words, 3, 4).dtype == "int16"


MACHINE = random_parameters(transformer_shapes(5, 6, 4, 2, 3, layers=2), seed=1)
ENCODER = random_parameters(encoder_shapes(5, 6, 4, 2, 3, layers=1, segments=2), seed=2)
OPTIONS = {
    "mask": np.asarray([True, False, True]),
    "scale": 2.0,
    "order": "pre",
    "eps": 0.25,
    "activation": impl.feedforward.gelu,
}
SOURCE, TARGET = np.asarray([1, 3, 4]), np.asarray([0, 2])


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_reaches_encoder_and_decoder(option):
    """By the parts: the encoder's rows, then the decoder's, then the scores."""
    given = {option: OPTIONS[option]}
    shared = {key: each for key, each in given.items() if key not in ("mask", "scale")}
    memory = impl.encoder.encode(SOURCE, MACHINE, **given)
    rows = impl.encoder.embedded(TARGET, MACHINE, scale=given.get("scale"))
    rows = impl.decoder.decoder(rows, memory, MACHINE, given.get("mask"), **shared)
    parts = impl.decoder.logits(rows, MACHINE)
    whole = impl.decoder.transformer(SOURCE, TARGET, MACHINE, **given)
    assert (whole == parts).all()
    assert (whole != impl.decoder.transformer(SOURCE, TARGET, MACHINE)).any()


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("cached", [True, False])
def test_generation_takes_the_likeliest_of_the_whole_machine_with_its_options(option, cached):
    """Without the option, some machines must answer otherwise; else the test would be blind."""
    given, changed = {option: OPTIONS[option]}, False
    for seed in range(40):
        machine = random_parameters(transformer_shapes(5, 6, 4, 2, 3, layers=2), seed)
        tokens = [0]
        for _ in range(5):
            scores = impl.decoder.transformer(SOURCE, np.asarray(tokens), machine, **given)
            tokens.append(int(np.argmax(scores[-1])))
        found = impl.decoder.generate(SOURCE, machine, 0, 9, 5, cached=cached, **given)
        assert found == tokens[1:]
        changed |= found != impl.decoder.generate(SOURCE, machine, 0, 9, 5, cached=cached)
        if changed and seed > 4:
            break
    assert changed


@pytest.mark.parametrize("option", ["mask", "scale", "order", "eps", "activation"])
def test_an_option_reaches_the_blocks_of_bert(option):
    given = {option: OPTIONS[option]}
    if option == "activation":
        given = {option: impl.feedforward.relu}
    segments = SOURCE * 0
    plain = {"activation": impl.feedforward.gelu} | given
    expected = impl.encoder.encode(SOURCE, ENCODER, segments, **plain)
    assert (impl.bert.bert(SOURCE, ENCODER, segments, **given) == expected).all()
    assert (expected != impl.bert.bert(SOURCE, ENCODER, segments)).any()


def test_the_printed_block_adds_epsilon_in_both_norms():
    x, params = (
        random_parameters({"x": (3, 4)}, 3)["x"],
        random_parameters(block_shapes(4, 2, 3), 4),
    )
    part = impl.encoder.part
    attended = impl.heads.multi_head_attention(x, x, part(params, "attention"))
    z = impl.normalization.layer_norm(attended + x, **part(params, "norm_1"), eps=0.25)
    normed = impl.normalization.layer_norm(z, **part(params, "norm_2"), eps=0.25)
    expected = impl.feedforward.feed_forward(normed + z, part(params, "net"))
    found = impl.encoder.encoder_block_as_printed(x, params, eps=0.25)
    # x + attended and attended + x are the same float, so the bits agree.
    assert (found == expected).all()


@pytest.mark.parametrize("order", ["post", "pre"])
def test_a_block_adds_epsilon_in_both_norms(order):
    x, params = (
        random_parameters({"x": (3, 4)}, 3)["x"],
        random_parameters(block_shapes(4, 2, 3), 4),
    )
    part, block = impl.encoder.part, impl.encoder.encoder_block
    z = impl.encoder.residual(
        x,
        lambda rows: impl.heads.multi_head_attention(rows, rows, part(params, "attention")),
        part(params, "norm_1"),
        order,
        eps=0.25,
    )
    net = lambda rows: impl.feedforward.feed_forward(rows, part(params, "net"))
    expected = impl.encoder.residual(z, net, part(params, "norm_2"), order, eps=0.25)
    assert (block(x, params, order=order, eps=0.25) == expected).all()


@pytest.mark.parametrize("given", [{}, {"eps": 0.25}], ids=["none", "some"])
def test_a_whole_encoder_adds_epsilon_in_every_norm(given):
    segments, part = np.asarray([0, 1, 1]), impl.encoder.part
    embed = impl.encoder.embed
    rows = embed(SOURCE, ENCODER["tokens"]) + ENCODER["positions"][:3]
    rows = rows + embed(segments, ENCODER["segments"])
    rows = impl.normalization.layer_norm(rows, **part(ENCODER, "norm"), **given)
    expected = impl.encoder.encoder_block(rows, part(ENCODER, "encoder.0"), **given)
    assert (impl.encoder.encode(SOURCE, ENCODER, segments, **given) == expected).all()


def test_generation_ends_with_the_end_token_wherever_it_comes():
    tokens = impl.decoder.generate(SOURCE, MACHINE, 0, 9, 5)
    for end in set(tokens):
        found = impl.decoder.generate(SOURCE, MACHINE, 0, end, 5)
        assert found == tokens[: tokens.index(end)]


def test_causal_order_is_made_in_the_library_of_the_arrays():
    given = random_parameters({"q": (3, 2), "k": (3, 2), "v": (3, 2)}, 5)
    q, k, v = (digits.array(each) for each in given.values())
    kept = digits.xp.arange(3) < digits.xp.expand_dims(digits.xp.arange(3), axis=-1) + 1
    attention = impl.heads.scaled_dot_product_attention
    assert (attention(q, k, v, is_causal=True).data == attention(q, k, v, mask=kept).data).all()


@pytest.mark.parametrize("shape", [(1, 400), (1, 1, 400)])
def test_kernel_regression_refuses_points_whose_distances_could_overflow(shape):
    largest = (np.finfo("float64").max / (1 + shape[-1])) ** 0.5 / 2
    y, query = np.ones(shape[:-1]), np.zeros(shape[-1:])
    fits = np.full(shape, 0.99 * largest)
    assert impl.kernel.kernel_regression(query, fits, y, beta=0.0).item() == 1
    with pytest.raises(ValueError, match=r"^kernel_regression: x has an entry beyond"):
        impl.kernel.kernel_regression(query, np.full(shape, 1.01 * largest), y, beta=0.0)


def test_the_gaussian_takes_distances_up_to_its_bound():
    assert impl.kernel.gaussian(np.asarray(np.finfo("float64").max / 5), 2.0) == 0


@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_the_gaussian_takes_widths_whose_square_just_fits(dtype):
    largest = float(np.finfo(dtype).max)
    beta = math.sqrt(largest)
    assert beta * beta == largest  # in float64, in which the square is taken
    assert impl.kernel.gaussian(np.zeros(1, dtype=dtype), beta) == 1
    with pytest.raises(ValueError, match=r"^gaussian: beta is .*, expected a smaller one"):
        impl.kernel.gaussian(np.zeros(1, dtype=dtype), math.nextafter(beta, math.inf))


@pytest.mark.parametrize("lean", "qkv")
@pytest.mark.parametrize("kept", [True, False], ids=["an axis of one", "no axis"])
def test_a_stretched_input_gets_the_gradients_of_all_its_copies(lean, kept):
    shapes = {"q": (2, 3, 2), "k": (2, 4, 2), "v": (2, 4, 2), "upstream": (2, 3, 2)}
    given = random_parameters(shapes, 7)
    given[lean] = given[lean][:1] if kept else given[lean][0]
    copies = {**given, lean: np.broadcast_to(given[lean], shapes[lean]).copy()}
    place, backward = "qkv".index(lean), impl.backward.attention_gradients
    got, each = (
        backward(**{name: digits.array(array) for name, array in arrays.items()})[place]
        for arrays in (given, copies)
    )
    assert got.shape == given[lean].shape
    assert (got.data == (each.data[0] + each.data[1])).all()
