"""What an output depends on: its query, every element, every value."""

from impl.heads import causal_mask
from impl.scores import additive_tanh
from impl.softmax import softmax
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation, necessity
from proofs.heads.one_head import attend
from theory.heads.words import NET, K, Q_own, V, X, a, c, kappa, out, q, u, z
from theory.letters import d_k, i, k, l
from theory.stating.families import every, numbers, total
from theory.stating.operations import slope, tanh


@counterexample("heads.others-lack-queries")
def the_attention_of_2015_has_a_query():
    keys, one = [[0], [1]], expressions.array([[1]])
    first, second = (
        softmax(
            additive_tanh(expressions.array([[at]]), expressions.array(keys), one, one, one[0])
        ).flat()
        for at in (0, 1)
    )
    return At(
        {
            q: (0,),
            numbers("q'", d_k): (1,),
            K: keys,
            **dict(zip(NET, ([[1]], [[1]], [1]), strict=True)),
        },
        [first[0], second[0]],
        "the weight of the first key for each query",
    )


@derivation("heads.attention-answers-its-query")
def log_odds_move_with_the_query(chain):
    return chain.equals(
        slope(total(every(u, entry=q[u] * (K[i, u] - K[k, u]))), q[u]), "scores.dot-log-odds"
    ).closes("only term u contains q_u")


@derivation("heads.attention-answers-its-query", duty=1)
def log_odds_of_2015_move_with_the_query(chain):
    gap = every(a, entry=out[a] * (tanh(z[i, a]) - tanh(z[k, a])))
    return chain.equals(
        slope(total(gap), q[u]), "log-odds are the differences of the scores"
    ).closes("the slope of tanh is 1 - tanh²; only term u of a hidden unit contains q_u")


@counterexample("heads.attends-to-others-alone")
def an_element_attends_to_itself_too():
    rows = [[1], [2]]
    return At({X: rows, i: 1}, attend(rows, rows, rows), "between its own value and the other's")


ALL = {kappa[k, l]: 1}  # nothing is masked

closes(
    "heads.every-element-takes-part",
    "nothing is masked, and exponentials are positive",
    let=ALL,
    turned=True,
)


CAUSAL = {Q_own: [[1], [2]], K: [[1], [2]], kappa: [[1, 0], [1, 1]]}


@necessity("heads.every-element-takes-part", "no-mask")
def a_masked_element_takes_no_part():
    return At(CAUSAL, masked([[1, 0], [0, 1]]), "the weights")


def masked(values):
    x = [[1], [2]]
    return attend(x, x, values, mask=causal_mask(2, 2, xp=expressions.xp))


closes(
    "heads.output-moves-with-every-value",
    "the weights do not depend on the values",
    "nothing is masked, and exponentials are positive",
    let=ALL,
)


@derivation("heads.output-moves-with-every-value", duty=2, let=ALL)
def values_of_zero_hide_the_elements(chain):
    return chain.given("", V[l, c], 0, "every value is 0").closes("a sum of zeros")


@necessity("heads.output-moves-with-every-value", "no-mask")
def a_masked_value_moves_nothing():
    return At({**CAUSAL, V: [[3], [4]]}, masked([[3], [4]]), "y_1 = v_1 and y_2")
