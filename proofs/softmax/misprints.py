"""Softmax: printed formulas that have no meaning as they stand."""

from proofs.engine.malformed import ill_formed
from theory.letters import d_v, i, n
from theory.softmax import alpha, softmax, x
from theory.stating.families import every, exp, index, numbers, total
from theory.stating.forming import defined

f, V, output = numbers("f", n), numbers("V", n, d_v), numbers("o", d_v)
c = index("c", d_v)
ITSELF = "the weights are defined by themselves: the softmax is to be that of the scores"


@ill_formed(
    "000:37/no-limit",
    because="the sum in the denominator has no upper limit",
    printed={"last": None},
    meant={"last": n},
)
def the_sum_over_all_scores(last):
    j = index("j", last)
    return defined(alpha[i], exp(x[i]) / total(every(j, entry=exp(x[j]))), given=(x,))


@ill_formed(
    "000:39/no-limit",
    because="the sum of the weighted values has no upper limit",
    printed={"last": None},
    meant={"last": n},
)
def the_sum_over_all_values(last):
    j = index("j", last)
    return defined(output[c], total(every(j, entry=alpha[j] * V[j, c])), given=(alpha, V))


@ill_formed("001:42/softmax-of-weights", because=ITSELF, printed={"of": alpha}, meant={"of": f})
@ill_formed("001:106/softmax-of-weights", because=ITSELF, printed={"of": alpha}, meant={"of": f})
def the_weights(of):
    return defined(alpha[i], softmax(of)[i], given=(f,))
