"""Self-attention does not see the order of its rows; added positions nearly always show it."""

from impl.heads import causal_mask, scaled_dot_product_attention
from impl.position import add_positions
from proofs.arrays import symbols
from proofs.engine.derivation import Chain, as_written
from proofs.engine.evidence import Witness, counterexample, derivation, necessity, refuses
from proofs.engine.rules import reindex, sigma
from theory.softmax import weight
from theory.symbols import b, d, family, i, k, sum_over, sum_to

S, V = family("S"), family("V")
e, e_, p, p_ = (family(name) for name in ("e", "e'", "p", "p'"))


def _self_attention(*rows, mask=None):
    x = symbols.array([[row] for row in rows])
    return scaled_dot_product_attention(x, x, x, mask=mask).flat()


@counterexample("position.order-does-not-change-the-result")
def a_reversed_pair_has_reversed_outputs():
    one, two = _self_attention(0, 1), _self_attention(1, 0)
    return Witness(
        given={"X": "(0, 1)", "PX": "(1, 0)"},
        claimed="the first output is the same",
        left=two[0],
        op="=",
        right=one[0],
        ours=two,
        instead="the outputs of (1, 0), which are those of (0, 1) in reverse",
    )


def attention_of_rows(row, score, value):
    """One row of self-attention, with any score s(x_i, x_k) and any value v(x_k)."""
    return sum_over(k, weight(lambda key: score(row, key), k) * value(k))


def permuted_rows(row):
    return attention_of_rows(row, lambda x, y: S[sigma(x), sigma(y)], lambda y: V[sigma(y)])


def plain_rows(row):
    return attention_of_rows(row, lambda x, y: S[x, y], lambda y: V[y])


@derivation("position.equivariant")
def self_attention_is_equivariant():
    return (
        Chain(permuted_rows(i))
        .by(reindex, "σ runs over all keys, in both sums")
        .equals(plain_rows(sigma(i)), "this is the row of x_σ(i)")
    )


refuses(
    self_attention_is_equivariant,
    lambda: Chain(permuted_rows(i)).by(reindex, "σ runs over all").equals(plain_rows(i), "row i"),
)


@derivation("position.order-cannot-be-learned")
def the_sum_of_the_outputs_forgets_the_order():
    return _all_rows(permuted_rows).equals(
        _all_rows_in_order(), "this is the sum in the first order"
    )


refuses(
    the_sum_of_the_outputs_forgets_the_order,
    lambda: _all_rows(keys_without_their_values).equals(_all_rows_in_order(), "the values"),
)


def _all_rows(row):
    return Chain(sum_over(i, row(i))).by(reindex, "σ runs over all keys, and over all rows")


def _all_rows_in_order():
    return sum_over(i, plain_rows(i))


def keys_without_their_values(row):
    return attention_of_rows(row, lambda x, y: S[sigma(x), sigma(y)], lambda y: V[y])


def _order_witness(claim, hypothesis, given, claimed, changed, before, instead):
    necessity(claim, hypothesis)(
        lambda: Witness(
            given=given, claimed=claimed, left=changed(), op="=", right=before(), instead=instead,
        )
    )  # fmt: skip


def _with_places(*rows):
    """Self-attention of rows to which the positions 0 and 1 are added."""
    return _self_attention(*(row + position for position, row in enumerate(rows)))


def _causal(*rows):
    return _self_attention(*rows, mask=causal_mask(2, 2, xp=symbols.xp))


BARE_RUNS = (
    ("no-positions", _with_places, {"E": "(0, 1), then (1, 0)", "PE": "(0, 1)"}),
    ("no-mask", _causal, {"X": "(0, 1), then (1, 0)", "mask": "causal"}),
)

for _hypothesis, _run, _given in BARE_RUNS:
    _order_witness(
        "position.equivariant", _hypothesis, _given,
        "the first output of the reversed pair is the second of the pair",
        lambda run=_run: run(1, 0)[0], lambda run=_run: run(0, 1)[1], "",
    )  # fmt: skip
    _order_witness(
        "position.order-cannot-be-learned", _hypothesis, _given,
        "the outputs have the same sum",
        lambda run=_run: sum(run(1, 0)), lambda run=_run: sum(run(0, 1)), "",
    )  # fmt: skip


@necessity("position.order-cannot-be-learned", "symmetric-read-out")
def the_first_output_knows_what_stands_there():
    return Witness(
        given={"X": "(0, 1), then (1, 0)", "read-out": "the first output"},
        claimed="the read-out is the same",
        left=_self_attention(1, 0)[0],
        op="=",
        right=_self_attention(0, 1)[0],
    )


@counterexample("position.works-on-a-set")
def a_repeated_element_counts():
    once, twice = _self_attention(0, 1), _self_attention(0, 1, 1)
    return Witness(
        given={"X": "(0, 1)", "X'": "(0, 1, 1), the same set"},
        claimed="the element 0 has the same output",
        left=twice[0],
        op="=",
        right=once[0],
        ours=twice,
        instead="the outputs of (0, 1, 1)",
    )


@counterexample("position.added-positions-always-tell-the-order")
def three_tokens_like_their_positions_are_confused():
    positions = (0, 1, 3)  # and tokens like them

    def rows(*order):
        tokens = symbols.array([[positions[token]] for token in order])
        return sorted(add_positions(tokens, symbols.array([[p] for p in positions])).flat())

    first, second = rows(1, 2, 0), rows(2, 0, 1)
    return Witness(
        given={"tokens": "0, 1, 3", "positions": "0, 1, 3", "orders": "(1, 3, 0) and (3, 0, 1)"},
        claimed="the sorted rows differ: the squares of their differences sum to more than 0",
        left=sum((x - y) ** 2 for x, y in zip(first, second, strict=True)),
        op=">",
        right=0,
        ours=[first, second],
        instead="the rows of both orders, sorted",
    )


@derivation("position.two-tokens-tell-their-order")
def two_tokens_tell_their_order():
    return Chain(_swapped()).equals(
        _square(e, e_) * _square(p, p_), "the common position cancels, then the common token"
    )


refuses(
    two_tokens_tell_their_order, lambda: Chain(_swapped()).equals(0, "the multisets may be equal")
)


def _square(x, y):
    return sum_to(d, b, (x[b] - y[b]) ** 2)


def _swapped():
    tokens = as_written(lambda: sum_to(d, b, ((e[b] + p[b]) - (e_[b] + p[b])) ** 2))
    places = as_written(lambda: sum_to(d, b, ((e[b] + p[b]) - (e[b] + p_[b])) ** 2))
    return tokens * places
