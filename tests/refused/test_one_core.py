"""Products of matrices may be kept from starting threads of their own, for a while."""

import pytest

from impl.fast import tiles

pytestmark = pytest.mark.meta


def test_the_first_that_asks_for_one_core_sets_the_limit_and_the_last_lifts_it(monkeypatch):
    told = []

    class Pools:
        def limit(self, limits, user_api):
            told.append((limits, user_api))
            return self

        def restore_original_limits(self):
            told.append("lifted")

    monkeypatch.setattr(tiles, "_controller", Pools)
    on_one_core = tiles._OnOneCore()
    for _ in range(2):
        with on_one_core:
            assert told == [(1, "blas")]
            with on_one_core, on_one_core:
                assert told == [(1, "blas")]
            assert told.pop() == (1, "blas") and not told
        assert told.pop() == "lifted" and not told
    monkeypatch.setattr(tiles, "_controller", lambda: None)
    with on_one_core:
        assert not told
    assert not told
