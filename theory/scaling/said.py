"""Scaling: what the documents print of the size of scores, and what is claimed of it."""

from fractions import Fraction

from theory.claim import Claim, Hypothesis
from theory.letters import a, b, d
from theory.scaling.before_training import CLAIMS as BEFORE_TRAINING
from theory.scaling.dilution import CLAIMS as DILUTION
from theory.scaling.random_rows import (
    ANY_UNCORRELATED,
    EQUAL,
    INDEPENDENT,
    PROBABILITIES,
    PRODUCTS,
    E,
    cov,
    kappa,
    key,
    omega,
    q,
    rho,
    score,
    sigma,
    tau,
    var,
    z,
)
from theory.scaling.saturation import CLAIMS as SATURATION
from theory.scaling.words import (
    B,
    C,
    plain_k,
    plain_q,
    sampled_gradient,
    sampled_scaled_gradient,
    sampled_scaled_square,
    sampled_square,
)
from theory.shared_words import dot, length_squared
from theory.stating.families import every, total
from theory.stating.operations import delta, exp, pi, sqrt
from theory.stating.relations import equal, line
from theory.stating.statements import states

CLAIMS = (
    Claim(
        id="scaling.variance-in-general",
        states=states(
            equal(
                var(score),
                total(
                    every(
                        a,
                        b,
                        entry=cov(q[a], q[b]) * cov(key[a], key[b])
                        + E(q[a]) * E(q[b]) * cov(key[a], key[b])
                        + E(key[a]) * E(key[b]) * cov(q[a], q[b]),
                    )
                ),
            ),
            given=PROBABILITIES,
            hypotheses=INDEPENDENT,
        ),
        answers=("001:204-206/sum", "001:204-206/value", "004:24/unit"),
        says="Of a query and a key that are independent, the variance of a dot score follows from "
        "their means and covariances, whatever their distributions over finitely many "
        "outcomes.",
        builds_on=("scores.dot",),
    ),
    Claim(
        id="scaling.variance-is-proportional-to-width",
        states=states(
            line(var(score), "=", total(every(a, entry=var(q[a] * key[a]))), "=", sigma**4 * d),
            given=PROBABILITIES,
            hypotheses={**PRODUCTS, **EQUAL},
        ),
        says="The variance of a score is the sum of the variances of its products, σ⁴ times the "
        "width. The document states normality, which is not needed. It does not state "
        "independence, without which it can fail (scaling.correlated-pairs).",
        sources=("001:204-206/sum", "001:204-206/value"),
        answers=("001:198/grows", "001:200/vector", "001:204-206/conclusion", "001:210/variance"),
        builds_on=("scaling.variance-in-general",),
    ),
    Claim(
        id="scaling.correlated-pairs",
        states=states(
            equal(E(score), rho * d),
            equal(var(score), d * (1 + rho**2 * (kappa - 2))),
            given=(
                PROBABILITIES,
                line(key[a, omega], "=", rho * q[a, omega] + tau * z[a, omega]),
                line(rho**2 + tau**2, "=", 1),
                line(E(q[a] ** 2), "=", 1),
                line(E(q[a] ** 4), "=", kappa),
            ),
            hypotheses={
                "independent-coordinates": Hypothesis(
                    "products of different coordinates are uncorrelated, as of independent ones",
                    line((1 - delta(a, b)) * cov(q[a] * key[a], q[b] * key[b]), "=", 0),
                ),
                "independent-noise": Hypothesis(
                    "z, of mean 0 and variance 1, is independent of q",
                    (
                        line(E(q[a] * z[a]), "=", 0),
                        line(E(q[a] ** 3 * z[a]), "=", 0),
                        line(E(q[a] ** 2 * z[a] ** 2), "=", 1),
                    ),
                ),
            },
        ),
        answers=("001:204-206/sum", "001:204-206/value", "004:24/unit"),
        says="With independent coordinates of mean 0 and variance 1, a key that correlates with "
        "its query has a score of mean ρd, which in size outgrows the spread, of the order "
        "of √d at most. A row with itself (ρ = 1) has the mean score d, with variance d (κ - "
        "1): 2d for entries with κ = 3, as normal ones, and 0 for signs. So, without "
        "projections, the diagonal of self-attention does not hold random scores like the "
        "others.",
        builds_on=("scores.dot",),
    ),
    Claim(
        id="scaling.spread-grows-with-the-width",
        states=states(
            line(E(score**2), "≥", var(score), "≥", sigma**4 * d),
            line(E(score**2), ">", B, when=line(sigma**4 * d, ">", B)),
            given=PROBABILITIES,
            hypotheses={**INDEPENDENT, "uncorrelated": ANY_UNCORRELATED, **EQUAL},
        ),
        says="The root mean square of a score is at least σ²√d, so it exceeds every bound where "
        "the width is large enough: scores get larger or smaller. Means only add to it.",
        sources=("001:198/grows", "001:210/variance"),
        answers=("000:68/too-large-or-small", "002:36/large"),
        builds_on=("scaling.variance-in-general",),
    ),
    Claim(
        id="scaling.unit-variance-after-division",
        states=states(
            equal(var(score / sqrt(d)), 1),
            given=PROBABILITIES,
            hypotheses={
                **PRODUCTS,
                "unit-variance": Hypothesis(
                    "each coordinate has variance 1",
                    (line(var(q[a]), "=", 1), line(var(key[a]), "=", 1)),
                ),
            },
        ),
        says="If query and key are independent, with centred, uncorrelated coordinates of variance "
        "1, a score divided by the root of the width has variance 1 at every width.",
        sources=("000:68/too-large-or-small", "002:36/range", "004:24/unit"),
        answers=("001:204-206/conclusion", "002:35", "002:38/normalised"),
        builds_on=("scaling.variance-is-proportional-to-width", "scores.scaled-dot"),
    ),
    *BEFORE_TRAINING,
    Claim(
        id="scaling.division-keeps-scores-in-range",
        states=states(
            line(abs(dot(plain_q, plain_k) / sqrt(d)), "≤", C),
            given=(
                line(C, "≥", 1),
                line(length_squared(plain_q), "=", d),
                line(length_squared(plain_k), "=", d),
            ),
        ),
        sources=("000:68/avoids", "002:36/ensures"),
        says="Division by the root of the width keeps all scores in one range.",
    ),
    Claim(
        id="scaling.scores-of-normalised-rows-reach-the-root-of-the-width",
        states=states(
            line(-sqrt(d), "≤", dot(plain_q, plain_k) / sqrt(d), "≤", sqrt(d)),
            equal(dot(plain_q, plain_q) / sqrt(d), sqrt(d)),
            line(dot(plain_q, plain_q) / sqrt(d), ">", C, when=line(sqrt(d), ">", C)),
            hypotheses={
                "normalised": Hypothesis(
                    "rows have mean square 1, as LayerNorm makes them",
                    (
                        line(length_squared(plain_q), "=", d),
                        line(length_squared(plain_k), "=", d),
                    ),
                ),
            },
        ),
        says="Divided scores of normalised rows lie between -√d and √d, and reach √d: a row has "
        "the largest score with itself, or with an equal row. So no range holds them at every "
        "width. Before the division this score is d. The root mean square of scores stays 1, for "
        "rows as in scaling.unit-variance-after-division.",
        answers=("000:68/too-large-or-small", "002:36/large", "002:36/range"),
        builds_on=("scaling.unit-variance-after-division", "scores.scaled-dot"),
        repairs=("scaling.division-keeps-scores-in-range",),
    ),
    *SATURATION,
    *DILUTION,
    Claim(
        id="scaling.sampled-scores-have-the-proved-variance",
        kind="random",
        states=states(equal(sampled_scaled_square(d), 1), equal(sampled_square(d), d)),
        says="Scores of random queries and keys, as the code computes them, have the variance that "
        "is proved: entries of ±1, uniform, or -1/2 and 2 with probabilities 4/5 and 1/5; "
        "rows projected by independent initial weights, also where query and key come from "
        "the same row.",
        builds_on=(
            "scaling.unit-variance-after-division",
            "scaling.layernorm-and-initialisation-give-unit-variance",
        ),
    ),
    Claim(
        id="scaling.sampled-gradients-keep-the-bounds",
        kind="random",
        states=states(
            line(sampled_gradient(d), "≤", 1 / (2 * sqrt(pi * d))),
            line(sampled_scaled_gradient(d), "≥", Fraction(1, 4) * exp(-sqrt(2))),
        ),
        says="For a query of signs and two keys with normal entries, the sampled mean gradient "
        "does not exceed 1/(2√(πd)), which scaling.unscaled-weights-saturate leaves to be "
        "believed; with the division it is at least the bound of scaling.scaled-gradient-stays.",
        builds_on=("scaling.unscaled-weights-saturate", "scaling.scaled-gradient-stays"),
    ),
)
