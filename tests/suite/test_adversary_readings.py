"""Wrong formulas that were once read as right ones, and a citation of what nobody said."""

import pytest

from proofs.engine import lemma
from proofs.engine.binding import BindingError, begin
from proofs.engine.comparing import Cases, compared
from proofs.engine.derivation import StepError
from proofs.engine.witness import EvidenceError
from proofs.rules import sift_within
from theory.letters import i, j, m, n
from theory.softmax.words import softmax, x
from theory.stating.families import every, numbers, total
from theory.stating.operations import delta, exp, log
from theory.stating.relations import equal, line, to
from theory.stating.statements import states
from theory.stating.terms import TermError, Variable, term
from theory.stating.variables import index, positive, real
from theory.transcribing.tokens import FormulaError

y, T, t = real("y"), positive("T"), real("t")
LETTERS = {r"\alpha": softmax(x), "i": i, "j": j, "n": n, "t": t, "q": y, "k": numbers("k", n)}
REFUSED = (EvidenceError, TermError, FormulaError)
weight = softmax(x)[i]


@pytest.mark.parametrize(
    ("printed", "claimed"),
    [
        (r"\alpha_i = 1", line(weight, "≤", 1)),
        (r"\alpha_i = 1", line(weight, "≠", 1)),
        (r"0 = \alpha_i = 1", line(0, "≤", weight, "≤", 1)),
        (r"\alpha_i = 1", line(weight, to(T, 0, "+"), 1)),
    ],
)
def test_an_equation_is_no_other_relation(printed, claimed):
    with pytest.raises(EvidenceError, match="the relations are"):
        compared(printed, states(claimed), 0, LETTERS)


@pytest.mark.parametrize(
    ("sign", "claimed"), [("=", line(weight, "≤", 1, when=equal(i, j))), (r"\leq", equal(1, 1))]
)
def test_cases_are_equations(sign, claimed):
    printed = rf"\alpha_i {sign} \begin{{cases}} 1, & i = j \\ 0, & \text{{else}} \end{{cases}}"
    with pytest.raises(EvidenceError, match=r"expected =|is printed with ="):
        compared(printed, states(claimed, equal(weight, 0)), Cases((0, 1)), LETTERS)


@pytest.mark.parametrize(
    ("printed", "means"),
    [
        (r"\alpha_i(q, k_j) = 1", term(1)),  # the weight of another pair
        (r"\alpha_i = 2 3", term(6)),  # printed as 23
        (r"\alpha_i = \log t \log t", log(t * log(t))),
        (r"\alpha_i = t/2 t", t / 2 * t),
        (r"\alpha_i = \log t \cdot t", log(t * t)),
        (r"\alpha_i = \exp t / t", exp(t / t)),
        (r"\alpha_i = t^10", t**10),  # printed with a raised 1
        (r"\alpha_i = k_{12}", numbers("k", n)[2]),  # entry 12, and no product
        (r"\alpha_i = \underbrace{t}^{2}", t),
        (r"\alpha_i = \underbrace{t + t}_{\text{no}}^2", 2 * t),
        (r"\alpha_i = t/t", term(1)),  # there is no such number for t = 0
        (r"\alpha_i = \sqrt{t}\sqrt{t}", t),
        (r"\alpha_i = \exp(\log(t))", t),
    ],
)
def test_what_a_reader_takes_for_something_else_is_refused(printed, means):
    with pytest.raises(REFUSED):
        compared(printed, states(equal(weight, means)), 0, LETTERS)


def test_what_needs_no_more_than_the_claim_is_read():
    share = exp(log(t)) / exp(t)
    assert compared(r"\alpha_i = \exp(\log(t) - t)", states(equal(weight, share)), 0, LETTERS)
    assert compared(r"\alpha_i = t^{10}", states(equal(weight, t**10)), 0, LETTERS)
    assert compared(r"\alpha_i = \exp(t) / \exp(t)", states(equal(weight, 1)), 0, LETTERS)


@pytest.mark.parametrize(
    ("where", "rest"), [("unless", "else"), ("jika", "tidak pernah"), ("lainnya", "jika"), ("", "")]
)
def test_the_words_of_cases_are_read(where, rest):
    claim = states(equal(weight, 1, when=equal(i, j)), equal(weight, 0, when=line(i, "≠", j)))
    text = lambda word: rf"\text{{{word} }}" if word else ""
    cases = r"\alpha_i = \begin{cases} 1, & %s i = j \\ 0, & %s \end{cases}"
    assert compared(cases % (text("jika"), text("lainnya.")), claim, Cases((0, 1)), LETTERS)
    with pytest.raises(REFUSED):
        compared(cases % (text(where), text(rest)), claim, Cases((0, 1)), LETTERS)


def test_arguments_at_the_place_of_their_letter_do():
    assert compared(r"\alpha_i(q, k_i) = 1", states(equal(weight, 1)), 0, LETTERS)
    assert compared(r"\alpha_i = \log t \log t", states(equal(weight, log(t) ** 2)), 0, LETTERS)


def test_a_number_between_two_places_picks_no_term():
    """Where 1 ≤ t ≤ n, and t is no whole number, no δ_tj is 1."""
    said = states(equal(total(every(j, entry=delta(t, j))), 1), given=line(1, "≤", t, "≤", n))
    with pytest.raises(StepError, match="does not follow"):
        begin(said).picks("t lies in the range").check()
    half = index("p", 2 * n - 1)
    within = total(every(half, entry=delta(j, (half + 1) / 2) * exp(half)))
    whole = total(every(j, entry=x[j] * within))
    chain = begin(states(equal(whole, whole + 1))).by(sift_within, "(p + 1)/2 lies in the range")
    assert not chain.steps[0].follows()


def cites(monkeypatch, known, said, at):
    monkeypatch.setattr(lemma, "stated", lambda name: states(known))
    return begin(states(said)).cites("", "as it is known", at).check()


def test_a_family_of_a_length_is_cited_for_one_of_that_length(monkeypatch):
    """Of n + 1 bits, as many as n + 1 are 1; of m bits, more may be."""
    bits, others = (numbers(e, last, domain="bit") for e, last in (("X", n + 1), ("Z", m)))
    known, wrong = line(total(bits) - n, "≤", 1), line(total(others) - n, "≤", 1)
    with pytest.raises(BindingError, match="is n \\+ 1 and m"):
        cites(monkeypatch, known, wrong, {bits: others})
    with pytest.raises(BindingError, match="is 2 and m"):
        pair = numbers("X", 2, domain="bit")
        cites(monkeypatch, line(total(pair), "≤", 2), line(total(others), "≤", 2), {pair: others})


def test_values_stand_in_the_place_of_variables_alone(monkeypatch):
    with pytest.raises(BindingError, match="is no variable"):
        cites(monkeypatch, equal(y * 1, y), equal(y * 2, y), {term(1): term(2)})
    with pytest.raises(BindingError, match="is no variable"):
        cites(monkeypatch, equal(y**2 - y * y, 0), equal(t - y * y, 0), {y**2: t})
    some = Variable("b", "bit")
    with pytest.raises(BindingError, match="is bit"):
        cites(monkeypatch, line(some**2 - some, "≤", 0), line(y**2 - y, "≤", 0), {some: y})
