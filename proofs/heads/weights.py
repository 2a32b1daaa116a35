"""The weights of a head: its width limits their rank, and they are a normalised kernel."""

from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation, necessity
from proofs.heads.one_head import attend
from theory.heads.words import K, Q_own, X, b, keys, other, p, queries, s_own, t
from theory.letters import i, j, l
from theory.stating.families import total
from theory.stating.operations import exp
from theory.stating.variables import nonnegative

closes("heads.width-limits-the-rank", "log-odds are the differences of the scores")


@derivation("heads.width-limits-the-rank", duty=1)
def minors_of_log_odds_vanish(chain):
    return chain.equals(
        queries[i] * (keys[j] - keys[l]) * queries[other] * (keys[p] - keys[l]),
        "log-odds are differences of products q k",
    ).closes("the same four factors, paired differently")


below, above = nonnegative("g"), nonnegative("t")


@derivation(
    "heads.width-one-overlooks-the-middle",
    let={keys[i]: keys[j] - below, keys[l]: keys[j] + above},
)
def the_middle_key_is_overlooked(chain):
    return chain.equals(
        -(t**2) * below * above,
        "log-odds are differences of products q k; g and t are the gaps between the keys",
    ).closes("q² ≥ 0, g ≥ 0, t ≥ 0")


@counterexample("heads.weights-are-a-kernel-matrix")
def the_weights_are_not_symmetric():
    x = [[0], [1]]
    return At({X: x}, attend(x, x, [[1, 0], [0, 1]]), "the weights, row by row")


@derivation("heads.weights-are-a-normalised-kernel")
def a_row_times_its_sum_is_the_kernel(chain):
    whole = total(s_own[i].map(exp))
    return chain.equals(whole * (exp(s_own[i, j]) / whole), "softmax, written out").closes(
        "the sum of the exponentials is positive, and cancels"
    )


@derivation("heads.weights-are-a-normalised-kernel", duty=1, let={Q_own[l, b]: K[l, b]})
def the_kernel_is_symmetric(chain):
    return chain.equals(exp(s_own[j, i]), "q_i · q_j = q_j · q_i").closes(
        "multiply and divide by the sum of row j"
    )


@necessity("heads.weights-are-a-normalised-kernel", "equal-projections")
def other_keys_break_the_symmetry():
    queries, keys = [[0], [1]], [[1], [0]]
    ours = attend(queries, keys, [[0], [1]])
    return At({Q_own: queries, K: keys}, ours, "the weights of the second key")
