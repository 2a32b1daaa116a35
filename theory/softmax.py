"""Softmax: what the documents print, and what is claimed of it."""

import sympy as sp

from theory.claim import Claim, Hypothesis
from theory.symbols import equation, family, i, j, k, real, sum_over, term

fl = sp.Function("fl")  # the float nearest to a real number


def weight(score, i):
    """000:37, 002:72-75: α_i = exp(f_i) / Σ_j exp(f_j)."""
    return sp.exp(term(score, i)) / sum_over(j, sp.exp(term(score, j)))


def ratio(score, i):
    """001:42, 001:106: f_i / Σ_j f_j, printed as "Softmax_i"."""
    return term(score, i) / sum_over(j, term(score, j))


def masked(score, keeps, i):
    """Softmax over the entries with κ_i = 1, by the printed formula times κ."""
    return (
        term(keeps, i)
        * sp.exp(term(score, i))
        / sum_over(j, term(keeps, j) * sp.exp(term(score, j)))
    )


def weighed(score, lead, i):
    """Any positive weight q_i, written as softmax's times exp(t_i); t = 0 gives softmax itself."""
    return weight(score, i) * sp.exp(term(lead, i))


SOMETHING_KEPT = {"something-kept": Hypothesis("at least one entry is kept")}

CLAIMS = (
    Claim(
        id="softmax.definition",
        kind="definition",
        latex=r"\operatorname{softmax}(x)_i = \frac{e^{x_i}}{\sum_{j=1}^{n} e^{x_j}}",
        sources=(
            "000:33",
            "000:37/weights",
            "000:37/no-limit",
            "001:193",
            "002:38/logits",
        ),
        says="Softmax divides the exponential of each score by the sum of all the exponentials, "
        "row by row.",
        departs="000:37 prints its sums without an upper limit; here they end at n.",
    ),
    Claim(
        id="softmax.rows-sum-to-one",
        kind="identity",
        latex=r"\sum_{i=1}^{n} \operatorname{softmax}(x)_i = 1",
        sources=(
            "002:38/sum",
            "002:71",
        ),
        says="The weights of finitely many scores sum to one.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="softmax.rows-sum-to-one-in-floats",
        kind="identity",
        scope="floats",
        latex=r"\mathrm{fl}\Bigl(\sum_{i} \operatorname{softmax}(x)_i\Bigr) = 1",
        says="Computed weights sum to exactly one in floating point.",
        builds_on=("softmax.rows-sum-to-one",),
    ),
    Claim(
        id="softmax.computed-rows-sum-to-nearly-one",
        kind="bound",
        scope="floats",
        latex=r"\lvert \hat p_i - p_i \rvert \le b_i \implies \Bigl\lvert \sum_i \hat p_i - 1"
        r" \Bigr\rvert \le \sum_i b_i",
        says="Computed weights, added without further rounding, sum to one up to the sum of their "
        "rounding bounds.",
        builds_on=("softmax.rows-sum-to-one", "softmax.rounding-error"),
        repairs=("softmax.rows-sum-to-one-in-floats",),
    ),
    Claim(
        id="softmax.positive-and-at-most-one",
        kind="bound",
        latex=r"0 < \operatorname{softmax}(x)_i \le 1",
        sources=("002:38/range",),
        says="Each weight is positive and at most one: soft attention never ignores an element.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="softmax.positive-in-floats",
        kind="bound",
        scope="floats",
        latex=r"\mathrm{fl}(\operatorname{softmax}(x)_i) > 0",
        says="Computed weights are positive in floating point.",
        builds_on=("softmax.positive-and-at-most-one",),
    ),
    Claim(
        id="softmax.positive-in-floats-above-its-error",
        kind="bound",
        scope="floats",
        latex=r"p_i \ge \tfrac1n e^{-(m - x_i)} > b_i \implies \hat p_i \ge p_i - b_i > 0",
        says="A weight whose score lies s below the largest is at least exp(-s)/n. Where "
        "exp(-s)/n is more than its rounding bound, the computed weight is positive. In "
        "float64 that holds for spreads up to 700 and up to a million scores.",
        hypotheses={"above-its-error": Hypothesis("exp(-s)/n is more than the rounding bound")},
        builds_on=("softmax.positive-and-at-most-one", "softmax.rounding-error"),
        repairs=("softmax.positive-in-floats",),
    ),
    Claim(
        id="softmax.log-odds",
        kind="identity",
        latex=r"\log\frac{p_i}{p_k} = x_i - x_k,\quad p = \operatorname{softmax}(x)",
        says="The log-odds of two weights are the difference of their scores, whatever the other "
        "scores are.",
        builds_on=("softmax.definition",),
        repairs=("lookup.weight-depends-on-one-key",),
    ),
    Claim(
        id="softmax.keeps-order",
        kind="bound",
        latex=r"x_i > x_k \iff p_i > p_k,\quad x_i = x_k \iff p_i = p_k",
        sources=(
            "002:33/larger",
            "004:24/larger",
        ),
        says="The larger of two scores gets the larger weight, and only equal scores get equal "
        "weights.",
        builds_on=("softmax.log-odds",),
    ),
    Claim(
        id="softmax.ratio-of-scores",
        kind="identity",
        latex=r"\operatorname{softmax}(f)_i = \frac{f_i}{\sum_{j} f_j}",
        sources=(
            "001:42/ratio",
            "001:106/ratio",
        ),
        says="Softmax of the scores is each score divided by the sum of the scores; the two "
        "documents that print a weight formula agree.",
    ),
    Claim(
        id="softmax.ratio-is-softmax-of-logarithms",
        kind="identity",
        latex=r"\frac{f_i}{\sum_{j} f_j} = \operatorname{softmax}(\log f)_i",
        says="A ratio of scores is softmax of the logarithms of the scores, when all scores are "
        "positive.",
        hypotheses={"positive-scores": Hypothesis("every score is positive")},
        builds_on=("softmax.definition",),
        repairs=("softmax.ratio-of-scores",),
    ),
    Claim(
        id="softmax.of-its-own-weights",
        kind="identity",
        latex=r"\alpha_i = \operatorname{softmax}(\alpha)_i \text{ for weights } \alpha",
        sources=(
            "001:42/softmax-of-weights",
            "001:106/softmax-of-weights",
        ),
        says="The weights are the softmax of the weights.",
    ),
    Claim(
        id="softmax.fixed-point-is-uniform",
        kind="identity",
        latex=r"\alpha = \operatorname{softmax}(\alpha) \iff \alpha_1 = \dots = \alpha_n = 1/n",
        says="Only the uniform weights are the softmax of themselves: the circular definition, "
        "read literally, makes every attention an unweighted mean.",
        builds_on=("softmax.log-odds",),
        repairs=("softmax.of-its-own-weights",),
    ),
    Claim(
        id="softmax.shift-invariance",
        kind="invariance",
        latex=r"\operatorname{softmax}(x + c\mathbf 1) = \operatorname{softmax}(x)",
        sources=("002:72-75",),
        says="A constant added to all scores changes no weight.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="softmax.shift-invariance-in-floats",
        kind="invariance",
        scope="floats",
        latex=r"\mathrm{fl}(\operatorname{softmax}(\mathrm{fl}(x + c))) = "
        r"\mathrm{fl}(\operatorname{softmax}(x))",
        says="A constant added to all scores in floating point changes no computed weight.",
        builds_on=("softmax.shift-invariance",),
    ),
    Claim(
        id="softmax.exact-shift-changes-no-bit",
        kind="invariance",
        scope="floats",
        latex=r"x_i + c,\ \tfrac{x_i + c}{2},\ \tfrac{x_i}{2} \text{ exact} \implies"
        r" \mathrm{fl}(\operatorname{softmax}(\mathrm{fl}(x + c))) ="
        r" \mathrm{fl}(\operatorname{softmax}(x))",
        says="Let the shifted scores be exact, and also the halves of the scores before and after "
        "the shift. Then softmax first rounds the same real numbers, so every bit of its "
        "result is the same.",
        hypotheses={
            "exact-shift": Hypothesis(
                "every x_i + c is a float, as are its half and x_i/2",
                means=tuple(
                    equation(fl(number), number)
                    for score in (family("x")[i], family("x")[k])
                    for number in (score + real("c"), (score + real("c")) / 2, score / 2)
                ),
            )
        },
        builds_on=("softmax.shift-invariance",),
        repairs=("softmax.shift-invariance-in-floats",),
    ),
    Claim(
        id="softmax.as-printed-in-floats",
        kind="bound",
        scope="floats",
        latex=r"\mathrm{fl}\Bigl(\sum_j e^{x_j}\Bigr) < \infty",
        says="The formula can be evaluated as it is printed, for all finite scores.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="softmax.shifted-sum-is-safe",
        kind="bound",
        latex=r"1 \le \sum_{j} e^{x_j - m} \le n,\quad m = \max_j x_j",
        sources=("002:72-75",),
        says="With the maximum subtracted, the exponentials lie in [0, 1] and their sum in [1, "
        "n]: no exponential overflows, nothing is divided by zero, and the sum exceeds the "
        "largest float only where n does.",
        builds_on=("softmax.shift-invariance",),
        repairs=("softmax.as-printed-in-floats",),
    ),
    Claim(
        id="softmax.rounding-error",
        kind="bound",
        scope="floats",
        latex=r"|\hat p_i - p_i| \le b_i = (e^{K_i} - 1)\, p_i + (c + 2)\, \eta,\quad"
        r" K_i = u s_i + \sum_j p_j (e^{u s_j} - 1) + 1.1 (n + 2c + 2) u,\ s_i = m - x_i",
        says="The computed weight is off by at most a multiple of the unit roundoff that grows "
        "with the spread of the scores: the rounding of x - m is amplified by the exponential. u "
        "is the unit roundoff, η the spacing of subnormal numbers, and exp is taken to be correct "
        "to c u with c = 4.",
        builds_on=("softmax.shifted-sum-is-safe",),
    ),
    Claim(
        id="softmax.permutation-equivariance",
        kind="invariance",
        latex=r"\operatorname{softmax}(x_{\sigma(\cdot)})_i = "
        r"\operatorname{softmax}(x)_{\sigma(i)}",
        says="Permuted scores have the permuted weights.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="softmax.masking-renormalises",
        kind="identity",
        latex=r"\operatorname{softmax}_{\kappa}(x)_i = "
        r"\frac{\kappa_i p_i}{\sum_j \kappa_j p_j},\quad \kappa_j \in \{0, 1\}",
        says="Leaving entries out before softmax is the same as leaving them out after it and "
        "dividing by what remains.",
        hypotheses=SOMETHING_KEPT,
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="softmax.nothing-to-attend-to",
        kind="convention",
        latex=r"\operatorname{softmax}(-\infty, \dots, -\infty) = (0, \dots, 0)",
        says="A row with nothing to attend to has weights zero.",
        departs="Libraries differ: some return the mean of all values (weights 1/n), some NaN.",
        builds_on=("softmax.masking-renormalises",),
    ),
    Claim(
        id="softmax.jacobian",
        kind="identity",
        latex=r"\frac{\partial p_i}{\partial x_k} = p_i (\delta_{ik} - p_k),\quad"
        r" J = \operatorname{diag}(p) - p p^{\top}",
        says="The Jacobian of softmax is diag(p) - p pᵀ.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="softmax.jacobian-is-a-variance",
        kind="identity",
        latex=r"v^{\top} J v = \tfrac12 \sum_{i,k} p_i p_k (v_i - v_k)^2 \ge p_l p_j (v_l - v_j)^2"
        r" \text{ for all } l, j",
        says="The quadratic form of the Jacobian is the variance of v under the weights. It is "
        "never negative. It is at least what any one pair contributes, so it is zero only "
        "for constant v.",
        builds_on=("softmax.jacobian",),
    ),
    Claim(
        id="softmax.half-lipschitz",
        kind="bound",
        latex=r"\sum_k \Bigl|\frac{\partial p_i}{\partial x_k}\Bigr| = 2 p_i (1 - p_i) \le "
        r"\tfrac12",
        says="No weight moves by more than half of the largest change of a score.",
        builds_on=("softmax.jacobian",),
    ),
    Claim(
        id="softmax.hot-limit",
        kind="bound",
        latex=r"\tfrac1n e^{-R/T} \le \operatorname{softmax}(x/T)_i \le \tfrac1n e^{R/T},\quad"
        r" R = \max x - \min x,\ T > 0",
        says="At high temperature the weights become uniform, with relative error at most "
        "exp(R/T) - 1, R being the range of the scores.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="softmax.entropy-falls-as-it-cools",
        kind="identity",
        latex=r"\frac{\mathrm d}{\mathrm d\beta} H(p_\beta) = -\beta\, "
        r"\operatorname{Var}_{p_\beta}(x)"
        r" \le 0,\quad p_\beta = \operatorname{softmax}(\beta x),\ \beta > 0",
        says="Sharpening the scores lowers the entropy of the weights at the rate β times the "
        "variance of the scores under the weights.",
        builds_on=("softmax.jacobian-is-a-variance",),
    ),
    Claim(
        id="softmax.maximises-score-plus-entropy",
        kind="bound",
        latex=r"q > 0,\ \sum_i q_i = 1 \implies \log \sum_j e^{x_j} - \sum_i q_i x_i - H(q) ="
        r" \sum_i p_i\, \phi\bigl(\log\tfrac{q_i}{p_i}\bigr),\quad \phi(t) = t e^t - e^t + 1 > 0"
        r" \text{ for } t \ne 0",
        says="Among all positive weights with sum one, softmax alone has the largest mean score "
        "plus entropy: each weight that differs from softmax's lowers it.",
        hypotheses={
            "weights-sum-to-one": Hypothesis(
                "the weights sum to one",
                means=(equation(sum_over(i, weighed(family("x"), family("t"), i)), 1),),
            )
        },
        builds_on=("softmax.log-odds",),
    ),
)
