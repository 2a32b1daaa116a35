"""Floats beside balls: what a subject computes is within its bounds of balls that hold the truth.

The balls come from `impl` itself, run on intervals of 169 bits. So no oracle is believed but Arb's
arithmetic. The bounds are those of the claims, at the numbers of fifty digits.
"""

import numpy as np
import pytest

pytest.importorskip("flint", reason="python-flint is not installed")

from hypothesis import strategies as st

from impl.heads import scaled_dot_product_attention
from impl.normalization import layer_norm
from impl.softmax import log_softmax, logsumexp, softmax
from proofs.arrays import balls
from tests.helpers import oracle
from tests.helpers.enclosure import within_balls
from tests.helpers.holds import holds
from tests.helpers.strategies import DTYPES, logits, numbers
from tests.properties import test_fold
from tests.properties.test_heads import SPIKES, booleans, exact_attention, triples
from theory.fifty_digits import mp
from theory.rounding.bounds import (
    bound_layer_norm,
    bound_log_softmax,
    bound_logsumexp,
    bound_softmax,
)

KINDS = ("ties", "moderate", "spikes", "shifted", "subnormal")


@holds(
    "floats.softmax", "floats.logsumexp", "floats.log-softmax", x=logits(kinds=KINDS, batch=False)
)
def test_weights_and_their_logarithms_lie_in_their_balls(subject, x):
    row, enclosed, dtype = oracle.exact(x), balls.array(x), x.dtype.name
    p, whole = oracle.softmax(row), oracle.logsumexp(row)
    within_balls(subject.softmax(x), softmax(enclosed), bound_softmax(row, p, dtype), "softmax")
    off = bound_log_softmax(row, p, [score - whole for score in row], dtype)
    within_balls(subject.log_softmax(x), log_softmax(enclosed), off, "log-softmax")
    off = bound_logsumexp(row, p, whole, dtype)
    enclosed = balls.array([logsumexp(enclosed).data.item()])
    within_balls(subject.logsumexp(x).reshape(1), enclosed, off, "logsumexp")


@holds("floats.attention", triple=triples() | SPIKES, data=st.data())
def test_attention_lies_in_its_balls(subject, triple, data):
    mask = None
    if data.draw(st.booleans()):
        mask = booleans(data.draw, len(triple[0]), len(triple[1]))
    computed = subject.scaled_dot_product_attention(*triple, mask=mask)
    known = None if mask is None else balls.array(mask)
    enclosed = scaled_dot_product_attention(*map(balls.array, triple), mask=known)
    _, bounds = exact_attention(*triple, kept=mask)
    within_balls(computed, enclosed, shaped(bounds, computed), "attention")


@holds("floats.fold", triple=triples() | SPIKES, tile=st.integers(1, 7))
def test_a_fold_lies_in_the_balls_of_attention(subject, triple, tile):
    computed = subject.folded_attention(*triple, tile=tile)
    enclosed = scaled_dot_product_attention(*map(balls.array, triple))
    _, bounds = test_fold.exact_attention(*triple, tile)
    within_balls(computed, enclosed, shaped(bounds, computed), "attention as a fold")


@holds("floats.layer-norm", x=st.sampled_from(DTYPES).flatmap(lambda d: numbers(3, 5, dtype=d)),
       eps=st.sampled_from([1e-5, 1e-3, 1.0]))  # fmt: skip
def test_layer_norm_lies_in_its_balls(subject, x, eps):
    eps = float(np.asarray(eps, dtype=x.dtype))
    enclosed = layer_norm(balls.array(x), eps=eps)
    bounds = [bound_layer_norm(oracle.exact(row), mp.mpf(eps), x.dtype.name) for row in x]
    within_balls(subject.layer_norm(x, eps=eps), enclosed, bounds, "LayerNorm")


def shaped(bounds, computed):
    """Return bounds, entry by entry, in the shape of what was computed."""
    return np.asarray(bounds, dtype=object).reshape(np.shape(computed))
