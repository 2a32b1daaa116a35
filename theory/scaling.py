"""Scaling: what the documents print of the size of scores, and what is claimed of it.

E is written out: second moments and covariances are families over coordinates, and a query that is
independent of the key makes E of a product the product of the E.
"""

import sympy as sp

from theory.claim import Claim, Hypothesis
from theory.symbols import a, b, d, equation, family, j, n, positive, sum_over, sum_to, term


def variance_of_score(C_q, C_k, mu, nu):
    """001:205, left side: Var(Σ_a q_a k_a) = E(...)² - (E ...)², for independent q and k."""
    second = sum_over(
        a,
        sum_to(
            d, b,
            (term(C_q, a, b) + term(mu, a) * term(mu, b))
            * (term(C_k, a, b) + term(nu, a) * term(nu, b)),
        ),
    )  # fmt: skip
    return second - sum_over(a, term(mu, a) * term(nu, a)) ** 2


def unscaled_density(x, length):
    """The density of the difference of two scores of a query of that length: N(0, 2 length²)."""
    return sp.exp(-(x**2) / (4 * length**2)) / (2 * length * sp.sqrt(sp.pi))


def logistic(x):
    """The first of two weights, from the difference of the scores."""
    return 1 / (1 + sp.exp(-x))


INDEPENDENT = {"independent": Hypothesis("query and key are independent")}
PRODUCTS = {
    **INDEPENDENT,
    "centred": Hypothesis("query and key have mean zero"),
    "uncorrelated": Hypothesis(
        "different coordinates are uncorrelated, in the query or in the key",
    ),
}


def _of_square_one(*names):
    """Return the equations which say that rows have mean square 1."""
    return tuple(equation(sum_over(a, row[a] ** 2), d) for row in map(family, names))


def _trace_of_keys():
    """The covariances of n equally likely keys K_j have the trace σ² d."""
    keys = family("K")
    squares = sum_over(j, sum_over(a, keys[j, a] ** 2))
    means = sum_over(a, (sum_over(j, keys[j, a]) / n) ** 2)
    return equation(squares, n * (positive("sigma") ** 2 * d + means))


EQUAL = {
    "equal-variances": Hypothesis(
        "all coordinates have variance σ² > 0",
        means=(_trace_of_keys(),),
    )
}

CLAIMS = (
    Claim(
        id="scaling.variance-in-general",
        kind="identity",
        latex=r"\operatorname{Var}(q k^\top) = \operatorname{tr}(C_q C_k) + \mu_q C_k \mu_q^\top"
        r" + \mu_k C_q \mu_k^\top",
        says="The variance of a dot score, for any means and covariances: no distribution is "
        "assumed.",
        hypotheses=INDEPENDENT,
        builds_on=("scores.dot",),
    ),
    Claim(
        id="scaling.variance-is-proportional-to-width",
        kind="identity",
        latex=r"\operatorname{Var}(q k^\top) = \sum_{a=1}^{d} \operatorname{Var}(q_a k_a) ="
        r" \sigma^4 d",
        says="The variance of a score is the sum of the variances of its products, σ⁴ times the "
        "width. The document states normality, which is not needed. It does not state "
        "independence, which is needed.",
        sources=("001:204-206/sum", "001:204-206/value"),
        hypotheses={**PRODUCTS, **EQUAL},
        builds_on=("scaling.variance-in-general",),
    ),
    Claim(
        id="scaling.correlated-pairs",
        kind="identity",
        latex=r"k = \rho q + \sqrt{1 - \rho^2}\, z \implies \mathrm E\, q k^\top = \rho d,\ "
        r"\operatorname{Var}(q k^\top) = d\, (1 + \rho^2 (\kappa - 2)),\quad \kappa ="
        r" \mathrm E\, q_a^4",
        says="With coordinates of mean 0 and variance 1, a key that correlates with its query has "
        "a score of mean ρd, which outgrows the spread √d. A row with itself (ρ = 1) has the "
        "mean score d, with variance 2d for normal entries and 0 for signs. So, without "
        "projections, the diagonal of self-attention does not hold random scores like the "
        "others.",
        hypotheses={
            "independent-coordinates": Hypothesis(
                "the coordinates are independent of each other",
            ),
            "independent-noise": Hypothesis("z, of mean 0 and variance 1, is independent of q"),
        },
        builds_on=("scores.dot",),
    ),
    Claim(
        id="scaling.spread-grows-with-the-width",
        kind="bound",
        latex=r"\operatorname{Var}(q k^\top) \ge \sigma^4 d \to \infty",
        says="The root mean square of a score is at least σ²√d, so it grows without bound with "
        "the width: scores get larger or smaller. Means only add to it.",
        sources=("001:198/grows", "001:210/variance"),
        hypotheses={**INDEPENDENT, "uncorrelated": PRODUCTS["uncorrelated"], **EQUAL},
        builds_on=("scaling.variance-in-general",),
    ),
    Claim(
        id="scaling.unit-variance-after-division",
        kind="identity",
        latex=r"\operatorname{Var}(q k^\top / \sqrt d) = 1",
        says="Divided by the root of the width, a score has variance 1 at every width, if each "
        "coordinate has.",
        sources=("000:68/too-large-or-small", "004:24/unit", "002:36/range"),
        hypotheses={
            **PRODUCTS,
            "unit-variance": Hypothesis(
                "each coordinate has variance 1",
                means=(equation(positive("sigma"), 1),),
            ),
        },
        builds_on=("scaling.variance-is-proportional-to-width", "scores.scaled-dot"),
    ),
    Claim(
        id="scaling.projections-of-a-row-are-normal-at-the-start",
        kind="identity",
        latex=r"W_{bc} \sim \mathcal N(0, \tau^2) \text{ independent} \implies (x W)_c \sim"
        r" \mathcal N(0, \tau^2 \lVert x \rVert^2)",
        says="Independent normal weights project a given row to a normal one, each component with "
        "variance τ²‖x‖². This holds before training, and for the randomness of the weights "
        "alone. The draft writes the law of one number for a vector, and states no "
        "conditions.",
        sources=("001:200",),
        hypotheses={
            "normal-weights": Hypothesis("the weights are normal"),
            "independent-weights": Hypothesis("the weights are independent"),
            "given-row": Hypothesis("the row is given, not random"),
        },
    ),
    Claim(
        id="scaling.layernorm-gives-unit-variance",
        kind="identity",
        latex=r"\tfrac1d \lVert x \rVert^2 = 1 \implies \operatorname{Var}((x W)_c) = 1",
        says="LayerNorm before attention makes the projected queries and keys of unit variance.",
        sources=("001:208",),
    ),
    Claim(
        id="scaling.layernorm-and-initialisation-give-unit-variance",
        kind="identity",
        latex=r"\mathrm E\,(x W)_c^2 = \tau^2 \lVert x \rVert^2 = 1,\quad \lVert x \rVert^2 = d,\ "
        r"\tau^2 = 1/d",
        says="LayerNorm fixes the length of the row, the initialisation fixes the variance of the "
        "weights; the product of both must be 1, and training is not bound to keep it.",
        hypotheses={
            "normalised": Hypothesis(
                "the row has mean square 1, as LayerNorm makes it",
                means=_of_square_one("x"),
            ),
            "initial-weights": Hypothesis(
                "the weights are uncorrelated, of mean zero and variance 1/d",
            ),
            "given-row": Hypothesis("the row is given, or independent of the weights"),
        },
        departs="PyTorch's MultiheadAttention draws its stacked projections with variance "
        "1/(2d), which gives scores of variance 1/4.",
        repairs=("scaling.layernorm-gives-unit-variance",),
    ),
    Claim(
        id="scaling.division-keeps-scores-in-range",
        kind="bound",
        latex=r"\lvert q k^\top \rvert / \sqrt d \le C \text{ for one } C \text{ and all } d",
        says="Division by the root of the width keeps all scores in one range.",
        sources=("000:68/too-large-or-small", "002:36/range"),
    ),
    Claim(
        id="scaling.scores-of-normalised-rows-reach-the-root-of-the-width",
        kind="bound",
        latex=r"q k^\top / \sqrt d \le \sqrt d, \text{ and } = \sqrt d \text{ for } q = k",
        says="Divided scores of normalised rows reach √d and no more: a row has the largest score "
        "with itself, or with an equal row. Before the division this score is d. The root "
        "mean square of scores stays 1, for rows as in scaling.unit-variance-after-division.",
        sources=("002:36/large",),
        hypotheses={
            "normalised": Hypothesis(
                "rows have mean square 1, as LayerNorm makes them",
                means=_of_square_one("q", "k"),
            ),
        },
        builds_on=("scaling.unit-variance-after-division", "scores.scaled-dot"),
        repairs=("scaling.division-keeps-scores-in-range",),
    ),
    Claim(
        id="scaling.large-scores-make-small-weights",
        kind="bound",
        latex=r"\lvert s \rvert \text{ large} \implies \operatorname{softmax}(s)_i"
        r" \text{ small for all } i",
        says="Scores that are too large or too small make the values of the softmax very small.",
        sources=("000:68/softmax-small",),
    ),
    Claim(
        id="scaling.gradient-vanishes-where-softmax-is-certain",
        kind="bound",
        latex=r"\sum_j \Bigl\lvert \frac{\partial \alpha_i}{\partial s_j} \Bigr\rvert ="
        r" 2 \alpha_i (1 - \alpha_i) \le 2 (1 - \max_j \alpha_j)",
        says="Large scores do not make every weight small: where one leads the others by much, "
        "its weight is near 1. The gradient gets small there: every derivative of a weight "
        "by a score is near 0.",
        sources=("001:212-214",),
        builds_on=("softmax.definition",),
        repairs=("scaling.large-scores-make-small-weights",),
    ),
    Claim(
        id="scaling.softmax-of-one-score-tells",
        kind="identity",
        latex=r"\operatorname{Softmax}\bigl(q W^q (k W^k)^\top\bigr) \text{ varies, for one key }"
        r" k",
        says="The softmax of the score of one key, as printed, depends on that score.",
        sources=("001:210/one-key",),
    ),
    Claim(
        id="scaling.unscaled-weights-saturate",
        kind="bound",
        latex=r"\mathrm P(\varepsilon < \alpha_1 < 1 - \varepsilon) \le \frac{1}{\sqrt{\pi d}}"
        r" \log\frac{1 - \varepsilon}{\varepsilon}\ (\varepsilon \le \tfrac12),\quad"
        r" \mathrm E\, \alpha_1 \alpha_2 \le \frac{1}{2\sqrt{\pi d}}",
        says="Of two keys with standard normal entries and a normalised query, undivided scores "
        "leave the weights between ε and 1 - ε with a probability that falls like 1/√d, and the "
        "mean gradient falls at the same rate.",
        sources=("001:210/extremes", "002:36/large"),
        hypotheses={
            "normalised-query": Hypothesis(
                "the query has mean square 1",
                means=_of_square_one("q"),
            ),
            "normal-keys": Hypothesis(
                "the keys' entries are independent of each other and standard normal",
            ),
            "keys-independent-of-query": Hypothesis("the keys are independent of the query"),
        },
        builds_on=("scaling.projections-of-a-row-are-normal-at-the-start", "softmax.log-odds"),
        repairs=("scaling.softmax-of-one-score-tells",),
    ),
    Claim(
        id="scaling.scaled-gradient-stays",
        kind="bound",
        latex=r"\mathrm E\, \delta^2 = m^2 \implies \mathrm E\, \alpha_1 \alpha_2 \ge"
        r" \tfrac14 e^{-m},\quad m = \sqrt 2 \text{ after division}",
        says="If the difference of two keys' scores has mean square m², the mean gradient is at "
        "least exp(-m)/4, for any distribution. Divided scores that are centred, "
        "uncorrelated and of variance 1 have m² = 2 at every width, so the bound is 0.06.",
        sources=("001:198/why",),
        hypotheses={
            "unit-scores": Hypothesis(
                "the difference of two scores has mean square m², here 2",
                means=(
                    equation(
                        sum_over(j, family("g", nonnegative=True)[j] ** 2), positive("m") ** 2 * n
                    ),
                ),
            )
        },
        builds_on=("scaling.unit-variance-after-division", "softmax.log-odds"),
    ),
    Claim(
        id="scaling.division-keeps-weights-off-zero",
        kind="bound",
        latex=r"\alpha_i \ge \varepsilon \text{ after division, for some fixed } \varepsilon > 0",
        says="The division keeps the weights from concentrating at about 0.",
        sources=("001:198/why",),
    ),
    Claim(
        id="scaling.weights-ignore-distance",
        kind="invariance",
        latex=r"\alpha_{\sigma(i)}(K) = \alpha_i(PK)",
        says="A key has the same weight wherever it stands: distance in the sequence does not "
        "matter.",
        sources=("002:16/distance", "004:30"),
        hypotheses={
            "scores-without-place": Hypothesis(
                "scores depend on the rows, and rows do not depend on their place",
            ),
            "no-mask": Hypothesis("nothing is masked"),
        },
        builds_on=("lookup.order-of-pairs-is-irrelevant",),
    ),
    Claim(
        id="scaling.no-information-is-lost",
        kind="identity",
        latex=r"V \ne V' \implies \operatorname{Attention}(q, K, V) \ne"
        r" \operatorname{Attention}(q, K, V')",
        says="However long the sequence, no information is lost.",
        sources=("004:30",),
    ),
    Claim(
        id="scaling.weights-dilute",
        kind="bound",
        latex=r"s_1 - s_j \le D \implies \frac{1}{\alpha_1} \ge 1 + n e^{-D}"
        r" \text{ among } n + 1 \text{ keys}",
        says="With scores that differ by at most D, no weight exceeds 1/(1 + n e^(-D)): every "
        "element's share falls like 1/n as the sequence grows, and the mean of many different "
        "values is one value.",
        hypotheses={"bounded-lead": Hypothesis("no other score is more than D below")},
        builds_on=("softmax.definition",),
        repairs=("scaling.no-information-is-lost", "scaling.division-keeps-weights-off-zero"),
    ),
    Claim(
        id="scaling.focus-needs-a-logarithm",
        kind="identity",
        latex=r"s_1 - s_j = \log n \implies \alpha_1 = \tfrac12 \text{ among } n + 1 \text{ keys}",
        says="A score that leads n others by log n each keeps half of the attention; with all "
        "leads below log n it keeps less (scaling.weights-dilute), so bounded scores cannot focus "
        "in long sequences.",
        builds_on=("scaling.weights-dilute",),
    ),
    Claim(
        id="scaling.sampled-scores-have-the-proved-variance",
        kind="random",
        latex=r"\mathrm E\, \Bigl(\frac{q k^\top}{\sqrt d}\Bigr)^2 = 1,\quad \mathrm E\,"
        r" (q k^\top)^2 = d",
        says="Scores of random queries and keys, as the code computes them, have the variance "
        "that is proved: entries of ±1, uniform, or of two unequal values; rows projected by "
        "initial weights, also a row with itself.",
        builds_on=(
            "scaling.unit-variance-after-division",
            "scaling.layernorm-and-initialisation-give-unit-variance",
        ),
    ),
    Claim(
        id="scaling.sampled-gradients-keep-the-proved-bounds",
        kind="random",
        latex=r"\mathrm E\, \alpha_1 \alpha_2 \le \frac{1}{2\sqrt{\pi d}} \text{ undivided},\quad"
        r" \ge \tfrac14 e^{-\sqrt 2} \text{ divided}",
        says="Without the division, the mean gradient of sampled weights falls below its proved "
        "upper bound. With the division, it stays above its proved lower bound.",
        builds_on=("scaling.unscaled-weights-saturate", "scaling.scaled-gradient-stays"),
    ),
)
