"""Linear attention: the sums over keys and features change places."""

from impl.linear_attention import linear_attention
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, general_run, necessity
from theory.kernel.linear_attention import F, G, K, f, q, v, z
from theory.letters import i

HALF_SIGNS = {f: (1,), F: ((1,), (-1,)), v: (1, 0)}


@general_run(
    "kernel.linear-attention",
    {"linear_attention": lambda f, F, v: linear_attention(f, F, v[:, None], features=None)[0]},
)
def linear_attention_is_the_ratio_of_sums(chain):
    return chain.closes("the sums over keys and features change places")


@necessity("kernel.linear-attention", "nonzero-sum")
def products_that_cancel():
    return At(HALF_SIGNS, [], "products 1 and -1", undefined=True)


@derivation("kernel.linear-attention-is-a-state")
def linear_attention_reads_a_state(chain):
    return chain.closes("the sums over keys and features change places")


@derivation("kernel.linear-attention-is-a-state", duty=1)
def causal_linear_attention_reads_a_running_state(chain):
    return chain.closes("the sums over keys and features change places")


@necessity("kernel.linear-attention-is-a-state", "nonzero-sum")
def features_of_both_signs():
    return At({**HALF_SIGNS, i: 2}, [], "products 1 and -1", undefined=True)


@counterexample("kernel.linear-attention-is-softmax-attention")
def two_keys_and_one_feature():
    ours = linear_attention(
        expressions.array([1]), expressions.array([[1], [0]]), expressions.array([[1], [0]])
    )
    return At({q: (1,), K: ((1,), (0,)), v: (1, 0)}, ours.tolist(), "linear attention: 4 of 6")


@derivation("kernel.positive-kernel-is-attention")
def a_positive_kernel_is_the_exponential_of_its_logarithm(chain):
    return chain.closes("the exponential of the logarithm is the product")


@necessity("kernel.positive-kernel-is-attention", "positive-products")
def a_product_of_zero_has_no_logarithm():
    return At({f: (1,), F: ((1,), (0,)), v: (1, 0)}, [], "products 1 and 0", undefined=True)


@derivation("kernel.any-kernel-is-two-feature-maps", turned=True)
def a_key_picks_its_kernel(chain):
    return chain.closes("the delta picks one kernel")


@counterexample("kernel.positive-kernels-have-one-map")
def what_differs_suits_better_than_what_is_equal():
    return At({G: ((1, 2), (2, 1)), z: (1, -1)})


@derivation("kernel.one-map-is-never-negative")
def a_quadratic_form_of_one_map(chain):
    return chain.closes("exchange the sums over keys and features")


@derivation("kernel.one-map-is-never-negative", duty=1, turned=True)
def a_sum_of_squares_is_not_negative(chain):
    return chain.closes("squares are not negative")
