"""Softmax: printed formulas that have no meaning as they stand."""

from proofs.engine.formula_checks import distinct, limited
from proofs.engine.malformed import ill_formed, misprinted
from theory.letters import i, n
from theory.softmax.words import alpha, softmax
from theory.stating.families import numbers
from theory.stating.forming import defined
from theory.transcribing.meaning import By

f = numbers("f", n)
ITSELF = "the weights are defined by themselves: the softmax is to be that of the scores"


def the_weights(of):
    return defined(alpha[i], softmax(of)[i], given=(f,))


for line, weights, query in (
    ("001:42", r"\mathbf{\alpha}", r"\mathbf{q}"),
    ("001:106", r"\mathbf{\alpha}_i", r"\mathbf{q}_i"),
):
    scores = rf"[f_{{attn}}({query}, \mathbf{{k}}_1), \dots, f_{{attn}}({query}, \mathbf{{k}}_n)]"
    ill_formed(
        f"{line}/softmax-of-weights",
        because=ITSELF,
        printed={"of": weights},
        meant={"of": scores},
        letters={weights: alpha, "f_{attn}": By((query, r"\mathbf{k}"), f), "n": n},
    )(the_weights)


misprinted(
    "000:37/no-limit", because="the sum in the denominator has no upper limit", check=limited
)
misprinted(
    "000:39/no-limit", because="the sum of the weighted values has no upper limit", check=limited
)
misprinted(
    "000:38/typesetting",
    because="a blank line ends a paragraph, and stands within a formula",
)
misprinted(
    "001:43-44/typesetting",
    because="align begins a display itself, and stands within one",
)
misprinted(
    "001:106/index",
    because="the sum's index and the key are both called k; fonts do not tell them apart, as line "
    "32 prints in italics the query that line 29 prints in bold",
    check=distinct,
)
