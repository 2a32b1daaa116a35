"""Many heads: the concatenation as printed is a sum over heads."""

from fractions import Fraction

from impl.heads import multi_head_attention
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample
from theory.heads.many_heads import MANY_HEADS, MORE_HEADS, W_more, W_o
from theory.heads.words import X
from theory.letters import d, n
from theory.stating.families import numbers

ONE = [[[1]]]


def with_heads(x_query, x_key_value, *weights):
    """Return what `impl` gives for heads of projections 1, with the given rows of W^O."""
    many = expressions.array(ONE * len(weights))
    params = {
        "w_q": many,
        "w_k": many,
        "w_v": many,
        "w_o": expressions.array([[w] for w in weights]),
    }
    rows = (expressions.array(x_query), expressions.array(x_key_value))
    return multi_head_attention(*rows, params).flat()


@counterexample("heads.multi-head-uses-its-arguments")
def the_printed_heads_look_at_nothing_but_x():
    first, second = [[0], [1]], [[0], [2]]
    return At(
        {X: first, numbers("X'", n, d): second, **dict.fromkeys(MANY_HEADS, ONE), W_o: [[1]]},
        [with_heads(x, x, 1) for x in (first, second)],
        "the outputs for both X",
        words="two inputs X with the same Q, K and V have two outputs",
    )


closes(
    "heads.projecting-twice-is-projecting-once",
    "a finite sum does not depend on the order of its terms",
    "queries, keys and values are the same, entry by entry",
)


@counterexample("heads.more-heads-always-help")
def a_twin_adds_nothing():
    half, x = Fraction(1, 2), [[0], [1]]
    alone = {**dict.fromkeys(MANY_HEADS, ONE), W_o: [[1]]}
    twins = {**dict.fromkeys(MORE_HEADS, ONE * 2), W_more: [[half], [half]]}
    return At(
        {X: x, **alone, **twins},
        with_heads(x, x, half, half),
        "the outputs with two heads",
        words="two heads alike, each mixed in by half, give what one head gives",
    )


closes(
    "heads.equal-heads-act-as-one",
    "heads.sum-over-heads, the common head factored out",
    turned=True,
)
