"""Words of the chapter on lookup that its modules share: attention, and attention to two parts."""

from theory.softmax.words import softmax
from theory.stating.families import Family, total
from theory.stating.operations import exp
from theory.stating.vocabulary import word


@word(r"\operatorname{{Attention}}({x}, {v})")
def attention(x: Family, v: Family):
    """000:39, 001:32: Σ_i α_i v_i, one coordinate of the output, α being the softmax of scores."""
    return total(softmax(x) * v)


@word(r"\operatorname{{Attention}}({x} \cup {y}, {v} \cup {w})")
def attention_to_both(x: Family, v: Family, y: Family, w: Family):
    """Attention to the pairs (x_j, v_j) and (y_j, w_j) together."""
    return (total(x.map(exp) * v) + total(y.map(exp) * w)) / (total(x.map(exp)) + total(y.map(exp)))
