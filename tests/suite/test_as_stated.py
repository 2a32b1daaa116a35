"""A property that alone supports a claim takes its statement: with another one, it fails."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import strategies as st

from impl.softmax import softmax
from proofs.engine.stated import saying, stated
from tests.helpers.as_stated import holds_exactly, holds_in_digits
from tests.helpers.holds import PROPERTIES, Property, current, holds
from tests.helpers.subject import load
from theory.feedforward.words import gelu_hat, point, rounding
from theory.fifty_digits import mp
from theory.lookup.finite_masks import kappa, x
from theory.rounding.bounds import bound_gelu
from theory.stating.known_digits import CaseError

pytestmark = pytest.mark.meta
GELU, MASKS = "feedforward.gelu-is-close", "floats.finite-mask-drops"


def gelu(value):
    exact = value * (1 + mp.tanh(mp.sqrt(2 / mp.pi) * (value + mp.mpf("0.044715") * value**3))) / 2
    return {point: value, gelu_hat: exact, rounding: bound_gelu(value, "float64")}


def softmax_of(row):
    return softmax(np.asarray(row, dtype=float))


def softmax_of_kept(kept, row):
    return softmax(np.asarray(row, dtype=float), where=np.asarray(kept, dtype=bool))


RUNS = {"computed_softmax": softmax_of, "computed_softmax_of_kept": softmax_of_kept}
VALUES = {x: (Fraction(1, 2), Fraction(3)), kappa: (1, 0)}


def changed(claim, **changes):
    """Return the statement of a claim of one relation, this one changed."""
    (said,) = stated(claim).said
    (link,) = said.links
    return replace(stated(claim), said=(replace(said, links=(replace(link, **changes),)),))


@pytest.mark.parametrize("value", [0, 2, -2, 30, -1000])
def test_the_statement_on_gelu_holds(value):
    holds_in_digits(GELU, gelu(mp.mpf(value)))


def test_another_statement_on_gelu_does_not_hold():
    """The forms are furthest apart, by 4.7e-4, near 2.7."""
    case, right = gelu(mp.mpf("2.7")), stated(GELU).said[0].links[0].right
    for other in ({"right": right - Fraction(1, 10**4)}, {"sign": ">"}):
        with saying(GELU, changed(GELU, **other)), pytest.raises(AssertionError, match="is false"):
            holds_in_digits(GELU, case)
    with pytest.raises(ValueError, match="is false"):  # a condition
        holds_in_digits(GELU, case | {rounding: mp.mpf(0), gelu_hat: mp.mpf(2)})


def test_the_statement_on_masks_holds():
    holds_exactly(MASKS, VALUES, RUNS)


def test_another_statement_on_masks_does_not_hold():
    with saying(MASKS, changed(MASKS, sign="<")), pytest.raises(AssertionError, match="is false"):
        holds_exactly(MASKS, VALUES, RUNS)
    drops_nothing = {"computed_softmax_of_kept": lambda kept, row: softmax_of(row)}
    with pytest.raises(AssertionError, match="is false"):
        holds_exactly(MASKS, VALUES, RUNS | drops_nothing)
    no_number = {"computed_softmax": lambda row: np.full(len(row), np.nan)}
    with pytest.raises(AssertionError, match="is false: nan"):
        holds_exactly(MASKS, VALUES, RUNS | no_number)
    with pytest.raises(CaseError, match="a condition does not hold"):
        holds_exactly(MASKS, VALUES | {kappa: (0, 0)}, RUNS)


@pytest.mark.parametrize("skips", [False, True])
def test_a_statement_that_a_case_does_not_evaluate_counts_for_no_case(skips):
    """Also where it failed and nobody heard of it."""
    known = len(PROPERTIES)

    @holds(GELU, value=st.sampled_from([0, 2]))
    def test_of_gelu(subject, value):
        if not (skips and value):
            holds_in_digits(GELU, gelu(mp.mpf(value)))

    assert [PROPERTIES.pop() for _ in PROPERTIES[known:]]
    test_of_gelu(subject=load("impl"))
    current.clear()
    assert (GELU in test_of_gelu.property.report().get("reached", {})) is not skips


def test_a_statement_that_was_false_in_a_case_counts_for_none():
    found = Property("one", (GELU,), "tests/one.py:1")
    current[:] = [found]
    wrong = changed(GELU, sign=">")
    with saying(GELU, wrong), pytest.raises(AssertionError, match="is false"):
        holds_in_digits(GELU, gelu(mp.mpf(2)))
    holds_in_digits(GELU, gelu(mp.mpf(2)))
    current.clear()
    assert "reached" not in found.report()
