"""Additive scores: as they are printed, without a bend, and with one."""

from theory.claim import Claim
from theory.letters import i, j
from theory.scores.words import (
    W_k,
    W_q,
    bent_additive,
    c,
    hidden,
    keys,
    number,
    of_numbers,
    other,
    part_of_key,
    printed_additive,
    queries,
    query,
    r,
    w_out,
)
from theory.softmax.words import softmax
from theory.stating.existence import some
from theory.stating.families import every, total
from theory.stating.operations import log, slope, tanh
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.vocabulary import letter

bent = letter("alpha", softmax((number + of_numbers).map(tanh)))


def printed_weight(row, place):
    """The weight of a key by the additive score as it is printed."""
    return softmax(every(j, entry=printed_additive(row, W_q, keys[j], W_k, w_out)))[place]


CLAIMS = (
    Claim(
        id="scores.additive-as-printed",
        kind="definition",
        states=states(
            equal(
                printed_additive(queries[r], W_q, keys[j], W_k, w_out),
                total(every(c, entry=hidden(queries[r], W_q, keys[j], W_k)[c] * w_out[c])),
            )
        ),
        says="The additive score as it is printed, without a non-linearity.",
        sources=("001:166/formula",),
        departs={
            "001:166/formula": "Bahdanau, Cho and Bengio (2015), appendix A.1.2, have a tanh: "
            "vᵀ tanh(W s + U h).",
        },
    ),
    Claim(
        id="scores.additive-as-printed-uses-the-query",
        states=states(
            some(query, other, holds=line(printed_weight(query, i), "≠", printed_weight(other, i)))
        ),
        says="The additive score as printed compares query and keys: there are two queries with "
        "different weights.",
        sources=("001:166/similarity",),
    ),
    Claim(
        id="scores.linear-additive-forgets-the-query",
        states=states(
            equal(
                printed_weight(query, i),
                softmax(every(j, entry=part_of_key(keys[j], W_k, w_out)))[i],
            )
        ),
        answers=("001:166/formula", "001:166/similarity"),
        says="Without the tanh the query adds the same number to every score and softmax removes "
        "it: every query attends alike, to the same keys.",
        builds_on=("scores.additive-as-printed", "softmax.shift-invariance"),
        repairs=("scores.additive-as-printed-uses-the-query",),
    ),
    Claim(
        id="scores.additive-tanh",
        kind="definition",
        states=states(
            equal(
                bent_additive(queries[r], W_q, keys[j], W_k, w_out),
                total(every(c, entry=tanh(hidden(queries[r], W_q, keys[j], W_k)[c]) * w_out[c])),
            )
        ),
        says="The additive score with its tanh: a network with one hidden layer.",
        sources=("000:31/mlp", "001:52/network"),
        answers=("001:166/formula",),
        note="The score of Bahdanau et al. (2015), appendix A.1.2.",
    ),
    Claim(
        id="scores.tanh-keeps-the-query",
        states=states(
            equal(
                slope(log(bent[i] / bent[j]), number),
                tanh(number + of_numbers[j]) ** 2 - tanh(number + of_numbers[i]) ** 2,
            ),
            some(
                number,
                holds=line(
                    tanh(number + of_numbers[j]) ** 2 - tanh(number + of_numbers[i]) ** 2,
                    ">",
                    0,
                    when=line(of_numbers[j], ">", of_numbers[i]),
                ),
            ),
        ),
        answers=("001:166/similarity",),
        says="With the tanh, where query and keys are single numbers, and one hidden unit whose "
        "weights are all 1, the log-odds of two keys move with the query, unless the keys are "
        "equal.",
        builds_on=("scores.additive-tanh", "softmax.log-odds"),
    ),
)
