"""Parts that lie apart: the same bits wherever they are summed up, errors that name the part."""

import os
import signal
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

from impl.fast.apart import attention_apart, blocks, regression_apart
from impl.refusals import ArgumentTypeError, ArgumentValueError
from tests.helpers.small_cluster import small_cluster

ROWS = 400  # of a block
SIZES = (300, 1, 700, 0, 512, 90, 33)
Q = np.random.default_rng(5).normal(size=(20, 16))


def pairs(place):
    """Return keys and values of a part, from a seed of its own."""
    random = np.random.default_rng([7, place])
    return tuple(random.normal(size=(SIZES[place], width)) for width in (16, 3))


def points(place):
    """Return points and values of a part that is not empty."""
    x, y = pairs(place if SIZES[place] else 0)
    return 3 * x[:, :2], y[:, 0]


def lost_once(mark, part):
    """Kill the process at the first call, as a machine that is lost half-way would."""
    if not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return part()


PAIRS = [partial(pairs, place) for place in range(len(SIZES))]
POINTS = [partial(points, place) for place in range(len(SIZES))]


@pytest.fixture(scope="module")
def processes():
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        yield pool


def everything(parts):
    return tuple(map(np.concatenate, zip(*(part() for part in parts), strict=True)))


def test_the_bits_are_the_same_here_in_threads_and_in_processes(processes):
    here = attention_apart(Q, PAIRS), regression_apart(Q[:, :2], POINTS, 2.0)
    with ThreadPoolExecutor(2) as threads:
        for pool in (threads, processes):
            assert np.array_equal(attention_apart(Q, PAIRS, pool), here[0])
            assert np.array_equal(regression_apart(Q[:, :2], POINTS, 2.0, pool), here[1])


def test_an_error_comes_from_another_process_with_the_place_of_its_part(processes):
    for pool in (None, processes):
        with pytest.raises(ArgumentValueError, match=r"^attention_apart: .*k of parts\[0\] has"):
            attention_apart(Q[:, :5], PAIRS, pool)


def test_sums_beyond_the_floats_are_refused_where_each_part_fits():
    x, y = np.zeros((1, 1)), np.asarray([1.5e308])
    assert regression_apart(x, [lambda: (x, y)], 1.0) == y
    said = "regression_apart: parts have a weighted sum"
    with np.errstate(over="ignore"), pytest.raises(ArgumentValueError, match=said):
        regression_apart(x, [lambda: (x, y)] * 2, 1.0)


@pytest.mark.parametrize("parts", [[], [pairs(0)]])
def test_parts_are_functions_and_there_is_one(parts):
    with pytest.raises(ArgumentTypeError, match=r"parts contains .*expected functions"):
        attention_apart(Q, parts)


def dask_arrays(parts):
    da = pytest.importorskip("dask.array")
    return [da.from_array(each, chunks=(ROWS, *each.shape[1:])) for each in everything(parts)]


def by_hand(parts):
    k, v = everything(parts)
    of = [slice(at, at + ROWS) for at in range(0, len(k), ROWS)]
    return [lambda rows=rows: (k[rows], v[rows]) for rows in of]


def test_blocks_of_dask_are_parts(processes):
    output = attention_apart(Q, blocks(*dask_arrays(PAIRS)), processes)
    assert np.array_equal(output, attention_apart(Q, by_hand(PAIRS)))
    predicted = regression_apart(Q[:, :2], blocks(*dask_arrays(POINTS)), 2.0, processes)
    assert np.array_equal(predicted, regression_apart(Q[:, :2], by_hand(POINTS), 2.0))


def test_blocks_that_are_cut_otherwise_are_refused():
    k, v = dask_arrays(PAIRS)
    for wrong in (v.rechunk((200, 3)), v.rechunk((ROWS, 1))):
        with pytest.raises(ArgumentValueError, match=r"blocks: arrays\[1\] has chunks .*rechunk"):
            blocks(k, wrong)


def test_a_worker_of_a_cluster_may_be_lost_half_way(tmp_path):
    distributed = pytest.importorskip("distributed")
    summed = {
        "attention": (PAIRS, partial(attention_apart, Q)),
        "regression": (POINTS, lambda parts, *on: regression_apart(Q[:, :2], parts, 2.0, *on)),
    }
    with small_cluster() as cluster, distributed.Client(cluster) as client:
        for name, (parts, output) in summed.items():
            fatal = [*parts[:3], partial(lost_once, tmp_path / name, parts[3]), *parts[4:]]
            assert np.array_equal(output(fatal, client.get_executor()), output(parts))
            assert (tmp_path / name).exists()
