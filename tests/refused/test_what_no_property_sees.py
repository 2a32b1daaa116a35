"""What no claim speaks of, and a change in `impl` would break: seen by changing it there."""

import pickle

import numpy as np
import pytest

from impl import decoder, encoder, fold, heads, induction, late_interaction, local_linear, softmax
from impl.fast import tiles
from impl.refusals import ArgumentValueError
from tests.refused.answers import CROSSED


def test_each_document_needs_a_token_that_counts():
    query, documents = np.ones((1, 2)), np.ones((2, 2, 2))
    said = "^late_interaction: mask keeps no token of some document, expected one of each at least$"
    with pytest.raises(ArgumentValueError, match=said):
        late_interaction.late_interaction(
            query, documents, np.asarray([[True, True], [False, False]])
        )


def test_a_line_is_kept_far_from_all_points():
    x = np.asarray([0.0, 1.0])
    assert local_linear.local_linear_regression(np.asarray([64.0]), x, 2 * x, 1.0) == 128.0


def test_distances_are_counted_from_each_querys_nearest_point():
    x = 2.0**30 + np.arange(3.0)
    queries = np.asarray([x[0], x[2], x[2] + 2.0**20])
    assert (local_linear.local_linear_regression(queries, x, x, 0.0) == queries).all()


def test_a_batch_of_points_is_many_regressions():
    x, y = np.asarray([[0.0, 1.0, 3.0], [5.0, 7.0, 8.0]]), np.asarray([[1.0, 0.0, 2.0]] * 2)
    queries = np.asarray([[0.5, 2.0], [6.0, 7.5]])
    one = local_linear.local_linear_regression
    alone = [one(*each, 0.5).tolist() for each in zip(queries, x, y, strict=True)]
    assert one(queries, x, y, 0.5).tolist() == alone


def test_repetition_is_as_sharp_as_it_says():
    tokens = np.asarray([0, 1, 2, 0, 1])
    as_said = induction.next_by_repetition(tokens, 3, sharpness=20.0)
    assert (induction.next_by_repetition(tokens, 3) == as_said).all()


def test_a_row_of_the_source_that_is_hidden_counts_for_nothing_in_a_step():
    row, keys, mask = np.ones((1, 4)), np.ones((2, 2, 2)), np.asarray([[True, False]])
    shown, hidden = np.ones((2, 2, 2)), np.ones((2, 2, 2))
    hidden[:, 1, :] = np.nan
    step = lambda values: decoder.cached_block(row, None, (keys, values), CROSSED, mask=mask)[0]
    assert (step(hidden) == step(shown)).all()


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_what_a_part_drops_counts_for_nothing(value):
    values, mask = np.asarray([[value], [1.0]]), np.asarray([False, True])
    assert fold.summary(np.zeros(2), values, mask=mask).output == 1


def test_a_refusal_survives_the_way_from_another_process():
    error = ArgumentValueError("softmax", x="is empty", axis="is 3")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again)) == (type(error), str(error))
    assert (again.function, again.wrong) == ("softmax", {"x": "is empty", "axis": "is 3"})


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_hidden_row_counts_for_nothing_in_any_head(value):
    params = {name: np.ones((2, 3, 2)) for name in ("w_q", "w_k", "w_v")} | {"w_o": np.ones((4, 3))}
    rows = np.sin(np.arange(12.0)).reshape(4, 3)
    spoiled, mask = rows.copy(), np.asarray([True, True, False, True])
    spoiled[2] = value
    asked = lambda rows: heads.multi_head_attention(rows[:2], rows, params, mask)
    with np.errstate(invalid="ignore"):
        assert (asked(spoiled) == asked(rows)).all()


@pytest.mark.parametrize("is_causal", [False, True])
def test_no_tile_has_other_bits_for_what_it_drops(is_causal):
    q, k, v = (np.sin(np.arange(12.0)).reshape(4, 3) + place for place in range(3))
    others = k.copy()
    others[3] *= 1e3
    dropped = {"is_causal": True} if is_causal else {"mask": np.arange(4) < 3}
    one, other = (tiles.tiled_attention(q[:3] if not is_causal else q, each, v, **dropped)
                  for each in (k, others))  # fmt: skip
    assert (one[:3] == other[:3]).all()


def test_tiles_of_large_values_do_not_overflow():
    row, values = np.asarray([[500.0**0.5]]), np.full((1, 1), 1e100)
    assert tiles.tiled_attention(row, row, values) == 1e100


@pytest.mark.parametrize("given", [{"mask": np.asarray([[0, np.inf]])}, {"scale": 1e306}])
def test_tiles_refuse_scores_that_are_no_numbers(given):
    row, rows = np.full((1, 1), 1e2), np.full((2, 1), 1e2)
    with pytest.raises(ArgumentValueError), np.errstate(over="ignore"):
        tiles.tiled_attention(row, rows, rows, **given)


@pytest.mark.parametrize("lead", [((2, 3), (2, 3), ()), ((), (), (2, 3)), ((3,), (2, 1), (2, 3))])
def test_tiles_of_values_that_a_batch_shares(lead):
    sizes = zip(lead, ((2, 4), (5, 4), (5, 1)), strict=True)
    q, k, v = (np.sin(np.arange(np.prod((*a, *b)))).reshape(*a, *b) for a, b in sizes)
    values = np.ones_like(v)
    assert (tiles.tiled_attention(q, k, values) == 1).all()
    assert tiles.tiled_attention(q, k, v).shape == (*np.broadcast_shapes(*lead), 2, 1)


def test_a_norm_before_the_layer_has_its_epsilon():
    x, norm = np.asarray([[1.0, 3.0]]), {"gain": np.ones(2), "bias": np.zeros(2)}
    made = encoder.residual(x, lambda rows: rows, norm, "pre", eps=1.0)
    assert (made == x + encoder.layer_norm(x, **norm, eps=1.0)).all()


@pytest.mark.parametrize(
    "said, given",
    [
        ("residual: norm has the unknown scale", {"scale": np.ones(2, "float32")}),
        ("residual: eps is .* root fits in float32", {}),
    ],
)
def test_a_residual_speaks_of_its_own_norm(said, given):
    x = np.ones((1, 2), "float32")
    norm = {"gain": x[0], "bias": x[0]} | given
    with pytest.raises(ArgumentValueError, match=said), np.errstate(over="ignore"):
        encoder.residual(x, lambda rows: rows, norm, eps=1e80)


def test_more_tokens_than_positions_are_refused_by_the_function_that_was_called():
    params = {"tokens": np.ones((1, 2)), "positions": np.ones((1, 2))}
    with pytest.raises(ArgumentValueError, match=r"^embedded: tokens has 2 tokens in a row"):
        encoder.embedded(np.asarray([0, 0]), params)


def test_the_largest_of_nothing_keeps_its_axis():
    assert softmax.largest(np, np.ones((2, 0))).shape == (2, 1)


def test_no_difference_beside_a_large_score_overflows():
    scores = np.asarray([1e307, -np.finfo(float).max])
    assert softmax.softmax(scores).tolist() == [1, 0]
