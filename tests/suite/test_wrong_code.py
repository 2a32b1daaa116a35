"""Code at symbolic sizes that is wrong somewhere is refused, and so is what cannot be read."""

from unittest.mock import patch

import numpy as np
import pytest

import impl.heads
import impl.scores
import impl.softmax
from impl import encoder, heads, softmax
from impl.refusals import ArgumentValueError
from proofs.arrays.entries.array import Array
from proofs.arrays.entries.family_arrays import Besides, library_of
from proofs.arrays.entries.folding import NotReadError
from proofs.arrays.entries.standard_functions import xp
from proofs.engine import general
from proofs.engine.binding import BindingError
from proofs.engine.derivation import StepError
from proofs.engine.stated import saying, stated
from proofs.engine.witness import EvidenceError
from proofs.rules import reindex, up_to
from tests.helpers.read_functions import reading
from theory.encoder.blocks import epsilon
from theory.letters import d, d_k, d_v, m, n
from theory.stating.families import numbers
from theory.stating.relations import equal
from theory.stating.statements import states
from theory.stating.variables import index, size

V = size("V")
x, v = numbers("x", n, d), numbers("v", n, d_v)
Q, K = numbers("Q", m, d_k), numbers("K", n, d_k)
i, j, c, o = (index(*pair) for pair in (("i", m), ("j", n), ("c", d), ("o", d_v)))
h = size("h")
k = index("k", h)


def closes(chain):
    return chain.closes("")


HEAD = "heads.scaled-dot-product-attention"
FAILS = (StepError, BindingError, EvidenceError, AssertionError, NotReadError)


def scored(change):
    """Return attention whose scores are changed."""

    def run(q, k, v):
        made = lambda q, k, scale=None: change(impl.scores.scaled_dot, q, k)
        with patch.object(impl.heads, "finite_scores", made):
            return impl.heads.scaled_dot_product_attention(q, k, v)

    return run


@pytest.mark.parametrize(
    "change",
    [
        lambda score, q, k: score(q, k) / 2,
        lambda score, q, k: score(q, k, 1),
        lambda score, q, k: abs(score(q, k)),
        lambda score, q, k: score(q, k) * 0,
    ],
    ids=["half", "unscaled", "bars", "none"],
)
def test_wrong_scores_are_refused(change):
    with pytest.raises(FAILS):
        general.run(HEAD, 0, {"attention": scored(change)}, closes, {})


def test_transposed_scores_are_refused():
    def run(q, k, v):
        made = lambda q, k, scale=None: impl.scores.scaled_dot(k, q).mT * 1
        with patch.object(impl.heads, "finite_scores", made):
            return impl.heads.scaled_dot_product_attention(q, k, v)

    general.run(HEAD, 0, {"attention": run}, closes, {})  # (k qᵀ)ᵀ is q kᵀ

    def transposed(q):
        made = lambda q, k, scale=None: impl.scores.scaled_dot(k, q)
        with patch.object(impl.heads, "finite_scores", made):
            return impl.heads.scaled_dot_product_attention(q, q * 2, q)

    with pytest.raises(FAILS):
        general.run("heads.self-attention", 0, {"self_attention": lambda x, *w: transposed(x)},
                    closes, {})  # fmt: skip


def masked(after):
    def mask(n_queries, n_keys, align="end", xp=None):
        query = xp.expand_dims(xp.arange(n_queries), axis=1)
        return xp.arange(n_keys) < query + after

    def run(Q, K, V):
        with patch.object(impl.heads, "causal_mask", mask):
            return impl.heads.scaled_dot_product_attention(Q, K, V, is_causal=True)

    return run


def past(chain):
    return chain.decides("").by(up_to, "").closes("")


@pytest.mark.parametrize("after", [0, 2], ids=["strict", "one ahead"])
def test_wrong_masks_are_refused(after):
    runs = {"causal_attention": masked(after), "attention": heads.scaled_dot_product_attention}
    with pytest.raises(FAILS):
        general.run("decoder.all-prefixes-at-once", 0, runs, past, {})


def permuted_on_one_side():
    """Return the statements that attention, and heads, are invariant, not equivariant."""
    from theory.heads.many_heads import MANY_HEADS, W_o, in_order, o
    from theory.heads.multi_head import multi_head, self_attention
    from theory.heads.words import ONE_HEAD, X
    from theory.heads.words import c as column
    from theory.letters import i

    return [
        equal(self_attention(in_order, *ONE_HEAD)[i, column],
              self_attention(X, *ONE_HEAD)[i, column]),
        equal(multi_head(in_order, in_order, *MANY_HEADS, W_o)[i, o],
              multi_head(X, X, *MANY_HEADS, W_o)[i, o]),
    ]  # fmt: skip


@pytest.mark.parametrize("duty", [0, 1], ids=["one head", "several"])
def test_invariance_in_the_place_of_equivariance_is_refused(duty):
    from proofs.heads.code import of_heads as many_heads
    from proofs.heads.code import of_itself

    runs = [{"self_attention": of_itself}, {"multi_head": many_heads}][duty]
    steps = lambda chain: chain.by(reindex, "").closes("")
    invariant = saying("heads.equivariant", states(*permuted_on_one_side()))
    with invariant, pytest.raises(StepError, match="does not follow"):
        general.run("heads.equivariant", duty, runs, steps, {})


def test_invariance_of_a_layer_s_attention_is_refused():
    from proofs.encoder.by_code import ATTENTION, KEYS
    from proofs.encoder.equivariance import UNMASKED
    from theory.encoder.blocks import c, i, mha_of_layer
    from theory.encoder.words import EPSILON, NO_MASK, e, kappa, layer

    def steps(chain):
        chain.by(reindex, KEYS).decides("").by(reindex, KEYS)
        return chain.closes("")

    both = (mha_of_layer(kappa, layer, rows_)[i, c] for rows_ in (e.permuted(), e))
    invariant = states(equal(*both), given=EPSILON, hypotheses={"no-mask": NO_MASK})
    given = {"let": UNMASKED}, (), True
    general.run("encoder.block-equivariant", 0, ATTENTION, steps, *given)
    with saying("encoder.block-equivariant", invariant), pytest.raises(FAILS):
        general.run("encoder.block-equivariant", 0, ATTENTION, steps, *given)


@pytest.mark.parametrize("what", ["the rows stay in order", "rows are mixed", "another layer"])
def test_a_block_that_is_not_equivariant_is_refused(what):
    from proofs.encoder.by_code import CLOSED
    from proofs.encoder.equivariance import UNMASKED
    from proofs.encoder.stack import LAYERS, LOOP, ONE_LAYER
    from theory.encoder.blocks import LAYERED, block_of_layer, c, i
    from theory.encoder.words import EPSILON, NO_MASK, e, kappa, layer
    from theory.letters import b

    def steps(chain):
        return chain.earlier(0, "", at={c: b}).closes("")

    def mixes(*given):
        made = ONE_LAYER.of(*given)
        return made + made[..., -1:, :]

    def ran(code):
        run = {"block_of_layer": code}
        view = {"let": UNMASKED, "closed": CLOSED}
        return general.run("encoder.block-equivariant", 1, run, steps, view, LAYERS, True,
                           LOOP.stands)  # fmt: skip

    claim = "encoder.block-equivariant"
    if what == "rows are mixed":
        with pytest.raises(FAILS):
            ran(Besides(mixes, epsilon, *LAYERED))
        return
    own, of = stated(claim), block_of_layer
    right = {"the rows stay in order": e, "another layer": e.permuted()}[what]
    at = layer if what == "the rows stay in order" else 1
    left = of(kappa, layer, e.permuted())[i, c]
    wrong = states(own.said[0], equal(left, of(kappa, at, right)[i, c]), given=EPSILON,
                   hypotheses={"no-mask": NO_MASK})  # fmt: skip
    with saying(claim, wrong), pytest.raises(FAILS):
        ran(ONE_LAYER)


@pytest.mark.parametrize("what", ["keeps the shift", "keeps the factor", "forgets the sign"])
def test_a_norm_that_forgets_less_or_more_is_refused(what):
    from proofs.normalization.by_code import WITH_EPSILON
    from theory.normalization.layer_norm import layer_norm_with
    from theory.normalization.words import c, epsilon, i, t, x

    of = lambda row_: layer_norm_with(epsilon, row_)
    claim, false, let = {
        "keeps the shift": ("shift", equal(of(x + t)[i], of(x)[i] + t), {}),
        "keeps the factor": ("scale", equal(of(c * x)[i], c * of(x)[i]), {epsilon: 0}),
        "forgets the sign": ("scale", equal(of(-c * x)[i], of(x)[i]), {epsilon: 0}),
    }[what]
    claim = f"normalization.{claim}-invariance"
    own = stated(claim)
    wrong = states(false, given=own.given, hypotheses=own.hypotheses)
    steps = lambda chain: chain.decides("").closes("")
    general.run(claim, 0, WITH_EPSILON, steps, {"let": let}, (), True)
    with saying(claim, wrong), pytest.raises(StepError, match="does not follow"):
        general.run(claim, 0, WITH_EPSILON, steps, {"let": let}, (), True)


@pytest.mark.parametrize("after", [0, 2], ids=["strict", "one ahead"])
def test_a_mask_that_lets_a_later_row_in_is_refused(after):
    runs = {"causal_attention": masked(after), "attention": heads.scaled_dot_product_attention}
    with pytest.raises(FAILS):
        general.run("decoder.later-rows-have-no-influence", 0, runs, past, {})


def test_a_cache_with_one_row_too_few_is_refused():
    from proofs.decoder.code import causal

    def fewer(q, K, V):
        rows_ = K.shape[0]
        seen = library_of(rows_).arange(rows_) < rows_ - 1
        return heads.scaled_dot_product_attention(q[None, :], K, V, mask=seen)[0]

    runs = {"causal_attention": causal, "attention_of_one": fewer}
    with pytest.raises(FAILS):
        general.run("decoder.cache-equals-full-pass", 0, runs, past, {})


def test_a_layer_that_mixes_rows_beside_attention_is_refused():
    from impl.encoder import encoder_block
    from proofs.encoder.boxes import BOXES
    from proofs.encoder.code import of_block

    mixes = lambda x, params, eps: encoder_block(x, params, eps=eps) + x[-1:, :]
    layer_by_layer = lambda chain: chain.closes("")
    with pytest.raises(FAILS):
        general.run("encoder.block", 0, {"block": of_block(mixes)}, layer_by_layer, {}, BOXES)


def test_the_right_mask_is_not():
    runs = {"causal_attention": masked(1), "attention": heads.scaled_dot_product_attention}
    assert general.run("decoder.all-prefixes-at-once", 0, runs, past, {}).compared


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (lambda x: xp.sort(x), "there is no 'sort'"),
        (lambda x: xp.argsort(x), "from the smallest on"),
        (lambda x: x[::2], "the slice"),
        (lambda x: x[..., 1::2], "the slice"),  # a width that may be odd
        (lambda x: x[..., -2:], "the slice"),
        (lambda x: x % 3, "a remainder by 3"),
        (lambda x: xp.reshape(x, (x.shape[0] + 1, -1)), "as"),
        (lambda x: x * 0.1, "is rounded"),
        (lambda x: xp.astype(x, "int"), "a real number as a whole one"),
        (lambda x: x + xp.inf, r"\+∞"),
    ],
)
def test_what_the_reading_cannot_do_it_refuses_by_name(code, says):
    with pytest.raises((NotReadError, AttributeError), match=says):
        reading(code, (x,), (j, c))


def test_both_ways_of_an_open_truth_are_taken():
    code = lambda x: x * 2 if x[0, 0] > 0 else x * 3
    assert reading(code, (x,), (j, c)) >= 10
    wrong = lambda x: x * 2 if isinstance(x, Array) or x[0, 0] > 0 else x * 3
    with pytest.raises(AssertionError):
        reading(wrong, (x,), (j, c))


def test_a_refusal_must_be_one_in_both():
    def code(x):
        if bool(library_of(x.shape[0]).any(x < 0)):
            raise ArgumentValueError("code", x="is negative")
        return x

    assert reading(code, (x,), (j, c))
    careless = lambda x: code(x) if isinstance(x, np.ndarray) else x
    with pytest.raises(AssertionError, match="refuses"):
        reading(careless, (x,), (j, c))


def test_a_word_must_be_in_the_relation():
    with pytest.raises(EvidenceError, match="no word hardmax"):
        general.run("softmax.definition", 0, {"hardmax": softmax.hardmax}, closes, {})


@pytest.mark.parametrize("order", ["pre", "post"])
def test_a_block_wired_otherwise_is_refused(order):
    from proofs.encoder.boxes import BOXES
    from proofs.encoder.code import of_block

    run = lambda x, params, eps: encoder.encoder_block(x, params, order=order, eps=eps)
    other = {"pre": ("encoder.block", "block"), "post": ("encoder.pre-norm-block", "pre_block")}
    claim, name = other[order]
    with pytest.raises(StepError, match="does not follow"):
        general.run(claim, 0, {name: of_block(run)}, closes, {}, BOXES)
