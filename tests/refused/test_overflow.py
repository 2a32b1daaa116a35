"""Scores that overflow are refused, at any width; where none can, none is looked at."""

import array_api_compat.numpy
import numpy as np
import pytest

from impl.heads import finite_scores
from proofs.arrays import brief

DTYPES, WIDTHS = ("float16", "float32", "float64"), (1, 2, 64, 4096)


class LookedAtError(Exception):
    """A pass over the scores."""


def looks_at_scores(monkeypatch, x, xp=array_api_compat.numpy):
    """Say whether the scores of x with itself are looked at."""

    def look(scores):
        raise LookedAtError

    with monkeypatch.context() as patched, np.errstate(over="ignore"):
        patched.setattr(xp, "isinf", look, raising=False)
        try:
            finite_scores(x, x, scale=1.0)
        except LookedAtError:
            return True
    return False


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("d", WIDTHS)
def test_a_score_that_overflows_by_its_sum_alone_is_refused(dtype, d):
    entry = 1.1 * np.sqrt(float(np.finfo(dtype).max) / d)  # its square is a float, if d > 1
    for sign in (1, -1):
        x = np.full((2, 1, d), entry, dtype)
        with np.errstate(over="ignore"), pytest.raises(ValueError, match="beyond the range"):
            finite_scores(x, sign * x, scale=1.0)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("d", WIDTHS)
def test_scores_that_are_not_looked_at_are_finite_and_those_near_the_limit_are(
    dtype, d, monkeypatch
):
    room = np.sqrt(float(np.finfo(dtype).max) / d)
    looked = [
        looks_at_scores(monkeypatch, np.full((2, 1, d), room / 2**k, dtype)) for k in range(6)
    ]
    assert looked[0] and not looked[-1]
    near = np.full((2, 1, d), room / 2 ** looked.index(False), dtype)
    assert np.isfinite(finite_scores(near, near, scale=1.0)).all()


@pytest.mark.parametrize("d", (1, 64, 1000))
def test_what_rounding_adds_in_eight_bits_does_not_take_a_score_beyond_the_limit(d, monkeypatch):
    """The products are added one after the other, each sum rounded to bfloat16."""
    room = np.sqrt(float(brief.INFO.max) / d)
    each = [brief.array(np.full((1, d), room / 2**k)) for k in range(6)]
    near = next(x for x in each if not looks_at_scores(monkeypatch, x, brief.xp))
    assert np.isfinite(brief.floats(finite_scores(near, near, scale=1.0))).all()


@pytest.mark.parametrize("wrong", (np.nan, np.inf))
def test_what_is_no_number_is_not_refused(wrong):
    """A score of it is no number either, or infinite as its input is."""
    x = np.asarray([[1.0, wrong]])
    assert not np.isfinite(finite_scores(x, x)).any()
