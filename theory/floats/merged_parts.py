"""What is claimed of computed attention that is summed up in parts and merged in any tree."""

from theory.claim import Claim, Hypothesis
from theory.floats.computed_attention import EXP, IEEE, ROUNDED
from theory.letters import j, n
from theory.rounding.attention_terms import c, eta, u
from theory.rounding.fold_terms import (
    fold_grows,
    folded_off,
    losses,
    mass_lost,
    merged_off,
    shift_moves,
)
from theory.softmax.words import softmax
from theory.stating.families import numbers, total
from theory.stating.operations import exp
from theory.stating.relations import line
from theory.stating.statements import states
from theory.stating.variables import nonnegative, positive, real
from theory.stating.vocabulary import letter

x, top, shift = real("x"), real("m"), real("c")
d, step = real("d"), real("deltahat")

A, B = real("A"), real("B")
a_size, b_size = nonnegative("alpha"), nonnegative("beta")
a_values, b_values, a_lost, b_lost = (
    nonnegative(name) for name in ("v_1", "v_2", "lambda_1", "lambda_2")
)
S_1, S_2, t_1, t_2, r_hat = (
    real(name) for name in ("Shat_1", "Shat_2", "that_1", "that_2", "rhat")
)
d_1, d_2 = real("delta_1"), real("delta_2")
f_1, f_2 = nonnegative("fhat_1"), nonnegative("fhat_2")

s, v, d_hat = (numbers(name, n) for name in ("s", "v", "dhat"))
w, mu = numbers("w", n, domain="nonnegative"), positive("mu")
mass, output, o_hat = real("Shat"), real("Ohat"), real("ohat")
p = letter("p", softmax(s))
exponentials = d_hat.map(exp)


def _exponential(computed, at):
    return line(abs(computed - exp(at)), "≤", c * u * exp(at) + eta)


def _product(computed, exact):
    return line(abs(computed - exact), "≤", u * abs(exact) + eta / 2)


CLAIMS = (
    Claim(
        id="floats.shifts-add-up",
        states=states(
            line(abs(d + step - (x - shift)), "≤", shift_moves(shift - x, 1)),
            given=(
                line(x, "≤", top),
                line(top, "≤", shift),
                line(abs(d - (x - top)), "≤", shift_moves(top - x)),
            ),
            hypotheses={
                IEEE: Hypothesis(
                    ROUNDED, line(abs(step - (top - shift)), "≤", u * (shift - top) + 3 * eta)
                )
            },
        ),
        scope="floats",
        says="Where shifts only grow and are at least the score, the rounding of the differences "
        "between them adds up to no more than that of one difference, of the score from the last "
        "shift, and to 3η for each. So rescaling does not amplify an error that a single shift "
        "would not.",
        note="The score x has the shift m now, after l changes of its shift, and c next; d and δ̂ "
        "are the computed differences.",
        builds_on=("fold.any-shift",),
    ),
    Claim(
        id="floats.merge",
        states=states(
            line(
                abs(r_hat - (exp(d_1) * A + exp(d_2) * B)),
                "≤",
                merged_off(
                    exp(d_1) * a_size + exp(d_2) * b_size,
                    a_values + b_values,
                    a_lost + b_lost + 1,
                    1,
                ),
            ),
            given=(
                line(abs(A), "≤", a_size),
                line(abs(B), "≤", b_size),
                line(a_size, "≤", a_values),
                line(b_size, "≤", b_values),
                line(abs(S_1 - A), "≤", merged_off(a_size, a_values, a_lost)),
                line(abs(S_2 - B), "≤", merged_off(b_size, b_values, b_lost)),
                line(d_1, "≤", 0),
                line(d_2, "≤", 0),
            ),
            hypotheses={
                IEEE: Hypothesis(
                    ROUNDED,
                    (
                        _product(t_1, S_1 * f_1),
                        _product(t_2, S_2 * f_2),
                        line(abs(r_hat - (t_1 + t_2)), "≤", u * abs(t_1 + t_2)),
                    ),
                ),
                "exp-within-c": Hypothesis(
                    EXP.says, (_exponential(f_1, d_1), _exponential(f_2, d_2)), ground=EXP.ground
                ),
            },
        ),
        scope="floats",
        says="Two computed sums of exponentials, or of values times exponentials, are brought to "
        "one shift, no smaller than theirs, by computed exponentials and added. This multiplies "
        "the factor of what was rounded before by at most (1 + u)² (1 + c u + η), and adds what "
        "underflows.",
        note="So in any tree of merges there is such a factor for each level. A and B are exact "
        "sums of the two parts and Ŝ_1, Ŝ_2 the computed ones; δ_1, δ_2 say how their shifts "
        "move. α, β bound |A|, |B| by sums of absolute terms, v_1, v_2 are those of absolute "
        "values alone, λ_1, λ_2 count products that may underflow. h is the height of a sum "
        "within a part, l the most merges above one so far.",
        builds_on=("floats.dot-product", "fold.merge-is-associative"),
    ),
    Claim(
        id="floats.fold",
        states=states(
            line(abs(o_hat - total(p * v)), "≤", folded_off(p, w, v, mu)),
            given=(
                line(abs(d_hat[j] - (s[j] - top)), "≤", w[j]),
                line(mu, "≤", total(exponentials)),
                line(fold_grows() - 1 + mass_lost(mu), "<", 1),
            ),
            hypotheses={
                "merged-parts": Hypothesis(
                    "mass and output are off by at most what merging their parts puts them off",
                    (
                        line(
                            abs(mass - total(exponentials)),
                            "≤",
                            merged_off(total(exponentials), n, losses()),
                        ),
                        line(
                            abs(output - total(exponentials * v)),
                            "≤",
                            merged_off(
                                total(exponentials * v.map(abs)),
                                total(v.map(abs)),
                                losses(),
                            ),
                        ),
                    ),
                    ground="floats.merge",
                ),
                IEEE: Hypothesis(ROUNDED, _product(o_hat, output / mass)),
            },
        ),
        scope="floats",
        says="Attention that is summed up in parts, whose masses and outputs are merged in any "
        "tree, is off by at most what its exponents moved, twice what the merges put a mass off, "
        "what underflows, and the rounding of the quotient. It holds for every number of pairs, "
        "every tree and every format in which a computed mass keeps its sign.",
        note="u, η, c and hats are as in floats.softmax. A part adds up in height h; there are b "
        "merges, at most l of them above a pair. An exponent moves by w_j at most, μ is no larger "
        "than the mass of the computed exponents; E is how far what mass and output are off puts "
        "the quotient off, z what part of the mass underflows.",
        builds_on=("floats.merge", "floats.shifts-add-up", "fold.attention-over-any-partition"),
    ),
)
