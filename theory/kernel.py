"""Kernel regression: what the documents print, and what is claimed of it."""

import sympy as sp

from theory.claim import Claim, Hypothesis
from theory.softmax import ratio, weight
from theory.symbols import a, i, sum_over, term


def distance_squared(query, x, i):
    """||x_* - x_i||² over the d coordinates."""
    return sum_over(a, (term(query, a) - term(x, i, a)) ** 2)


def gaussian(r_squared, beta):
    """001:131: exp(-r² β² / 2)."""
    return sp.exp(-r_squared * beta**2 / 2)


def regression(kernel, y):
    """001:119-123, 137: Σ_i (K_i / Σ_j K_j) y_i, for the values K_i of any kernel."""
    return sum_over(i, ratio(kernel, i) * term(y, i))


def softmax_of_kernels(kernel, y):
    """001:140: Σ_i Softmax_i([K_1, ..., K_n]) y_i."""
    return sum_over(i, weight(kernel, i) * term(y, i))


UNIQUE_NEAREST = {"unique-nearest": Hypothesis("exactly one point is nearest to the query")}
NONZERO = {"nonzero-factor": Hypothesis("the factor is not zero")}

CLAIMS = (
    Claim(
        id="kernel.gaussian",
        kind="definition",
        latex=r"\mathcal K_\beta(u) = \exp\Bigl(-\frac{\lVert u \rVert^2 \beta^2}{2}\Bigr)",
        sources=(
            "001:128",
            "001:131/formula",
        ),
        says="The Gaussian kernel, without a normalising constant.",
    ),
    Claim(
        id="kernel.regression",
        kind="definition",
        latex=r"y_* = \sum_{i} \frac{\mathcal K_\beta(x_* - x_i)}{\sum_j \mathcal K_\beta(x_* - "
        r"x_j)}"
        r"\, y_i",
        sources=(
            "001:113",
            "001:119",
            "001:156",
            "001:123",
            "001:137",
            "001:147",
        ),
        says="Kernel regression predicts the mean of the targets, weighted by the kernels.",
        builds_on=("kernel.gaussian",),
    ),
    Claim(
        id="kernel.softmax-of-kernel-values",
        kind="identity",
        latex=r"\sum_i \operatorname{softmax}_i\bigl(\mathcal K_1, \dots, \mathcal K_n\bigr) y_i = "
        r"\sum_i \frac{\mathcal K_i}{\sum_j \mathcal K_j} y_i",
        sources=("001:140-145",),
        says="The prediction is the softmax of the kernel values, times the targets.",
        builds_on=("kernel.regression",),
    ),
    Claim(
        id="kernel.regression-is-attention",
        kind="identity",
        latex=r"\sum_i \operatorname{softmax}_i\Bigl(-\tfrac{\beta^2}{2} \lVert x_* - x_1 \rVert^2,"
        r" \dots, -\tfrac{\beta^2}{2} \lVert x_* - x_n \rVert^2\Bigr) y_i = y_*",
        sources=("001:109",),
        says="Kernel regression is attention whose scores are the logarithms of the kernels; "
        "nothing in it is learned.",
        builds_on=("kernel.regression", "lookup.attention"),
        repairs=("kernel.softmax-of-kernel-values",),
    ),
    Claim(
        id="kernel.double-exponential-cannot-focus",
        kind="bound",
        latex=r"\operatorname{softmax}_i(\mathcal K_1, \dots, \mathcal K_{n+1}) \le \frac{e}{e + n}"
        r" \quad \text{for every } \beta",
        says="The softmax of kernel values never gives one of n + 1 points more than e/(e + n), "
        "however narrow the kernel: of a hundred points, no more than 0.03.",
        builds_on=("kernel.gaussian", "softmax.definition"),
    ),
    Claim(
        id="kernel.constant-factor-cancels",
        kind="invariance",
        latex=r"\frac{c \mathcal K_i}{\sum_j c \mathcal K_j} = \frac{\mathcal K_i}{\sum_j "
        r"\mathcal K_j}",
        sources=("001:131/beta",),
        says="A constant factor of the kernel, such as the normalising constant that is not "
        "printed, changes no weight.",
        hypotheses=NONZERO,
        builds_on=("kernel.regression",),
    ),
    Claim(
        id="kernel.beta-is-inverse-width",
        kind="identity",
        latex=r"\mathcal K_\beta(u) = \mathcal K_{c\beta}(u / c)",
        sources=("001:131/beta",),
        says="|β| is the reciprocal of a width: data stretched by c need β divided by c, and the "
        "larger |β| is, the narrower the kernel.",
        hypotheses=NONZERO,
        builds_on=("kernel.gaussian",),
    ),
    Claim(
        id="kernel.translation-invariance",
        kind="invariance",
        latex=r"f(x_* + t;\, x_1 + t, \dots, x_n + t) = f(x_*;\, x_1, \dots, x_n)",
        says="Moving query and data together changes no prediction.",
        builds_on=("kernel.regression",),
    ),
    Claim(
        id="kernel.bridge-defect",
        kind="identity",
        latex=r"\operatorname{softmax}_i\Bigl(-\tfrac{\beta^2}{2} \lVert q - k_i \rVert^2\Bigr) = "
        r"\operatorname{softmax}_i\Bigl(\beta^2 q^\top k_i - \tfrac{\beta^2}{2} \lVert k_i \rVert^2"
        r"\Bigr)",
        says="Gaussian weights are dot-product weights with a penalty of β²/2 times the squared "
        "length of each key; the length of the query cancels.",
        builds_on=("kernel.regression-is-attention",),
    ),
    Claim(
        id="kernel.attention-is-parametric-regression",
        kind="identity",
        latex=r"\sum_i \frac{\mathcal K_\theta(q, k_i)}{\sum_j \mathcal K_\theta(q, k_j)} v_i ="
        r" \sum_i \operatorname{softmax}_i\Bigl(\frac{q W^q (k_i W^k)^\top}{\sqrt{d_{\mathrm{attn"
        r"}}}}\Bigr) v_i,\quad \mathcal K_\theta(q, k) = \exp\frac{q W^q (k W^k)^\top}{\sqrt{"
        r"d_{\mathrm{attn}}}}",
        sources=("001:110",),
        says="Projected dot-product attention is kernel regression with the exponential of its "
        "score as the kernel, whose parameters are the projections: no condition is needed. (That "
        "kernel is not symmetric and not a function of the difference.)",
        builds_on=("kernel.regression", "scores.parametric-attention"),
    ),
    Claim(
        id="kernel.bridge-to-dot-product",
        kind="identity",
        latex=r"\log\frac{\alpha_i}{\alpha_k} - \log\frac{\alpha'_i}{\alpha'_k} = -\tfrac{\beta^2}"
        r"{2} (\lVert k_i \rVert^2 - \lVert k_k \rVert^2),\quad \alpha = \operatorname{softmax}"
        r"\Bigl(-\tfrac{\beta^2}{2} \lVert q - k_j \rVert^2\Bigr),\ \alpha' ="
        r" \operatorname{softmax}(\beta^2 q^\top k_j)",
        says="Gaussian kernel regression and dot-product attention have the same weights if all "
        "keys have the same length. If β is not 0, they have the same weights only then. β² "
        "= 1/√d_k gives scaled dot-product attention.",
        builds_on=("kernel.bridge-defect", "softmax.log-odds"),
    ),
    Claim(
        id="kernel.bisector",
        kind="identity",
        latex=r"\log\frac{\alpha_i}{\alpha_k} = \beta^2 \Bigl\langle x_i - x_k,\; x_* - "
        r"\tfrac{x_i + x_k}{2} \Bigr\rangle",
        says="With β not 0, the point on the query's side of the perpendicular bisector of two "
        "points weighs more. The log-odds grow linearly with the query's distance from the "
        "bisector.",
        builds_on=("kernel.regression-is-attention", "softmax.log-odds"),
    ),
    Claim(
        id="kernel.wide-limit",
        kind="bound",
        latex=r"\tfrac1n e^{-\beta^2 R / 2} \le \alpha_i \le \tfrac1n e^{\beta^2 R / 2} \to "
        r"\tfrac1n"
        r" \quad (\beta \to 0),\quad R = \max_{j} r_j^2 - \min_{j} r_j^2",
        says="As the kernel widens, the prediction tends to the mean of all targets: "
        "softmax.hot-limit with the temperature 2/β² and the negated squared distances as "
        "scores.",
        builds_on=("kernel.regression-is-attention", "softmax.hot-limit"),
    ),
    Claim(
        id="kernel.narrow-limit",
        kind="limit",
        latex=r"1 - \alpha_{*} \le n\, e^{-\beta^2 g / 2} \to 0 \quad (\beta \to \infty),\quad"
        r" g = \min_{j \ne *} r_j^2 - r_*^2 > 0 \text{ among } n + 1 \text{ points}",
        says="As the kernel narrows, the prediction tends to the target of the nearest point: "
        "lookup.soft-tends-to-hard with the temperature 2/β², where g is a gap of squared "
        "distances.",
        hypotheses=UNIQUE_NEAREST,
        builds_on=("kernel.regression-is-attention", "lookup.soft-tends-to-hard"),
    ),
    Claim(
        id="kernel.far-query",
        kind="limit",
        latex=r"\beta \ne 0,\ x_* = t u,\ \langle x_1 - x_j, u \rangle \ge h > 0 \text{ for all }"
        r" j \ne 1 \implies 1 - \alpha_1 \le n\, e^{-\beta^2 (h t - c)} \to 0 \quad (t \to \infty),"
        r"\quad c \text{ fixed by the data}",
        says="As a query leaves all data in some direction, the prediction tends to the target of "
        "the point farthest in that direction: the weights concentrate, they do not vanish.",
        hypotheses={
            "unique-extreme": Hypothesis("one point alone lies farthest in that direction"),
            "nonzero-beta": Hypothesis("β is not zero"),
        },
        builds_on=("kernel.bisector",),
    ),
    Claim(
        id="kernel.far-query-in-floats",
        kind="limit",
        scope="floats",
        latex=r"\mathrm{fl}\Bigl(\sum_j \mathcal K_\beta(x_* - x_j)\Bigr) > 0",
        says="The printed ratio of kernels can be computed as it stands, wherever the query is.",
        builds_on=("kernel.regression",),
    ),
    Claim(
        id="kernel.from-logarithms-in-floats",
        kind="bound",
        scope="floats",
        latex=r"1 \le \sum_j e^{\ell_j - m} \le n,\quad \ell_j = -\tfrac{\beta^2}{2} \lVert x_* -"
        r" x_j \rVert^2,\ m = \max_j \ell_j",
        says="From the logarithms of the kernels, with the largest subtracted, the ratio can be "
        "computed as long as the logarithms are finite. One term is exp(0) = 1 in floats as "
        "well, and a further term that is not negative never lowers a rounded sum, so the "
        "computed sum is at least 1.",
        hypotheses={
            "logarithms-are-finite": Hypothesis(
                "the squared distances, β², and their products are finite floats",
            )
        },
        builds_on=("kernel.regression-is-attention", "softmax.shifted-sum-is-safe"),
        repairs=("kernel.far-query-in-floats",),
    ),
    Claim(
        id="kernel.slope-is-a-covariance",
        kind="identity",
        latex=r"\frac{\partial y_*}{\partial x_{*a}} = \beta^2 \operatorname{Cov}_{\alpha}("
        r"x_{\cdot a}, y),\quad a = 1, \dots, d",
        says="The slope of kernel regression along a coordinate is β² times the covariance of "
        "that coordinate of the points and the targets under the attention weights.",
        builds_on=("kernel.regression", "softmax.jacobian-is-a-variance"),
    ),
)
