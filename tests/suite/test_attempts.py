"""What one might try, to have a false sentence proved: each attempt is refused."""

from fractions import Fraction

import pytest
import sympy as sp

from atensi.judging.records import Record
from atensi.judging.registry import proofs
from atensi.judging.verdict import OPEN, PROVED, verdicts
from proofs.engine.binding import begin
from proofs.engine.derivation import StepError
from proofs.engine.normal_form import is_zero
from proofs.engine.stated import claim_of, saying
from proofs.engine.substitution import BindingError
from proofs.rules import differentiate
from theory import symbols
from theory.letters import d, n
from theory.softmax.said import CLAIMS
from theory.stating.existence import some
from theory.stating.families import Family, numbers
from theory.stating.operations import slope, sqrt
from theory.stating.relations import equal, line, to
from theory.stating.statements import states
from theory.stating.terms import TermError
from theory.stating.variables import index, nonnegative, positive, real
from theory.stating.vocabulary import word

x, p, np = real("x"), real("P"), real("NP")


def pieces(name):
    return [piece for piece in proofs() if piece.claim == name]


def ran(name):
    return [Record(name, each.kind, each.where, finding=each.run()) for each in pieces(name)]


def test_a_quarter_in_the_place_of_a_half_is_refused():
    claim = claim_of("softmax.half-lipschitz")
    (whole,) = claim.states.said
    middle, right = whole.links
    quarter = line(middle.left, "=", middle.right, "≤", Fraction(1, 4))
    assert right.right.value == Fraction(1, 2)
    with saying(claim.id, states(quarter)), pytest.raises(StepError):
        ran(claim.id)


def test_n_plus_n_does_not_prove_that_p_is_np():
    with pytest.raises(StepError):
        begin(states(equal(p, np))).equals(n + n, "as it is").equals(2 * n, "twice").check()


def test_the_root_of_a_square_is_not_the_number():
    with pytest.raises(StepError):
        begin(states(equal(sqrt(x**2), x))).closes("for all real x").check()
    with pytest.raises(BindingError, match="no condition"):
        begin(states(equal(sqrt(x**2), x)), let={x: positive("x")})


def test_one_of_two_directions_alone_leaves_the_claim_open():
    name = "softmax.positive-and-at-most-one"
    both, chapter = ran(name), list(CLAIMS)
    grounds = [record for ground in claim_of(name).builds_on for record in ran(ground)]
    assert verdicts(chapter, [*both, *grounds])[name].word == PROVED
    grounds += [record for record in both if record.kind == "inhabited"]
    for kept in (record for record in both if record.kind == "derivation"):
        verdict = verdicts(chapter, [kept, *grounds])[name]
        assert verdict.word == OPEN
        assert "no evidence reaches" in verdict.because.said()


def test_a_delta_does_not_carry_an_index_into_a_product_that_binds_it():
    table = symbols.family("K")
    product = sp.Product(table[symbols.i, symbols.j], (symbols.i, 1, symbols.n))
    total = sp.Sum(sp.KroneckerDelta(symbols.i, symbols.j) * product, (symbols.j, 1, symbols.n))
    diagonal = sp.Product(table[symbols.i, symbols.i], (symbols.i, 1, symbols.n))
    assert not is_zero(total - diagonal)


def test_nothing_has_a_slope_at_a_bend():
    with pytest.raises((StepError, ValueError), match="bend"):
        begin(states(equal(slope(abs(x), x), x / abs(x)))).closes("its sign").check()


@pytest.mark.parametrize("point, side", [(-1, "+"), (0, "-")])
def test_a_positive_number_tends_to_nothing_that_it_never_comes_near(point, side):
    t = positive("t")
    with pytest.raises(BindingError, match="never come near"):
        begin(states(line(t, to(t, point, side), point)))


def test_a_hypothesis_does_not_make_a_divisor_vanish():
    y = real("y")
    fraction = (x**2 - y**2) / (x - y)
    same = states(equal(fraction, 2 * y), given=line(x, "=", y))
    with pytest.raises(StepError, match="nothing shows"):
        begin(same).equals(x + y, "cancel").given("", x, y, "they are equal").closes("2 y").check()


def test_a_dropped_condition_takes_the_substitution_with_it():
    claim = claim_of("softmax.hot-limit")
    bare = states(*claim.states.said, given=claim.states.given[1:])
    with saying(claim.id, bare), pytest.raises(BindingError, match="no condition"):
        ran(claim.id)


def test_what_some_value_does_is_one_relation_and_has_no_condition_on_the_value():
    y = real("y")
    with pytest.raises(TermError, match="expected one relation"):
        some(y, holds=line(0, "<", y, "<", 1))
    bad = states(some(y, holds=line(y, "<", 0)), given=line(y, ">", 0))
    with pytest.raises(BindingError, match="some value is claimed"):
        begin(bad, let={y: -1})


def test_a_condition_on_some_places_says_nothing_of_others():
    row, column, one = index("j", n), index("a", d), numbers("f", n)
    beyond = states(line(one[column], ">", 0), given=line(one[row], "≥", 0))
    with pytest.raises(BindingError, match="no condition"):
        begin(beyond, let={one[column]: nonnegative("s")})


def test_two_families_of_one_name_are_not_one():
    short, long = numbers("y", n), numbers("y", d)
    with pytest.raises(BindingError, match="y stands for two things"):
        begin(states(equal(short[1], long[1])))


def test_a_word_of_which_nothing_is_known_has_no_slope():
    most = word(r"\max({f})", computed=True)(largest_entry)
    flat = states(equal(slope(most(row_of_x) + real("t"), row_of_x[row]), 0))
    with pytest.raises(StepError, match="may move"):
        begin(flat).by(differentiate, "it does not look like x").closes("").check()


def largest_entry(f: Family):
    """Of which nothing is known."""


row, row_of_x = index("i", n), numbers("x", n)


def test_a_place_of_one_relation_is_that_place_in_all_conditions():
    place, any_ = index("k", n), index("j", n)
    lead = states(
        line(row_of_x[place], ">", 0), line(real("t"), "≤", real("u")),
        given=line(row_of_x[any_], "<", row_of_x[place] + 1),
    )  # fmt: skip
    (fact,) = begin(lead, duty=1).view.facts
    assert fact.open == (any_,)
