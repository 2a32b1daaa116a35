"""Kernel regression from near points: the claims of the fold, on numbers and at edges."""

import numpy as np
import pytest
from hypothesis import strategies as st

from tests.helpers.holds import holds
from tests.helpers.strategies import data
from tests.properties.test_fold import TILES, assert_is_regression
from tests.properties.test_tiles import FAST
from theory.rounding.fold_bounds import bound_nearby_regression


@holds("fold.computed", "fold.attention-over-any-partition", case=data(), tile=TILES)
def test_regression_from_near_points_is_the_printed_ratio(subject, case, tile):
    assert_is_regression(subject.tiled_regression, case, tile, bound_nearby_regression)


@holds("fold.far-pairs-weigh-little", seed=st.integers(0, 2**32), dtype=st.sampled_from(FAST),
       beta=st.sampled_from([0.5, 3.0, 20.0]), d=st.sampled_from([1, 1, 2, 9]),
       far=st.sampled_from([0, 30, 1000]), tile=st.sampled_from([5, 64]))  # fmt: skip
def test_far_points_may_be_left_out(subject, seed, dtype, beta, d, far, tile):
    random = np.random.default_rng(seed)
    x = (random.random((70, d)) * 40).astype(dtype)
    x_query = (random.random((3, d)) * 40).astype(dtype)
    x_query[0] += far
    y = random.normal(size=70).astype(dtype) * np.where(random.random(70) < 0.1, 1000, 1)
    case = (x_query, x, y.astype(dtype), beta)
    assert_is_regression(subject.tiled_regression, case, tile, bound_nearby_regression)


def test_points_without_coordinates_are_all_as_near(subject):
    queries, points = np.ones((2, 0)), np.ones((3, 0))
    found = subject.tiled_regression(queries, points, np.asarray([1.0, 2.0, 6.0]), 1.0, tile=2)
    assert found.tolist() == [3.0, 3.0]


def test_queries_are_far_from_points_on_the_other_side(subject):
    found = subject.tiled_regression(
        np.asarray([[-50.0]]), np.full((2, 1), 50.0), np.asarray([2.0, 4.0]), 1.0
    )
    assert found.tolist() == [3.0]


def test_a_width_below_zero_leaves_no_query_out_that_is_far(subject):
    queries, points = np.asarray([[0.0], [50.0]]), np.zeros((2, 1))
    found = subject.tiled_regression(queries, points, np.asarray([2.0, 4.0]), -1.0)
    assert found.tolist() == [3.0, 3.0]


def test_queries_may_be_far_though_no_coordinate_is(subject):
    found = subject.tiled_regression(
        np.full((1, 3), 25.0), np.zeros((2, 3)), np.asarray([2.0, 4.0]), 1.0
    )
    assert found.tolist() == [3.0]


def test_a_query_far_from_its_neighbours_finds_the_points_near_itself(subject):
    queries = np.asarray([-1.0] * 63 + [10.0])[:, None]
    points, values = np.asarray([[-1.0], [10.0]]), np.asarray([3.0, 5.0])
    found = subject.tiled_regression(queries, points, values, 100.0)
    assert found.tolist() == [3.0] * 63 + [5.0]


def test_a_point_is_kept_whose_kernel_is_just_more_than_u_over_n(subject):
    least = np.finfo(float).eps / 2 / 3
    points = np.asarray([[0.0], [np.sqrt(-2 * np.log(1.05 * least))], [100.0]])
    found = subject.tiled_regression(np.zeros((1, 1)), points, np.asarray([0.0, 1.0, 0.0]), 1.0)
    assert found[0] > least


@pytest.mark.parametrize("d", [1, 2, 8])
def test_a_point_is_left_out_whose_kernel_is_well_below_u_over_n(subject, d):
    """Of the weights that were left out nothing is seen; so the values of their points weigh 0."""
    least = np.finfo(float).eps / 2 / 3
    away = np.sqrt(-2 * np.log(least / np.e**1.1) / d)  # along the diagonal
    points = np.asarray([[0.0], [away], [100.0]]) * np.ones(d)
    found = subject.tiled_regression(np.zeros((1, d)), points, np.asarray([0.0, 1.0, 0.0]), 1.0)
    assert found[0] == 0


def test_a_point_beyond_a_coordinates_spread_is_left_out(subject):
    """The spread of points is that of all their coordinates together, not of one."""
    least = np.finfo(float).eps / 2 / 2
    away = np.sqrt(-2 * np.log(least / np.e**1.1) / 2)
    points = np.asarray([[0.0, 0.0], [away, away]])
    found = subject.tiled_regression(np.zeros((1, 2)), points, np.asarray([0.0, 1.0]), 1.0)
    assert found[0] == 0


@pytest.mark.parametrize("dtype", FAST)
def test_the_nearest_point_is_found_however_narrow_the_kernel(subject, dtype):
    """As narrow as this, no other point is within reach; so rounding must not lose the nearest."""
    random = np.random.default_rng(0)
    values = np.asarray([3.0, 5.0, 7.0], dtype)
    for out in (random.random((100, 3)) + 1).astype(dtype):
        queries = np.stack([out, -out])
        points = np.stack([3 * out, -2 * out, 100 + 0 * out])
        found = subject.tiled_regression(queries, points, values, 1e15)
        assert found.tolist() == [3.0, 5.0]


def test_many_queries_are_predicted_side_by_side(subject):
    x = np.arange(0.0, 3000.0, 10.0)[:, None]
    assert np.array_equal(subject.tiled_regression(x[::-1], x, x, 10.0), x[::-1])


def test_without_coordinates_the_width_does_not_matter(subject):
    queries, points = np.ones((2, 0)), np.ones((3, 0))
    found = subject.tiled_regression(queries, points, np.asarray([1.0, 2.0, 6.0]), 100.0)
    assert found.tolist() == [3.0, 3.0]


def test_a_kernel_as_wide_as_can_be_is_no_overflow(subject):
    x, y = np.asarray([[0.0], [1.0]]), np.asarray([2.0, 4.0])
    with np.errstate(over="raise"):
        assert subject.tiled_regression(x, x, y, 1e-160).tolist() == [3.0, 3.0]
