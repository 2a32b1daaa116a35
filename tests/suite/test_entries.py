"""The reading of the code at symbolic sizes agrees with NumPy, function by function."""

import inspect
from unittest.mock import patch

import pytest

from impl import (
    alibi,
    backward,
    bert,
    contrastive,
    decoder,
    embedding,
    encoder,
    feedforward,
    fold,
    gated,
    grouped,
    heads,
    hopfield,
    induction,
    kernel,
    late_interaction,
    linear_attention,
    local_linear,
    lookup,
    normalization,
    position,
    random_features,
    retrieval,
    reversal,
    rms_norm,
    rotary,
    scores,
    sinks,
    softmax,
)
from impl.parameters import ENCODER_BLOCK
from proofs.arrays.entries import scalars, standard_functions, whole_rows
from proofs.arrays.entries.array import Array
from proofs.arrays.entries.family_arrays import library_of
from proofs.arrays.entries.folding import of_sizes, times
from proofs.arrays.entries.scalars import Entry
from proofs.encoder.boxes import of_heads
from proofs.engine import general
from tests.helpers.read_functions import reading
from tests.helpers.read_machines import WHOLE, epsilon, machine, stack
from theory.encoder.blocks import NET, OWN
from theory.letters import L, d, d_k, d_v, m, n
from theory.stating.families import numbers
from theory.stating.terms import Number, term
from theory.stating.variables import index, positive, size

V = size("V")
x, y, S = numbers("x", n, d), numbers("y", m, d), numbers("S", m, n)
v, row, w = numbers("v", n, d_v), numbers("x", d), numbers("w", d)
T, u = numbers("T", m, L), numbers("u", L, d_v)  # scores and values of a second part
kappa, theta = numbers("kappa", m, n, domain="bit"), numbers("theta", m, L, domain="bit")
own = numbers("kappa", n, n, domain="bit")
Q, K, G = numbers("Q", m, d_k), numbers("K", n, d_k), numbers("G", m, d_v)
equals = numbers("N", m, n, domain="natural")  # many of its entries are
tokens = numbers("t", L, domain="natural")
i, j, c, o = (index(*pair) for pair in (("i", m), ("j", n), ("c", d), ("o", d_v)))
b = index("b", d_k)
at = index("l", L)
h, g, u_ = size("h"), size("g"), size("u")
mu, k = numbers("mu", h), index("k", h)
FIVE = term(5)  # keys
GATES = (numbers("A", d, L), numbers("B", d, L), numbers("C", L, d))
GROUPS = (numbers("A", g, u_, d, d_k), numbers("B", g, d, d_k), numbers("C", g, d, d_v),
          numbers("D", g * u_ * d_v, d))  # fmt: skip


def net(rows_, *params):
    return feedforward.feed_forward(rows_, dict(zip(feedforward.PARAMS, params, strict=True)))


def many(rows_, others, *weights, **options):
    return heads.multi_head_attention(rows_, others, of_heads(weights), **options)


def gates(rows_, *params):
    return gated.gated_feed_forward(rows_, dict(zip(gated.PARAMS, params, strict=True)))


def groups(rows_, others, *params, **options):
    named = dict(zip(grouped.PARAMS, params, strict=True))
    return grouped.grouped_heads(rows_, others, named, **options)


def two_parts(x, v, y, w, first=None, second=None):
    return fold.merge(fold.summary(x, v, first), fold.summary(y, w, second))


PUBLIC = {
    softmax.softmax: (softmax.softmax, (S,), (i, j)),
    softmax.log_softmax: (softmax.log_softmax, (S,), (i, j)),
    softmax.logsumexp: (softmax.logsumexp, (S,), (i,)),
    softmax.hardmax: (lambda N: softmax.hardmax(N / 1), (equals,), (i, j)),
    sinks.softmax_one: (sinks.softmax_one, (S,), (i, j)),
    sinks.softcap: (sinks.softcap, (S, positive("c")), (i, j)),
    lookup.attention: (lookup.attention, (S, v, kappa), (i, o)),
    lookup.hard_attention: (lookup.hard_attention, (S, v), (i, o)),
    hopfield.hopfield_step: (hopfield.hopfield_step, (Q, K, positive("beta")), (i, b)),
    hopfield.energy: (hopfield.energy, (Q, K, positive("beta")), (i,)),
    scores.dot: (scores.dot, (Q, K), (i, j)),
    scores.scaled_dot: (scores.scaled_dot, (Q, K), (i, j)),
    scores.cosine: (scores.cosine, (Q, K), (i, j)),
    scores.additive: (
        scores.additive,
        (y, x, numbers("A", d, d_k), numbers("B", d, d_k), numbers("w", d_k)), (i, j),
    ),
    scores.additive_tanh: (
        scores.additive_tanh,
        (y, x, numbers("A", d, d_k), numbers("B", d, d_k), numbers("w", d_k)), (i, j),
    ),
    kernel.gaussian: (
        lambda r, beta: kernel.gaussian(r * r, beta), (S, positive("beta")), (i, j),
    ),
    kernel.kernel_regression: (
        kernel.kernel_regression, (y, x, v, positive("beta")), (i, o),
    ),
    linear_attention.elu_plus_one: (linear_attention.elu_plus_one, (S,), (i, j)),
    linear_attention.linear_attention: (linear_attention.linear_attention, (Q, K, v), (i, o)),
    random_features.positive_features: (
        random_features.positive_features, (y, numbers("A", d, L)), (i, at),
    ),
    random_features.trigonometric_features: (
        random_features.trigonometric_features, (y, numbers("A", d, L)), (i, index("l", 2 * L)),
    ),
    normalization.layer_norm: (normalization.layer_norm, (y,), (i, c)),
    rms_norm.rms_norm: (rms_norm.rms_norm, (y,), (i, c)),
    feedforward.relu: (feedforward.relu, (S,), (i, j)),
    feedforward.gelu: (feedforward.gelu, (S,), (i, j)),
    feedforward.feed_forward: (net, (y, *NET), (i, c)),
    gated.silu: (gated.silu, (S,), (i, j)),
    gated.gated_feed_forward: (gates, (y, *GATES), (i, c)),
    alibi.linear_bias: (alibi.linear_bias, (mu, m, n), (k, i, j)),
    grouped.grouped_heads: (
        lambda *given: groups(*given, is_causal=True), (x, x, *GROUPS), (j, c),
    ),
    heads.scaled_dot_product_attention: (
        heads.scaled_dot_product_attention, (Q, K, v, kappa), (i, o),
    ),
    heads.causal_mask: (
        lambda q, k: heads.causal_mask(q, k, xp=library_of(q)), (m, n), (i, j),
    ),
    heads.multi_head_attention: (
        lambda *given: many(given[-1], given[-1], *given[:-1], is_causal=True), (*OWN, x), (j, c),
    ),
    position.sinusoidal: (
        lambda length, width: position.sinusoidal(length, width, xp=library_of(length)), (m, d),
        (i, c),
    ),
    position.learned: (
        lambda t, W: position.learned(t - 1, W), (tokens, numbers("W", V, d)), (at, c),
    ),
    position.add_positions: (
        position.add_positions, (x, numbers("p", n, d), positive("s")), (j, c),
    ),
    embedding.one_hot: (
        lambda length, t: embedding.one_hot(t - 1, length), (V, tokens), (at, index("u", V)),
    ),
    embedding.embed: (
        lambda t, W: embedding.embed(t - 1, W), (tokens, numbers("W", V, d)), (at, c),
    ),
    encoder.residual: (
        lambda rows_, gain, bias: encoder.residual(
            rows_, lambda each: each, {"gain": gain, "bias": bias}, eps=1.0
        ),
        (x, numbers("g", d), numbers("b", d)), (j, c),
    ),
    encoder.embedded: (
        lambda t, E, P: encoder.embedded(t - 1, {"tokens": E, "positions": P}),
        (tokens, numbers("E", V, d), numbers("P", L, d)), (at, c),
    ),
    backward.attention_gradients: (
        lambda *given: backward.attention_gradients(*given)[1], (Q, K, v, G, kappa), (j, b),
    ),
    backward.softmax_gradient: (
        lambda *given: backward.softmax_gradient(*given, where=given[0] > 0), (S, S), (i, j),
    ),
    fold.summary: (lambda *given: fold.summary(*given).output, (S, v, kappa), (i, o)),
    fold.merge: (lambda *given: two_parts(*given).mass, (S, v, T, u), (i, index("b", term(1)))),
    fold.mean: (
        lambda *given: fold.mean(two_parts(*given)), (S, v, T, u, kappa, theta), (i, o),
    ),
    decoder.logits: (
        lambda rows_, W, b: decoder.logits(rows_, {"output.w": W, "output.b": b}),
        (y, numbers("W", d, V), numbers("b", V)), (i, index("u", V)),
    ),
    decoder.next_token_probabilities: (
        lambda rows_, W, b: decoder.next_token_probabilities(
            rows_, {"output.w": W, "output.b": b}
        ),
        (y, numbers("W", d, V), numbers("b", V)), (i, index("u", V)),
    ),
    bert.segments: (
        lambda one, other: bert.segments(
            library_of(one).arange(one), library_of(one).arange(other)
        ),
        (m, n), (index("k", m + n + 3),),
    ),
    bert.sigmoid: (bert.sigmoid, (S,), (i, j)),
    bert.next_sentence_probability: (bert.next_sentence_probability, (x, w), ()),
    bert.masked_language_model_loss: (
        lambda Z, t, kept: bert.masked_language_model_loss(Z, t - 1, kept),
        (numbers("Z", L, V), tokens, numbers("m", L, domain="bit")), (),
    ),
    retrieval.cat_score: (retrieval.cat_score, (x, w), ()),
    bert.joined: (
        bert.joined, (*(numbers(name, own, domain="natural") for name, own in (("a", m), ("b", n))),
                      size("C"), size("S")), (index("k", m + n + 3),),
    ),
    retrieval.ranking: (lambda N: retrieval.ranking(N / 1), (equals,), (i, j)),
    retrieval.dot_score: (
        retrieval.dot_score, (numbers("A", m, L, d), numbers("B", n, L, d)), (i, j),
    ),
    local_linear.local_linear_regression: (
        local_linear.local_linear_regression,
        (numbers("q", m), numbers("x", n), numbers("y", n), positive("beta")), (i,),
    ),
    rotary.rotary: (rotary.rotary, (numbers("x", n, 2 * L),), (j, index("k", 2 * L))),
    induction.next_by_repetition: (
        lambda length, t: induction.next_by_repetition(t - 1, length), (V, tokens),
        (index("u", V),),
    ),
    late_interaction.late_interaction: (
        late_interaction.late_interaction, (y, numbers("B", n, L, d)), (j,),
    ),
    contrastive.contrastive_loss: (
        contrastive.contrastive_loss, (numbers("p", m), S), (i,),
    ),
    contrastive.dot_contrastive_loss: (
        contrastive.dot_contrastive_loss, (row, w, x, positive("T")), (),
    ),
    # How many heads there are, and how many tiles the keys fill, is asked of a number.
    alibi.slopes_of_heads: (
        lambda length: alibi.slopes_of_heads(6, xp=library_of(length)), (m,),
        (index("k", term(6)),),
    ),
    fold.scaled_dot_product_attention: (
        lambda *given: fold.scaled_dot_product_attention(*given, tile=2),
        (Q, numbers("K", FIVE, d_k), numbers("v", FIVE, d_v)), (i, o),
    ),
    fold.kernel_regression: (
        lambda *given: fold.kernel_regression(*given, tile=2),
        (y, numbers("x", FIVE, d), numbers("v", FIVE, d_v), positive("beta")), (i, o),
    ),
}  # fmt: skip
ELSEWHERE = {
    reversal.reverse: "it generates, which is compared; of a list it takes minutes to read",
    reversal.reversing_parameters: "its numbers are written down: they depend on no size",
}
MODULES = (softmax, sinks, lookup, hopfield, scores, kernel, linear_attention, random_features,
           local_linear, normalization, rms_norm, feedforward, gated, heads, grouped, alibi,
           position, rotary, late_interaction, embedding, encoder, decoder, induction,
           backward, fold, bert, retrieval, contrastive, reversal)  # fmt: skip


@pytest.mark.parametrize("function", PUBLIC, ids=lambda function: function.__name__)
def test_the_reading_agrees_with_numpy(function):
    assert reading(*PUBLIC[function]) >= 10


@pytest.mark.parametrize("number", range(len(WHOLE)), ids=lambda k: f"{WHOLE[k][0].__name__}-{k}")
def test_blocks_and_machines_are_wired_as_numpy_runs_them(number):
    _, row = WHOLE[number]
    assert reading(*row) >= 10


def test_rotary_pairs_may_lie_half_a_row_apart():
    halved = lambda x: rotary.rotary(x, halved=True)
    assert reading(halved, (numbers("x", n, 2 * L),), (j, index("k", 2 * L))) >= 10


def test_blocks_in_another_order_are_noticed():
    def run(eps, x, params):
        at = "10" if isinstance(x, Array) else "01"
        return encoder.encoder(x, {
            f"encoder.{at[int(name[8])]}{name[9:]}": each for name, each in params.items()
        }, eps=eps)  # fmt: skip

    row = machine(run, (epsilon, x), stack("encoder", 2, ENCODER_BLOCK), (j, c))
    with pytest.raises(AssertionError, match="the code gives"):
        reading(*row)


def test_every_public_function_is_compared():
    helpers = {"apply_mask", "attention_fits", "attention_summary", "average_by_kernel", "below",
               "finite_scores", "from_the_top", "half_root", "in_order", "kept_scores",
               "kernel_summary", "largest", "largest_size", "log_kernels", "or_one",
               "order_fits", "probability", "project", "regress", "regression_fits", "row_mean",
               "rows", "scaled", "shares", "side_by_side", "weigh", "weighted_sum"}  # fmt: skip
    public = {
        each
        for module in MODULES
        for name, each in inspect.getmembers(module, inspect.isfunction)
        if each.__module__ == module.__name__ and name[0] != "_" and name not in helpers
    }
    assert public == {*PUBLIC, *(function for function, _ in WHOLE), *ELSEWHERE}


def closes(chain):
    return chain.closes("")


def test_a_row_that_counts_from_one_is_noticed():
    def arange(self, stop):
        return Array([standard_functions.Plain(of_sizes(stop))], "int", lambda p: Entry(p))

    with (
        patch.object(standard_functions.Namespace, "arange", arange),
        pytest.raises(AssertionError),
    ):
        reading(*PUBLIC[position.sinusoidal])
    with (
        patch.object(standard_functions.Namespace, "arange", arange),
        pytest.raises(AssertionError),
    ):
        reading(*PUBLIC[embedding.one_hot])


def test_the_largest_of_a_row_cancels_whatever_it_is():
    seven = lambda axis, at: Entry(Number(Number(7).value))
    run = lambda: general.run("softmax.definition", 0, {"softmax": softmax.softmax}, closes, {})
    with patch.object(whole_rows, "largest", seven):
        assert reading(*PUBLIC[softmax.softmax])
        with patch.object(general, "at_sizes", lambda *given: 1):
            assert run()
        with pytest.raises(AssertionError, match="the code gives"):
            run()  # on symbols it is seen before it cancels
    zero = lambda axis, at: Entry(Number(Number(0).value))
    with patch.object(whole_rows, "first_largest", zero), pytest.raises(AssertionError):
        reading(*PUBLIC[softmax.hardmax])


def test_squares_of_bits_are_one_thing():
    with patch.object(scalars, "both", times):  # κ² is left as it is
        assert reading(*PUBLIC[lookup.attention])
