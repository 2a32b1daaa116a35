"""Work on all cores: copies of this process, or new ones where a copy could hang."""

import multiprocessing
import sys

import pytest

from atensi.work.pool import THREADED, in_parallel

pytestmark = pytest.mark.meta


def how(_):
    return multiprocessing.get_start_method()


@pytest.mark.parametrize("library", THREADED)
def test_beside_a_library_with_threads_no_process_is_a_copy(library, monkeypatch):
    for name in THREADED:
        monkeypatch.delitem(sys.modules, name, raising=False)
    ((_, usual),) = in_parallel(how, [0])
    monkeypatch.setitem(sys.modules, library, pytest)
    ((_, beside),) = in_parallel(how, [0])
    assert beside == "spawn" and usual == multiprocessing.get_start_method()
