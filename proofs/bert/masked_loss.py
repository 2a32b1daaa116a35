"""The loss over masked tokens, and the printed loss, which copying solves."""

import sympy as sp

from impl import bert as impl
from impl.softmax import softmax
from proofs.arrays import symbols
from proofs.bert.segments import whole
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, counterexample, derivation, exact_run, refuses
from theory import bert as theory
from theory.softmax import weight
from theory.symbols import family, n, real

X = family("X")


@exact_run("bert.masked-language-model-loss")
def the_loss_sums_over_masked_places():
    for tokens, masked in (((1, 2), (1, 0)), ((2, 1), (1, 1)), ((1, 1), (0, 0))):
        ours = impl.masked_language_model_loss(
            symbols.entries(X, 2, 2), whole(*(t - 1 for t in tokens)),
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
                symbols.array(logits), whole(*(t - 1 for t in tokens)),
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
