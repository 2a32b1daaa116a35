"""Softmax: printed formulas that have no meaning as they stand."""

from proofs.engine.malformed import distinct, ill_formed, limited, misprinted
from theory.letters import i, n
from theory.softmax.words import alpha, softmax
from theory.stating.families import numbers
from theory.stating.forming import defined

f = numbers("f", n)
ITSELF = "the weights are defined by themselves: the softmax is to be that of the scores"


@ill_formed("001:42/softmax-of-weights", because=ITSELF, printed={"of": alpha}, meant={"of": f})
@ill_formed("001:106/softmax-of-weights", because=ITSELF, printed={"of": alpha}, meant={"of": f})
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
