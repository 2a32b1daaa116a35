"""Work on all cores. An interrupt ends it and leaves no process behind."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from typing import Any

THREADED = ("jax", "torch")  # a copy of a process that has loaded one may wait for lost threads


def in_parallel(
    function: Callable[[Any], Any],
    jobs: Sequence[Any],
    afresh: bool = False,
    executor: Executor | None = None,
) -> Iterator[tuple[Any, Any]]:
    """Yield each job with its result, in the order in which they finish.

    afresh: start new processes, where a copy of this one could wait forever for threads that are
    not copied with it. They are new as well where this one has loaded one of THREADED. executor:
    of a cluster, or of threads; without one, processes on all cores.
    """
    if executor is not None:
        futures = _submitted(executor, function, jobs)
        try:
            yield from _as_they_end(futures)
        finally:
            for future in futures:
                future.cancel()
        return
    workers = max(1, min(len(jobs), os.cpu_count() or 1))
    new = afresh or any(name in sys.modules for name in THREADED)
    context = multiprocessing.get_context("spawn") if new else None
    with ProcessPoolExecutor(workers, context, _leave_interrupts_to_the_parent) as pool:
        try:
            yield from _as_they_end(_submitted(pool, function, jobs))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in multiprocessing.active_children():
                worker.terminate()
            raise


def _submitted(
    executor: Executor, function: Callable[[Any], Any], jobs: Sequence[Any]
) -> dict[Future[Any], Any]:
    with _interrupts_wait():
        return {executor.submit(function, job): job for job in jobs}


def _as_they_end(futures: dict[Future[Any], Any]) -> Iterator[tuple[Any, Any]]:
    for future in as_completed(futures):
        yield futures[future], future.result()


@contextmanager
def _interrupts_wait():
    """Hold an interrupt back, since a pool that is interrupted while it starts never ends."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
