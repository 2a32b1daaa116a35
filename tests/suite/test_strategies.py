"""The strategies reach the hard cases that they promise; else properties would be vacuous."""

import numpy as np
import pytest
from hypothesis import Phase, find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from proofs.exhaustive.all_floats import dtype_of, smallest_normal
from tests.helpers.accumulated import HALVES
from tests.helpers.strategies import (
    DTYPES,
    KINDS,
    data,
    hard_triples,
    logits,
    long_rows,
    masked_tables,
    numbers,
    orders,
    tables,
)

# An example need not be small, and without shrinking the checks are quick.
SEARCH = settings(max_examples=3000, database=None, phases=[Phase.generate])


def reaches(strategy, condition):
    """Fail with NoSuchExample unless the strategy draws something that meets the condition."""
    return find(strategy, condition, settings=SEARCH)


def has_ties(x):
    return any(len(set(row)) < len(row) for row in x.reshape(-1, x.shape[-1]).tolist())


def is_unsaturated(x):
    """Say whether two logits differ, and so little that both weights are far from 0 and 1."""
    half = x.max(axis=-1) / 2 - x.min(axis=-1) / 2  # of halves, the difference cannot overflow
    return bool(((half > 0) & (half < 2)).all())


def has_one_far_above(x):
    """Say whether each row has one logit that is about 100 above all others."""
    if x.shape[-1] < 2:
        return False
    halves = np.diff(np.sort(x / 2, axis=-1))[..., -1]  # of halves, it cannot overflow
    return bool(((halves > 42) & (halves < 55)).all())


@pytest.mark.meta
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(
    "condition",
    [
        lambda x: x.max() == 1000 and x.min() == -1000,
        lambda x: x.max() == np.finfo(x.dtype).max,
        lambda x: x.min() == np.finfo(x.dtype).min,
        has_ties,
        is_unsaturated,
        lambda x: x.min() >= 9976 and not has_ties(x) and x.shape[-1] > 1,
        lambda x: 0 < abs(x).max() < np.finfo(x.dtype).smallest_normal,
        lambda x: x.shape[-1] == 1,
        lambda x: x.shape[-1] == 6,
        lambda x: x.ndim == 3 and len(set(x.shape)) == 3,
        has_one_far_above,
    ],
    ids=[
        "spikes",
        "largest",
        "lowest",
        "ties",
        "unsaturated",
        "shifted",
        "subnormal",
        "one",
        "six",
        "batch",
        "dominant",
    ],
)
def test_logits_of_every_dtype_reach(dtype, condition):
    x = reaches(logits(dtypes=(dtype,)), condition)
    assert x.dtype == dtype


BRIEF = pytest.param(
    "bfloat16",
    marks=pytest.mark.skipif("bfloat16" not in HALVES, reason="ml_dtypes is not installed"),
)


@pytest.mark.meta
@pytest.mark.parametrize("dtype", ["float16", BRIEF])
@pytest.mark.parametrize("strategy", [logits(dtypes=HALVES), long_rows()], ids=["short", "long"])
def test_halves_of_every_format_are_drawn(strategy, dtype):
    assert reaches(strategy, lambda x: x.dtype.name == dtype).dtype == dtype_of(dtype)


@pytest.mark.meta
@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", BRIEF])
@pytest.mark.parametrize(
    ("kind", "condition"),
    [
        ("saturated", lambda s, v, least: np.ptp(np.sort(s)[:, -2:], axis=1).min() > 100),
        ("dominant", lambda s, v, least: len(s.T) > 2 and (np.diff(np.sort(s[0]))[-1] > 20)),
        ("shifted", lambda s, v, least: abs(s - 1e4).max() < 400 and np.ptp(s) > 0),
        (
            "cancelling",
            lambda s, v, least: len(v) > 1 and abs(v).min() > 900 > 90 > abs(v.mean(0)).max(),
        ),
        (
            "equal keys",
            lambda s, v, least: len(v) > 2 and np.ptp(s) > 0 and np.ptp(s, axis=1).max() == 0,
        ),
        ("subnormal", lambda s, v, least: 0 < abs(v).max() < least),
    ],
)
def test_queries_keys_and_values_reach_every_hard_kind(kind, condition, dtype):
    least = smallest_normal(dtype)

    def is_hard(triple):
        q, k, v = (x.astype(float) for x in triple)
        return len(k) > 1 and condition(q @ k.T / np.sqrt(q.shape[1]), v, least)

    drawn = reaches(hard_triples((dtype,), kinds=(kind,)), is_hard)
    assert {x.dtype.name for x in drawn} == {dtype}


@pytest.mark.meta
@pytest.mark.parametrize("dtype", DTYPES)
def test_logits_draw_every_dtype(dtype):
    reaches(logits(), lambda x: x.dtype == dtype)


@pytest.mark.meta
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_kind_of_number_is_finite_in_every_dtype(kind, dtype):
    drawn = []
    strategy = numbers(2, 3, dtype=dtype, kinds=(kind,))
    with pytest.raises(NoSuchExample):
        find(
            strategy,
            lambda x: drawn.append(x) or not np.isfinite(x).all() or x.shape != (2, 3),
            settings=settings(SEARCH, max_examples=100),
        )
    assert {x.dtype.name for x in drawn} == {dtype}


@pytest.mark.meta
@pytest.mark.parametrize(
    "condition",
    [
        lambda case: (~case[2]).all(axis=-1).any(),
        lambda case: case[2].all(),
        lambda case: (case[2].any(axis=-1) & ~case[2].all(axis=-1)).any(),
        lambda case: len({*case[0].shape, *case[1].shape}) == 3,
    ],
    ids=["drops a row", "drops nothing", "drops some", "three sizes"],
)
def test_masked_tables_reach(condition):
    scores, values, mask = reaches(masked_tables(), condition)
    assert mask.shape == scores.shape
    assert scores.shape[-1] == values.shape[0]


@pytest.mark.meta
def test_tables_reach_scores_that_are_not_saturated_and_values_that_differ():
    scores, values = reaches(
        tables(least=3),
        lambda table: is_unsaturated(table[0]) and len(set(table[1][:, 0].tolist())) == 3,
    )
    assert scores.dtype == values.dtype


@pytest.mark.meta
@pytest.mark.parametrize(
    "condition",
    [
        lambda case: case[3] == 0,
        lambda case: case[3] < 0,
        lambda case: case[1].dtype == np.float32 and case[1].shape[1] == 3,
        lambda case: len(set(case[2].tolist())) > 2 and np.ptp(case[1]) > 1 and case[3] == 1,
    ],
    ids=["beta 0", "beta negative", "float32 in space", "data that differ"],
)
def test_data_of_a_regression_reach(condition):
    reaches(data(), condition)


@pytest.mark.meta
def test_orders_move_something_and_lose_nothing():
    x = np.arange(4.0)
    moved = reaches(orders(x), lambda order: (order != np.arange(4)).all())
    assert sorted(x[moved]) == sorted(x)


@pytest.mark.meta
def test_a_condition_that_is_never_met_is_noticed():
    with pytest.raises(NoSuchExample):
        reaches(st.just(0), lambda value: value == 1)
