"""What the code of softmax computes, at all sizes."""

from impl.softmax import softmax
from proofs.engine.evidence import computes, general_run
from proofs.rules import reindex
from theory.letters import j
from theory.softmax.words import kept

computes("softmax.definition", {"softmax": softmax}, "the largest entry cancels, whatever it is")


@general_run(
    "softmax.nothing-to-attend-to",
    {"computed_softmax_of_kept": lambda kept, x: softmax(x, where=kept)},
)
def a_row_without_entries_has_weights_zero(chain):
    return chain.given("", kept[j], 0, "nothing is kept").closes("0 divided by the guard, 1")


computes("softmax.shift-invariance", {"softmax": softmax}, "the same factor above and below")


@general_run("softmax.permutation-equivariance", {"softmax": softmax})
def permuted_scores_have_permuted_weights(chain):
    return chain.by(reindex, "a sum over all entries, in another order").closes(
        "the largest cancels"
    )
