"""Why the claims on BERT hold, or fail.

Method: exact runs of `impl` at small sizes; the code's type check; derivations for any vocabulary.
"""

import sympy as sp

from impl import bert as impl
from impl.encoder import embedded
from impl.softmax import softmax
from proofs.arrays import shapes, symbols
from proofs.arrays.objects import INT
from proofs.engine.derivation import Chain, as_written
from proofs.engine.evidence import Witness, counterexample, derivation, exact_run, refuses, sizes
from theory import bert as theory
from theory.softmax import weight
from theory.symbols import b, d, family, n, real, size

X, W, e, p, S = (family(name) for name in ("X", "W", "e", "p", "S"))


def _whole(*numbers):
    return symbols.xp.asarray(list(numbers), dtype=INT)


@exact_run("bert.segments")
def segments_follow_the_index_rule():
    for first, second in ((2, 1), (1, 3), (0, 0)):
        ours = impl.segments(_whole(*[5] * first), _whole(*[6] * second)).tolist()
        printed = [theory.segment(i, first) for i in range(1, first + second + 4)]
        yield f"L_1 = {first}, L_2 = {second}", list(map(int, ours)), printed


@counterexample("bert.segments-are-vectors")
def a_segment_number_is_no_vector():
    found = impl.segments(_whole(5), _whole(6))
    return Witness(
        given={"L_1 = L_2": "1"},
        claimed="s has a vector, say of two entries, for each of the 5 tokens: 10 numbers",
        left=found.shape[0],
        op="=",
        right=10,
        ours=list(map(int, found.tolist())),
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
    first, second = _whole(2), _whole(3)
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


@exact_run("bert.next-sentence")
def the_probability_is_the_logistic_of_one_number():
    # impl looks at the sign of the score, so the symbols are positive, and w of either sign.
    first, w = family("X", positive=True), family("w", positive=True)
    for width, sign in ((1, 1), (1, -1), (2, 1), (2, -1)):
        rows = symbols.entries(first, 2, width)
        ours = impl.next_sentence_probability(rows, sign * symbols.entries(w, width)).data.item()
        score = sum(first[1, place] * sign * w[place] for place in range(1, width + 1))
        yield f"L = 2, d = {width}, w {'+' if sign > 0 else '-'}", [ours], [theory.logistic(score)]


@derivation("bert.two-classes-are-one-logit")
def two_classes_are_one_logit():
    return Chain(_second_of_two()).equals(
        theory.logistic(real("z_1") - real("z_0")), "divide by exp(z_1)"
    )


refuses(
    two_classes_are_one_logit,
    lambda: Chain(_second_of_two()).equals(
        theory.logistic(real("z_0") - real("z_1")), "the other class"
    ),
)


def _second_of_two():
    z = {1: real("z_0"), 2: real("z_1")}
    return sp.exp(z[2]) / (sp.exp(z[1]) + sp.exp(z[2]))


@exact_run("bert.masked-language-model-loss")
def the_loss_sums_over_masked_places():
    for tokens, masked in (((1, 2), (1, 0)), ((2, 1), (1, 1)), ((1, 1), (0, 0))):
        ours = impl.masked_language_model_loss(
            symbols.entries(X, 2, 2), _whole(*(t - 1 for t in tokens)),
            symbols.xp.asarray([bool(m) for m in masked]),
        )  # fmt: skip
        printed = theory.masked_loss(
            X, lambda i, t=tokens: t[i - 1], lambda i, m=masked: m[i - 1], 2, 2
        )
        value = sp.sympify(ours.data.item())
        yield f"t = {tokens}, masked {masked}", [value], [printed]


@exact_run("bert.pseudo-likelihood")
def one_mask_a_pass_adds_up_to_the_pseudo_likelihood():
    passes = family("Z")  # logits by pass, place and word
    for tokens in ((1, 2), (2, 1)):
        ours = sp.Integer(0)
        for hidden in (1, 2):
            logits = [[passes[hidden, place, word] for word in (1, 2)] for place in (1, 2)]
            ours += impl.masked_language_model_loss(
                symbols.array(logits), _whole(*(t - 1 for t in tokens)),
                symbols.xp.asarray([place == hidden for place in (1, 2)]),
            ).data.item()  # fmt: skip
        printed = -sum(
            sp.log(weight(lambda word, i=i: passes[i, i, word], tokens[i - 1]).subs(n, 2).doit())
            for i in (1, 2)
        )
        yield f"t = {tokens}, |V| = 2", [ours], [printed]


@counterexample("bert.printed-loss-hides-its-answer")
def the_answer_stands_in_the_input():
    sharp = sp.log(9)
    first = [softmax(symbols.array(row)).tolist()[0] for row in ([sharp, 0], [0, sharp])]
    return Witness(
        given={
            "|V|": "2",
            "X": "one-hot of t_i",
            "W^o": "log(9) times the identity matrix",
            "t_i": "1, then 2",
        },
        claimed="the first entry of Softmax(X W^o)_i stays",
        left=first[0],
        op="=",
        right=first[1],
        ours=first,
        instead="the first entry for both tokens",
    )


@derivation("bert.printed-loss-is-solved-by-copying")
def copying_has_a_small_loss():
    # n + 1 tokens in the vocabulary
    return Chain(theory.copying_loss(real("c"))).equals(
        sp.log(1 + n * sp.exp(-real("c"))), "divide by exp(c)"
    )


refuses(
    copying_has_a_small_loss,
    lambda: Chain(theory.copying_loss(real("c"))).equals(sp.log(n + 1), "as if blind"),
)


@derivation("bert.printed-loss-is-solved-by-copying")
def copying_loses_nothing_in_the_limit():
    return Chain(_remaining()).tends(real("c"), sp.oo, 0, "exp(-c) → 0")


refuses(
    copying_loses_nothing_in_the_limit,
    lambda: Chain(_remaining()).tends(real("c"), sp.oo, 1, "one is left"),
)


def _remaining():
    return sp.log(1 + n * sp.exp(-real("c")))
