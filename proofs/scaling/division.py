"""Divided by the root of the width, a score has variance 1; each hypothesis is needed."""

from impl.scores import dot, scaled_dot
from proofs.engine.evidence import derivation, met_by, necessity
from proofs.scaling.variance import experiment
from theory.letters import d
from theory.scaling.random_rows import score, sigma, var
from theory.scaling.words import B


@derivation("scaling.unit-variance-after-division")
def division_gives_unit_variance(chain):
    return (
        chain.equals(var(score) / d, "√d comes out squared")
        .cites(
            "scaling.variance-is-proportional-to-width",
            "the variance of the score is the sum of the variances of its products",
            {sigma: 1},
        )
        .cites(
            "scaling.variance-is-proportional-to-width",
            "that sum is σ⁴ d, with σ = 1",
            {sigma: 1},
            duty=1,
        )
        .closes("d/d = 1")
    )


SIGNS = [([p], [r]) for p in (1, -1) for r in (1, -1)]


@met_by("scaling.unit-variance-after-division")
@met_by("scaling.variance-is-proportional-to-width")
@met_by("scaling.spread-grows-with-the-width")
@met_by("scaling.spread-grows-with-the-width", supposed_by=2)
def independent_signs():
    return {**experiment(SIGNS).values, sigma: 1, B: 0}


WITHOUT = {
    "independent": [([1], [1]), ([-1], [-1])],
    "centred": [([p], [r]) for p in (0, 2) for r in (0, 2)],
    "uncorrelated": [([p, p], [r, r]) for p in (1, -1) for r in (1, -1)],
    "unit-variance": [([p], [r]) for p in (2, -2) for r in (2, -2)],
}


@necessity("scaling.variance-in-general", "independent")
def dependent_signs_have_another_variance():
    return experiment(WITHOUT["independent"], dot, values={})


for _hypothesis in ("independent", "centred", "uncorrelated"):

    @necessity("scaling.variance-is-proportional-to-width", _hypothesis)
    def such_scores_have_another_variance(cases=WITHOUT[_hypothesis]):
        return experiment(cases, dot, values={sigma: 1})


for _hypothesis, _cases in WITHOUT.items():

    @necessity("scaling.unit-variance-after-division", _hypothesis)
    def such_divided_scores_have_another_variance(cases=_cases):
        return experiment(cases, scaled_dot, values={})
