"""The input of BERT: two sentences in one sequence, told apart by segments.

Method of the chapter: exact runs of `impl` at small sizes; the code's type check; derivations for
any vocabulary.
"""

from impl import bert as impl
from impl.encoder import embedded
from proofs.arrays import shapes, symbols
from proofs.arrays.objects import INT
from proofs.engine.derivation import Chain, as_written
from proofs.engine.evidence import Witness, counterexample, derivation, exact_run, refuses, sizes
from theory import bert as theory
from theory.symbols import b, d, family, size

e, p, S = (family(name) for name in ("e", "p", "S"))


def whole(*numbers):
    return symbols.xp.asarray(list(numbers), dtype=INT)


@exact_run("bert.segments")
def segments_follow_the_index_rule():
    for first, second in ((2, 1), (1, 3), (0, 0)):
        ours = impl.segments(whole(*[5] * first), whole(*[6] * second)).tolist()
        printed = [theory.segment(i, first) for i in range(1, first + second + 4)]
        yield f"L_1 = {first}, L_2 = {second}", list(map(int, ours)), printed


@counterexample("bert.segments-are-vectors")
def a_segment_number_is_no_vector():
    numbers = impl.segments(whole(5), whole(6))
    return Witness(
        given={"L_1 = L_2": "1"},
        claimed="s has a vector, say of two entries, for each of the 5 tokens: 10 numbers",
        left=numbers.shape[0],
        op="=",
        right=10,
        ours=list(map(int, numbers.tolist())),
        instead="s",
    )


@sizes("bert.sizes")
def sizes_of_the_input():
    L_1, L_2 = size("L_1"), size("L_2")
    first, second = (shapes.array(length, dtype=INT) for length in (L_1, L_2))
    tokens = impl.joined(first, second, cls=1, sep=2)
    yield "t", tokens.shape, (L_1 + L_2 + 3,), {}
    yield "s", impl.segments(first, second).shape, (L_1 + L_2 + 3,), {}
    params = {
        "tokens": shapes.array(size("V"), d), "segments": shapes.array(2, d),
        "positions": shapes.array(L_1 + L_2 + 3, d),
    }  # fmt: skip
    rows = embedded(tokens, params, impl.segments(first, second))
    yield "E + P + S", rows.shape, (L_1 + L_2 + 3, d), {}


def _table(*rows):
    return symbols.array([list(row) for row in rows])


@counterexample("bert.is-the-encoder-of-tokens")
def the_second_sentence_is_shifted():
    params = {
        "tokens": _table((0, 0), (1, 0), (2, 0), (3, 0)),
        "positions": _table(*[(0, 0)] * 5),
        "segments": _table((0, 0), (0, 3)),
    }
    first, second = whole(2), whole(3)
    tokens = impl.joined(first, second, cls=0, sep=1)
    rows = embedded(tokens, params, impl.segments(first, second)).tolist()
    return Witness(
        given={"t": "([CLS], a, [SEP], b, [SEP])", "S_0, S_1": "(0, 0), (0, 3)", "p": "0"},
        claimed="the input row of b is that of the encoder as printed, second component",
        left=rows[3][1],
        op="=",
        right=embedded(tokens, params).tolist()[3][1],
        ours=rows[3],
        instead="the row of b, with S_1 added",
    )


@derivation("bert.segments-shift-rows")
def segments_shift_a_row():
    return Chain(_rows_apart()).equals(S[1, b] - S[0, b], "token and position cancel")


refuses(segments_shift_a_row, lambda: Chain(_rows_apart()).equals(0, "segments do not matter"))


def _rows_apart():
    """One component of token plus position plus segment, in the second sentence and the first."""
    row = lambda number: e[b] + p[b] + S[number, b]
    return as_written(lambda: row(1) - row(0))
