"""Contrastive learning: what the documents print, and what is claimed of it."""

import sympy as sp

from theory.claim import Claim, Words
from theory.symbols import j, sum_over, term


def loss(positive, negatives):
    """001:525: -log(e^p / (e^p + Σ_k e^(n_k))), with n negatives."""
    return -sp.log(probability(positive, negatives))


def probability(positive, negatives):
    """001:525: what stands in the logarithm."""
    return sp.exp(positive) / (sp.exp(positive) + sum_over(j, sp.exp(term(negatives, j))))


CLAIMS = (
    Claim(
        id="contrastive.loss",
        kind="definition",
        latex=r"\mathcal L = -\log \frac{e^{f(x, x^+)}}{e^{f(x, x^+)} + \sum_{k=1}^n"
        r" e^{f(x, x_k^-)}}",
        says=Words(
            "The loss is minus the logarithm of the positive's weight among itself and n "
            "negatives; with dot products as scores, in the second form.",
            "Kerugian adalah negatif logaritma bobot pasangan positif di antara dirinya dan n "
            "negatif; dengan hasil kali titik sebagai skor, dalam bentuk kedua.",
        ),
        sources=("001:525", "001:530"),
        departs="Some code leaves the positive out of the denominator (amazon-science/sccl#27), "
        "and most divides by a temperature.",
    ),
    Claim(
        id="contrastive.cross-entropy",
        kind="identity",
        latex=r"\mathcal L = -\log \operatorname{softmax}(f^+, f_1^-, \dots, f_n^-)_{+} = \log"
        r" \Bigl(1 + \sum_k e^{f_k^- - f^+}\Bigr)",
        says=Words(
            "The loss is softmax cross-entropy with the positive as the class, and depends on "
            "differences of scores alone.",
            "Kerugian ini adalah entropi silang softmax dengan yang positif sebagai kelasnya, dan "
            "hanya bergantung pada selisih skor.",
        ),
        builds_on=("contrastive.loss", "softmax.definition"),
    ),
    Claim(
        id="contrastive.positive",
        kind="bound",
        latex=r"\mathcal L > 0",
        says=Words(
            "The loss is positive, however good the scores: no finite scores reach its infimum 0.",
            "Kerugiannya positif, sebaik apa pun skornya: tidak ada skor hingga yang mencapai "
            "infimumnya, 0.",
        ),
        builds_on=("contrastive.loss",),
    ),
    Claim(
        id="contrastive.blind-scores",
        kind="identity",
        latex=r"f^+ = f_1^- = \dots = f_n^- \implies \mathcal L = \log(n + 1)",
        says=Words(
            "Scores that tell nothing apart lose log(n + 1).",
            "Skor yang tidak membedakan apa pun merugi log(n + 1).",
        ),
        builds_on=("contrastive.loss",),
    ),
    Claim(
        id="contrastive.bounded-scores",
        kind="bound",
        latex=r"f^+ - f_k^- \le D \implies e^{\mathcal L} \ge 1 + n e^{-D}",
        says=Words(
            "With scores that differ by at most D, cosines for instance with D = 2, the loss stays "
            "above log(1 + n e^(-D)): that is why cosines are divided by a temperature.",
            "Dengan skor yang berselisih paling banyak D, misalnya kosinus dengan D = 2, kerugian "
            "tetap di atas log(1 + n e^(-D)): karena itulah kosinus dibagi suhu.",
        ),
        hypotheses={
            "bounded-lead": Words(
                "the positive leads no negative by more than D",
                "yang positif tidak unggul lebih dari D atas negatif mana pun",
            )
        },
        builds_on=("contrastive.cross-entropy", "scaling.weights-dilute"),
    ),
    Claim(
        id="contrastive.gradient",
        kind="identity",
        latex=r"\frac{\partial \mathcal L}{\partial f^+} = p^+ - 1,\quad \frac{\partial \mathcal L}"
        r"{\partial f_k^-} = p_k^-",
        says=Words(
            "The positive is pulled by what it lacks, each negative is pushed by the weight it "
            "has: hard negatives push most, and all forces sum to zero.",
            "Yang positif ditarik sebesar kekurangannya, tiap negatif didorong sebesar bobotnya: "
            "negatif yang sulit mendorong paling kuat, dan semua gaya berjumlah nol.",
        ),
        builds_on=("contrastive.cross-entropy", "softmax.jacobian"),
    ),
    Claim(
        id="contrastive.optimum-is-the-posterior",
        kind="identity",
        latex=r"f = \log \frac{p(y \mid x)}{p(y)} + c(x) \implies \operatorname{softmax}(f)_i ="
        r" \frac{\rho_i}{\sum_j \rho_j},\quad \rho_j = \frac{p(y_j \mid x)}{p(y_j)}",
        says=Words(
            "With the logarithm of the density ratio as score the weights are the posterior "
            "probabilities that each candidate is the positive, by Bayes; a function of x may be "
            "added.",
            "Dengan logaritma rasio kepadatan sebagai skor, bobotnya adalah peluang posterior "
            "bahwa tiap calon adalah yang positif, menurut Bayes; fungsi dari x boleh ditambahkan.",
        ),
        builds_on=("contrastive.cross-entropy", "softmax.ratio-is-softmax-of-logarithms"),
    ),
    Claim(
        id="contrastive.bounds-mutual-information",
        kind="bound",
        latex=r"\log(n + 1) - \mathrm E\, \mathcal L \le I(X; Y)",
        says=Words(
            "Whatever the scores, log(n + 1) less the mean loss is at most the mutual information "
            "of anchor and positive (van den Oord et al. 2018), if negatives are drawn fairly.",
            "Apa pun skornya, log(n + 1) dikurangi rata-rata kerugian paling besar adalah "
            "informasi bersama jangkar dan positif (van den Oord dkk. 2018), jika negatif "
            "diambil secara adil.",
        ),
        hypotheses={
            "fair-negatives": Words(
                "negatives are drawn from the same distribution as positives, independently of "
                "anchor and positive",
                "negatif diambil dari sebaran yang sama dengan positif, bebas dari jangkar dan "
                "positif",
            )
        },
        builds_on=("contrastive.cross-entropy",),
    ),
    Claim(
        id="contrastive.certifies-at-most-log-n",
        kind="bound",
        latex=r"\log(n + 1) - \mathcal L < \log(n + 1)",
        says=Words(
            "n negatives can certify no more than log(n + 1) of information, however much there "
            "is.",
            "n negatif tidak dapat memastikan informasi lebih dari log(n + 1), sebanyak apa pun "
            "adanya.",
        ),
        builds_on=("contrastive.bounds-mutual-information", "contrastive.positive"),
    ),
)
