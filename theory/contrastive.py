"""Contrastive learning: what the documents print, and what is claimed of it."""

import sympy as sp

from theory.claim import Claim, Hypothesis
from theory.symbols import a, d, equation, family, j, l, sum_over, sum_to, term


def loss(positive, negatives):
    """001:525: -log(e^p / (e^p + Σ_k e^(n_k))), with n negatives."""
    return -sp.log(probability(positive, negatives))


def probability(positive, negatives):
    """001:525: the argument of the logarithm."""
    return sp.exp(positive) / (sp.exp(positive) + sum_over(j, sp.exp(term(negatives, j))))


def apart(z):
    """P_z: the chance that an anchor and the n + 1 candidates of bag z are drawn apart."""
    return family("P", positive=True)[z]


def together(z, place):
    """P_z ρ/(n + 1): the chance that bag z is drawn with its positive, at a place.

    With w the weight at that place, any density ratio ρ > 0 is (n + 1) w exp(-t) for some t; ρ = 0
    is the limit t → ∞. Bags are numbered by j, the d = n + 1 places by a.
    """
    return apart(z) * place_weight(z, place) * sp.exp(-family("t")[z, place])


def place_weight(z, place):
    """The softmax of the scores of bag z, at a place."""
    scores = family("f")
    total = sum_to(d, l, sp.exp(scores[z, l]))
    return sp.exp(scores[z, place]) / total


DRAWN_FAIRLY = {
    "same-distribution": Hypothesis("negatives have the distribution of positives"),
    "independent-of-the-pair": Hypothesis(
        "negatives are drawn independently of anchor and positive",
    ),
    "independent-of-each-other": Hypothesis("negatives are drawn independently of each other"),
}
BAGS = {
    "same-distribution": DRAWN_FAIRLY["same-distribution"],
    "independent-of-the-pair": Hypothesis(
        "negatives are drawn independently of anchor and positive: a bag and its positive are ρ = "
        "p(y|x)/p(y) times as likely together as apart",
        means=(equation(sum_over(j, sum_over(a, together(j, a))), 1),),
    ),
    "independent-of-each-other": Hypothesis(
        "negatives are independent of each other, so that drawn apart a bag has each of its n + 1 "
        "candidates as the positive with the same chance P/(n + 1)",
        means=(equation(sum_over(j, apart(j)), 1),),
    ),
}

CLAIMS = (
    Claim(
        id="contrastive.loss",
        kind="definition",
        latex=r"\mathcal L = -\log \frac{e^{f(x, x^+)}}{e^{f(x, x^+)} + \sum_{k=1}^n"
        r" e^{f(x, x_k^-)}}",
        says="The loss is minus the logarithm of the positive's weight among itself and n "
        "negatives; with dot products as scores, in the second form.",
        sources=("001:525", "001:530"),
        departs="Some code leaves the positive out of the denominator (amazon-science/sccl#27), "
        "and most divides by a temperature.",
    ),
    Claim(
        id="contrastive.cross-entropy",
        kind="identity",
        latex=r"\mathcal L = -\log \operatorname{softmax}(f^+, f_1^-, \dots, f_n^-)_{+} = \log"
        r" \Bigl(1 + \sum_k e^{f_k^- - f^+}\Bigr)",
        says="The loss is softmax cross-entropy with the positive as the class, and depends on "
        "differences of scores alone: any number may be added to all scores of a query, so that a "
        "single score trained by it means nothing, and scores of different queries cannot be "
        "compared.",
        sources=("001:519/no-meaning",),
        builds_on=("contrastive.loss", "softmax.definition"),
        departs="A score of BERT-CAT is a probability, and means one if it is calibrated.",
    ),
    Claim(
        id="contrastive.positive",
        kind="bound",
        latex=r"\mathcal L > 0,\quad \mathcal L = \log(1 + n e^{-s}) \to 0 \text{ for } f^+ -"
        r" f_k^- = s \to \infty",
        says="The loss is positive, however good the scores: no finite scores reach its infimum "
        "0, which a growing lead approaches.",
        hypotheses={"a-negative": Hypothesis("there is at least one negative")},
        builds_on=("contrastive.loss",),
    ),
    Claim(
        id="contrastive.blind-scores",
        kind="identity",
        latex=r"f^+ = f_1^- = \dots = f_n^- \implies \mathcal L = \log(n + 1)",
        says="Scores that tell nothing apart lose log(n + 1).",
        builds_on=("contrastive.loss",),
    ),
    Claim(
        id="contrastive.bounded-scores",
        kind="bound",
        latex=r"f^+ - f_k^- \le D \implies e^{\mathcal L} \ge 1 + n e^{-D}",
        says="With scores that differ by at most D, the loss is at least log(1 + n e^(-D)); this "
        "is scaling.weights-dilute, read as a loss. Cosines have D = 2, which is why they "
        "are divided by a temperature.",
        hypotheses={"bounded-lead": Hypothesis("the positive leads no negative by more than D")},
        builds_on=("contrastive.cross-entropy", "scaling.weights-dilute"),
    ),
    Claim(
        id="contrastive.gradient",
        kind="identity",
        latex=r"\frac{\partial \mathcal L}{\partial f^+} = p^+ - 1,\quad \frac{\partial \mathcal L}"
        r"{\partial f_k^-} = p_k^-",
        says="The positive's score is pulled up by what its weight lacks to 1; each negative's "
        "score is pushed down by its weight. Hard negatives are pushed most, and all forces "
        "sum to zero.",
        builds_on=("contrastive.cross-entropy", "softmax.jacobian"),
    ),
    Claim(
        id="contrastive.optimum-is-the-posterior",
        kind="identity",
        latex=r"\pi_i = \frac{\rho_i}{\sum_j \rho_j},\quad \frac{\partial}{\partial f_k} \sum_i"
        r" \pi_i \mathcal L_i = \operatorname{softmax}(f)_k - \pi_k = 0 \text{ for } f = \log \rho"
        r" + c(x),\quad \rho_j = \frac{p(y_j \mid x)}{p(y_j)} > 0",
        says="By Bayes, candidate i is the positive with probability π_i, proportional to its "
        "density ratio. The mean loss is convex in the scores "
        "(softmax.jacobian-is-a-variance), and its slope is the weights minus π. So the "
        "optimum is the logarithm of the ratio, where the ratio is positive, plus any "
        "function of x.",
        hypotheses=DRAWN_FAIRLY,
        builds_on=(
            "contrastive.cross-entropy",
            "softmax.jacobian-is-a-variance",
            "softmax.ratio-is-softmax-of-logarithms",
        ),
    ),
    Claim(
        id="contrastive.bounds-mutual-information",
        kind="bound",
        latex=r"\log(n + 1) - \mathrm E\, \mathcal L \le I(X; Y), \quad X, Y \text{ of finitely"
        r" many values}",
        says="Whatever the scores, log(n + 1) less the mean loss is at most the mutual "
        "information of anchor and positive (van den Oord et al. 2018), if negatives are drawn "
        "fairly; and as the loss is positive, n negatives certify less than log(n + 1) of it.",
        hypotheses=BAGS,
        builds_on=("contrastive.cross-entropy", "contrastive.positive"),
    ),
)
