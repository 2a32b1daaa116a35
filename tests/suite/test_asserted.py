"""An assertion without a text tells what came, what was expected, and where."""

import inspect
import subprocess
import sys

import numpy as np
import pytest

from atensi.subjects import asserted
from atensi.work.places import clone

ONE, TWO = np.asarray([1.0, 2.0, 4.0]), np.asarray([1.0, 2.0, 3.0])


def of_a_dtype():
    got, x = ONE, TWO.astype("float32")
    assert got.shape == x.shape and got.dtype == x.dtype


def of_entries():
    p, kept = ONE, TWO
    assert (p == kept).all()


def of_a_chain():
    p = 2.0
    assert 0 <= p <= 1


def of_shapes():
    assert ONE[:2].shape == TWO.shape


def of_no_comparison():
    assert all(each > 1 for each in ONE)


SAID = {
    of_a_dtype: "got.dtype is float64, expected float32 (got.dtype == x.dtype)",
    of_entries: "p, entry 2 is 4.0, expected 3.0 ((p == kept).all())",
    of_a_chain: "p is 2.0, expected at most 1 (0 <= p <= 1)",
    of_shapes: "ONE[:2].shape is (2,), expected (3,) (ONE[:2].shape == TWO.shape)",
    of_no_comparison: "expected all((each > 1 for each in ONE))",
}


@pytest.mark.parametrize("fails", SAID, ids=lambda each: each.__name__)
def test_what_was_expected_and_what_came_is_told(fails):
    plain = dict(globals())  # as the laws run it, without what pytest writes into an assertion
    lines = "\n" * (fails.__code__.co_firstlineno - 1) + inspect.getsource(fails)
    exec(compile(lines, __file__, "exec"), plain)
    with pytest.raises(AssertionError) as error:
        plain[fails.__name__]()
    assert asserted.text_of(error.value) == SAID[fails]


def test_an_error_that_is_no_assertion_tells_its_kind():
    assert asserted.text_of(ZeroDivisionError()) == "ZeroDivisionError"


JUDGED = """
from atensi.subjects import laws
from atensi.subjects.offer import Offer
from impl.sinks import softcap

wide = {"softcap": lambda scores, cap: softcap(scores, cap).astype(float)}
place = next(each for each, found in laws.properties().items() if "lookup.softcap" in found.claims)
print(laws.judge(Offer("its", wide), place, 25, 0).message)
"""


def test_a_law_that_asks_for_a_dtype_says_which_one_came():
    told = subprocess.run(
        [sys.executable, "-c", JUDGED], capture_output=True, text=True, cwd=clone()
    )
    assert "bent.dtype is float64, expected float" in told.stdout, told.stderr
    assert told.stdout.endswith("(bent.dtype == x.dtype)\n")
