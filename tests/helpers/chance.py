"""Random claims: sample numbers whose mean is claimed, until the answer is clear.

The numbers lie between two ends. One that lies a share x of the way from the one to the other
becomes a coin that shows 1 with probability x. The coins have the mean of the shares, and
everything is known about coins without asymptotics. Let the claim allow means up to p, and let
p + margin be the discrepancy to be noticed. The likelihood ratio of p + margin against p, after any
number of coins, is a supermartingale when the claim holds. So the probability that it ever reaches
1/α is at most α, at whatever time one looks (Ville 1939). If instead the mean is p + margin or
more, the probability that its inverse ever reaches 1/β is at most β. Sampling stops at the first of
these two events (Wald 1945). Stopping early costs nothing.

A mean that is bounded from both sides takes two such tests, at α/2 each. All claims together may
raise a false alarm with probability BUDGET in a run. A miss is no false alarm: it leaves a wrong
library, or a specimen of the zoo, unnoticed at the rate that the test states.
"""

import itertools
import math
import secrets
import zlib
from dataclasses import dataclass
from functools import partial

import numpy as np
import pytest

from tests.helpers.draws import Draw, one_by_one
from tests.helpers.holds import Property, current, place_of, register
from tests.helpers.means import claimed, relation, said
from tests.helpers.sightings import sighted
from tests.helpers.trials import CASES, fails

BUDGET = 1e-6  # of false alarms in a run, for all random claims together
FALSE_ALARM = 1e-8  # of one
MISS = 1e-4  # of one, at the stated discrepancy or beyond
BATCHES = [2**k for k in range(8, 17)]  # how many coins are tossed between two looks
OUTSIDE = 2.0**-26  # how far rounding may bring a number out of its ends, as a share


def refuted(claim, numbers, draw, false_alarm=FALSE_ALARM, miss=MISS):
    """Sample until the claim is refuted or upheld; return the answer and the count of numbers.

    `numbers(count)` returns fresh numbers between the ends, drawn independently of each other.
    """
    sides = claim.sides()
    reject, uphold = math.log(len(sides) / false_alarm), math.log(miss)
    evidence, open_, taken = [0.0] * len(sides), set(range(len(sides))), 0
    counts = itertools.chain(BATCHES, itertools.repeat(BATCHES[-1]))
    while open_:
        count = next(counts)
        drawn = claim.share(numbers(count))
        assert drawn.shape == (count,), f"{count} numbers were asked for, {drawn.shape} came"
        lies_between = (drawn >= -OUTSIDE) & (drawn <= 1 + OUTSIDE)
        assert lies_between.all(), f"a sampled number lies outside {claim.ends}"
        coins = draw.random(count) < drawn
        taken += count
        for place in list(open_):
            opposite, p, q = sides[place]
            ones = int(np.sum(coins)) if not opposite else count - int(np.sum(coins))
            evidence[place] += ones * math.log(q / p)
            evidence[place] += (count - ones) * math.log((1 - q) / (1 - p))
            if evidence[place] >= reject:
                return True, taken
            if evidence[place] <= uphold:
                open_.discard(place)
    return False, taken


@dataclass(eq=False)
class Statistic(Property):
    """A property that samples, with its rates and the seed of its last run."""

    kind: str = "statistic"
    false_alarm: float = 0.0
    miss: float = MISS
    mean: object = None  # the left side of what is claimed
    means: tuple = ()  # what is claimed, and how far off is noticed
    seed: int = 0

    def report(self):
        """Return what the ledger learns of the last run."""
        rates = {"false_alarm": self.false_alarm, "miss": self.miss}
        return super().report() | rates | {"means": self.means, "seed": self.seed}


STATISTICS: list[tuple[str, object]] = []  # a name for each test that may raise a false alarm


def chance(claim, mean, cases):
    """Make a statistical test of a function (subject, draw, count, case) that returns numbers.

    mean: the left side of a relation in the claim's statement, which is the mean of these numbers.
    What is claimed of it in each case is read off the right side. cases: by case, the Sample.
    """

    def decorated(function):
        name = function.__name__
        found = Statistic(name, (claim,), place_of(function), mean=mean)
        found.false_alarm = FALSE_ALARM * len(cases)

        def sampled(*given):
            try:
                return function(*given)
            except AssertionError as error:
                raise ValueError(f"{name} asserts itself, beside the mean: {error}") from error

        def run(subject, seed, case):
            draw = Draw(np.random.default_rng([seed, zlib.crc32(f"{name} {case}".encode())]))
            sample, says = cases[case], claimed(claim, mean, cases[case])
            of_case = lambda held, count: sampled(subject, held, count, case)
            one_by_one(of_case, draw.generator, ends=sample.ends)
            numbers = partial(draw.of, partial(of_case, draw))
            wrong, taken = refuted(says, numbers, draw)
            assert not wrong, (
                f"{name}, {case}: the mean is not {says} (false-alarm rate {FALSE_ALARM}); "
                f"{taken} samples, to be drawn again with --chance-seed={seed}"
            )
            return taken

        def test(subject, chance_seed):
            current.clear()
            found.cases = sum(run(subject, chance_seed, case) for case in cases)
            means = (said(claim, mean, sample) for sample in cases.values())
            found.means = tuple(dict.fromkeys(means))
            found.reached = {claim: [relation(claim, mean)]}
            found.seed = chance_seed

        def trial(subject):
            for case in cases:
                run(subject, secrets.randbits(32), case)

        def rejects(subjects, briefly=(), warned=None, how=None, cases=CASES):
            if cases < CASES:  # each trial is one run
                return set()
            seen = lambda name: lambda error: how is None or how.update({name: sighted({}, error)})
            answers = {name: fails(trial, each, seen(name)) for name, each in subjects.items()}
            return {name for name, answer in answers.items() if answer is True}

        def glance(subject):
            for case in cases:
                function(subject, np.random.default_rng(), BATCHES[0], case)

        test.__name__, test.__doc__, test.__module__ = name, function.__doc__, function.__module__
        test = pytest.mark.chance(pytest.mark.claim(claim)(test))
        found.test, found.rejects, found.glance, test.property = test, rejects, glance, found
        register(found)
        STATISTICS.extend((f"{name}, {case}", FALSE_ALARM) for case in cases)
        return test

    return decorated
