"""Run the lines of `impl` on other array libraries: array-api-strict, PyTorch and JAX."""

import importlib

import numpy as np
import pytest
from array_api_compat import array_namespace

from impl.alibi import linear_bias
from impl.backward import attention_gradients
from impl.contrastive import dot_contrastive_loss
from impl.decoder import generate
from impl.embedding import embed, one_hot
from impl.fast.nearby import tiled_regression
from impl.fast.tiles import tiled_attention
from impl.feedforward import feed_forward, gelu
from impl.fold import folded_attention, folded_regression
from impl.gated import gated_feed_forward
from impl.grouped import grouped_heads
from impl.heads import causal_mask, multi_head_attention, scaled_dot_product_attention
from impl.hopfield import energy, hopfield_step
from impl.kernel import gaussian, kernel_regression
from impl.late_interaction import late_interaction
from impl.lookup import attention, hard_attention
from impl.normalization import layer_norm
from impl.parameters import transformer_shapes
from impl.position import add_positions, learned, sinusoidal
from impl.random_features import positive_features, trigonometric_features
from impl.reversal import reverse, reversing_parameters
from impl.rms_norm import rms_norm
from impl.scores import additive_tanh, cosine, scaled_dot
from impl.sinks import softcap, softmax_one
from impl.softmax import hardmax, log_softmax, logsumexp, softmax
from tests.helpers import oracle
from tests.helpers.holds import within
from tests.helpers.small_models import random_parameters
from theory.rounding.bounds import (
    bound_attention,
    bound_logsumexp,
    bound_sinusoid,
    bound_softmax,
    factors,
)

BRIEF = "bfloat16"
LIBRARIES = {"array_api_strict": "array_api_strict", "torch": "torch", "jax": "jax.numpy"}
SCORES = [[0.0, 1.0, -2.0], [5.0, 5.0, 5.0], [-1000.0, 0.0, 1000.0]]
VALUES = [[1.0, 2.0], [3.0, -1.0], [0.5, 0.0]]
MASK = [[True, False, True], [False, False, False], [True, True, True]]


@pytest.fixture(params=LIBRARIES)
def library(request):
    pytest.importorskip(request.param, reason=f"{request.param} is not installed")
    if request.param == "jax":
        importlib.import_module("jax").config.update("jax_enable_x64", True)
    return importlib.import_module(LIBRARIES[request.param])


def arrays(library, dtype):
    make = lambda values: library.asarray(values, dtype=getattr(library, dtype))
    return make(SCORES), make(VALUES), library.asarray(MASK)


def _integers(like):
    xp = array_namespace(like)
    return xp.asarray([[2, 0], [1, 1]])


def _net(v):
    return {"w_1": v[:2, ...], "b_1": v[0, ...], "w_2": v[1:, ...], "b_2": v[1, ...]}


def _params(v):
    xp = array_namespace(v)
    projections = xp.stack([v[:2, ...], v[1:, ...]])
    return {"w_q": projections, "w_k": projections, "w_v": projections,
            "w_o": xp.concat([v[:2, ...], v[:2, ...]], axis=0)}  # fmt: skip


def _groups(v):
    xp = array_namespace(v)
    one = xp.expand_dims(v[:2, ...], axis=0)
    return {"w_q": xp.stack([one, one], axis=1), "w_k": one, "w_v": one,
            "w_o": xp.concat([v[:2, ...], v[:2, ...]], axis=0)}  # fmt: skip


def _gates(v):
    return {"w_gate": v[:2, ...], "w_up": v[1:, ...], "w_down": v[:2, ...]}


CALLS = {
    "softmax": lambda s, v, k: softmax(s),
    "softmax of columns": lambda s, v, k: softmax(s, axis=0),
    "softmax of some": lambda s, v, k: softmax(s, where=k),
    "log_softmax": lambda s, v, k: log_softmax(s),
    "logsumexp": lambda s, v, k: logsumexp(s),
    "hardmax": lambda s, v, k: hardmax(s),
    "RMSNorm": lambda s, v, k: rms_norm(v),
    "positive features": lambda s, v, k: positive_features(v, v[:2, ...]),
    "trigonometric features": lambda s, v, k: trigonometric_features(v, v[:2, ...]),
    "late interaction": lambda s, v, k: late_interaction(v, v[None, :, :]),
    "softmax with one more": lambda s, v, k: softmax_one(s),
    "soft cap": lambda s, v, k: softcap(s, 30.0),
    "Hopfield step": lambda s, v, k: hopfield_step(v, v, 0.5),
    "energy": lambda s, v, k: energy(v, v, 0.5),
    "attention": lambda s, v, k: attention(s, v),
    "masked attention": lambda s, v, k: attention(s, v, mask=k),
    "added mask": lambda s, v, k: attention(s, v, mask=s),
    "hard attention": lambda s, v, k: hard_attention(s, v),
    "gaussian": lambda s, v, k: gaussian(s * s, 0.5),
    "scaled dot": lambda s, v, k: scaled_dot(v, v),
    "cosine": lambda s, v, k: cosine(v, v),
    "additive": lambda s, v, k: additive_tanh(v, v, v[:2, ...], v[1:, ...], v[0, ...]),
    "scaled dot-product attention": lambda s, v, k: scaled_dot_product_attention(v, v, v, mask=k),
    "causal attention": lambda s, v, k: scaled_dot_product_attention(v, v, v, s, is_causal=True),
    "attention as a fold": lambda s, v, k: folded_attention(v, v, v, mask=k, tile=2),
    "causal fold": lambda s, v, k: folded_attention(v, v, v, s, is_causal=True, tile=2),
    "regression as a fold": lambda s, v, k: folded_regression(v[:2, ...], v, s[:, 0], 0.5, tile=2),
    "attention in tiles": lambda s, v, k: tiled_attention(v, v, v, mask=k, tile=2),
    "regression in tiles": lambda s, v, k: tiled_regression(v[:2, ...], v, s[:, 0], 0.5, tile=2),
    "attention gradients": lambda s, v, k: attention_gradients(v, v, v, v, mask=k, scale=2.0)[1],
    "multi-head attention": lambda s, v, k: multi_head_attention(v, v, _params(v), mask=k),
    "grouped heads": lambda s, v, k: grouped_heads(v, v, _groups(v), mask=k),
    "linear bias": lambda s, v, k: linear_bias(v[0, ...], 2, 3),
    "gated net": lambda s, v, k: gated_feed_forward(v, _gates(v)),
    "feed-forward net": lambda s, v, k: feed_forward(v, _net(v), activation=gelu),
    "layer norm": lambda s, v, k: layer_norm(v, gain=v[0, ...], bias=v[1, ...], eps=1e-5),
    "layer norm, whole epsilon": lambda s, v, k: layer_norm(v, eps=1),
    "contrastive loss": lambda s, v, k: dot_contrastive_loss(v[0, ...], v[1, ...], v, 2.0),
    "learned positions": lambda s, v, k: learned(_integers(s), v),
    "embedding": lambda s, v, k: embed(_integers(s), v),
    "added positions": lambda s, v, k: add_positions(v, v, scale=0.5),
    "kernel regression": lambda s, v, k: kernel_regression(v[:2, ...], v, s[:, 0], 0.5),
}


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("call", CALLS)
def test_a_library_gives_its_own_arrays_and_numpys_numbers(library, call, dtype):
    given = arrays(library, dtype)
    got = CALLS[call](*given)
    assert type(got) is type(given[0])
    assert got.dtype == given[0].dtype
    theirs = CALLS[call](*arrays(np, dtype))
    # both stay within the bounds of softmax at these sizes, whose exponents do not exceed 2000
    reach = float(np.abs(theirs[np.isfinite(theirs)]).max())
    bound = np.full(theirs.shape, 2 * float(factors(2100, dtype)) * max(1.0, reach))
    within(np.asarray(got), theirs, bound, call)


HARD = {
    "saturated": [[-1000.0, 0.0, 1000.0, 999.0]],
    "dominant": [[0.0, -20.0, -30.0, -20.0]],
    "shifted": [[9984.0, 10048.0, 10112.0, 9984.0]],  # neighbours, in bfloat16
    "equal": [[3.0, 3.0, 3.0, 3.0]],
    "subnormal": [[1e-40, -1e-40, 0.0, 2e-40]],
    "moderate": [[-1.25, 0.5, 2.0, -0.75]],
}


@pytest.mark.parametrize("kind", HARD)
def test_rows_of_bfloat16_are_within_their_bounds(kind):
    torch = pytest.importorskip("torch", reason="torch is not installed")
    x = torch.asarray(HARD[kind], dtype=torch.bfloat16)
    v = torch.asarray([[1000.0], [-1000.0], [0.5], [996.0]], dtype=torch.bfloat16)  # they cancel
    (row,), values = ([oracle.exact(each) for each in a.double().numpy()] for a in (x, v.T))
    p = oracle.softmax(row)
    within(softmax(x)[0].double().numpy(), p, bound_softmax(row, p, BRIEF), f"softmax, {kind}")
    exact = oracle.logsumexp(row)
    bound = bound_logsumexp(row, p, exact, BRIEF)
    within(logsumexp(x).double().numpy(), [exact], [bound], f"logsumexp, {kind}")
    mean, bound = oracle.mean(p, values[0]), bound_attention(row, p, values[0], BRIEF)
    within(attention(x, v)[0].double().numpy(), [mean], [bound], f"attention, {kind}")


def test_arguments_are_left_as_they_were(library):
    given = arrays(library, "float64")
    for call in CALLS.values():
        call(*given)
    for now, before in zip(given, arrays(np, "float64"), strict=True):
        assert (np.asarray(now) == before).all()


def test_what_a_mask_drops_does_not_leak(library):
    make = lambda values: library.asarray(values, dtype=library.float64)
    values = make([[float("nan")], [2.0]])
    got = attention(make([[0.0, 0.0]]), values, mask=library.asarray([[False, True]]))
    assert oracle.exact(np.asarray(got)[0]) == [2]


def test_functions_without_an_array_ask_which_library(library):
    table = sinusoidal(3, 4, xp=library)
    tokens = library.asarray([0, 2])
    for made in (table, causal_mask(2, 3, xp=library), one_hot(tokens, 3)):
        assert type(made) is type(tokens)
    exact = [bound_sinusoid(1, 1, 10000, str(table.dtype).split(".")[-1])] * 12
    theirs = sinusoidal(3, 4)
    within(np.asarray(table).ravel(), theirs.ravel(), [3 * each for each in exact], "sinusoids")


def test_a_machine_of_the_library_reverses(library):
    params = reversing_parameters(2, longest=2, xp=library)
    assert {type(each) for each in params.values()} == {type(library.asarray([1.0]))}
    assert reverse([2, 1], params, xp=library) == [1, 2]


def test_a_whole_machine_generates_the_same_tokens(library):
    params = random_parameters(transformer_shapes(5, 6, 4, 2, 3, layers=2), seed=11)
    theirs = generate(np.asarray([1, 2, 3]), params, 0, 99, 5)
    make = lambda values: library.asarray(values, dtype=library.float64)
    ours = {name: make(each.tolist()) for name, each in params.items()}
    for cached in (True, False):
        assert generate(library.asarray([1, 2, 3]), ours, 0, 99, 5, cached=cached) == theirs
