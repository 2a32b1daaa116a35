"""What a sample supports: means of laws that were not drawn, and tests that no mean can fail."""

import importlib

import numpy as np
import pytest

from proofs.engine.stated import saying
from tests.helpers.chance import STATISTICS, chance
from tests.helpers.holds import PROPERTIES
from tests.helpers.means import Sample, claimed
from tests.helpers.subject import load
from tests.zoo import SPECIMENS
from theory.letters import d
from theory.scaling.random_rows import E, score
from theory.scaling.words import sampled_gradient, sampled_square
from theory.stating.operations import exp
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.terms import term
from theory.stating.vocabulary import letter

pytestmark = pytest.mark.meta
SCORES, GRADIENTS = (
    "scaling.sampled-scores-have-the-proved-variance",
    "scaling.sampled-gradients-keep-the-bounds",
)


@pytest.mark.parametrize("mean", [E(score**2), sampled_square(d) ** 2, letter("M", E(score**2))])
def test_a_formula_of_any_law_is_not_supported_by_samples_of_one(mean):
    """Of whatever law, E (q·k)² = d is false; of signs, a sample has that mean."""
    with saying(SCORES, states(equal(mean, d))), pytest.raises(AssertionError, match="says more"):
        claimed(SCORES, mean, Sample({d: 4}, (0, 64), 0.4))


@pytest.mark.parametrize("wide", [letter("ell", d - 100), exp(letter("ell", d - 100)) - 1])
def test_a_sample_is_a_case_of_conditions_that_letters_hide(wide):
    said = states(line(sampled_gradient(d), "≤", 1), given=line(wide, ">", 0))
    with saying(GRADIENTS, said), pytest.raises(AssertionError, match="not said of"):
        claimed(GRADIENTS, sampled_gradient(d), Sample({d: 16}, (0, 2), 0.005))


def test_a_statistic_rejects_a_specimen_by_its_mean_alone():
    """Numbers that are none of the subject's, beside an assertion on it: no mean can fail."""
    importlib.import_module("tests.zoo.softmax")
    subject, before = load("impl"), (len(PROPERTIES), len(STATISTICS))
    with saying(GRADIENTS, states(line(sampled_gradient(d), "≤", term(1) / 100))):
        try:

            @chance(GRADIENTS, sampled_gradient(d), {16: Sample({d: 16}, (0, 1 / 4), 0.005)})
            def test_of_nothing(subject, draw, count, case):
                assert subject.softmax(np.zeros(2)).tolist() == [0.5, 0.5]
                return draw.random(count) / 64

            test_of_nothing(subject, 1)
            wrong = [each for each in SPECIMENS if each.replaces == "softmax"]
            subjects = {each.name: subject.but(softmax=each.function) for each in wrong}
            assert not test_of_nothing.property.rejects(subjects)
            with pytest.raises(ValueError, match="asserts itself, beside the mean"):
                test_of_nothing(subject.but(softmax=lambda x: x), 1)
        finally:
            del PROPERTIES[before[0] :], STATISTICS[before[1] :]
