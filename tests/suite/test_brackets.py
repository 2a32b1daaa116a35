"""A bracket is 1 where a relation holds, else 0: how it prints, is decided, and what it refuses."""

import pytest
import sympy as sp

from proofs.engine.at_case import printed_at
from proofs.engine.binding import begin
from proofs.engine.derivation import StepError
from proofs.rules import cases, decided
from tests.suite.test_stating import R, T, f, i, j, k, n, x
from theory.stating.exact import Case
from theory.stating.families import every, total
from theory.stating.known_digits import CaseError, compare
from theory.stating.operations import bracket, delta, slope
from theory.stating.printed import printed
from theory.stating.relations import equal, line, to
from theory.stating.statements import states
from theory.stating.symbolic import Above, Null, symbolic
from theory.stating.terms import TermError
from theory.stating.variables import nonnegative, positive

g, s = positive("g"), nonnegative("s")
largest = bracket(total(every(j, entry=bracket(f[j], ">", f[i]))), "=", 0)
shown = equal(x[i], largest)


def test_a_bracket_prints_its_relation():
    assert printed(states(shown)) == (
        r"x_{i} = \mathbf 1[\sum_{j=1}^{n} \mathbf 1[f_{j} > f_{i}] = 0]"
    )
    with pytest.raises(TermError, match="expected =, < or >"):
        bracket(R, "≤", 0)


def test_a_bracket_counts_at_exact_values():
    tied = Case({f: (1, 2, 2)})
    assert [tied.at({i: place}).value(largest) for place in (1, 2, 3)] == [0, 1, 1]


def test_a_bracket_is_decided_by_a_sign_and_left_open_without_one():
    assert symbolic(bracket(g + s, ">", 0)) == 1 == symbolic(bracket(-s, "=", -s))
    assert symbolic(bracket(s, "<", 0)) == 0 == symbolic(bracket(g, "=", 0))
    for open_ in (bracket(s, ">", 0), bracket(R, "<", 0), bracket(s, "=", 0)):
        assert decided(symbolic(open_)) == symbolic(open_)
    counted = 1 + sp.Sum(Above(sp.Symbol("c", real=True)), (symbolic(j), 1, symbolic(n)))
    assert decided(Null(counted)) == 0 and decided(Above(counted)) == 1
    assert decided(Null(counted - 1)) == Null(counted - 1)


def test_a_bracket_is_taken_apart_by_the_cases_of_a_delta():
    whole = symbolic(bracket(delta(i, k) * g, ">", 0))
    assert cases(whole) == symbolic(delta(i, k))


def test_a_jump_has_neither_slope_nor_limit():
    with pytest.raises(ValueError, match="jumps"):
        begin(states(equal(slope(bracket(R, ">", 0), R), 0))).closes("it is flat").check()
    with pytest.raises(CaseError, match="bend"):
        Case({R: 0}).value(slope(bracket(R, ">", 0), R))
    still = slope(bracket(R, ">", 0) * T, T)
    assert Case({R: 1, T: 2}).value(still) == 1
    limit = states(line(bracket(T * T, ">", T), to(T, 0, "+"), 1))
    with pytest.raises(StepError, match="does not follow"):
        begin(limit).closes("as if it were continuous").check()
    with pytest.raises(CaseError, match="may jump"):
        Case({}).limit(limit.said[0].links[0].left, limit.said[0].links[0].sign)


def test_a_run_may_tie_where_brackets_compare():
    a, b = sp.Symbol("a", real=True), sp.Symbol("b", positive=True)
    computed = states(equal(largest, largest))
    found = printed_at(computed, 0, {f: (a, a, a + b)})
    assert [entry for _, entry in found] == [0, 0, 1]


def test_the_sign_of_what_cancels_in_hundreds_of_digits_is_found():
    assert compare(1 - sp.tanh(sp.Integer(300)), ">", sp.S.Zero)


def test_a_number_whose_digits_all_cancel_is_in_doubt():
    with pytest.raises(CaseError, match="in doubt"):
        compare(1 - sp.tanh(sp.Integer(5000)), ">", sp.S.Zero)
