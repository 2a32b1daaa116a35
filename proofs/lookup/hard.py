"""Hard attention puts all weight on the largest score: it jumps, and it has no gradient."""

from fractions import Fraction

from impl.lookup import hard_attention as attend_hard
from impl.softmax import hardmax
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation, exact_run, met_by, necessity
from proofs.rules import cases, decided
from theory.letters import i, j, k, l, n
from theory.lookup.hard import changes, g, raised, t
from theory.softmax.words import f, v
from theory.stating.families import every, numbers, total
from theory.stating.operations import bracket, delta
from theory.stating.terms import Variable
from theory.stating.variables import positive
from theory.symbols import positive as above_zero
from theory.symbols import real

s = numbers("s", n, domain="nonnegative")
BELOW = {f[j]: f[k] - (1 - delta(j, k)) * (g + s[j])}  # how far each other score lies below
w, z, nearer = numbers("w", n, domain="positive"), Variable("z", "nonzero"), positive("r")
MOVED = {
    **BELOW,
    changes[j]: delta(j, k) * changes[k] + (1 - delta(j, k)) * (g / 2 - w[j]),
    changes[k]: nearer - g / 2,
}
x, lead, more = real("x"), above_zero("a"), above_zero("b")


@exact_run("lookup.hard-attention", {"hard": hardmax})
def one_score_leads():
    for scores in ([x], [x, x + lead], [x + lead, x], [x, x + lead + more, x + lead]):
        yield {f: scores}


@counterexample("lookup.hard-weight-is-a-vector")
def a_weight_is_a_number():
    weights = hardmax(expressions.array([0, 1])).tolist()
    return At(
        {f: (0, 1)},
        weights,
        "α, which is the one-hot vector; its entry α_1 is a number",
        words="for f = (0, 1) the weight α_1 is a number, and no vector of 2 numbers",
    )


@counterexample("lookup.hard-weights-sum-to-one")
def two_largest_scores():
    return At({f: (0, 0)}, hardmax(expressions.array([0, 0])).tolist(), "impl takes the first")


def counted(chain, behind, by=lambda weight: weight):
    """Count the scores that are larger than score i; `behind`: how far each lies below."""
    larger = total(every(l, entry=(1 - delta(k, l)) * bracket(behind[l], "<", behind[i])))
    weight = delta(i, k) + (1 - delta(i, k)) * bracket(1 + larger, "=", 0)
    return (
        chain.by(
            cases, "an index is k, or another: score k exceeds all others, and none exceeds it"
        )
        .equals(by(weight), "Σ δ = 1: score k exceeds each other one")
        .by(decided, "1 and more is not 0")
        .closes("the largest score alone has weight 1")
    )


@derivation("lookup.hard-weights-are-one-hot", let=BELOW)
def the_largest_score_alone_has_weight_one(chain):
    return counted(chain, s)


@derivation("lookup.hard-weights-are-one-hot", duty=1, let=BELOW)
def the_weights_are_one_hot(chain):
    return counted(chain, s, by=lambda weight: total(every(i, entry=weight)))


closes("lookup.hard-weights-are-one-hot", "only one index is the argmax", duty=2)


@necessity("lookup.hard-weights-are-one-hot", "unique-maximum")
def a_tie_has_two():
    return At(
        {f: (0, 0), k: 1, g: 1}, hardmax(expressions.array([0, 0])).tolist(), "impl's weights"
    )


@derivation("lookup.hard-attention-jumps")
def hard_attention_jumps(chain):
    for place in (i, k):
        chain.cites(
            "lookup.hard-weights-are-one-hot",
            "the raised score alone is largest",
            {f: raised(f, place), g: t, k: place, i: l},
        )
    return chain.closes("v_i on one side, v_k on the other, however small the lead t")


closes("lookup.hard-attention-jumps", "v_i = v_k + z with z ≠ 0", duty=1, let={v[i]: v[k] + z})


@necessity("lookup.hard-attention-jumps", "distinct-values")
def equal_values_do_not_jump():
    output = attend_hard(expressions.array([0, 0]), expressions.array([[1], [1]])).tolist()
    return At({f: (0, 0), v: (1, 1), t: 1, i: 1, k: 2}, output, "the output on both sides")


@counterexample("lookup.hard-attention-trains-nothing")
def the_one_value_is_all_of_the_output():
    ours = attend_hard(expressions.array([0]), expressions.array([[1]])).tolist()
    return At({f: (0,), v: (1,), i: 1, k: 1, g: 1}, ours, "the output, which is the one value")


@met_by("lookup.hard-gradient-by-scores-is-zero")
def the_first_score_leads():
    return {f: (1, 0), changes: (0, 0), v: (0, 1), g: 1, k: 1}


@derivation("lookup.hard-gradient-by-scores-is-zero", let=MOVED)
def half_the_lead_is_safe(chain):
    return counted(chain, s + w)


@derivation("lookup.hard-gradient-by-scores-is-zero", duty=1, turned=True)
def it_was_one_hot_before(chain):
    return chain.cites("lookup.hard-weights-are-one-hot", "score k leads by g")


@derivation("lookup.hard-gradient-by-scores-is-zero", duty=2)
def the_chosen_value_gets_the_whole_gradient(chain):
    return chain.cites("lookup.hard-weights-are-one-hot", "score k leads by g", {i: j}).closes(
        "the output is the chosen value"
    )


@necessity("lookup.hard-gradient-by-scores-is-zero", "unique-maximum")
def a_tie_falls_either_way():
    change = Fraction(1, 1000)
    weights = hardmax(expressions.array([0, change])).tolist()
    return At(
        {f: (0, 0), changes: (0, change), g: 1, k: 1}, weights, "the hard weights after the change"
    )
