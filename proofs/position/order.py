"""Self-attention does not see the order of its rows; added positions nearly always show it."""

from impl.heads import causal_mask, scaled_dot_product_attention
from impl.position import add_positions
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation, met_by, necessity
from proofs.rules import reindex
from theory.letters import i, j, k, l
from theory.position.order import S_, V_, P, S, V, f, kappa, r, s, t, w, x, x_
from theory.stating.terms import Permuted


def _sent(place):
    return Permuted("sigma", place, place.last)


BARE = {
    S_[k, l]: S[_sent(k), _sent(l)],
    V_[k]: V[_sent(k)],
    kappa[k, l]: 1,
}  # the rows, in another order, hold nothing about their places; nothing is masked


def _self_attention(*rows, mask=None):
    x = expressions.array([[row] for row in rows])
    return scaled_dot_product_attention(x, x, x, mask=mask).flat()


def _scores(*rows):
    return tuple(tuple(query * key for key in rows) for query in rows)


@counterexample("position.order-does-not-change-the-result")
def a_reversed_pair_has_reversed_outputs():
    return At(
        {S: _scores(0, 1), V: (0, 1), "sigma": (2, 1)},
        _self_attention(1, 0),
        "the outputs of (1, 0), which are those of (0, 1) in reverse",
    )


@derivation("position.equivariant", let=BARE)
def self_attention_is_equivariant(chain):
    return chain.by(reindex, "σ runs over all keys, in both sums").closes(
        "this is the row of x_σ(i)"
    )


@derivation("position.equivariant", duty=1, let=BARE)
def one_query_sees_no_order(chain):
    return chain.by(reindex, "σ runs over all keys, in both sums")


@derivation("position.order-cannot-be-learned", let={**BARE, w[j]: w[k]})
def the_sum_of_the_outputs_forgets_the_order(chain):
    return chain.by(reindex, "σ runs over all keys, and over all rows").closes(
        "this is the sum in the first order"
    )


def _with_places(*rows):
    """Self-attention of rows to which the positions 0 and 1 are added."""
    return _self_attention(*(row + position for position, row in enumerate(rows)))


def _causal(*rows):
    return _self_attention(*rows, mask=causal_mask(2, 2, xp=expressions.xp))


ALL, CAUSAL = ((1, 1), (1, 1)), ((1, 0), (1, 1))
PAIR = {S: _scores(0, 1), V: (0, 1), S_: _scores(1, 0), V_: (1, 0), "sigma": (2, 1)}
# (0, 1) and (1, 0), to both of which the positions 0 and 1 are added
PLACED = {S: _scores(0, 2), V: (0, 2), S_: _scores(1, 1), V_: (1, 1), "sigma": (2, 1)}
EVEN = {w: (1, 1)}


@met_by("position.equivariant")
def a_pair_in_two_orders():
    return {**PAIR, kappa: ALL, f: (0, 0), i: 1}


@met_by("position.order-cannot-be-learned")
def a_pair_read_alike_in_two_orders():
    return {**PAIR, kappa: ALL, **EVEN}


@necessity("position.equivariant", "no-positions")
def outputs_of_rows_with_places():
    return At({**PLACED, kappa: ALL, f: (0, 0)}, _with_places(1, 0), "the outputs of (1, 1)")


@necessity("position.equivariant", "no-mask")
def causal_outputs():
    return At({**PAIR, kappa: CAUSAL, f: (0, 0)}, _causal(1, 0), "the causal outputs of (1, 0)")


@necessity("position.order-cannot-be-learned", "no-positions")
def the_sum_of_rows_with_places():
    return At({**PLACED, kappa: ALL, **EVEN}, _with_places(1, 0), "the outputs of (1, 1)")


@necessity("position.order-cannot-be-learned", "no-mask")
def the_sum_of_causal_outputs():
    return At({**PAIR, kappa: CAUSAL, **EVEN}, _causal(1, 0), "the causal outputs of (1, 0)")


@necessity("position.order-cannot-be-learned", "symmetric-read-out")
def the_first_output_knows_what_stands_there():
    return At({**PAIR, kappa: ALL, w: (1, 0)}, _self_attention(1, 0), "the outputs of (1, 0)")


@counterexample("position.works-on-a-set")
def a_repeated_element_counts():
    return At(
        {x: (0, 1), x_: (0, 1, 1), r: (1, 2, 2), s: (1, 2)},
        _self_attention(0, 1, 1),
        "the outputs of (0, 1, 1)",
    )


@counterexample("position.added-positions-always-tell-the-order")
def three_tokens_like_their_positions_are_confused():
    positions, orders = (0, 1, 3), ((1, 3, 0), (3, 0, 1))
    columns = [expressions.array([[each] for each in row]) for row in (positions, *orders)]
    ours = [add_positions(tokens, columns[0]).flat() for tokens in columns[1:]]
    # rows 1, 4, 3 and 3, 1, 4: row j of the first order is row τ(j) of the second
    values = {t: orders[0], P: positions, "sigma": (2, 3, 1), "tau": (2, 3, 1)}
    return At(values, ours, "the rows of both orders")


closes("position.two-tokens-tell-their-order", "the common position cancels, then the common token")
