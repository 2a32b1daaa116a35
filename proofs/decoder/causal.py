"""A causal row depends on no later one, so all prefixes are decoded at once."""

import sympy as sp

from impl import decoder as impl
from impl.heads import causal_mask, scaled_dot_product_attention
from impl.parameters import transformer_shapes
from impl.softmax import softmax
from proofs.arrays import dependence, symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, derivation, exact_run, necessity, refuses
from theory import decoder as theory
from theory.symbols import family, j, k, nonnegative, positive, real

X, W, v = (family(name) for name in ("X", "W", "v"))
kappa, e = family("kappa", nonnegative=True), family("e", positive=True)


def _changed():
    """A masked row in which key k's exponential is multiplied and its value moved."""
    at_k = lambda place: sp.KroneckerDelta(place, k)
    return theory.masked_output(
        kappa,
        lambda place: e[place] * (1 + at_k(place) * (positive("c") - 1)),
        lambda place: v[place] + at_k(place) * real("t"),
    )


@derivation("decoder.causal")
def a_masked_key_has_no_influence():
    opened = (
        _sum(v) + kappa[k] * e[k] * (positive("c") * (v[k] + real("t")) - v[k])
    ) / (_sum() + kappa[k] * e[k] * (positive("c") - 1))  # fmt: skip
    return (
        Chain(_changed())
        .equals(opened, "set key k apart")
        .given("later-masked", kappa[k], 0, "κ_ik = 0")
        .equals(theory.masked_output(kappa, e, v), "key k drops out")
    )


refuses(
    a_masked_key_has_no_influence,
    lambda: Chain(_changed()).equals(theory.masked_output(kappa, e, v), "any key"),
)


def _sum(values=None):
    one = lambda place: 1 if values is None else values[place]
    return theory.sum_over(j, kappa[j] * e[j] * one(j))


@derivation("decoder.row-moves-with-earlier-values")
def the_slope_is_the_masked_weight():
    return Chain(_slope_by_a_value()).equals(kappa[k] * e[k] / _sum(), "only term k contains v_k")


refuses(
    the_slope_is_the_masked_weight,
    lambda: Chain(_slope_by_a_value()).equals(e[k] / _sum(), "masked or not"),
)


def _slope_by_a_value():
    return sp.Derivative(theory.masked_output(kappa, e, v), v[k])


@derivation("decoder.row-moves-with-earlier-values")
def a_kept_value_has_a_positive_slope():
    return Chain(_weight(1, nonnegative("r"))).above(0, "κ = 1, e > 0, r ≥ 0")


refuses(
    a_kept_value_has_a_positive_slope,
    lambda: Chain(_weight(nonnegative("kappa"), positive("r"))).above(0, "kept or not"),
)


def _weight(kappa, others):
    """κ e/(κ e + r), r being what the other keys weigh."""
    return kappa * positive("e") / (kappa * positive("e") + others)


@exact_run("decoder.causal")
def no_row_of_the_whole_decoder_depends_on_a_later_one():
    params = {
        name: dependence.constants(*shape)
        for name, shape in transformer_shapes(5, 4, 4, 2, 3, layers=2).items()
    }
    for length in (1, 3):
        target, memory = (dependence.inputs(name, length, 4) for name in "ys")
        scores = impl.logits(impl.decoder(target, memory, params), params)
        influences = dependence.names(scores)
        places = range(1, length + 1)
        ours = [int(f"y{column}" in names) for names in influences for column in places]
        source = [int(f"s{column}" in names) for names in influences for column in places]
        printed = [int(column <= row) for row in places for column in places]
        yield f"two blocks, m = {length}: dependence on y", ours, printed
        yield f"two blocks, m = {length}: dependence on the source", source, [1] * len(source)


@necessity("decoder.causal", "later-masked")
def without_a_mask_a_later_row_matters():
    outputs = [
        scaled_dot_product_attention(*[symbols.array([[0], [later]])] * 3).flat()[0]
        for later in (0, 1)
    ]
    return Witness(
        given={"X": "(0, 0), then (0, 1)", "mask": "none"},
        claimed="the first row stays",
        left=outputs[1],
        op="=",
        right=outputs[0],
    )


@exact_run("decoder.worked-table")
def the_table_is_masked_and_normalised():
    scores = symbols.array([[sp.log(value) for value in row] for row in theory.BEFORE])
    before = softmax(scores).flat()
    yield "before: each row sums to 1", before, [value for row in theory.BEFORE for value in row]
    after = softmax(scores, where=causal_mask(3, 3, xp=symbols.xp)).flat()
    yield "masked, then softmax", after, [value for row in theory.AFTER for value in row]
    divided = []
    for place, row in enumerate(theory.BEFORE):
        visible = [value if column <= place else 0 for column, value in enumerate(row)]
        divided += [value / sum(visible) for value in visible]
    yield "softmax, then masked and divided by the sum", divided, after


@exact_run("decoder.all-prefixes-at-once")
def a_causal_row_is_the_last_row_of_its_prefix():
    for length in (2, 3):
        x, values = symbols.entries(X, length, 1), symbols.entries(v, length)[..., None]
        causal = scaled_dot_product_attention(x, x, values, is_causal=True).flat()
        prefixes = [
            scaled_dot_product_attention(x[:k, ...], x[:k, ...], values[:k, ...]).flat()[-1]
            for k in range(1, length + 1)
        ]
        yield f"n = {length}", causal, prefixes


@exact_run("decoder.cache-equals-full-pass")
def the_newest_row_asks_the_cache():
    for length in (2, 3):
        q, keys = symbols.entries(X, length, 1), symbols.entries(W, length, 1)
        values = symbols.entries(v, length)[..., None]
        full = scaled_dot_product_attention(q, keys, values, is_causal=True).flat()
        cached = [
            scaled_dot_product_attention(q[k - 1 : k, ...], keys[:k, ...], values[:k, ...]).flat()
            for k in range(1, length + 1)
        ]
        yield f"n = {length}", full, [row[0] for row in cached]
