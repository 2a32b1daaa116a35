"""What the code of BERT's parts computes, at all sizes; the code counts tokens from 0."""

from impl.bert import masked_language_model_loss, next_sentence_probability, segments
from proofs.arrays.entries.family_arrays import Besides, library_of
from proofs.engine.evidence import general_run
from proofs.engine.passed_on import summed
from proofs.rules import by_sign
from theory.bert.words import L_1, L_2
from theory.letters import L


def segment(first, second, i):
    """Return the segment of place i of two sentences."""
    xp = library_of(first)
    return segments(xp.arange(first), xp.arange(second))[i - 1]


def in_as_many_passes(length, Z, t):
    """Add up the losses of passes, each with one masked place."""
    xp = library_of(length)
    alone = lambda k: masked_language_model_loss(Z[k], t - 1, xp.arange(length) == k)
    return summed(length, alone)


@general_run("bert.pseudo-likelihood", {"pseudo_loss": Besides(in_as_many_passes, L)})
def one_place_is_masked_in_each_pass(chain):
    return chain.picks("one word of the vocabulary is the token").closes(
        "each pass is read at its own place; log of softmax"
    )


@general_run("bert.segments", {"segment": Besides(segment, L_1, L_2)})
def the_first_sentence_ends_at_its_separator(chain):
    return chain.decides("i is at most L_1 + 2").closes("there the segment is 0")


@general_run("bert.segments", {"segment": Besides(segment, L_1, L_2)}, duty=1)
def the_second_sentence_begins_after_it(chain):
    return chain.decides("i is more than L_1 + 2").closes("there the segment is 1")


@general_run("bert.next-sentence", {"next_sentence": next_sentence_probability})
def the_probability_is_the_logistic_of_one_row(chain):
    return chain.by(by_sign, "e^(-|z|) is e^z below 0, and e^(-z) otherwise").closes(
        "both quotients are σ(z), and their shares add up to 1"
    )


@general_run(
    "bert.masked-language-model-loss",
    {"masked_loss": lambda Z, t, m: masked_language_model_loss(Z, t - 1, m)},
)
def only_masked_places_count(chain):
    return chain.picks("one word of the vocabulary is the token").closes("log of softmax")
