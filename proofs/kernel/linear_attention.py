"""Linear attention: the sums over keys and features change places."""

from impl.linear_attention import linear_attention
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, computes, counterexample, derivation, necessity
from proofs.rules import next_apart
from theory.kernel.linear_attention import (
    F,
    G,
    K,
    f,
    feature,
    ones,
    q,
    running_state,
    v,
    z,
)
from theory.letters import i, j
from theory.stating.families import every, total
from theory.stating.operations import delta

HALF_SIGNS = {f: (1,), F: ((1,), (-1,)), v: (1, 0)}

computes(
    "kernel.linear-attention",
    {"linear_attention": lambda f, F, v: linear_attention(f, F, v[:, None], features=None)[0]},
    "the sums over keys and features change places",
)


@necessity("kernel.linear-attention", "nonzero-sum")
def products_that_cancel():
    return At(HALF_SIGNS, [], "products 1 and -1", undefined=True)


closes(
    "kernel.linear-attention-is-a-state",
    "the sums over keys and features change places",
    "the sums over keys and features change places",
)


@necessity("kernel.linear-attention-is-a-state", "nonzero-sum")
def features_of_both_signs():
    return At(HALF_SIGNS, [], "products 1 and -1", undefined=True)


UPDATED = "kernel.linear-attention-state-is-updated"


def with_the_next(chain, values):
    """Set the next key apart from those after it, and let it cancel."""
    picked = total(every(j, entry=delta(j, i + 1) * F[j, feature] * values[j]))
    return (
        chain.by(next_apart, "of the keys after the i-th one is the next")
        .equals(
            running_state(i + 1, F, values)[feature] - picked + F[i + 1, feature] * values[i + 1],
            "a sum of two",
        )
        .picks("δ picks the next key")
        .closes("it cancels")
    )


@derivation(UPDATED, turned=True)
def a_state_takes_the_next_value(chain):
    return with_the_next(chain, v)


@derivation(UPDATED, duty=1, turned=True)
def a_sum_of_features_takes_the_next(chain):
    return with_the_next(chain, ones)


@counterexample("kernel.linear-attention-is-softmax-attention")
def two_keys_and_one_feature():
    ours = linear_attention(
        expressions.array([1]), expressions.array([[1], [0]]), expressions.array([[1], [0]])
    )
    return At({q: (1,), K: ((1,), (0,)), v: (1, 0)}, ours.tolist(), "linear attention: 4 of 6")


closes("kernel.positive-kernel-is-attention", "the exponential of the logarithm is the product")


@necessity("kernel.positive-kernel-is-attention", "positive-products")
def a_product_of_zero_has_no_logarithm():
    return At({f: (1,), F: ((1,), (0,)), v: (1, 0)}, [], "products 1 and 0", undefined=True)


closes("kernel.any-kernel-is-two-feature-maps", "the delta picks one kernel", turned=True)


@counterexample("kernel.positive-kernels-have-one-map")
def what_differs_suits_better_than_what_is_equal():
    return At({G: ((1, 2), (2, 1)), z: (1, -1)})


closes("kernel.one-map-is-never-negative", "exchange the sums over keys and features")
closes("kernel.one-map-is-never-negative", "squares are not negative", duty=1, turned=True)
