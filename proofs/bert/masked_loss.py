"""The loss over masked tokens, and the printed loss, which copying solves."""

import sympy as sp

from impl import bert as impl
from impl.softmax import softmax
from proofs.arrays import expressions
from proofs.bert.segments import whole
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, exact_run
from proofs.rules import cases
from theory.bert import V, W, Z, Z_passes, answer, masked, tokens, u
from theory.stating.statements import elsewhere
from theory.stating.terms import Variable
from theory.symbols import family


def _loss(logits, words, places):
    """Return impl's loss; words count from 1."""
    chosen = expressions.xp.asarray([bool(each) for each in places])
    loss = impl.masked_language_model_loss(logits, whole(*(t - 1 for t in words)), chosen)
    return sp.sympify(loss.data.item())


@exact_run("bert.masked-language-model-loss")
def the_loss_sums_over_masked_places():
    logits = expressions.entries(family("Z"), 2, 2)
    for words, places in (((1, 2), (1, 0)), ((2, 1), (1, 1)), ((1, 1), (0, 0))):
        yield (
            {Z: logits.tolist(), tokens: words, masked: places},
            [_loss(logits, words, places)],
        )


@exact_run("bert.pseudo-likelihood")
def one_mask_a_pass_adds_up_to_the_pseudo_likelihood():
    logits = expressions.entries(family("Z"), 2, 2, 2)  # by pass, place and word
    for words in ((1, 2), (2, 1)):
        first = _loss(logits[0, ...], words, (1, 0))
        second = _loss(logits[1, ...], words, (0, 1))
        yield {Z_passes: logits.tolist(), tokens: words}, [first + second]


@counterexample("bert.printed-loss-hides-its-answer")
def the_answer_stands_in_the_input():
    rows = ((sp.log(9), 0), (0, sp.log(9)))
    return At(
        {W: rows, answer: 1, elsewhere(answer, (answer,)): 2, u: 1},
        [softmax(expressions.array(row)).tolist()[0] for row in rows],
        "the first entry for both tokens",
    )


OTHERS = {V: 2 + Variable("r", "natural")}  # words, at least two


@derivation("bert.printed-loss-is-solved-by-copying", let=OTHERS)
def copying_has_a_small_loss(chain):
    return chain.by(cases, "the token, or another one").closes("divide by exp(c)")


@derivation("bert.printed-loss-is-solved-by-copying", duty=1, let=OTHERS)
def copying_loses_nothing_in_the_limit(chain):
    return chain.closes("exp(-c) → 0")
