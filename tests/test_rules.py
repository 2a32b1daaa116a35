"""Each rule does what its sentence says, and refuses a use that looks like it."""

import pytest
import sympy as sp

from proofs.derivation import Chain, StepError
from proofs.normal import is_zero, normal
from proofs.rules import (
    RULES,
    above_tangent,
    angles,
    below_one,
    grows,
    is_nonnegative,
    is_positive,
    reindex,
    sift,
    sigma,
    termwise,
)  # fmt: skip
from theory.symbols import a, d, family, i, j, k, n, positive, real, sum_over

x = family("x")
s = family("s", nonnegative=True)
c, t, r = real("c"), real("t"), positive("r")


def test_a_sum_is_reindexed_by_a_permutation():
    assert reindex(sum_over(j, sp.exp(x[sigma(j)]))) == sum_over(j, sp.exp(x[j]))


@pytest.mark.parametrize("summand", [j * x[sigma(j)], x[sigma(j)] * x[j], x[sigma(i)]])
def test_a_sum_with_its_index_outside_the_permutation_is_left_alone(summand):
    assert reindex(sum_over(j, summand)) == sum_over(j, summand)


def test_a_sum_over_another_range_is_left_alone():
    for limits in ((j, 1, d), (j, 2, n), (j, 1, n - 1)):
        total = sp.Sum(x[sigma(j)], limits)
        assert reindex(total) == total


def test_a_delta_picks_a_term():
    assert sift(sp.KroneckerDelta(i, j) * x[j], j, n) == x[i]


def test_a_delta_whose_index_may_lie_outside_the_sum_picks_nothing():
    unknown = sp.Symbol("u", integer=True)
    assert sift(sp.KroneckerDelta(unknown, j) * x[j], j, n) is None
    assert sift(sp.KroneckerDelta(a, j) * x[j], j, n) is None  # a runs to d, not to n
    assert sift(sp.KroneckerDelta(i, a) * x[a], a, d) is None


def test_signs_follow_from_parts():
    assert is_positive(sum_over(j, sp.exp(x[j])))
    assert is_nonnegative((x[i] - x[k]) ** 2)
    assert is_nonnegative(1 - sp.KroneckerDelta(i, j))


@pytest.mark.parametrize("e", [x[i], x[i] - x[k], t**3, sp.exp(t) - 1, r - 1, sum_over(j, x[j])])
def test_a_sign_that_depends_on_the_case_is_not_shown(e):
    assert not is_nonnegative(e)
    assert not is_positive(e)


def test_sums_of_sums_are_reindexed_one_index_at_a_time():
    y = family("y")
    double = sp.Sum(y[sigma(i), k], (k, 1, n), (i, 1, n))
    assert reindex(double) == sp.Sum(y[i, k], (k, 1, n), (i, 1, n))
    mixed = sp.Sum(y[sigma(i), sigma(k)] * x[i], (k, 1, n), (i, 1, n))
    assert reindex(mixed) == sp.Sum(y[sigma(i), k] * x[i], (k, 1, n), (i, 1, n))


def test_angles_of_sums_open_and_squares_of_sines_go():
    assert angles(sp.sin(t) ** 3) == (1 - sp.cos(t) ** 2) * sp.sin(t)
    assert is_zero(sp.cos(t + c) - sp.cos(t) * sp.cos(c) + sp.sin(t) * sp.sin(c))
    assert is_zero(sum_over(j, sp.sin(x[j]) ** 2 + sp.cos(x[j]) ** 2) - n)
    assert not is_zero(sp.sin(t + c) - sp.sin(t) - sp.sin(c))
    assert not is_zero(sp.sin(t) ** 2 - sp.cos(t) ** 2)


def test_a_cosine_is_below_one_at_whole_numbers_alone():
    k_, even = sp.Symbol("k", integer=True, positive=True), sp.Symbol("z", integer=True)
    assert is_positive(3 - 3 * sp.cos(k_))
    assert below_one(1 - sp.cos(k_))
    assert not is_positive(sp.cos(k_) - 1)
    for argument in (even, r, t):  # 0 is an integer; 2π is positive
        assert not is_positive(1 - sp.cos(argument))


def test_the_exponential_grows():
    assert is_positive(sp.exp(c) - sp.exp(c - r))
    assert not is_positive(sp.exp(c) - sp.exp(c - s[j]))
    assert grows(sp.exp(c) - sp.exp(c - s[j]))
    assert grows(1 - sp.exp(-s[j]))
    assert not grows(sp.exp(c) - sp.exp(t))
    assert not grows(sp.exp(-s[j]) - 1)
    assert not grows(sp.exp(c) - 2 * sp.exp(c - s[j]))


def test_the_exponential_lies_above_its_tangent():
    assert above_tangent(sp.exp(t) - 1 - t)
    assert above_tangent(r * sp.exp(-t) - r + r * t)
    assert above_tangent(sp.exp(r) - 1 - r, strictly=True)
    assert not above_tangent(sp.exp(t) - 1 - t, strictly=True)  # t may be zero
    assert not above_tangent(sp.exp(t) - 1 - 2 * t)
    assert not above_tangent(t + 1 - sp.exp(t))


def test_sums_are_compared_term_by_term():
    assert termwise(n - sum_over(j, sp.exp(-s[j])))
    assert not termwise(sum_over(j, sp.exp(-s[j])) - n)
    assert not termwise(n - sum_over(j, sp.exp(x[j])))
    assert not termwise(n**2 - sum_over(j, sp.exp(-s[j])) * n + sum_over(a, s[a]))


def test_every_rule_has_its_sentence():
    assert set(RULES) == {
        "reindex", "sift", "angles", "below_one", "is_positive", "grows", "above_tangent",
        "termwise",
    }  # fmt: skip
    assert all(len(sentence.split()) > 3 for sentence in RULES.values())


def test_the_normal_form_decides_true_and_false_identities_alike():
    total = sum_over(j, sp.exp(x[j]))
    assert is_zero(sum_over(i, sp.exp(x[i]) / total) - 1)
    assert not is_zero(sum_over(i, sp.exp(2 * x[i]) / total) - 1)
    assert not is_zero(sp.exp(2 * x[i]) / sum_over(j, sp.exp(2 * x[j])) - sp.exp(x[i]) / total)
    assert is_zero(sum_over(i, sum_over(k, x[i] * x[k])) - sum_over(i, x[i]) ** 2)
    assert not is_zero(sum_over(i, x[i] ** 2) - sum_over(i, x[i]) ** 2)


def test_the_normal_form_agrees_with_sums_written_out():
    e = sum_over(i, (x[i] - sum_over(k, x[k]) / n) ** 2)
    for size in (1, 2, 4):
        out = e.subs(n, size).doit() - normal(e).subs(n, size).doit()
        assert sp.expand(out) == 0


def test_a_false_step_is_named_with_what_is_left_over():
    chain = Chain(sum_over(i, x[i])).equals(sum_over(j, x[j]), "rename").equals(n, "wrong")
    with pytest.raises(StepError, match=r"(?s)step 2 \(wrong\) does not follow.*left over"):
        chain.check()


def test_a_chain_cannot_go_both_ways():
    chain = Chain(c).at_most(c + s[i], "up").at_least(c, "down")
    with pytest.raises(StepError, match="both ways"):
        chain.check()


def test_a_rule_or_a_hypothesis_that_changes_nothing_is_a_failure():
    with pytest.raises(StepError, match="re-index"):
        Chain(x[i]).by(reindex, "re-index").check()
    with pytest.raises(StepError, match="unused"):
        Chain(x[i]).given("h", x[k], 1, "unused").check()


def test_a_limit_of_a_sum_is_refused():
    total = sum_over(j, sp.exp(-r * s[j]))
    with pytest.raises(StepError, match="limit"):
        Chain(total).tends(r, sp.oo, 0, "limit", side="-").check()


def test_an_empty_chain_shows_nothing():
    with pytest.raises(StepError, match="no step"):
        Chain(x[i]).check()
