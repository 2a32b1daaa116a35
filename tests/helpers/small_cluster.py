"""A cluster of Dask on this machine, for tests: two workers, however slowly the machine starts."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import pytest


@contextmanager
def running_loop() -> Iterator[object]:
    """Yield a loop in a thread of its own; Dask gives up on one that takes ten seconds to start."""
    from tornado.ioloop import IOLoop

    started = asyncio.new_event_loop()
    thread = Thread(target=started.run_forever, daemon=True)
    thread.start()

    async def here() -> IOLoop:
        return IOLoop.current()

    try:
        yield asyncio.run_coroutine_threadsafe(here(), started).result()
    finally:
        started.call_soon_threadsafe(started.stop)
        thread.join()
        started.close()


@contextmanager
def small_cluster() -> Iterator[object]:
    """Yield a cluster of two workers with one thread each; without Dask the test is skipped."""
    distributed = pytest.importorskip("distributed")
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with running_loop() as loop, distributed.LocalCluster(loop=loop, **options) as cluster:
        yield cluster
