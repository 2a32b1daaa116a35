"""What the code of softmax computes, at all sizes."""

from impl.softmax import softmax
from proofs.engine.evidence import general_run
from proofs.rules import reindex
from theory.letters import j
from theory.softmax.words import kept


@general_run("softmax.definition", {"softmax": softmax})
def softmax_is_the_quotient_of_exponentials(chain):
    return chain.closes("the largest entry cancels, whatever it is")


@general_run(
    "softmax.nothing-to-attend-to",
    {"computed_softmax_of_kept": lambda kept, x: softmax(x, where=kept)},
)
def a_row_without_entries_has_weights_zero(chain):
    return chain.given("", kept[j], 0, "nothing is kept").closes("0 divided by the guard, 1")


@general_run("softmax.shift-invariance", {"softmax": softmax})
def a_shift_of_all_scores_cancels(chain):
    return chain.closes("the same factor above and below")


@general_run("softmax.permutation-equivariance", {"softmax": softmax})
def permuted_scores_have_permuted_weights(chain):
    return chain.by(reindex, "a sum over all entries, in another order").closes(
        "the largest cancels"
    )
