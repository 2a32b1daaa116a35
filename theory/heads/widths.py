"""What the width of a head allows: the rank of its scores."""

from theory.claim import Claim
from theory.heads.words import K, Q, alpha, b, keys, other, p, queries, row, t
from theory.letters import d_k, i, j, l
from theory.softmax.words import softmax
from theory.stating.families import every, total
from theory.stating.operations import log, sqrt
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.vocabulary import letter

of_one = letter("alpha", softmax(t * keys))
narrow_alpha = letter("beta", every(i, j, entry=softmax(queries[i] * keys)[j]))


def odds(query, key):
    """Return the log-odds of a key against key l, in a head of width 1."""
    return log(narrow_alpha[query, key] / narrow_alpha[query, l])


CLAIMS = (
    Claim(
        id="heads.width-limits-the-rank",
        states=states(
            equal(
                log(alpha[row, j] / alpha[row, l]),
                total(every(b, entry=Q[row, b] / sqrt(d_k) * (K[j, b] - K[l, b]))),
            ),
            equal(odds(i, j) * odds(other, p), odds(i, p) * odds(other, j)),
        ),
        answers=("001:218/always-help",),
        says="A head of width d_k has log-odds, against any one key, of rank at most d_k: "
        "they are a product of matrices of that inner width (Bhojanapalli et al. 2020)."
        " In a head of width 1, with scores q_i k_j, their 2 × 2 minors vanish.",
        builds_on=("heads.scaled-dot-product-attention", "softmax.log-odds"),
    ),
    Claim(
        id="heads.width-one-overlooks-the-middle",
        states=states(
            line(log(of_one[i] / of_one[j]) * log(of_one[l] / of_one[j]), "≤", 0),
            given=line(keys[i], "≤", keys[j], "≤", keys[l]),
        ),
        says="In a head of width 1 no query scores a key strictly higher, or strictly lower, than "
        "both a smaller and a larger key: of three different keys, only the smallest or the "
        "largest can weigh more than both others.",
        builds_on=("scores.dot",),
    ),
)
