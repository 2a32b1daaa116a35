"""False statements that once came through, each refused now: one test for a class of them."""

from fractions import Fraction

import pytest
import sympy as sp

from impl.softmax import softmax
from proofs.arrays import shapes
from proofs.arrays.many import WhichNumberError
from proofs.engine import evidence, general, lemma
from proofs.engine.binding import BindingError, begin
from proofs.engine.by_induction import halves
from proofs.engine.cases import failure, inhabited
from proofs.engine.derivation import StepError
from proofs.engine.duties import duties
from proofs.engine.duty_view import has_values
from proofs.engine.stated import saying
from proofs.engine.witness import EvidenceError
from theory import symbols as sizes_of
from theory.letters import N, i, j, k, m, n
from theory.softmax import words as words
from theory.stating.existence import some
from theory.stating.families import Family, numbers, total
from theory.stating.gallina_statements import said as gallina
from theory.stating.known_digits import CaseError
from theory.stating.operations import exp, larger, log, pi, sin, slope, sqrt
from theory.stating.relations import INFINITY, equal, exactly, line, to, without
from theory.stating.statements import states
from theory.stating.terms import TermError, Variable, term
from theory.stating.variables import index, nonnegative, positive, real
from theory.stating.vocabulary import letter, word

REFUSED = (BindingError, StepError, EvidenceError, TermError)
x, y, z, T = real("x"), real("y"), real("z"), positive("T")
X, Y, Z = numbers("x", n), numbers("Y", N + 1, n), numbers("Z", N + 1)
r, s = index("r", N), index("s", N + 1)


@word(r"f({t})")
def absolute(t):
    return abs(t)


@word(r"w({x})_{{{c}}}", c="x")
def inverse(x: Family, c):
    return 1 / x[c]


def refused(*chains):
    with pytest.raises(REFUSED):
        for chain in chains:
            chain().check()


@pytest.mark.parametrize("domain", ["bit", "integer", "shift"])
def test_a_slack_of_few_values_stands_for_no_real_number(domain):
    few = Variable("b", domain)
    refused(lambda: begin(states(line(x**2, "≥", x)), let={x: few}).closes(""))
    refused(lambda: begin(states(equal(x**2, x)), let={x: few}).closes(""))


def test_whole_powers_of_e_are_not_all_positive_numbers():
    u, p = Variable("u", "natural"), positive("x")
    said = states(equal(sin(pi * log(p)), 0), given=line(p, "≥", 1))
    refused(lambda: begin(said, let={p: exp(u)}).closes(""))


def test_a_relation_is_not_earlier_than_itself():
    refused(lambda: begin(states(equal(absolute(y), 17)), closed=("absolute",)).earlier(-1, ""))


def test_an_earlier_relation_holds_under_what_it_supposes():
    said = states(equal(absolute(y), y, when=line(y, ">", 0)), equal(absolute(y), y * 1))
    refused(lambda: begin(said, 1, closed=("absolute",)).earlier(0, "").closes(""))


def test_what_is_said_of_one_place_is_not_said_of_all():
    said = states(line(X[k], "≤", 1), equal(total(X), 0), given=equal(X[k], 0))
    refused(lambda: begin(said, 1).given("", X[k], 0, "at that place").closes(""))
    low = numbers("s", n, domain="nonnegative")
    said = states(line(X[k], "≤", 1), line(total(X), "≤", 0), given=line(X[k], "≤", 0))
    refused(lambda: begin(said, 1, let={X[k]: -low[k]}).closes(""))


def test_induction_supposes_no_more_than_was_shown():
    given = (equal(Y[1, i], 0), equal(Y[r + 1, k], total(Y[r])))
    _, after = halves(states(equal(Y[s, i], 0), given=given), 0, s, r)
    after.given("", Y[r + 1, i], total(Y[r]), "the next row")
    refused(lambda: after.given("", total(Y[r]), 0, "only at place i"))


def test_the_place_before_is_one_of_which_nothing_is_said():
    given = (line(Z[1], ">", 0), equal(Z[r + 1], 2 * Z[r]))
    with pytest.raises(BindingError, match="speaks of one r"):
        halves(states(line(Z[s], ">", 0), line(Z[r] ** 2, "≥", 0), given=given), 0, s, r)
    with pytest.raises(BindingError, match="stands for two things"):
        halves(states(equal(Z[s], 0), given=equal(Z[N + 1], 0)), 0, s, index("N", N))


def test_one_name_is_one_thing():
    other = index("i", m)
    refused(lambda: begin(states(equal(larger(X[i], 0), X[i]), given=line(X[other], "≥", 0))))
    refused(lambda: begin(states(equal(total(X * X[index("_s1", n)]), total(X * X)))))


def test_a_line_is_a_term():
    J, last = sp.symbols("j n", integer=True, positive=True)
    hidden = sp.Sum(sizes_of.family("x")[J], (J, 1, last))
    refused(lambda: begin(states(equal(total(X), 0))).equals(hidden, ""))


def test_the_conditions_of_a_lemma_hold_at_all_places(monkeypatch):
    true = states(line(total(X), ">", 0), given=line(X[j], ">", 0))
    monkeypatch.setattr(lemma, "stated", lambda name: true)
    said = states(line(total(X) + X[j] - X[j], ">", 0), given=line(X[j], ">", 0))
    refused(lambda: begin(said).cites("", "here one is positive"))


def test_a_size_of_a_lemma_is_a_size_and_a_place_a_place(monkeypatch):
    monkeypatch.setattr(lemma, "stated", lambda name: states(line(n, "≥", 1)))
    refused(lambda: begin(states(line(y, "≥", 1))).cites("", "", {n: y}))
    monkeypatch.setattr(lemma, "stated", lambda name: states(equal(slope(x * y, x), y)))
    refused(lambda: begin(states(equal(slope(z * z, z), z))).cites("", "", {x: z, y: z}))


def test_a_slope_stays_one_by_its_own_variable():
    said = states(equal(slope(x * y, x), 2 * y), given=equal(x, y))
    refused(lambda: begin(said, let={x: y}).closes(""))
    said = states(equal(slope(larger(x, y), x), 1), given=(line(x, "≥", y),))
    refused(lambda: begin(said).decides("at the point").closes(""))


def test_nothing_else_moves_in_a_limit():
    said = states(line(x / T, to(T, INFINITY), 1), given=line(x, "≤", T))
    refused(lambda: begin(said, let={x: T - nonnegative("s")}).closes(""))
    refused(lambda: begin(states(line(0, to(T, 0, "+"), T))))


def test_what_moves_may_arrive():
    said = states(line(larger(T - x, 0), to(T, INFINITY), 0), given=line(T, "≤", x))
    refused(lambda: begin(said).decides("T is at most x").closes(""))


def test_what_a_letter_stands_for_is_seen():
    E = letter("E", X[j])
    refused(
        lambda: begin(states(line(E + total(X), ">", 0), given=line(X[j], ">", 0))).above(0, "")
    )
    refused(lambda: begin(states(without(letter("E", y) + z - z, y))).closes(""))


def test_an_equivalence_is_one_at_each_place():
    said = states(exactly(line(X[j], ">", 0), line(total(X), ">", 0)))
    refused(lambda: begin(said, 0, turned=True).closes("all are positive"))


def test_a_closed_word_is_fit_at_each_of_its_places():
    whole = inverse(X)[i] + total(inverse(X))
    said = states(equal(whole, 2 * whole - whole), given=line(X[i], "≠", 0))
    refused(lambda: begin(said, closed=("inverse",)).equals(3 * whole - 2 * whole, "").closes(""))


@pytest.mark.parametrize("run", ["derivation", "by_induction"])
def test_the_chain_is_the_one_that_was_begun(run):
    said = states(line(Z[s], ">", 0), given=(line(Z[1], ">", 0), equal(Z[r + 1], 2 * Z[r])))
    name, known = "softmax.half-lipschitz", len(evidence.REGISTRY)
    if run == "derivation":
        evidence.derivation(name)(lambda chain: begin(said))
    else:
        evidence.by_induction(name, 0, s, r)(lambda first, then: (first, first))
    piece = evidence.REGISTRY.pop()
    assert len(evidence.REGISTRY) == known
    with saying(name, said), pytest.raises(EvidenceError, match="another chain"):
        piece.run()


@pytest.mark.parametrize(
    ("said", "values"),
    [
        (states(line(N, "≥", 1)), {N: 0}),
        (states(line(N, "≥", 1)), {N: Fraction(1, 2)}),
        (states(line(i, "≤", n)), {i: 5, n: 1}),
        (states(equal(total(X.permuted()), total(X))), {"sigma": (1, 1), X: (1, 2)}),
    ],
)
def test_a_case_has_sizes_places_and_permutations(said, values):
    with pytest.raises(CaseError, match="expected"):
        failure(said, values)


@pytest.mark.parametrize(
    "asks", [lambda n: n == 7, lambda n: n % 4 == 0, lambda n: n > 9, lambda n: n // 5]
)
def test_code_may_not_ask_which_number_a_size_is(asks):
    wrong = lambda x: 0 * x if asks(x.shape[-1]) else softmax(x)
    with pytest.raises(WhichNumberError, match="the code asks whether"):
        general.run("softmax.definition", 0, {"softmax": wrong}, lambda c: c.closes(""), {})
    with pytest.raises(WhichNumberError, match="the code asks whether"):
        wrong(shapes.array(sizes_of.n))


def test_code_may_count_with_a_size():
    number = shapes.array(sizes_of.n).shape[0]
    assert number == number + 1 - 1 and number != 0 and number != number + 1 and number > 0
    assert str(2 * number - 1) == "2*n - 1" and (number - number, number // number) == (0, 1)


def test_a_word_is_not_one_of_the_engines():
    @word(r"g({t})")
    def _guarded(t):
        return t + 5

    refused(
        lambda: begin(states(equal(_guarded(z), z)), closed=("_guarded",)).decides("").closes("")
    )


def test_an_example_runs_all_of_its_cases():
    name, known = "decoder.worked-table", len(evidence.REGISTRY)
    evidence.exact_run(name, {"softmax": softmax}, at_numbers=True)(lambda: [{X: (0, 1), n: 2}])
    piece = evidence.REGISTRY.pop()
    assert len(evidence.REGISTRY) == known
    one_case = states(equal(words.softmax(X)[i], words.softmax(X)[i]))
    with saying(name, one_case), pytest.raises(EvidenceError, match="more than one case"):
        piece.run()


def test_code_beside_itself_is_no_run_of_the_printed_formula():
    row = numbers("x", n)
    same = states(equal(words.softmax(row)[i], words.softmax(row)[i]))
    with saying("softmax.definition", same), pytest.raises(EvidenceError, match="same on both"):
        general.run("softmax.definition", 0, {"softmax": softmax}, lambda c: c.closes(""), {})


@pytest.mark.parametrize(
    ("said", "values"),
    [
        (states(line(x, ">", 0), given=line(x, ">", 0)), {x: -1}),
        (states(line(total(X), ">", 0), given=line(X[j], ">", 0)), {X: (1, -5), j: 1}),
        (states(line(total(X), ">", 0, when=line(X[j], ">", 0))), {X: (1, -5), j: 1}),
        (
            states(equal(X[j], X[j]), line(total(X), ">", 0, when=line(X[j], ">", 0))),
            {X: (1, -5), j: 1},
        ),
        (states(line(x / T, to(T, INFINITY), 1), given=line(x, "=", T)), {x: 1}),
        (states(line(words.softmax(X)[i], "≤", 1)), {X: (1, 2)}),
    ],
)
def test_a_case_refutes_what_it_is_a_case_of(said, values):
    with pytest.raises(CaseError):
        failure(said, values, runs={"softmax": lambda row: [5.0 for _ in row]})


def test_an_example_meets_a_condition_at_every_place():
    said = states(line(X[i], ">", 0), given=(line(X[j], ">", 0), line(total(X), "<", 0)))
    with pytest.raises(CaseError, match="does not hold"):
        inhabited(said, {X: (1, -5), i: 1, j: 1})


def test_one_entry_is_no_variable_of_its_own():
    with pytest.raises(TermError, match="expected variables"):
        without(total(X) + X[i] - X[i], X[i])


def test_nothing_is_no_run():
    name, registered = "decoder.worked-table", len(evidence.REGISTRY)
    evidence.exact_run(name, {})(list)
    piece = evidence.REGISTRY.pop()
    assert len(evidence.REGISTRY) == registered
    with saying(name, states(equal(term(2), 3))), pytest.raises(EvidenceError, match="nothing was"):
        piece.run()


def test_a_theorem_on_an_equivalence_says_it_at_each_place():
    for duty in duties(states(exactly(line(X[j], ">", 0), line(total(X), ">", 0)))):
        assert "forall j : 'I_n,\n" in gallina(states(), duty.link, duty.when, duty.own).text


@pytest.mark.parametrize(
    "said",
    [
        states(exactly(equal(1 / x, 0), equal(x, 0))),
        states(line(sqrt(x), "≥", 0)),
        states(equal(log(x), log(x))),
        states(some(x, every=(y,), holds=equal(x / y, 0))),
    ],
)
def test_a_theorem_on_what_has_no_value_shows_nothing(said):
    assert not has_values(said, 0)


def test_what_is_at_most_a_quarter_is_not_one():
    assert has_values(states(line(1 / (1 - x), ">", 0), given=line(x, "≤", Fraction(1, 4))), 0)
    assert not has_values(states(line(1 / (1 - x), ">", 0), given=line(x, "≤", 1)), 0)
