"""The contrastive loss: the printed formulas, read, are those of the claims."""

from proofs.engine.transcription import transcription
from theory.contrastive.loss import loss
from theory.contrastive.words import e, e_minus, e_plus, f_minus, f_plus
from theory.letters import k, n
from theory.shared_words import dot
from theory.stating.families import every
from theory.stating.terms import term
from theory.transcribing.arithmetic import Column

ARGUMENT = {"x, , x^+": "x, x^+"}
ANCHOR, POSITIVE, NEGATIVE = r"\mathbf{e}_x", r"\mathbf{e}_{x^+}", r"\mathbf{e}_{x^-}"

transcription(
    "001:525",
    "contrastive.loss",
    {
        r"\mathcal{L}": loss(f_plus, f_minus), "n": n,
        # the similarity to x is a number for each of the others
        r"f_{\text{sim}}": lambda anchor, other: other,
        ANCHOR: term(0), POSITIVE: f_plus, NEGATIVE: f_minus,
    },
    but=ARGUMENT,
)  # fmt: skip
transcription(
    "001:530",
    "contrastive.loss",
    {
        r"\mathcal{L}": loss(dot(e, e_plus), every(k, entry=dot(e, e_minus[k]))), "n": n,
        ANCHOR: Column(e), POSITIVE: Column(e_plus), NEGATIVE: Column(e_minus),
    },
    1,
    but=ARGUMENT,
)  # fmt: skip
