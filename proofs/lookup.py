"""Why the claims on lookup hold, or fail.

Method: derivations for all n, in which the largest score stands apart and the n others lie g + s_j
below it (g > 0, s_j ≥ 0); exact runs of `impl` at small sizes; witnesses in exact numbers.
"""

import sympy as sp

from impl.lookup import attention, hard_attention
from impl.softmax import hardmax, softmax
from proofs.arrays import shapes, symbols
from proofs.derivation import Chain
from proofs.evidence import Witness, counterexample, derivation, exact_run, necessity, sizes
from proofs.rules import reindex, sigma
from theory.lookup import (
    hard_output,
    hard_weight,
    hard_weight_of,
    output,
    output_of_misplaced_value,
)  # fmt: skip
from theory.softmax import ratio, weight
from theory.symbols import (
    at,
    c,
    d_v,
    family,
    i,
    index,
    j,
    k,
    l,
    m,
    n,
    nonnegative,
    positive,
    real,
    size,
    sum_over,
    sum_to,
)  # fmt: skip

x, v = family("x"), family("v")
f = family("f", positive=True)
s = family("s", nonnegative=True)
g, T, D = positive("g"), positive("T"), nonnegative("D")
others = sum_over(j, sp.exp(-(g + s[j]) / T))
p = lambda place: weight(x, place)  # noqa: E731  (reads like the formula)


@exact_run("lookup.attention")
def attention_is_the_printed_mean():
    for pairs in (1, 2, 3):
        ours = attention(symbols.entries(x, pairs), symbols.entries(v, pairs, 2)).tolist()
        yield f"n = {pairs}, d_v = 2", ours, [_printed(pairs, column) for column in (1, 2)]


def _printed(pairs, column):
    return at(output(x, lambda row: v[row, column]), n=pairs)


@sizes("lookup.sizes")
def sizes_of_attention():
    for expression, scores, printed in (
        ("softmax(F) V", (m, n), (m, d_v)),
        ("softmax(f) V", (n,), (d_v,)),
    ):
        F, V = shapes.array(*scores), shapes.array(n, d_v)
        with shapes.counting() as cost:
            result = attention(F, V)
        counts = {"multiply-adds": cost.multiply_adds, "exponentials": cost.exponentials}
        yield expression, result.shape, printed, {**counts, "peak memory": cost.peak_memory}


@counterexample("lookup.output-is-a-score")
def an_output_has_as_many_numbers_as_a_value():
    result = attention(symbols.array([0, 0]), symbols.array([[1, 2], [3, 4]]))
    return Witness(
        given={"scores": "(0, 0)", "V": "((1, 2), (3, 4))"},
        claimed="Attention(q, K, V) is one number",
        left=len(result.tolist()),
        op="=",
        right=1,
        ours=result.tolist(),
        instead="a vector of d_v = 2 numbers",
    )


@counterexample("lookup.first-key-with-second-value")
def the_first_value_is_lost():
    case = {x[1]: 0, x[2]: 0, v[1]: 1, v[2]: 0}
    return Witness(
        given={"scores": "(0, 0)", "v": "(1, 0)"},
        claimed="the output from the pairs as printed is the output from the rows of K and V",
        left=at(output_of_misplaced_value(x, v, sp.S(1), sp.S(2)), n=2).xreplace(case),
        op="=",
        right=at(output(x, v), n=2).xreplace(case),
        ours=attention(symbols.array([0, 0]), symbols.array([[1], [0]])).tolist(),
        instead="from the rows; v_1 stands in no printed pair",
    )


@derivation(
    "lookup.misplaced-value",
    wrong=lambda: Chain(output_of_misplaced_value(x, v, k, l)).equals(output(x, v), "no harm done"),
)
def a_misplaced_value_costs_its_weight():
    return Chain(output_of_misplaced_value(x, v, k, l)).equals(
        output(x, v) + p(k) * (v[l] - v[k]), "δ picks the pair with key k"
    )


@counterexample("lookup.table-is-a-set")
def a_pair_that_stands_twice():
    twice = attention(symbols.array([0, 0, 0]), symbols.array([[0], [0], [1]])).tolist()
    once = attention(symbols.array([0, 0]), symbols.array([[0], [1]])).tolist()
    return Witness(
        given={"table": "((k, 0), (k, 0), (k', 1)), equal scores"},
        claimed="the output is that of the set {(k, 0), (k', 1)}",
        left=twice[0],
        op="=",
        right=once[0],
        ours=twice,
        instead="the repeated pair counts twice",
    )


@derivation(
    "lookup.repeating-a-pair-adds-a-logarithm",
    wrong=lambda: Chain(_with_repeated_pair(size("r"))).equals(
        _with_repeated_pair(1), "a pair counts once"
    ),
)
def repeating_adds_a_logarithm():
    score, value, copies = real("f"), real("w"), size("r")
    boosted = sp.exp(score + sp.log(copies))
    return (
        Chain(_with_repeated_pair(copies))
        .equals(_mean_with(copies * sp.exp(score), value), "r equal terms, in both sums")
        .equals(_mean_with(boosted, value), "r exp(f) = exp(f + log r)")
    )


def _with_repeated_pair(copies):
    """Return the attention to so many copies of (f, w) and to the n pairs (x_j, v_j)."""
    each = lambda what: sum_to(copies, c, sp.exp(real("f")) * what)  # noqa: E731
    top = each(real("w")) + sum_over(j, sp.exp(x[j]) * v[j])
    return top / (each(1) + sum_over(j, sp.exp(x[j])))


def _mean_with(mass, value):
    """Return the mean of one pair of the given mass and of the n pairs (x_j, v_j)."""
    rest = sum_over(j, sp.exp(x[j]))
    return (mass * value + sum_over(j, sp.exp(x[j]) * v[j])) / (mass + rest)


@derivation(
    "lookup.order-of-pairs-is-irrelevant",
    wrong=lambda: (
        Chain(output(lambda q: x[sigma(q)], v))
        .by(reindex, "re-index")
        .equals(output(x, v), "keys permuted without their values")
    ),
)
def order_is_irrelevant():
    return (
        Chain(output(lambda q: x[sigma(q)], lambda q: v[sigma(q)]))
        .by(reindex, "both sums run over all pairs")
        .equals(output(x, v), "which is the output in the old order")
    )


@counterexample("lookup.weight-depends-on-one-key")
def another_key_changes_the_weight():
    before = softmax(symbols.array([0, 0])).tolist()
    after = softmax(symbols.array([0, sp.log(3)])).tolist()
    return Witness(
        given={"f(q, k_1)": "0", "f(q, k_2)": "0, then log 3"},
        claimed="α_1 stays as it is when k_2 alone changes",
        left=after[0],
        op="=",
        right=before[0],
        ours=after,
        instead="the weights after the change",
    )


@counterexample("lookup.ratio-weights-lie-between-zero-and-one")
def a_negative_weight():
    return Witness(
        given={"f": "(-1, 2), say the dot products of q = 1 with k = -1 and k = 2"},
        claimed="0 ≤ f_1 / (f_1 + f_2)",
        left=at(ratio(x, i), n=2, i=1).xreplace({x[1]: -1, x[2]: 2}),
        op="≥",
        right=0,
        ours=softmax(symbols.array([-1, 2])).tolist(),
        instead="the weights with exponentials",
    )


@counterexample("lookup.ratio-weights-sum-to-one")
def scores_that_cancel():
    score = sp.S.Zero
    return Witness(
        given={"f": "(0)"},
        claimed="the one ratio is 1",
        left=score / sum([score]),
        op="=",
        right=1,
        ours=softmax(symbols.array([0])).tolist(),
        instead="the weight with exponentials; the ratio divides by zero",
    )


@derivation(
    "lookup.ratio-weights-of-positive-scores",
    wrong=lambda: Chain(ratio(x, i)).at_most(1, "scores of any sign"),
)
def positive_ratios_are_at_most_one():
    rest = sum_over(j, f[j] * (1 - sp.KroneckerDelta(i, j)))
    return (
        Chain(sp.Integer(1))
        .equals(ratio(f, i) + rest / sum_over(j, f[j]), "split the sum into term i and the others")
        .at_least(ratio(f, i), "the others are not negative")
    )


@derivation(
    "lookup.ratio-weights-of-positive-scores",
    wrong=lambda: Chain(ratio(x, i)).above(0, "scores of any sign"),
)
def positive_ratios_are_positive():
    return Chain(ratio(f, i)).above(0, "numerator and denominator are positive")


@necessity("lookup.ratio-weights-of-positive-scores", "positive-scores")
def without_positive_scores():
    return Witness(
        given={"f": "(-1, 2)"},
        claimed="f_1 / (f_1 + f_2) > 0",
        left=at(ratio(x, i), n=2, i=1).xreplace({x[1]: -1, x[2]: 2}),
        op=">",
        right=0,
    )


@derivation(
    "lookup.ratio-weights-of-scores-that-do-not-cancel",
    wrong=lambda: Chain(sum_over(i, x[i] / sum_over(j, x[j] ** 2))).equals(1, "wrong normaliser"),
)
def ratios_sum_to_one():
    return Chain(sum_over(i, ratio(x, i))).equals(1, "the sum cancels, where it is not 0")


@necessity("lookup.ratio-weights-of-scores-that-do-not-cancel", "nonzero-sum")
def without_a_sum_to_divide_by():
    return scores_that_cancel()


@derivation(
    "lookup.output-is-between-the-values",
    wrong=lambda: Chain(output(x, lambda q: real("L") + s[q])).above(real("L"), "strictly"),
)
def output_is_at_least_the_smallest_value():
    smallest = real("L")
    return (
        Chain(output(x, lambda place: smallest + s[place]))
        .equals(smallest + output(x, s), "the weights sum to one; v_i = L + s_i with s_i ≥ 0")
        .at_least(smallest, "weights are positive")
    )


@derivation(
    "lookup.even-only-if-scores-are-equal",
    wrong=lambda: Chain(weight(lambda q: x[q], i)).equals(1 / n, "for any scores"),
)
def equal_scores_share():
    return Chain(weight(lambda place: real("c"), i)).equals(1 / n, "n equal terms")


@derivation(
    "lookup.even-only-if-scores-are-equal",
    wrong=lambda: Chain(x[i] - x[k]).equals(p(i) - p(k), "differences instead of log-odds"),
)
def equal_weights_have_equal_scores():
    return Chain(x[i] - x[k]).equals(
        sp.log(p(i) / p(k)), "the log-odds, and the logarithm of 1 is 0"
    )


@counterexample("lookup.weights-follow-the-values")
def other_values_same_weights():
    scores = symbols.array([0, 1])
    moved = [
        attention(scores, symbols.array([[value], [0]])).tolist()[0] / value for value in (1, 5)
    ]
    return Witness(
        given={"scores": "(0, 1)", "v": "(1, 0), then (5, 0)"},
        claimed="the weight of the first element differs between the two",
        left=sp.simplify(moved[0] - moved[1]),
        op="≠",
        right=0,
        ours=moved,
        instead="the weight in both cases, read off the output",
    )


@derivation(
    "lookup.slope-by-a-value-is-its-weight",
    wrong=lambda: Chain(sp.Derivative(output(x, v), v[k])).equals(1 / n, "an even share"),
)
def slope_by_a_value():
    return (
        Chain(sp.Derivative(output(x, v), v[k]))
        .equals(sum_over(i, p(i) * sp.KroneckerDelta(i, k)), "weights do not contain values")
        .equals(p(k), "δ picks term k")
    )


@derivation(
    "lookup.queries-do-not-mix",
    wrong=lambda: Chain(_slope_of_row(index("r"), index("s"))).equals(
        _row(index("r"), k) * (sp.KroneckerDelta(k, l) - _row(index("r"), l)), "every row alike"
    ),
)
def queries_do_not_mix():
    row, other = index("r"), index("s")
    same_row, same_column = sp.KroneckerDelta(row, other), sp.KroneckerDelta(k, l)
    return Chain(_slope_of_row(row, other)).equals(
        same_row * _row(row, k) * (same_column - _row(row, l)),
        "a sum over the keys of one query holds no score of another",
    )


def _row(row, column):
    F = family("F")
    return weight(lambda place: F[row, place], column)


def _slope_of_row(row, other):
    return sp.Derivative(_row(row, k), family("F")[other, l])


@exact_run("lookup.mask")
def masked_is_absent():
    keep = symbols.array([True, False, True])
    ours = attention(symbols.entries(x, 3), symbols.entries(v, 3, 2), mask=keep).tolist()
    kept = {x[2]: x[3], **{v[2, column]: v[3, column] for column in (1, 2)}}
    yield (
        "n = 3, the second dropped",
        ours,
        [_printed(2, column).xreplace(kept) for column in (1, 2)],
    )
    b = family("b")
    ours = attention(
        symbols.entries(x, 2), symbols.entries(v, 2, 2), mask=symbols.entries(b, 2)
    ).tolist()
    added = {x[place]: x[place] + b[place] for place in (1, 2)}
    yield "n = 2, b added", ours, [_printed(2, column).xreplace(added) for column in (1, 2)]


@exact_run("lookup.masked-value-never-leaks")
def no_number_behind_a_mask():
    values = symbols.array([[v[1, 1], v[1, 2]], [sp.nan, sp.oo]])
    keep = symbols.array([[True, False], [False, False]])
    ours = attention(symbols.array([[0, 0], [0, 0]]), values, mask=keep).data.ravel().tolist()
    yield "m = 2, n = 2, second value (NaN, ∞)", ours, [v[1, 1], v[1, 2], 0, 0]


@exact_run("lookup.hard-attention")
def hardmax_is_the_printed_case():
    for scores in ([3], [1, 2], [2, -1], [0, 5, 3]):
        ours = hardmax(symbols.array(scores)).tolist()
        count = len(scores)
        value = lambda place, scores=scores: sp.Integer(scores[place - 1])  # noqa: E731
        yield f"f = {tuple(scores)}", ours, [
            hard_weight(value, place, count) for place in range(1, count + 1)
        ]  # fmt: skip


@counterexample("lookup.hard-weight-is-a-vector")
def a_weight_is_a_number():
    weights = hardmax(symbols.array([0, 1]))
    return Witness(
        given={"scores": "(0, 1)"},
        claimed="α_1 has as many components as there are elements",
        left=weights[0].data.size,
        op="=",
        right=2,
        ours=weights.tolist(),
        instead="α, which is the one-hot vector; its entry α_1 is a number",
    )


@counterexample("lookup.hard-weights-sum-to-one")
def two_largest_scores():
    tie = lambda place: sp.S.Zero  # noqa: E731
    return Witness(
        given={"scores": "(0, 0)"},
        claimed="the weights as printed sum to 1",
        left=hard_weight(tie, 1, 2) + hard_weight(tie, 2, 2),
        op="=",
        right=1,
        ours=hardmax(symbols.array([0, 0])).tolist(),
        instead="impl takes the first",
    )


@derivation(
    "lookup.hard-weights-are-one-hot",
    wrong=lambda: Chain(hard_weight_of(real("M"), real("M"))).equals(0, "not the largest"),
)
def the_largest_score_has_the_printed_weight_one():
    return Chain(hard_weight_of(real("M"), real("M"))).equals(1, "it is the argmax")


@derivation(
    "lookup.hard-weights-are-one-hot",
    wrong=lambda: Chain(hard_weight_of(real("M") - nonnegative("g"), real("M"))).equals(0, "ties"),
)
def every_other_score_has_the_printed_weight_zero():
    return Chain(hard_weight_of(real("M") - g, real("M"))).equals(0, "it lies g > 0 below")


@derivation(
    "lookup.hard-weights-are-one-hot",
    wrong=lambda: Chain(sum_over(i, sp.KroneckerDelta(i, k))).equals(n, "a weight for each"),
)
def hard_weights_are_one_hot():
    return Chain(sum_over(i, sp.KroneckerDelta(i, k))).equals(1, "one index alone is the argmax")


@necessity("lookup.hard-weights-are-one-hot", "unique-maximum")
def a_tie_has_two():
    return two_largest_scores()


@exact_run("lookup.first-of-equals")
def impl_takes_the_first():
    yield "f = (0, 0)", hardmax(symbols.array([0, 0])).tolist(), [1, 0]
    yield "f = (1, 2, 2)", hardmax(symbols.array([1, 2, 2])).tolist(), [0, 1, 0]


@derivation(
    "lookup.soft-tends-to-hard",
    wrong=lambda: Chain(1 - 1 / (1 + others)).at_most(sp.exp(-g / T), "without the factor n"),
)
def soft_tends_to_hard():
    return (
        Chain(1 - 1 / (1 + others))
        .equals(others / (1 + others), "what the others weigh together")
        .at_most(others, "the denominator is at least 1")
        .at_most(n * sp.exp(-g / T), "each other score lies at least g below")
        .tends(T, 0, 0, "the exponential of -g/T vanishes")
    )


@derivation(
    "lookup.soft-tends-to-hard",
    wrong=lambda: Chain(1 - 1 / (1 + others)).at_least(1, "a whole unit"),
)
def the_largest_weight_is_at_most_one():
    return Chain(1 - 1 / (1 + others)).at_least(0, "the others weigh something")


@necessity("lookup.soft-tends-to-hard", "unique-maximum")
def a_tie_stays_shared():
    return Witness(
        given={"scores": "(0, 0)", "T": "any"},
        claimed="the weight of the first tends to 1 as T falls",
        left=sp.limit(at(weight(lambda place: sp.S.Zero / T, i), n=2, i=1), T, 0, "+"),
        op="=",
        right=1,
        ours=softmax(symbols.array([0, 0])).tolist(),
        instead="the weights at every temperature",
    )


@derivation(
    "lookup.ties-share",
    wrong=lambda: Chain(1 / size("r") - 1 / (size("r") + others)).at_most(0, "no rate at all"),
)
def ties_share():
    r = size("r")
    return (
        Chain(1 / r - 1 / (r + others))
        .equals(others / (r * (r + others)), "one fraction")
        .at_most(others / r**2, "the denominator is at least r")
        .at_most(n * sp.exp(-g / T) / r**2, "each other score lies at least g below")
        .tends(T, 0, 0, "the exponential of -g/T vanishes")
    )


@derivation(
    "lookup.ties-share",
    wrong=lambda: Chain(1 / size("r") - 1 / (size("r") + others)).at_least(1, "a whole unit"),
)
def a_tied_weight_is_at_most_its_share():
    r = size("r")
    return Chain(1 / r - 1 / (r + others)).at_least(0, "a larger denominator, a smaller fraction")


@derivation(
    "lookup.output-is-between-the-values",
    wrong=lambda: Chain(output(x, lambda q: real("H") - s[q])).below(real("H"), "strictly"),
)
def output_is_at_most_the_largest_value():
    largest = real("H")
    return (
        Chain(output(x, lambda place: largest - s[place]))
        .equals(largest - output(x, s), "the weights sum to one; v_i = H - s_i with s_i ≥ 0")
        .at_most(largest, "weights are positive")
    )


@derivation(
    "lookup.retrieval-precision",
    wrong=lambda: Chain(_error()).at_most(0, "no error at all"),
)
def retrieval_precision():
    # A value D - w_j above the wanted one, w_j ≥ 0; the other side follows with -v.
    return (
        Chain(_error())
        .at_most(D * others / (1 + others), "no value is more than D away")
        .at_most(D * others, "the denominator is at least 1")
        .at_most(D * n * sp.exp(-g / T), "each other score lies at least g below")
        .tends(T, 0, 0, "the exponential of -g/T vanishes")
    )


def _error():
    w = family("w", nonnegative=True)
    return sum_over(j, sp.exp(-(g + s[j]) / T) * (D - w[j])) / (1 + others)


@necessity("lookup.retrieval-precision", "unique-maximum")
def a_tie_returns_the_middle():
    result = attention(symbols.array([0, 0]) / T, symbols.array([[0], [1]])).tolist()[0]
    return Witness(
        given={"scores": "(0, 0)", "v": "(0, 1)"},
        claimed="the error tends to 0 as T falls",
        left=sp.limit(result, T, 0, "+"),
        op="=",
        right=0,
        ours=result,
        instead="the output at every temperature",
    )


@derivation(
    "lookup.hard-attention-jumps",
    wrong=lambda: Chain(_jump(v[1], v[2]) ** 2).equals(0, "continuous"),
)
def hard_attention_jumps():
    gap = sp.Symbol("z", real=True, nonzero=True)
    return (
        Chain(_jump(v[2] + gap, v[2]) ** 2)
        .equals(gap**2, "v_1 on one side, v_2 on the other, however small the lead r")
        .above(0, "v_1 = v_2 + z with z ≠ 0")
    )


def _jump(first, second):
    """Return output minus output, by the printed weights, with scores (r, 0) and (-r, 0)."""
    r = positive("r")
    return hard_output(r, sp.S.Zero, first, second) - hard_output(-r, sp.S.Zero, first, second)


@necessity("lookup.hard-attention-jumps", "distinct-values")
def equal_values_do_not_jump():
    return Witness(
        given={"v": "(1, 1)"},
        claimed="(o(r) - o(-r))² > 0",
        left=_jump(sp.S.One, sp.S.One) ** 2,
        op=">",
        right=0,
        ours=hard_attention(symbols.array([0, 0]), symbols.array([[1], [1]])).tolist(),
        instead="the output on both sides",
    )


@derivation(
    "lookup.hard-gradient-by-scores-is-zero",
    wrong=lambda: Chain(_lead_after(g)).above(0, "changes as large as the lead itself"),
)
def half_the_lead_is_safe():
    return (
        Chain(_lead_after(g / 2))
        .equals(nonnegative("s") + 2 * positive("r"), "the changes eat less than the lead")
        .above(0, "so the same score is still the largest")
    )


def _lead_after(reach):
    """Return the lead after changes that come within r of `reach`, in the worst direction."""
    best, behind, r = real("x"), nonnegative("s"), positive("r")
    return (best - (reach - r)) - (best - g - behind + (reach - r))


@necessity("lookup.hard-gradient-by-scores-is-zero", "unique-maximum")
def a_tie_falls_either_way():
    change = sp.Rational(1, 1000)
    return Witness(
        given={"scores": "(0, 0), so g = 0", "change": "(0, 1/1000), or as small as one likes"},
        claimed="the first score still leads the second",
        left=0 - change,
        op=">",
        right=0,
        ours=hardmax(symbols.array([0, change])).tolist(),
        instead="the hard weights after the change",
    )
