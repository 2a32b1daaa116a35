"""The word of the contrastive loss."""

from theory.stating.families import Family, total
from theory.stating.operations import exp, log
from theory.stating.vocabulary import word


@word(r"\mathcal L({positive}, {negatives})")
def loss(positive, negatives: Family):
    """001:525: -log(e^p / (e^p + Σ_k e^(n_k))), with n negatives."""
    return -log(exp(positive) / (exp(positive) + total(negatives.map(exp))))
