"""The statistical test by itself: its true rates are the stated ones."""

import importlib
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom, norm

from proofs.engine.stated import saying, stated
from tests.helpers.chance import BUDGET, STATISTICS, refuted
from tests.helpers.draws import Draw, one_by_one
from tests.helpers.holds import PROPERTIES
from tests.helpers.means import Mean, Sample, at_least, at_most, claimed, exactly
from tests.helpers.subject import load
from theory.letters import d
from theory.scaling.words import sampled_gradient
from theory.stating.latex import latex
from theory.stating.relations import line

RUNS, RATE = 400, 0.05  # the rate of a test that errs often enough to be observed
DOUBT = 1e-9  # a calibration is random too: this is its own false-alarm rate
MOST = int(binom.isf(DOUBT, RUNS, RATE))  # errors that a rate of 5 % exceeds that rarely

CLAIMS = {
    "exactly": exactly(0.3, 0.1), "at most": at_most(0.2, 0.05), "at least": at_least(0.7, 0.1),
    "rare": exactly(0.02, 0.01),
}  # fmt: skip


def coins(mean, draw):
    return lambda count: draw.random(count) < mean


def errors(claim, mean, wrong, test=refuted):
    """Count the runs, of RUNS, in which the test comes to the wrong answer."""
    draw = np.random.default_rng()
    return sum(
        test(claim, coins(mean, draw), draw, false_alarm=RATE, miss=RATE)[0] == wrong
        for _ in range(RUNS)
    )


def worst_true(claim):
    """Return the means at the edge of the claim."""
    return {claim.low > 0 and claim.low, claim.high < 1 and claim.high} - {False}


@pytest.mark.parametrize("name", CLAIMS)
def test_a_true_claim_is_refuted_no_more_often_than_stated(name):
    for mean in worst_true(CLAIMS[name]):
        assert errors(CLAIMS[name], mean, wrong=True) <= MOST


@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim_that_is_off_by_the_margin_is_missed_no_more_often_than_stated(name):
    claim = CLAIMS[name]
    off = {claim.low > 0 and claim.low - claim.margin, claim.high < 1 and claim.high + claim.margin}
    for mean in off - {False}:
        assert errors(claim, mean, wrong=False) <= MOST


def _looks_again_and_again(claim, numbers, draw, false_alarm, miss):
    """Compare with the normal distribution after every batch, as if each look were the only one."""
    total, taken = 0, 0
    for _ in range(40):
        total, taken = total + int(np.sum(numbers(100))), taken + 100
        spread = (claim.high * (1 - claim.high) / taken) ** 0.5
        if abs(total / taken - claim.high) > norm.isf(false_alarm / 2) * spread:
            return True, taken
    return False, taken


def test_the_calibration_notices_a_test_that_looks_again_and_again():
    claim = CLAIMS["exactly"]
    assert errors(claim, claim.high, wrong=True, test=_looks_again_and_again) > MOST


def test_a_mean_of_numbers_is_the_mean_of_their_coins():
    draw = np.random.default_rng()
    numbers = lambda count: draw.beta(2, 3, count)  # mean 2/5
    assert not refuted(exactly(0.4, 0.05), numbers, draw)[0]
    assert refuted(exactly(0.3, 0.05), numbers, draw)[0]


@pytest.mark.parametrize(
    "numbers",
    [
        lambda draw, count: np.full(count, draw.random()),  # one number for all
        lambda draw, count: np.repeat(draw.random(count // 2), 2),
        lambda draw, count: np.random.default_rng(0).random(count),  # whatever the seed is
    ],
)
def test_numbers_that_are_not_drawn_one_by_one_are_refused(numbers):
    draw = Draw(np.random.default_rng())
    with pytest.raises(AssertionError, match="are not independent"):
        refuted(at_most(0.9, 0.05), lambda count: draw.of(lambda n: numbers(draw, n), count), draw)


@pytest.mark.parametrize(
    ("numbers", "why"),
    [
        (lambda draw, count: np.repeat(draw.random(count)[: count // 2], 2), "move with one draw"),
        (lambda draw, count: np.full(count, draw.random(count).mean()), "move with one draw"),
        (lambda draw, count: np.cumsum(draw.random(count)) / count, "move with one draw"),
        (lambda draw, count: 0 * draw.random(count) + np.random.default_rng(0).random(count),
         "whatever is drawn"),
        (lambda draw, count: 0 * draw.random(count) + np.random.default_rng().random(count),
         "not made of their draws"),
        (lambda draw, count: _of_a_pool(draw, count), "move with one draw"),
        (lambda draw, count: _of_one_sign(draw, count), "move with one draw|whatever is drawn"),
        (lambda draw, count: draw.normal(0, draw.choice([1.0, 0.0], count), count) ** 2,
         "depends on other draws"),
        (lambda draw, count: _of_a_bank(draw, count), "draws each|move with one draw"),
        (lambda draw, count: draw.dirichlet(np.ones(count)), "is none of"),
        (lambda draw, count: draw.choice(count, count, replace=False) / count, "replacement"),
        (lambda draw, count: np.ones(count) if draw.random() < 0.01 else draw.random(count),
         "draws each|whatever is drawn|move with one draw|depends on other draws"),
    ],
)  # fmt: skip
def test_numbers_that_share_a_draw_are_refused(numbers, why):
    """Each draws enough, and has another rate of false alarms than the one that is stated."""
    with pytest.raises(AssertionError, match=why):
        one_by_one(numbers, np.random.default_rng())


def _of_a_pool(draw, count):
    """Every 64th number has the same threshold."""
    pool, own = draw.random(64), draw.random(count)
    return (pool[np.arange(count) % 64] + 0 * own < 0.3).astype(float)


def _of_a_bank(draw, count):
    """From the 100th number on they come again."""
    bank = draw.normal(size=min(count, 100))
    return bank[np.arange(count) % len(bank)]


def _of_one_sign(draw, count):
    """One draw, among many of which nothing comes, moves all."""
    sign, rows = draw.choice([-1.0, 1.0]), draw.normal(size=(count, 64))
    return 0.25 + 0.5 * (sign + 0 * rows.sum(axis=1) > 0)


def test_a_shared_draw_is_seen_nearly_always():
    """Of 24 draws of the pool that are exchanged, each moves some numbers with probability 0.42."""
    for numbers in (_of_a_pool, _of_one_sign):
        for _ in range(10):
            with pytest.raises(AssertionError, match=r"move with one draw|whatever is drawn"):
                one_by_one(numbers, np.random.default_rng())


def test_numbers_of_later_batches_take_as_many_draws():
    draw = Draw(np.random.default_rng())
    banked = lambda count: _of_a_bank(draw, count) > 0
    assert draw.of(banked, 64).shape == (64,)
    with pytest.raises(AssertionError, match="are not independent"):
        draw.of(banked, 128)


def test_numbers_of_draws_of_their_own_do():
    by_rows = lambda draw, count: draw.normal(size=(count, 3)).sum(axis=1)
    in_a_loop = lambda draw, count: np.asarray([draw.random(2).max() for _ in range(count)])
    for numbers in (by_rows, in_a_loop, lambda draw, count: draw.random(count) < 0.01):
        one_by_one(numbers, np.random.default_rng())


def test_what_is_claimed_of_a_mean_and_its_margin_are_said():
    assert [str(each) for each in CLAIMS.values()] == [
        "0.3 (± 0.1)", "≤ 0.2 (+ 0.05)", "≥ 0.7 (- 0.1)", "0.02 (± 0.01)"]  # fmt: skip


def test_numbers_of_any_range_are_sampled():
    draw = np.random.default_rng()
    squares = lambda count: draw.choice([0.0, 3.0], count) ** 2  # mean 4.5
    assert not refuted(exactly(4.5, 0.5, (0, 9)), squares, draw)[0]
    assert refuted(at_least(5, 0.5, (0, 9)), squares, draw)[0]


@pytest.mark.parametrize("claim", [exactly, at_most])
def test_a_mean_of_0_is_that_of_no_coin(claim):
    with pytest.raises(ValueError, match="such numbers are all the same"):
        claim(0, 0.1)


def test_a_large_discrepancy_is_noticed_sooner():
    draw = np.random.default_rng()
    taken = [refuted(at_most(0.2, 0.01), coins(mean, draw), draw)[1] for mean in (1.0, 0.22)]
    assert taken[0] < taken[1]


def _statistics():
    """Return each property that samples, by its name."""
    for chapter in ("scaling", "random_features", "contrastive"):
        importlib.import_module(f"tests.properties.test_{chapter}")
    return {each.name: each for each in PROPERTIES if each.kind == "statistic"}


def _changed(statistic, change):
    """Return the statement of a statistic's claim, its relation changed."""
    statement = stated(statistic.claims[0])
    is_meant = lambda said: latex(said.links[0].left) == latex(statistic.mean)
    said = (
        replace(each, links=(change(each.links[0]),)) if is_meant(each) else each
        for each in statement.said
    )
    return replace(statement, said=tuple(said))


def test_a_sample_is_a_case_of_the_statement():
    """Also of the conditions that stand for all of it: here they leave no width that is tried."""
    claim, wide = "scaling.sampled-gradients-keep-the-bounds", line(d, ">", 200)
    sample = Sample({d: 16}, (0, 0.25), 0.005)
    assert claimed(claim, sampled_gradient(d), sample)
    of_wide = replace(stated(claim), given=(*stated(claim).given, wide))
    with saying(claim, of_wide), pytest.raises(AssertionError, match="not said of"):
        claimed(claim, sampled_gradient(d), sample)


def _far_off(link):
    """Return a relation that is false by more than the sample is said to notice.

    A bound that is turned round may be false by less, where it is nearly reached.
    """
    if link.sign == "=":
        return replace(link, right=link.right * 3 / 4)
    return replace(
        link,
        sign="≤≥".replace(link.sign, ""),
        right=link.right * 3 / 2 if link.sign == "≤" else link.right * 2 / 3,
    )


@pytest.mark.parametrize("name", _statistics())
def test_a_statement_that_says_something_else_of_a_mean_is_refused(name):
    statistic, subjects = _statistics()[name], {"impl": load("impl")}
    for change in (
        _far_off,
        lambda link: replace(link, left=2 * link.left),
        lambda link: replace(link, sign="≠"),
    ):
        with saying(statistic.claims[0], _changed(statistic, change)):
            assert statistic.rejects(subjects)
    assert not statistic.rejects(subjects)


def test_the_false_alarms_of_all_random_claims_stay_in_the_budget():
    assert _statistics()
    calibrations = 2 * sum(len(worst_true(claim)) for claim in CLAIMS.values()) * DOUBT
    others = 3 * (1e-8 + 1e-8)  # the two tests above, which look for a discrepancy far off
    assert sum(rate for _, rate in STATISTICS) + calibrations + others <= BUDGET
    assert len({name for name, _ in STATISTICS}) == len(STATISTICS)


def test_a_claim_that_no_mean_could_refute_is_refused():
    for claim in (Mean(0, 0.95, 0.1), exactly(0.05, 0.1)):
        with pytest.raises(AssertionError, match="a margin that leaves"):
            claim.sides()


@pytest.mark.parametrize(
    "numbers", [lambda count: np.full(count, np.nan), lambda count: np.asarray(0.5),
                lambda count: np.full((count, 1), 0.5)],
)  # fmt: skip
def test_what_is_no_sample_is_refused(numbers):
    with pytest.raises(AssertionError, match=r"outside \(0, 1\)|numbers were asked for"):
        refuted(at_most(0.5, 0.1), numbers, np.random.default_rng())
