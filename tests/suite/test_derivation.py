"""A chain holds if each step holds. A derivation uses only its claim, and proves something."""

import pytest
import sympy as sp

from atensi.judging.registry import proofs
from proofs.engine.derivation import Chain, EmptyChainError, StepError
from proofs.rules import is_positive, reindex
from proofs.rules.listing import rule
from theory.symbols import family, i, j, n, positive, real, sum_over

x = family("x")
s = family("s", nonnegative=True)
c, t, r = real("c"), real("t"), positive("r")


def test_a_false_step_is_named_with_what_is_left_over():
    chain = Chain(sum_over(i, x[i])).equals(sum_over(j, x[j]), "rename").equals(n, "wrong")
    with pytest.raises(StepError, match=r"(?s)step 2 \(wrong\) does not follow.*left over"):
        chain.check()


def test_a_chain_cannot_go_both_ways():
    chain = Chain(c).at_most(c + s[i], "up").at_least(c, "down")
    with pytest.raises(StepError, match="both ways"):
        chain.check()


def test_a_rule_that_changes_nothing_is_a_failure():
    with pytest.raises(StepError, match="re-index"):
        Chain(x[i]).by(reindex, "re-index").check()


def test_no_chapter_makes_a_rule_of_its_own():
    """With one, a derivation of what is false held: e^t is t."""
    with pytest.raises(ValueError, match="is made a rule; expected one of proofs"):
        rule("an exponential is its exponent")(lambda e: e)


def test_only_a_listed_rule_may_be_applied():
    with pytest.raises(StepError, match="is no rule of"):
        Chain(x[i]).by(lambda _: sp.Integer(7), "anything")
    with pytest.raises(StepError, match="a sign"):
        Chain(r).by(is_positive, "a sign").check()


def test_a_chain_says_what_its_symbols_assume():
    chain = Chain(r + s[j]).at_least(s[j], "r > 0")
    assert chain.assumes == ["r > 0", "s ≥ 0"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"nonpositive": True}, "z ≤ 0"),
        ({"negative": True}, "z < 0"),
        ({"imaginary": True}, "z ∈ iℝ"),
        ({"integer": True}, "z ∈ ℤ"),
        ({"integer": True, "nonzero": True}, "z ≠ 0, z ∈ ℤ"),
    ],
)
def test_no_assumption_of_a_symbol_is_left_out(given, said):
    z = sp.Symbol("z", **given)
    assert Chain(z).equals(z + 1, "").assumes == [said]


def test_a_name_bound_by_an_integral_is_not_the_name_outside():
    from sympy import Integral

    with pytest.raises(StepError):
        Chain(Integral(t, (t, 0, 1)) + t).equals(2 * Integral(t, (t, 0, 1)), "one t").check()


def test_a_limit_of_a_bound_is_no_limit_of_what_it_bounds():
    chain = Chain(-1).at_most(sp.exp(-r), "negative").tends(r, sp.oo, 0, "limit", side="-")
    assert chain.relation == "≤ … →"


@pytest.mark.parametrize(
    ("expression", "point", "value"),
    [
        (1 / (1 + c**2 * r**2), sp.oo, 0),  # 1 where c = 0
        (1 / (1 + (n - 1) * r), sp.oo, 0),  # 1 where n = 1
        (1 / (1 + c * sp.exp(r)), sp.oo, 0),
        (r / (c + r), 0, 0),
    ],
)
def test_a_limit_that_another_symbol_may_change_is_refused(expression, point, value):
    assert sp.limit(expression, r, point) == value  # SymPy takes c to be generic
    with pytest.raises(StepError, match="limit"):
        Chain(expression).tends(r, point, value, "limit").check()


def test_a_limit_that_no_other_symbol_changes_is_taken():
    Chain(1 / (1 + n * sp.exp(r))).tends(r, sp.oo, 0, "limit").check()
    Chain(r / (n + r)).tends(r, 0, 0, "limit").check()


@pytest.mark.parametrize(
    ("point", "term", "value"),
    [
        (sp.oo, sp.exp(-r * s[j]), 0),  # 1 for each s_j = 0
        (0, s[j] / r, 0),
        (0, sp.log(1 + r * x[j]), 1),
        (0, 1 / (r + s[j]), sum_over(j, 1 / s[j])),  # s_j may be 0
    ],
)
def test_a_limit_of_a_sum_is_refused_where_it_may_not_be_continuous(point, term, value):
    with pytest.raises(StepError, match="limit"):
        Chain(sum_over(j, term)).tends(r, point, value, "limit", side="-").check()


def test_a_limit_of_a_sum_is_taken_where_it_is_continuous():
    total = sum_over(j, sp.exp(-r * x[j]))
    Chain(1 / total + r).tends(r, 0, 1 / n, "limit").check()


@pytest.mark.parametrize(
    "chain",
    [
        Chain(x[i]),
        Chain((x[i] + c) - c).equals(x[i], "cancelled before the step"),
        Chain(x[i]).equals(x[i] + c - c, "nothing"),
        Chain(x[i]).equals(x[i] * r / r + t - t, "there").equals(x[i], "and back"),
        Chain(s[i]).at_most(s[i], "itself"),
        Chain(sum_over(j, x[j])).equals(sum_over(i, x[i]), "another name of the index"),
    ],
)
def test_a_chain_that_ends_where_it_starts_shows_nothing(chain):
    with pytest.raises(EmptyChainError):
        chain.check()


def test_a_step_that_leaves_a_line_as_it_reads_adds_its_reason():
    chain = Chain(t + t).equals(2 * t, "at first").equals(t * 2 + 1 - 1, "nothing is added")
    chain.equals(3 * t - t, "nor here").at_most(2 * t + r**2, "a square is").equals(0, "falsely")
    read = "at first; nothing is added; nor here"
    assert chain.lines() == [
        {"relation": "", "latex": "2 t", "reason": read, "by": ["normal form"] * 3},
        {"relation": r"\le", "latex": "r^{2} + 2 t", "reason": "a square is", "by": ["sign"]},
        {"relation": "=", "latex": "0", "reason": "falsely", "by": ["normal form"]},
    ]
    with pytest.raises(StepError, match="falsely"):  # every step is checked, shown or not
        chain.check()


def test_equal_sums_are_compared_by_name():
    others = sum_over(j, (1 - sp.KroneckerDelta(i, j)) * sp.exp(x[j]))
    Chain(others / (1 + others)).at_most(others, "the denominator is at least 1").check()
    with pytest.raises(StepError):
        Chain(others).at_most(others / (1 + others), "the other way round").check()
    moving = sp.Derivative(sum_over(j, sp.exp(-c * s[j])), c)
    with pytest.raises(StepError):
        Chain(moving).at_least(0, "as if the sum had no slope").check()


def test_a_multiple_of_what_vanishes_may_have_the_factor_zero():
    Chain(1 - c * sp.exp(-1 / r)).tends(r, 0, 1, "be c zero or not").check()
    leading = r**2 / (sp.log(1 + c * r) + r**2)  # 1 where c is 0, else 0
    with pytest.raises(StepError):
        Chain(leading).tends(r, 0, 0, "for c other than 0").check()


@pytest.mark.parametrize(
    ("claim", "carriers"),
    [
        ("softmax.permutation-equivariance", {"reindex", "normal form"}),
        ("softmax.maximises-score-plus-entropy", {"normal form", "hypothesis", "sign"}),
        ("decoder.sharp-layers-go-on", {"lookup.soft-tends-to-hard"}),
        ("bert.printed-loss-is-solved-by-copying", {"normal form", "limit", "cases"}),
    ],
)
def test_each_step_says_what_carries_it(claim, carriers):
    pieces = [each for each in proofs() if each.claim == claim and each.kind == "derivation"]
    steps = [step for piece in pieces for step in piece.run().steps]
    assert {by for step in steps for by in step["by"]} == carriers
    assert all(bool(step["by"]) == bool(step["relation"]) for step in steps)
