"""A derivation is bound to its claim's statement, and a case refutes nothing but that statement."""

from fractions import Fraction

import pytest
import sympy as sp

from proofs.engine.at_case import fails_at, printed_at, sizes_said
from proofs.engine.binding import begin
from proofs.engine.cases import failure, inhabited
from proofs.engine.contrary import Never, refuted
from proofs.engine.derivation import StepError
from proofs.engine.substitution import BindingError
from proofs.engine.witness import EvidenceError
from tests.suite.test_stating import T, f, i, j, k, m, n, p, softmax, x
from theory import symbols
from theory.stating.existence import some
from theory.stating.families import every, numbers, total
from theory.stating.known_digits import CaseError
from theory.stating.operations import delta, exp, log, odd, sqrt
from theory.stating.relations import INFINITY, equal, exactly, line, sized, to
from theory.stating.statements import Hypothesis, states
from theory.stating.symbolic import symbolic
from theory.stating.terms import Permuted, Variable
from theory.stating.variables import index, positive, real

x_0, g, y = real("x_0"), positive("g"), real("y")
s = numbers("s", n, domain="nonnegative")
POSITIVE = states(
    line(0, "<", f[i] / total(f), "≤", 1),
    hypotheses={"positive": Hypothesis("every score is positive", (line(f[j], ">", 0),))},
)
LEAD = states(
    line(0, "≤", 1 - exp(x_0 / T) / (exp(x_0 / T) + total(exp(x / T))), "≤", n * exp(-g / T)),
    hypotheses={"leads": Hypothesis("x_0 leads by g", (line(x[j], "≤", x_0 - g),))},
)
sigma = Permuted("sigma", i, n)
AHEAD = states(exactly(line(y, ">", x_0), line(y - x_0, ">", 0)))
BELOW = {x[j]: x_0 - g - s[j]}  # how far each other score lies below


SHARE = exp(x[i]) / total(exp(x))
OTHERS = total(exp(-(g + s) / T))  # what the others weigh together


@pytest.mark.parametrize(
    "chain",
    [
        lambda: begin(states(equal(log(p[i] / p[k]), x[i] - x[k]))).closes("they cancel"),
        lambda: begin(POSITIVE, 0, turned=True).closes("all are positive"),
        lambda: begin(LEAD, 0, BELOW, turned=True).closes("the others weigh something"),
        lambda: (
            begin(LEAD, 1, BELOW)
            .equals(OTHERS / (1 + OTHERS), "what the others weigh together")
            .at_most(OTHERS, "the denominator is at least 1")
            .closes("each of the others lies below by g or more")
        ),
        lambda: begin(states(line(exp(-g / T), to(T, 0, "+"), 0))).closes("it vanishes"),
        lambda: begin(AHEAD, 0, {y: x_0 + g}).closes("what is left is positive"),
    ],
)
def test_a_chain_from_one_side_to_the_other_is_accepted(chain):
    chain().check()


@pytest.mark.parametrize(
    "chain, words",
    [
        (lambda: begin(states(equal(real("P"), real("NP")))).closes("no"), "does not follow"),
        (lambda: begin(states(equal(sqrt(y**2), y))).closes("for every y"), "does not follow"),
        (
            lambda: begin(states(equal(softmax(x)[i], 1))).equals(
                exp(x[i]) / total(exp(x)), "as it is"
            ),
            "expected 1",
        ),
        (
            lambda: begin(states(line(0, "<", f[i] / total(f))), turned=True).closes("any f"),
            "does not follow",
        ),
        (
            lambda: begin(states(equal(f[i] / total(f) * total(f), f[i]))).closes("cancel"),
            "nothing shows that",
        ),
        (lambda: begin(LEAD, 1, {x[j]: x_0 + g + s[j]}).closes("no"), "no condition gives"),
        (
            lambda: begin(LEAD, 1, {x[j]: x_0 - g - s[j] ** 2}).closes("no"),
            "expected something plus or minus",
        ),
        (lambda: begin(states(line(T, to(T, INFINITY), 1))).closes("no"), "does not follow"),
    ],
)
def test_a_chain_beside_the_statement_is_refused(chain, words):
    with pytest.raises((StepError, BindingError), match=words):
        chain().check()


@pytest.mark.parametrize(
    "let, words",
    [
        ({x[j]: real("u")}, "at all places"),
        ({x[j]: -s[j], f[j]: -s[j]}, "no condition says"),
        ({x[sigma]: 0}, "does not follow"),
    ],
)
def test_a_substitution_says_no_more_than_its_condition(let, words):
    alike = states(
        equal(x[i] - f[k], 0),
        given=(line(x[j], "≤", 0), line(f[j], "≤", 0), line(x[sigma], "=", 0)),
    )
    with pytest.raises((StepError, BindingError), match=words):
        begin(alike, 0, let).closes("all alike").check()


def test_a_whole_number_is_the_slack_of_whole_numbers_alone():
    whole = Variable("u", "natural")
    given = (line(n, "≥", 2), line(y, "≥", 2))
    begin(states(line(n, "≥", 1), given=given), 0, {n: 2 + whole}).closes("2 or more").check()
    with pytest.raises(BindingError, match="no condition gives"):
        begin(states(line(y, "≥", 1), given=given), 0, {y: 2 + whole})


def test_a_condition_on_one_place_is_not_one_on_all():
    of_one = states(line(0, "<", f[i] / total(f)), given=line(f[i], ">", 0))
    with pytest.raises(StepError):
        begin(of_one, turned=True).closes("all are positive").check()


def test_a_condition_under_a_sum_speaks_of_each_place_by_itself():
    table = numbers("K", n, n)
    rows = line(total(table[i]), "=", 0)
    whole = states(equal(total(table), 0), given=rows)
    begin(whole).given("", total(table[i]), 0, "each row").closes("n zeros").check()
    begin(whole).given("", total(table), 0, "so do all rows").check()
    trace = states(equal(total(every(j, entry=table[j, j])), 0), given=rows)
    with pytest.raises(StepError):
        begin(trace).given("", total(table[i]), 0, "the diagonal is no row").check()


def test_a_case_refutes_what_is_false_there():
    ratio = states(equal(softmax(f)[i], f[i] / total(f)))
    shown = failure(ratio, {f: (0, 1)})
    assert (shown.left, shown.right) == (1 / (1 + sp.E), 0)
    with pytest.raises(CaseError, match="say undefined=True"):
        failure(ratio, {f: (0, 0)})
    assert "0/0" in failure(ratio, {f: (0, 0)}, undefined=True).undefined
    with pytest.raises(CaseError, match="the statement holds"):
        failure(POSITIVE, {f: (1, 2)})


def test_a_hypothesis_is_needed_where_it_alone_fails():
    assert failure(POSITIVE, {f: (-1, 2)}, without="positive").right == -1
    assert failure(LEAD, {x: (0,), x_0: 0, g: 1, T: Fraction(1, 2)}, without="leads")
    with pytest.raises(CaseError, match="the hypothesis positive holds"):
        failure(POSITIVE, {f: (1, 2)}, without="positive")
    with pytest.raises(CaseError, match="there is no hypothesis rain"):
        failure(POSITIVE, {f: (1, 2)}, without="rain")


def test_a_run_is_at_the_whole_numbers_that_the_statement_speaks_of():
    c, value = Variable("c", "natural"), sp.Symbol("y", real=True)
    odd_alone = states(equal(y * odd(c), y, when=line(odd(c), "=", 1)), given=line(c, "<", 4))
    ((_, printed),) = printed_at(odd_alone, 0, {c: 3, y: value})
    assert printed == value
    assert printed_at(odd_alone, 0, {c: 2, y: value}) == []
    with pytest.raises(EvidenceError, match="a condition does not hold"):
        printed_at(odd_alone, 0, {c: 5, y: value})
    with pytest.raises(EvidenceError, match="no equation says what y is"):
        printed_at(odd_alone, 0, {c: 3, y: 1})


def test_a_limit_is_taken_where_all_else_has_a_value():
    assert failure(states(line(exp(-g / T), to(T, 0, "+"), 1)), {g: 1}).left == 0


def test_conditions_that_nothing_meets_have_no_example():
    contradictory = states(equal(y, y), given=(line(y, "=", 1), line(y, "=", 2)))
    with pytest.raises(CaseError, match="does not hold at the example"):
        inhabited(contradictory, {y: 1})
    inhabited(LEAD, {x: (0, -1), x_0: 1, g: 1, T: Fraction(1, 2)})


def test_a_condition_makes_what_is_not_negative_positive():
    weights = numbers("w", n, domain="nonnegative")
    given = line(weights[j], ">", 0)
    begin(states(line(total(weights), ">", 0), given=given), turned=True).closes("all are").check()
    with pytest.raises(StepError):
        begin(states(line(total(weights), ">", 0)), turned=True).closes("some are 0").check()


def test_a_sum_of_one_term_is_that_term():
    alone = numbers("s", 1)
    begin(states(equal(total(alone.map(exp)), exp(alone[1])))).closes("one term").check()
    with pytest.raises(StepError):
        begin(states(equal(total(alone.map(exp)), 1))).closes("any term").check()


def test_an_exact_run_takes_numbers_for_places_alone():
    table, tokens = numbers("K", n, n), numbers("t", n, domain="integer")
    picked = states(equal(table[tokens[i], i], table[tokens[i], i]))
    entries = symbols.family("K")
    found = printed_at(picked, 0, {tokens: (2, 1)})
    assert [entry for _, entry in found] == [entries[2, 1], entries[1, 2]]
    with pytest.raises(EvidenceError, match="run the code on symbols"):
        printed_at(states(equal(x[i], x[i])), 0, {x: (2, 1)})


def test_a_witness_names_a_permutation_and_greek_letters():
    order = states(equal(x.permuted()[i], x[i]))
    shown = fails_at(order, {"sigma": (2, 1), x: (0, 1)})
    assert shown["given"] == {"σ": "(2, 1)", "x": "(0, 1)"}


def test_what_exists_nowhere_is_refuted_by_its_opposite():
    shift = states(some(y, holds=line(softmax(x + y)[i], "≠", softmax(x)[i])))
    assert refuted(shift, Never(lambda chain: chain.closes("y cancels")))["op"] == "≠"
    order = states(some(y, holds=line(y, ">", x_0)))
    with pytest.raises(StepError, match="does not follow"):
        refuted(order, Never(lambda chain: chain.closes("for no y")))
    nowhere = states(some(y, holds=line(y, "≠", y * 1)), given=line(x_0**2, "<", 0))
    with pytest.raises(EvidenceError, match="no condition"):
        refuted(nowhere, Never(lambda chain: chain.closes("where nothing is")))


def test_what_has_a_root_is_not_negative():
    ratio = equal(x_0 / sqrt(total(f**2)) * sqrt(total(f**2)), x_0)
    chain = begin(states(ratio, given=line(sqrt(total(f**2)), "≠", 0)))
    chain.closes("the root cancels").check()
    with pytest.raises(StepError, match="nothing shows that"):
        begin(states(ratio)).closes("the root cancels").check()


def test_a_condition_may_say_the_smaller_side_first():
    rest = states(equal(log(1 - y) - log(1 - y) + y, y), given=line(y, "<", 1))
    begin(rest).closes("they cancel").check()
    with pytest.raises(StepError, match="nothing shows that"):
        begin(states(*rest.said, given=line(y, ">", 1))).closes("they cancel").check()


def test_sizes_are_compared_under_the_equations_of_the_statement():
    of = numbers("Y", n, m)
    said = (sized(of, n, n),)
    with pytest.raises(EvidenceError, match="the formula has the sizes"):
        sizes_said(states(*said), 0)
    assert sizes_said(states(*said, given=line(m, "=", n)), 0)[0] == (symbolic(n), symbolic(n))
    with pytest.raises(EvidenceError, match="the formula has the sizes"):
        sizes_said(states(*said, given=line(m, "≤", n)), 0)


def test_a_slack_that_vanishes_at_one_place_needs_its_sign_at_the_others():
    apart = 1 - delta(j, k)
    near = states(equal(total(f), f[k]), given=line(f[j] - f[k], "≤", g))
    begin(near, let={f[j]: f[k] + apart * (g - s[j])})
    for wrong in (f[k] + apart * (g / 2 - s[j]), f[k] + apart * (g + s[j]), g + apart * -s[j]):
        with pytest.raises(BindingError):
            begin(near, let={f[j]: wrong})


def test_a_definition_may_be_run_at_exact_numbers():
    halved = states(equal(softmax(x / 2)[i], exp(x[i] / 2) / total(exp(x / 2))))
    with pytest.raises(EvidenceError, match="no equation says what x is"):
        printed_at(halved, 0, {x: (0, 2)})
    first, second = (each for _, each in printed_at(halved, 0, {x: (0, 2)}, at_numbers=True))
    assert first + second == 1 or sp.simplify(first + second) == 1
    wrong = states(equal(softmax(x / 2)[i], exp(x[i]) / total(exp(x / 2))))
    with pytest.raises(EvidenceError, match="is not"):
        printed_at(wrong, 0, {x: (0, 2)}, at_numbers=True)


def test_an_equation_of_an_entry_makes_a_divisor_fit():
    dropped = every(j, entry=s[j] * (1 + delta(j, k)))
    said = equal(total(dropped) / total(dropped), total(s) / total(s))
    kept = (line(total(s), ">", 0), line(s[k], "=", 0))
    begin(states(said, given=kept)).closes("both are 1").check()
    with pytest.raises(StepError, match="nothing shows"):
        begin(states(said)).closes("both are 1").check()


def test_a_condition_on_every_row_is_used_of_each_row_in_a_sum():
    at, row, fewer = index("i", m), index("r", m), index("r", n)
    A, w = numbers("A", m, n), numbers("w", m)
    shares = every(at, entry=total(A[at]) * w[at] / total(A[at]))
    told = lambda place: line(total(A[place]), ">", 0)
    plain = lambda given: begin(states(equal(total(shares), total(w)), given=given))
    plain(told(row)).closes("divide").check()
    others = line(w[row], ">", 0)
    with pytest.raises(StepError, match="nothing shows that"):
        plain(others).closes("divide").check()
    with pytest.raises(StepError, match="nothing shows that"):  # of the first n rows alone
        plain(line(total(every(j, entry=A[fewer, j])), ">", 0)).closes("divide").check()
