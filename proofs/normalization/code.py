"""What the code of LayerNorm computes, at all widths."""

from impl.normalization import layer_norm
from proofs.engine.at_case import At
from proofs.engine.evidence import computes, general_run, necessity
from proofs.normalization.layer_norm import FLAT, as_computed
from theory.normalization.words import c, j, x


@general_run("normalization.definition", {"layer_norm": layer_norm})
def layer_norm_is_the_printed_quotient(chain):
    return chain.decides("the row varies, so σ is not 0").closes("both largest entries cancel")


@necessity("normalization.definition", "varied")
def a_constant_row_has_no_deviation_to_divide_by():
    return At({x: FLAT}, as_computed(FLAT), "0, by convention", undefined=True)


computes(
    "normalization.as-used",
    {"layer_norm_as_used": lambda epsilon, g, b, x: layer_norm(x, g, b, epsilon)},
    "both largest entries cancel",
)


@general_run("normalization.constant-row", {"given_for_layer_norm": layer_norm})
def equal_entries_become_zero(chain):
    return chain.given("", x[j], c, "all entries are equal").closes("no deviation is left")


@general_run(
    "normalization.constant-row",
    {"layer_norm_with": lambda epsilon, x: layer_norm(x, eps=epsilon)},
    duty=1,
)
def equal_entries_become_zero_with_epsilon(chain):
    return chain.given("", x[j], c, "all entries are equal").closes("no deviation is left")
