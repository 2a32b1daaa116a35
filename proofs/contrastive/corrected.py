"""The contrastive loss: the formulas of corrections, read, are those of the claims."""

from proofs.contrastive.transcribed import ANCHOR, NEGATIVE, POSITIVE
from proofs.engine.correction import correction
from theory.contrastive.loss import loss
from theory.contrastive.words import e, e_minus, e_plus, f_minus, f_plus
from theory.letters import k, n
from theory.shared_words import dot
from theory.stating.families import every
from theory.stating.terms import term

correction(
    "001:525/typesetting",
    "contrastive.loss",
    {
        r"\mathcal{L}": loss(f_plus, f_minus), "n": n,
        # the similarity to x is a number for each of the others
        r"f_{\text{sim}}": lambda anchor, other: other,
        ANCHOR: term(0), POSITIVE: f_plus, NEGATIVE: f_minus,
    },
    only=(-1,),
)  # fmt: skip
correction(
    "001:530",
    "contrastive.loss",
    {
        r"\mathcal{L}": loss(dot(e, e_plus), every(k, entry=dot(e, e_minus[k]))), "n": n,
        ANCHOR: e, POSITIVE: e_plus, NEGATIVE: e_minus,
    },
    1,
)  # fmt: skip
