"""Softmax: printed formulas that have no meaning as they stand."""

from proofs.engine.formula_checks import distinct, limited
from proofs.engine.malformed import ill_formed, misprinted
from theory.letters import i, n
from theory.softmax.words import alpha, softmax
from theory.stating.families import numbers
from theory.stating.forming import defined
from theory.transcribing.meaning import By

f = numbers("f", n)
SCORES = r"[f_{attn}(QUERY, \mathbf{k}_1), \dots, f_{attn}(QUERY, \mathbf{k}_n)]"
ITSELF = "the weights are defined by themselves: the softmax is to be that of the scores"


@ill_formed(
    "001:42/softmax-of-weights",
    because=ITSELF,
    printed={"of": r"\mathbf{\alpha}"},
    meant={"of": SCORES.replace("QUERY", r"\mathbf{q}")},
    letters={
        r"\mathbf{\alpha}": alpha, "f_{attn}": By((r"\mathbf{q}", r"\mathbf{k}"), f), "n": n,
    },
)  # fmt: skip
@ill_formed(
    "001:106/softmax-of-weights",
    because=ITSELF,
    printed={"of": r"\mathbf{\alpha}_i"},
    meant={"of": SCORES.replace("QUERY", r"\mathbf{q}_i")},
    letters={
        r"\mathbf{\alpha}_i": alpha, "f_{attn}": By((r"\mathbf{q}_i", r"\mathbf{k}"), f), "n": n,
    },
)  # fmt: skip
def the_weights(of):
    return defined(alpha[i], softmax(of)[i], given=(f,))


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
