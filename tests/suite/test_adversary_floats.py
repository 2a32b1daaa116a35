"""Witnesses in floats that ran in another format, or ran another sum by the same name."""

from functools import reduce
from operator import mul

import numpy as np
import pytest

from impl.softmax import softmax
from proofs.engine.at_case import At, fails_at
from proofs.engine.elsewhere import ELSEWHERE, stands_for
from proofs.engine.witness import EvidenceError
from proofs.floats.sums import added
from theory.letters import i, n
from theory.softmax.words import computed_softmax, computed_sum
from theory.softmax.words import softmax as said_softmax
from theory.stating.families import numbers, total
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.terms import term

X = numbers("x", n)


@pytest.mark.parametrize("form", ["float16", "float32", "longdouble"])
def test_a_witness_is_in_the_format_of_its_fl(form):
    """That weights are near in 64 bits was refuted by weights of 16."""
    near = line(abs(computed_softmax(X)[i] - said_softmax(X)[i]), "≤", term(1) / 2**40)
    run = lambda row: softmax(np.asarray(row, dtype=form)).astype(float)
    case = {X: (0, 1), i: 1}
    with pytest.raises(EvidenceError, match=r"a float has 64 bits|is given|not all of this"):
        fails_at(states(near), At(case, runs={"computed_softmax": run}))
    with pytest.raises(EvidenceError, match="holds at this case"):
        whole = lambda row: softmax(np.asarray(row, dtype=float))
        fails_at(states(near), At(case, runs={"computed_softmax": whole}))


@pytest.mark.parametrize(
    "other", [lambda row: reduce(mul, row), lambda row: float(np.sum(np.float16(row)))]
)
def test_a_word_of_no_function_of_the_code_stands_for_one_function(other):
    """A product by the name of a computed sum refuted that 1 and 2 are added without error."""
    exact = states(equal(computed_sum(X), total(X)))
    with pytest.raises(EvidenceError, match=r"proofs.floats.sums says what computes it"):
        fails_at(exact, At({X: (1, 2)}, runs={"computed_sum": other}))
    with pytest.raises(EvidenceError, match="holds at this case"):
        fails_at(exact, At({X: (1, 2)}, runs={"computed_sum": added}))


def test_what_a_word_stands_for_is_said_once():
    with pytest.raises(EvidenceError, match="says already what computes it"):
        stands_for("computed_sum")(lambda row: 0.0)
    assert ELSEWHERE["computed_sum"] is added
