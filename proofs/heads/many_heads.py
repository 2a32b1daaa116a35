"""Many heads: the concatenation as printed is a sum over heads."""

from fractions import Fraction

from impl.heads import multi_head_attention, side_by_side
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, exact_run
from proofs.heads.exact_inputs import of_symbols
from theory.heads import X, asked, asking
from theory.letters import d, n
from theory.many_heads import MANY_HEADS, MORE_HEADS, H, W_more, W_o
from theory.stating.families import numbers

NAMES = ("w_q", "w_k", "w_v", "w_o")


@exact_run("heads.multi-head")
def multi_head_attention_is_the_printed_concatenation():
    # The root of d_k shows where it is 2, the order of the columns where h and d_v both are.
    for rows, heads, width, values in (
        (1, 1, 1, 1), (1, 2, 1, 1), (2, 1, 2, 1), (1, 2, 1, 2),
    ):  # fmt: skip
        widths = dict(zip(MANY_HEADS, [(heads, 1, w) for w in (width, width, values)], strict=True))
        shapes = {asking: (rows, 1), asked: (2, 1), **widths, W_o: (heads * values, 2)}
        case, (x, y, *weights) = of_symbols(shapes)
        yield case, multi_head_attention(x, y, dict(zip(NAMES, weights, strict=True))).flat()


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


@derivation("heads.projecting-twice-is-projecting-once")
def projections_merge(chain):
    return chain.closes("a finite sum does not depend on the order of its terms")


@derivation("heads.projecting-twice-is-projecting-once", duty=1)
def heads_of_projected_rows_are_heads_of_x(chain):
    return chain.closes("queries, keys and values are the same, entry by entry")


@exact_run("heads.sum-over-heads")
def each_head_writes_through_its_own_rows():
    for heads, rows, values in ((2, 1, 1), (1, 1, 2), (2, 2, 2)):
        case, (h, w_o) = of_symbols({H: (heads, rows, values), W_o: (heads * values, 1)})
        yield case, (side_by_side(h) @ w_o).flat()


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


@derivation("heads.equal-heads-act-as-one", turned=True)
def twins_act_as_one(chain):
    return chain.closes("heads.sum-over-heads, the common head factored out")
