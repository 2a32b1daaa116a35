"""Modern Hopfield networks: a step is attention, lowers the energy, and retrieves a pattern."""

from impl.hopfield import hopfield_step
from impl.lookup import attention as attend
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, computes, counterexample, derivation, necessity
from theory.letters import a, j
from theory.lookup.hard import T
from theory.lookup.hopfield import (
    D,
    X,
    beta,
    eta,
    g,
    k,
    scores,
    similarities,
    step,
    stepped,
    u,
    values,
    xi,
)
from theory.shared_words import dot, length_squared
from theory.softmax.words import softmax, v, x
from theory.stating.families import every, total
from theory.stating.operations import exp, log

DESCENDS = "lookup.hopfield-step-descends"
lead = every(j, entry=beta * dot(X[j], eta - xi))

computes(
    "lookup.hopfield-step",
    {"step": lambda beta, X, xi: hopfield_step(xi, X, beta)},
    "the largest product cancels",
)


closes(
    DESCENDS, "the slope of the normaliser, over β, is the mean; that of |ξ|²/2 is ξ", turned=True
)


@derivation("lookup.hopfield-energy-falls", turned=True)
def the_energy_falls(chain):
    p, moved = softmax(scores), length_squared(eta - xi) / 2
    ahead = every(j, entry=lead[j] - total(p * lead))  # by how much a score gains more than others
    above = total(every(j, entry=p[j] * (exp(ahead[j]) - 1 - ahead[j])))
    normalisers = [log(total(similarities(beta, X, each).map(exp))) / beta for each in (eta, xi)]
    return (
        chain.at_most(
            moved + log(1 + above) / beta, "exp lies above its tangent, and log u ≥ 0 for u ≥ 1"
        )
        .equals(
            moved + normalisers[0] - normalisers[1] - dot(stepped, eta - xi),
            "the weights sum to one, and their mean of the patterns is the step",
        )
        .given("", step(beta, X, xi)[a], eta[a], "η is the step")
        .closes("open the squares")
    )


RETRIEVES = "lookup.hopfield-retrieves"
BY_PRODUCTS = {
    x: every(j, entry=dot(X[j], xi)), v: every(j, entry=dot(X[j], u)), T: 1 / beta
}  # fmt: skip
RETRIEVED = dot(stepped, u) - dot(X[k], u)


@derivation(RETRIEVES)
def a_pattern_is_retrieved_from_below(chain):
    return chain.cites(
        "lookup.retrieval-precision", "a table of products, at the temperature 1/β", BY_PRODUCTS
    ).equals(RETRIEVED, "exchange the sums over patterns and coordinates")


@derivation(RETRIEVES, duty=1, turned=True)
def a_pattern_is_retrieved_from_above(chain):
    return chain.cites(
        "lookup.retrieval-precision", "a table of products, at 1/β", BY_PRODUCTS, duty=1
    ).equals(RETRIEVED, "exchange the sums over patterns and coordinates")


@necessity(RETRIEVES, "separated")
def a_state_between_two_patterns():
    stored = ((0,), (1,))
    ours = hopfield_step(expressions.array([0]), expressions.array(stored), 1).tolist()
    return At({X: stored, xi: (0,), u: (1,), k: 1, beta: 1, g: 1, D: 1}, ours, "the step")


@counterexample("lookup.attention-is-a-hopfield-step")
def one_key_and_another_value():
    ours = attend(expressions.array([0]), expressions.array([[1]])).tolist()
    return At({X: ((0,),), xi: (0,), values: (1,), beta: 1, a: 1}, ours, "attention to the value 1")


closes("lookup.hopfield-step-then-projection", "exchange the sums over patterns and coordinates")
