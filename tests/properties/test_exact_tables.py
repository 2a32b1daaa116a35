"""Batches, options and wide rows, on numbers of which nothing is rounded.

Scores lie a thousand apart, so that all weight is on one key, and all else are small whole numbers.
Each entry must then be just what it is: no bound of rounding hides one that comes from elsewhere.
"""

import numpy as np
from hypothesis import strategies as st

from tests.helpers.holds import holds, same

APART = 1000.0  # exp(-1000) is 0 in every format
LEADS = st.sampled_from([(), (2,), (2, 3)])
SIZES = st.sampled_from([(2, 3, 4), (9, 9, 9), (3, 66, 17)])  # of queries, of keys, and a width
SEEDS = st.integers(0, 2**32)


class Tables:
    """Arrays of whole numbers in batches, made by a seed."""

    def __init__(self, lead, sizes, seed):
        self.lead, (self.m, self.n, self.d), self.random = lead, sizes, np.random.default_rng(seed)

    def whole(self, *shape, lead=None):
        """Return small whole numbers."""
        lead = self.lead if lead is None else lead
        return self.random.integers(-4, 5, size=(*lead, *shape)).astype(float)

    def apart(self, *shape):
        """Return rows of numbers that all lie far apart."""
        places = np.broadcast_to(np.arange(shape[-1]), (*self.lead, *shape))
        return (self.random.permuted(places, axis=-1) - shape[-1] // 2) * APART

    def kept(self, *shape):
        """Return a mask that keeps something of each row."""
        mask = self.random.random(shape) < 0.5
        mask[..., 0] |= ~mask.any(axis=-1)
        return mask


def tables(sizes=SIZES):
    return st.builds(Tables, LEADS, sizes, SEEDS)


def leading(scores, axis=-1):
    """Return 1 at the largest of each row, and 0 elsewhere."""
    return (scores == scores.max(axis=axis, keepdims=True)).astype(float)


def products(q, k):
    return np.einsum("...md,...nd->...mn", q, k)


@holds("scores.dot", case=tables())
def test_dot_products_of_whole_numbers_are_exact(subject, case):
    q, k = case.whole(case.m, case.d), case.whole(case.n, case.d)
    same(subject.dot(q, k), products(q, k), "dot")


@holds("scores.scaled-dot", case=tables())
def test_scaled_products_of_whole_numbers_are_exact(subject, case):
    q, k = case.whole(case.m, case.d), case.whole(case.n, case.d)
    same(subject.scaled_dot(q, k, scale=0.5), products(q, k) / 2, "scaled dot")


@holds("scores.cosine", case=tables())
def test_cosines_along_the_axes_are_exact(subject, case):
    def along(count):
        axes = np.eye(case.d)[case.random.integers(0, case.d, size=(*case.lead, count))]
        signs = case.random.choice([-4.0, -1.0, 2.0], size=(*case.lead, count, 1))
        return axes * signs

    q, k = along(case.m), along(case.n)
    same(subject.cosine(q, k), np.sign(products(q, k)), "cosine")


@holds("lookup.hopfield-step", case=tables())
def test_a_step_reaches_the_pattern_that_leads(subject, case):
    state, stored = _network(case)
    expected = np.einsum("...mn,...nd->...md", leading(products(state, stored)), stored)
    same(subject.hopfield_step(state, stored, 1.0), expected, "step")
    one = (0,) * len(case.lead)
    same(subject.hopfield_step(state[one][0], stored[one], 1.0), expected[one][0], "one state")


@holds("lookup.hopfield-energy-falls", case=tables())
def test_the_energy_of_the_pattern_that_leads(subject, case):
    state, stored = _network(case)
    expected = (state**2).sum(axis=-1) / 2 - products(state, stored).max(axis=-1)
    same(subject.energy(state, stored, 1.0), expected, "energy")
    one = (0,) * len(case.lead)
    same(subject.energy(state[one][0], stored[one], 1.0), expected[one][0], "energy of one state")


def _network(case):
    """Return states along one axis, on which all patterns are different."""
    state, stored = np.zeros((*case.lead, case.m, case.d)), case.whole(case.n, case.d)
    state[..., -1] = case.random.choice([-APART, APART], size=(*case.lead, case.m))
    stored[..., -1] = case.apart(case.n) / APART
    return state, stored


@holds("lookup.attention", "lookup.mask", case=tables())
def test_attention_gives_the_value_of_the_leading_key(subject, case):
    scores, values = case.apart(case.m, case.n), case.whole(case.n, case.d)
    for shape in ((case.m, case.n), (*case.lead, case.m, case.n), (case.n,)):
        mask = case.kept(*shape)
        weights = leading(np.where(mask, scores, -np.inf))
        same(subject.attention(scores, values, mask=mask), weights @ values, f"a mask of {shape}")


@holds("lookup.hard-attention", case=tables())
def test_hard_attention_gives_the_value_of_the_leading_key(subject, case):
    scores, values = case.apart(case.m, case.n), case.whole(case.n, case.d)
    expected = leading(scores) @ values
    same(subject.hard_attention(scores, values), expected, "hard attention")


@holds("lookup.hard-weights-are-one-hot", case=tables())
def test_hard_weights_lie_along_the_axis_that_is_asked_for(subject, case):
    scores = case.whole(case.m, case.n) + case.random.random((*case.lead, case.m, case.n))
    for axis in range(-scores.ndim, 0):
        same(subject.hardmax(scores, axis=axis), leading(scores, axis), f"axis {axis}")


@holds("softmax.definition", "softmax.masking-renormalises", case=tables())
def test_all_weight_is_on_the_leading_entry(subject, case):
    scores = case.apart(case.m, case.n)
    same(subject.softmax(scores), leading(scores), "softmax")
    for shape in ((case.m, case.n), (*case.lead, case.m, case.n), (case.n,)):
        mask = case.kept(*shape)
        kept = leading(np.where(mask, scores, -np.inf))
        same(subject.softmax(scores, where=mask), kept, f"a mask of {shape}")


@holds("softmax.definition", case=tables())
def test_weights_lie_along_the_axis_that_is_asked_for(subject, case):
    scores = case.apart(case.m * case.n).reshape(*case.lead, case.m, case.n)
    for axis in range(-2, 0):
        same(subject.softmax(scores, axis=axis), leading(scores, axis), f"axis {axis}")


@holds("floats.log-softmax", case=tables())
def test_each_table_has_the_logarithms_that_it_has_alone(subject, case):
    scores = case.apart(case.m, case.n)
    found = subject.log_softmax(scores)
    assert found.shape == scores.shape
    for one in np.ndindex(*case.lead):
        same(found[one], subject.log_softmax(scores[one]), "logarithms")


@holds("softmax.one-more", case=tables())
def test_one_more_takes_all_where_no_score_is_above_it(subject, case):
    scores = case.apart(case.m, case.n) + APART / 2
    scores[..., 0, :] -= 2 * case.n * APART
    expected = leading(scores) * (scores.max(axis=-1, keepdims=True) > 0)
    same(subject.softmax_one(scores), expected, "softmax with one more")


@holds("kernel.regression", case=tables())
def test_a_point_that_is_asked_for_is_predicted(subject, case):
    x = np.zeros((*case.lead, case.n, case.d))
    x[..., -1] = case.apart(case.n)
    asked = case.random.integers(0, case.n, size=2 * case.m)
    one, y = (0,) * len(case.lead), case.whole(case.n, 2)
    for targets in (y, y[..., 0]):
        expected = np.take(targets, asked, axis=len(case.lead))
        found = subject.kernel_regression(x[..., asked, :], x, targets, 1.0)
        same(found, expected, "regression")
        found = subject.kernel_regression(x[one][asked[0]], x[one], targets[one], 1.0)
        same(found, expected[one][0], "of one query")


@holds("retrieval.late-interaction-with-one-token-is-dot", case=tables())
def test_late_interaction_of_whole_numbers_is_exact(subject, case):
    query, documents = case.whole(case.n, case.d), case.whole(case.m, 4, case.d, lead=())
    query += 513.0  # more digits than a half keeps
    scores = np.einsum("...id,zjd->...zij", query, documents)
    expected = scores.max(axis=-1).sum(axis=-1)
    same(subject.late_interaction(query, documents), expected, "late interaction")


@holds("retrieval.dot", case=tables())
def test_each_query_is_scored_with_each_document(subject, case):
    query, documents = case.whole(case.m, case.d), case.whole(case.n, 2, case.d, lead=())
    expected = np.einsum("...d,nd->...n", query[..., 0, :], documents[:, 0, :])
    same(subject.dot_score(query, documents), expected, "scores")


@holds("retrieval.ranking-ignores-shift-and-scale", case=tables())
def test_each_row_is_ranked_by_itself(subject, case):
    scores = case.apart(case.m, case.n) / APART
    scores[..., 0, 0] = 1e20  # beside which differences of others are rounded away
    same(subject.ranking(scores), np.argsort(-scores, axis=-1, kind="stable"), "ranking")


@holds("backward.softmax-gradient", case=tables())
def test_gradients_of_weights_that_are_powers_of_two(subject, case):
    upstream, weights = case.whole(case.m, case.n), np.zeros((*case.lead, case.m, case.n))
    weights[..., :3] = case.random.permutation([0.5, 0.25, 0.25])
    mean = (weights * upstream).sum(axis=-1, keepdims=True)
    expected = weights * (upstream - mean)
    same(subject.softmax_gradient(weights, upstream), expected, "gradient")


@holds("contrastive.loss", case=tables())
def test_each_table_has_the_losses_that_it_has_alone(subject, case):
    scores = case.apart(case.m, case.n)
    found = subject.contrastive_loss(scores[..., 0], scores[..., 1:])
    leads = scores[..., 0] == scores.max(axis=-1)
    same(found == 0, leads, "what is lost where the positive leads")
    for one in np.ndindex(*case.lead):
        same(found[one], subject.contrastive_loss(scores[one][:, 0], scores[one][:, 1:]), "losses")


@holds("feedforward.definition", case=tables())
def test_the_net_of_whole_numbers_is_exact(subject, case):
    x, hidden = case.whole(case.n, case.d), case.m + 8
    shapes = {"w_1": (case.d, hidden), "b_1": (hidden,), "w_2": (hidden, case.d), "b_2": (case.d,)}
    params = {name: case.whole(*shape, lead=()) for name, shape in shapes.items()}
    inner = np.maximum(x @ params["w_1"] + params["b_1"], 0)
    same(subject.feed_forward(x, params), inner @ params["w_2"] + params["b_2"], "net")


@holds("heads.multi-head", case=tables(sizes=st.sampled_from([(2, 3, 4), (3, 9, 9), (2, 5, 17)])))
def test_heads_that_see_one_key_each_are_exact(subject, case):
    heads, width = case.m + 1, 3
    params = {name: case.whole(heads, case.d, width, lead=()) for name in ("w_q", "w_k", "w_v")}
    params["w_o"] = case.whole(heads * width, case.d, lead=())
    rows = case.whole(case.n, case.d)
    values = rows[..., None, :, :] @ params["w_v"]
    for lead in ((), (*case.lead, heads)):  # one mask for all, or one for each head
        seen = np.eye(case.n)[case.random.integers(0, case.n, size=(*lead, case.n))]
        side = np.moveaxis(seen @ values, -3, -2).reshape(*case.lead, case.n, heads * width)
        added = np.where(seen == 1, 0.0, -np.inf)
        for mask in (seen == 1, added):
            found = subject.multi_head_attention(rows, rows, params, mask=mask)
            same(found, side @ params["w_o"], f"a mask of {mask.dtype}")


@holds("heads.grouped", case=tables(sizes=st.sampled_from([(2, 3, 4), (5, 9, 9), (4, 5, 3)])))
def test_grouped_heads_that_see_one_key_each_are_exact(subject, case):
    groups, sharers, width = case.m, 2, 3
    params = {name: case.whole(groups, case.d, width, lead=()) for name in ("w_k", "w_v")}
    params["w_q"] = case.whole(groups, sharers, case.d, width, lead=())
    params["w_o"] = case.whole(groups * sharers * width, case.d, lead=())
    rows = case.whole(case.n, case.d)
    values = np.repeat(rows[..., None, :, :] @ params["w_v"], sharers, axis=-3)
    seen = np.eye(case.n)[case.random.integers(0, case.n, size=case.n)]
    side = np.moveaxis(seen @ values, -3, -2).reshape(*case.lead, case.n, -1)
    found = subject.grouped_heads(rows, rows, params, mask=seen == 1)
    same(found, side @ params["w_o"], "grouped heads")
