"""Hard attention puts all weight on the largest score: it jumps, and it has no gradient."""

import sympy as sp

from impl.lookup import hard_attention
from impl.softmax import hardmax
from proofs.arrays import symbols
from proofs.engine.derivation import Chain, as_written
from proofs.engine.evidence import (
    Witness,
    counterexample,
    derivation,
    exact_run,
    necessity,
    refuses,
)
from theory.lookup import hard_output, hard_weight, hard_weight_of
from theory.symbols import family, i, k, n, nonnegative, positive, real, sum_over

v, g = family("v"), positive("g")


@exact_run("lookup.hard-attention")
def hardmax_is_the_printed_case():
    for scores in ([3], [1, 2], [2, -1], [0, 5, 3]):
        ours = hardmax(symbols.array(scores)).tolist()
        count = len(scores)
        value = lambda place, scores=scores: sp.Integer(scores[place - 1])
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
    tie = lambda place: sp.S.Zero
    return Witness(
        given={"scores": "(0, 0)"},
        claimed="the weights as printed sum to 1",
        left=hard_weight(tie, 1, 2) + hard_weight(tie, 2, 2),
        op="=",
        right=1,
        ours=hardmax(symbols.array([0, 0])).tolist(),
        instead="impl takes the first",
    )


@derivation("lookup.hard-weights-are-one-hot")
def the_largest_score_has_the_printed_weight_one():
    return Chain(_weight_at(real("M"))).equals(1, "M is the largest score")


refuses(
    the_largest_score_has_the_printed_weight_one,
    lambda: Chain(_weight_at(real("M"))).equals(0, "not the largest"),
)


@derivation("lookup.hard-weights-are-one-hot")
def every_other_score_has_the_printed_weight_zero():
    return Chain(_weight_at(real("M") - g)).equals(0, "M - g with g > 0 is not the largest score")


refuses(
    every_other_score_has_the_printed_weight_zero,
    lambda: Chain(_weight_at(real("M") - nonnegative("g"))).equals(0, "ties"),
)


def _weight_at(score):
    """Return the printed weight of a score, M being the largest."""
    return as_written(lambda: hard_weight_of(score, real("M")))


@derivation("lookup.hard-weights-are-one-hot")
def hard_weights_are_one_hot():
    return Chain(sum_over(i, sp.KroneckerDelta(i, k))).equals(1, "only one index is the argmax")


refuses(
    hard_weights_are_one_hot,
    lambda: Chain(sum_over(i, sp.KroneckerDelta(i, k))).equals(n, "a weight for each"),
)


@necessity("lookup.hard-weights-are-one-hot", "unique-maximum")
def a_tie_has_two():
    return two_largest_scores()


@exact_run("lookup.first-of-equals")
def impl_takes_the_first():
    yield "f = (0, 0)", hardmax(symbols.array([0, 0])).tolist(), [1, 0]
    yield "f = (1, 2, 2)", hardmax(symbols.array([1, 2, 2])).tolist(), [0, 1, 0]


@derivation("lookup.hard-attention-jumps")
def hard_attention_jumps():
    gap = sp.Symbol("z", real=True, nonzero=True)
    return (
        Chain(_jump(v[2] + gap, v[2]) ** 2)
        .equals(gap**2, "v_1 on one side, v_2 on the other, however small the lead r")
        .above(0, "v_1 = v_2 + z with z ≠ 0")
    )


refuses(hard_attention_jumps, lambda: Chain(_jump(v[1], v[2]) ** 2).equals(0, "continuous"))


def _jump(first, second):
    """Return the output for scores (r, 0) minus that for (-r, 0), by the printed weights."""
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


@derivation("lookup.hard-gradient-by-scores-is-zero")
def half_the_lead_is_safe():
    return (
        Chain(as_written(lambda: _lead_after(g / 2)))
        .equals(
            nonnegative("s") + 2 * positive("r"), "both changes together are less than the lead g"
        )
        .above(0, "r > 0: the same score is still the largest")
    )


refuses(
    half_the_lead_is_safe,
    lambda: Chain(_lead_after(g)).above(0, "changes as large as the lead itself"),
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
