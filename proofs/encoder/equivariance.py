"""Attention does not see the order of rows; nor does a block, nor a stack of any depth."""

from impl.encoder import encoder_block
from proofs.arrays import expressions
from proofs.encoder.values import ROWS, at, plain_params, unquestioning
from proofs.engine.at_case import At
from proofs.engine.evidence import by_induction, derivation, met_by, necessity
from proofs.rules import reindex
from theory.encoder.blocks import LAYERED, block_of_layer, c, epsilon, i
from theory.encoder.words import anywhere, depth, e, kappa, layer, moved, p, rows_of
from theory.letters import N, b, k, l, o

UNMASKED = {kappa[k, l]: 1}
NOWHERE, ALL, PAST = ((1, 0), (1, 0)), ((1, 1), (1, 1)), ((1, 0), (1, 1))


@derivation("encoder.equivariant", let={p[l, o]: anywhere[o], **UNMASKED})
def attention_is_equivariant(chain):
    return chain.by(reindex, "σ runs over all keys, in both sums").closes(
        "this is the row of x_σ(i)"
    )


@derivation("encoder.block-equivariant", let=UNMASKED)
def so_is_that_of_a_layer(chain):
    return chain.by(reindex, "τ runs over all keys, in both sums").closes(
        "this is the row of x_τ(i)"
    )


@derivation(
    "encoder.block-equivariant", duty=1, let=UNMASKED,
    closed=("mha_of_layer", "layer_norm_as_used", "ffn"),
)  # fmt: skip
def norms_and_net_work_on_each_row(chain):
    return chain.earlier(0, "its attention is equivariant", at={c: b}).closes(
        "norms and net work on each row alone"
    )


@by_induction(
    "encoder.stack-equivariant", 0, depth, layer,
    first={rows_of[1, k, o]: e[k, o] + p[k, o], p[k, o]: anywhere[o]},
    then={
        rows_of[layer + 1, k, o]: block_of_layer(kappa, layer, rows_of[layer])[k, o],
        moved[layer + 1, k, o]: block_of_layer(kappa, layer, moved[layer])[k, o],
        moved[layer, k, o]: rows_of[layer].permuted("tau")[k, o],
        **UNMASKED,
    },
    closed=("block_of_layer", "mha_of_layer"),
)  # fmt: skip
def each_layer_keeps_the_order_of_its_input(start, after):
    start.given(
        "",
        moved[1, k, o],
        e.permuted("tau")[k, o] + p[k, o],
        "no row holds its place: the rows of the input, permuted",
    )
    after.cites("encoder.block-equivariant", "a block is equivariant", {e: rows_of[layer]}, 1)
    return start.closes("these are the first rows of X"), after.closes(
        "the rows after the next layer"
    )


def _reversed(positions=NOWHERE, mask=ALL):
    own = at(unquestioning(plain_params()), "attention")
    return {e: ROWS, p: positions, anywhere: NOWHERE[0], kappa: mask, "sigma": (2, 1), **own}


met_by("encoder.equivariant")(_reversed)


@necessity("encoder.equivariant", "no-positions")
def positions_stay_where_they_are():
    return At(_reversed(positions=((0, 0), (1, 0))))


@necessity("encoder.equivariant", "no-mask")
def a_causal_mask_stays_where_it_is():
    return At(_reversed(mask=PAST))


def _stacked(positions=NOWHERE, mask=ALL, at_depth=1):
    """Return two encoders of one layer, of rows and of the same rows in another order."""
    params = unquestioning(plain_params())
    params["net.w_2"] = 0 * params["net.w_2"]  # as plain, the net would undo what is to be seen
    both = []
    for given in (ROWS, ROWS[::-1]):
        start = expressions.array(given) + expressions.array(positions)
        made = encoder_block(start, params, expressions.array(mask) == 1, eps=1)
        both.append((start.tolist(), made.tolist()))
    families = {each.base.name: each for each in LAYERED}
    own = {
        families[each.base.name]: [value]
        for each, value in at(params, eps=1).items()
        if each is not epsilon
    }
    stacks = {rows_of: both[0], moved: both[1], depth: at_depth, "tau": (2, 1), **own}
    shared = {N: 1, e: ROWS, anywhere: NOWHERE[0], kappa: mask, epsilon: 1}
    return {p: positions, **shared, **stacks}


@met_by("encoder.block-equivariant")
def a_layer_without_a_mask():
    return {"tau": (2, 1), epsilon: 1, kappa: ALL, layer: 1, N: 1, i: 1, c: 1, e: ROWS} | {
        family: value for family, value in _stacked().items() if family in LAYERED
    }


@necessity("encoder.block-equivariant", "no-mask")
def a_layer_with_a_causal_mask():
    return At(a_layer_without_a_mask() | {kappa: PAST})


met_by("encoder.stack-equivariant")(_stacked)


@necessity("encoder.stack-equivariant", "no-positions")
def the_first_rows_hold_their_places():
    return At(_stacked(positions=((0, 0), (1, 0))))


@necessity("encoder.stack-equivariant", "no-mask")
def a_causal_mask_stays_where_it_is_in_a_layer():
    return At(_stacked(mask=PAST, at_depth=2))
