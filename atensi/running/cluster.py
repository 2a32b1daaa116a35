"""A cluster of Dask as an executor: of workers that have the same code."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from atensi.judging.ledger import fingerprint
from atensi.judging.registry import UnknownNameError
from atensi.work.message import message, tell


@contextmanager
def cluster(address: str | None) -> Iterator[Executor | None]:
    """Yield an executor of the cluster at an address; without an address, none.

    What a worker of other code finds is no evidence of this one: such a cluster is refused.
    """
    if address is None:
        yield None
        return
    try:
        from distributed import Client
    except ImportError:
        raise UnknownNameError(
            message("--cluster: Dask is not installed; `pip install atensi[cluster]` brings it")
        ) from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        text = "--cluster: there is no scheduler of Dask at '{address}' ({error})"
        raise UnknownNameError(message(text, address=address, error=error)) from None
    with client:
        codes = client.run(fingerprint)
        others = sorted(worker for worker, code in codes.items() if code != fingerprint())
        if others or not codes:
            text = "--cluster: expected workers with the very code of this command, came {others}"
            came = ", ".join(others) or message("none")
            raise UnknownNameError(message(text, others=came))
        tell("a cluster of {count} workers at {address}", count=len(codes), address=address)
        yield client.get_executor(pure=False)
