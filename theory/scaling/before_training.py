"""Scores before any training: what a random start and LayerNorm make of their variance."""

from theory.claim import Claim, Hypothesis
from theory.letters import a, b, d
from theory.scaling.random_rows import (
    PROBABILITIES,
    E,
    P,
    W,
    X,
    column,
    mixed,
    omega,
    projected,
    row,
    squares,
    tau,
    var,
)
from theory.scaling.words import t
from theory.shared_words import length_squared
from theory.stating.families import every, total
from theory.stating.operations import delta, exp, log
from theory.stating.relations import equal, line
from theory.stating.statements import states

CLAIMS = (
    Claim(
        id="scaling.projections-of-a-row-are-normal-at-the-start",
        states=states(
            equal(
                log(E((t * projected).map(exp))),
                tau**2 * length_squared(row) * t**2 / 2,
            ),
            given=(PROBABILITIES, line(P[omega], ">", 0)),
            hypotheses={
                "normal-weights": Hypothesis(
                    "the weights are normal",
                    line(log(E((t * row[b] * W[b]).map(exp))), "=", (tau * t * row[b]) ** 2 / 2),
                ),
                "independent-weights": Hypothesis(
                    "the weights are independent",
                    line(
                        log(E((t * mixed(row, W)).map(exp))),
                        "=",
                        total(every(b, entry=log(E((t * row[b] * W[b]).map(exp))))),
                    ),
                ),
                "given-row": Hypothesis(
                    "the row is given, not random", line(X[b, omega], "=", row[b])
                ),
            },
        ),
        beyond="that a law is normal if its mean exponentials are those of a normal one, which a "
        "finite space can only approach",
        says="Independent normal weights of mean 0 and variance τ² make each component of a "
        "projected given row normal, with mean 0 and variance τ²‖x‖². This holds before training, "
        "and for the randomness of the weights alone. The draft writes the law of one number for "
        "a vector, and states no conditions: query and key have one σ only if the products of τ "
        "and the length are equal.",
        sources=("001:200",),
    ),
    Claim(
        id="scaling.layernorm-gives-unit-variance",
        states=states(
            equal(var(mixed(column, X)), 1),
            given=(
                PROBABILITIES,
                line(total(every(a, entry=X[a, omega])), "=", 0),
                line(squares[omega], "=", d),
            ),
        ),
        says="LayerNorm before attention makes the projected queries and keys of unit variance.",
        sources=("001:208",),
    ),
    Claim(
        id="scaling.layernorm-and-initialisation-give-unit-variance",
        states=states(
            line(
                var(projected),
                "=",
                E(projected**2),
                "=",
                tau**2 * E(squares),
                "=",
                1,
            ),
            given=PROBABILITIES,
            hypotheses={
                "normalised": Hypothesis(
                    "the row has mean square 1, as LayerNorm makes it",
                    line(squares[omega], "=", d),
                ),
                "initial-weights": Hypothesis(
                    "the weights are uncorrelated, of mean zero and variance 1/d",
                    (
                        line(E(W[a] * W[b]), "=", delta(a, b) * tau**2),
                        line(tau**2 * d, "=", 1),
                        line(E(W[a]), "=", 0),
                    ),
                ),
                "given-row": Hypothesis(
                    "the row is given, or independent of the weights",
                    (
                        line(E(X[a] * X[b] * W[a] * W[b]), "=", E(X[a] * X[b]) * E(W[a] * W[b])),
                        line(E(X[a] * W[a]), "=", E(X[a]) * E(W[a])),
                    ),
                ),
            },
        ),
        answers=("001:208",),
        sources=("001:208/start",),
        says="LayerNorm, without epsilon, gain and bias, fixes at d the squared length of a row "
        "whose entries are not all equal, the initialisation fixes at 1/d the variance of the "
        "weights. Their product is the variance of a projected entry: it is 1 at the start. "
        "Nothing here says that training keeps it.",
        note="PyTorch's MultiheadAttention draws its stacked projections with variance 1/(2d), "
        "which gives divided scores of variance 1/4.",
        repairs=("scaling.layernorm-gives-unit-variance",),
    ),
)
