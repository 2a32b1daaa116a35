"""A causal row depends on no later one, so all prefixes are decoded at once."""

from impl.heads import causal_mask, scaled_dot_product_attention
from impl.softmax import softmax
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation, exact_run, necessity
from theory.decoder.words import BEFORE, any_w, at, factor, kappa, move, v, w
from theory.letters import j, k
from theory.stating.families import every, total
from theory.stating.operations import delta

whole = total(kappa * any_w)


@derivation("decoder.causal")
def a_masked_key_has_no_influence(chain):
    return (
        chain.equals(
            (total(kappa * any_w * v) + kappa[k] * any_w[k] * (factor * (v[k] + move) - v[k]))
            / (whole + kappa[k] * any_w[k] * (factor - 1)),
            "set key k apart",
        )
        .given("later-masked", kappa[k], 0, "κ_k = 0: key k drops out")
        .closes("this is what the row takes unchanged")
    )


closes("decoder.row-moves-with-earlier-values", "only term k contains v_k")


@derivation("decoder.row-moves-with-earlier-values", duty=1)
def a_kept_value_has_a_positive_slope(chain):
    others = total(every(j, entry=(1 - delta(j, k)) * kappa[j] * w[j]))
    return (
        chain.equals(kappa[k] * w[k] / (kappa[k] * w[k] + others), "set key k apart")
        .given("", kappa[k], 1, "κ_k = 1")
        .closes("w is positive, and the other terms are not negative")
    )


@derivation("decoder.row-moves-with-earlier-values", duty=2)
def a_masked_value_has_no_slope(chain):
    return chain.given("", kappa[k], 0, "κ_k = 0").closes("nothing is left")


@necessity("decoder.causal", "later-masked")
def without_a_mask_a_later_row_matters():
    rows = [expressions.array([[0], [later]]) for later in (0, 1)]
    ours = [scaled_dot_product_attention(each, each, each).flat()[0] for each in rows]
    unmasked = {kappa: (1, 1), any_w: (1, 1), v: (0, 0), factor: 1, move: 1, k: 2}
    return At(unmasked, ours, "the first row for (0, 0), then for (0, 1)")


def of_causal_mask(key, query):
    return causal_mask(3, 3, xp=expressions.xp)[int(query) - 1, int(key) - 1]


@counterexample("decoder.present-step-is-left-out")
def the_first_step_sees_itself_alone():
    rows = expressions.array(BEFORE)
    ours = softmax(expressions.xp.log(rows), where=causal_mask(3, 3, xp=expressions.xp)).flat()[0]
    return At({at: 1}, ours, "what the first row keeps of itself")


MASK = {"at_most": of_causal_mask}


@exact_run("decoder.worked-table", MASK, at_numbers=True)
def the_table_is_masked_and_divided_by_its_sums():
    yield {}


@exact_run(
    "decoder.worked-table",
    MASK | {"softmax_of_kept": lambda kept, scores: softmax(scores, where=kept)},
    duty=1,
    at_numbers=True,
)
def the_table_is_masked_before_the_softmax():
    yield {}


@exact_run("decoder.worked-table", {"softmax": softmax}, duty=2, at_numbers=True)
def the_rows_before_the_mask_are_weights():
    yield {}
