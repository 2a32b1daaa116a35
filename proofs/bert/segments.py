"""The input of BERT: two sentences in one sequence, told apart by segments.

Method of the chapter: general runs of `impl`; the code's type check; derivations for any
vocabulary.
"""

from impl import bert as impl
from impl.encoder import embedded
from proofs.arrays import expressions, shapes
from proofs.arrays.objects import INT
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, formed, sizes
from theory import symbols as theory
from theory.bert.words import L_1, L_2, E, P, S, place, s, t
from theory.letters import b, d


def whole(*numbers):
    return expressions.xp.asarray(list(numbers), dtype=INT)


@counterexample("bert.segments-are-vectors")
def a_segment_number_is_no_vector():
    numbers = impl.segments(whole(5), whole(6))
    return At(
        {L_1: 1, L_2: 1, d: 2},
        list(map(int, numbers.tolist())),
        "s",
        words="two sentences of one token each have a row of 5 numbers, no matrix of 5 by 2",
    )


TOKENS = [shapes.array(theory.size(name), dtype=INT) for name in ("L_1", "L_2")]
sizes("bert.sizes", {"token_at": lambda places: impl.joined(*TOKENS, cls=1, sep=2)})
sizes("bert.sizes", {"segment": lambda places: impl.segments(*TOKENS)}, duty=1)
formed("bert.sizes", duty=2)


@counterexample("bert.is-the-encoder-of-tokens")
def the_second_sentence_is_shifted():
    tables = {
        "tokens": ((0, 0), (1, 0), (2, 0), (3, 0)),
        "positions": ((0, 0),) * 5,
        "segments": ((0, 0), (0, 3)),
    }
    first, second = whole(2), whole(3)
    tokens, numbers = impl.joined(first, second, cls=0, sep=1), impl.segments(first, second)
    params = {name: expressions.array(table) for name, table in tables.items()}
    values = {
        L_1: 1, L_2: 1, t: [token + 1 for token in tokens.tolist()], s: numbers.tolist(),
        E: tables["tokens"], P: tables["positions"], S: tables["segments"], place: 4, b: 2,
    }  # fmt: skip
    rows = embedded(tokens, params, numbers).tolist()
    return At(values, rows[3], "the row of b, with S_1 added")


closes("bert.segments-shift-rows", "token and position cancel")
