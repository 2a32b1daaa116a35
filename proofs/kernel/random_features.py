"""What random features give in the mean, and how much one product of them varies."""

from fractions import Fraction

import sympy as sp

from impl.random_features import positive_features, trigonometric_features
from impl.scores import dot
from proofs.engine.at_case import At
from proofs.engine.evidence import computes, counterexample, derivation, necessity
from theory.kernel.random_features import VARIES, W, X, gap, kernel, many, mu, products, s, v, x, y
from theory.letters import j, k, n
from theory.scaling.random_rows import E, P, mixed, omega
from theory.shared_words import length_squared
from theory.stating.families import every, total
from theory.stating.operations import cos, delta, exp

POSITIVE = "kernel.positive-features-are-unbiased"
TRIGONOMETRIC = "kernel.trigonometric-features-fail-where-the-kernel-is-small"
EVEN = (Fraction(1, 2), Fraction(1, 2))
AN_NTH, MORE = "kernel.a-mean-varies-by-an-nth", "kernel.more-features-vary-less"
squares = length_squared(x) + length_squared(y)
once, twice = mixed(x + y, W), 2 * mixed(x + y, W)
turned = mixed(x - y, W)


def along(chain, of, value):
    return chain.given("normal-draws", E(of.map(exp)), value, "a normal's mean exponential")


@derivation(POSITIVE)
def positive_features_have_the_kernel_as_mean(chain):
    return along(
        chain.equals(exp(-squares / 2) * E(once.map(exp)), "the lengths are not random"),
        once,
        exp(s / 2),
    ).closes("the square of a sum")


@derivation(POSITIVE, duty=1)
def positive_features_vary_with_the_sum(chain):
    start = exp(-squares) * (E(twice.map(exp)) - E(once.map(exp)) ** 2)
    chain = along(chain.equals(start, "the lengths are not random"), twice, exp(2 * s))
    return along(chain, once, exp(s / 2)).closes("the square of a sum")


@derivation(TRIGONOMETRIC)
def trigonometric_features_have_the_kernel_as_mean(chain):
    return across(chain).closes("the square of a difference")


def across(chain):
    return chain.given("normal-draws", E(turned.map(cos)), exp(-gap / 2), "a normal's mean cosine")


def spread(chain):
    """Go from the variance to what the lengths say of it."""
    square = E(turned.map(cos) ** 2)
    return across(
        chain.given(
            "normal-draws", square, (1 + exp(-2 * gap)) / 2, "a normal's mean squared cosine"
        )
    )


@derivation(TRIGONOMETRIC, duty=1)
def trigonometric_features_vary_with_the_distance(chain):
    return spread(chain).closes("a square of 1 - exp(-‖x - y‖²)")


@derivation(TRIGONOMETRIC, duty=2)
def their_variance_over_the_squared_kernel(chain):
    return spread(chain).closes("‖x‖² + ‖y‖² is twice x·y plus the squared distance")


def draws(weights, chances, one, other, found, **options):
    """Return weights w, one to an outcome, and two rows of width 1."""
    return At({P: chances, W: (weights,), x: (one,), y: (other,)}, found, "draws of w", **options)


@necessity(POSITIVE, "normal-draws")
def one_draw_of_zero_is_not_normal():
    return draws((0,), (1,), 1, 1, [])


@necessity(TRIGONOMETRIC, "normal-draws")
def one_draw_of_zero_has_no_spread():
    return draws((0,), (1,), 1, 0, [])


@counterexample("kernel.positive-features-vary-with-the-distance")
def equal_rows_vary():
    """w is 0, or log(z)/2 where z - 1 = p⁻¹ (e² - 1): mean exponentials as of a normal w."""
    z = sp.exp(6) + sp.exp(4) + sp.exp(2)
    p = (sp.exp(2) - 1) / (z - 1)
    return draws((0, sp.log(z) / 2), (1 - p, p), 1, 1, [])


def product_of_waves(x, y, w):
    """Run both rows of features, and multiply them."""
    return dot(trigonometric_features(x, w), trigonometric_features(y, w)[None, :])[0]


computes("kernel.random-features", {"positive_features": positive_features}, "as it is printed")


computes(
    "kernel.random-features",
    {"product_of_waves": product_of_waves},
    "the cosine of a difference",
    duty=1,
)


AVERAGED = total(every(j, entry=X[j, omega])) / n


@derivation(AN_NTH)
def a_mean_has_the_mean(chain):
    return (
        chain.equals(total(every(j, entry=E(X[j]))) / n, "the mean of a sum is a sum of means")
        .given("one-mean", E(X[j]), mu, "all have one mean")
        .closes("n equal terms")
    )


@derivation(AN_NTH, duty=1)
def a_mean_varies_by_an_nth(chain):
    products_of_two = E((X[j] - mu) * (X[k] - mu))
    return (
        chain.equals(total(every(j, k, entry=products_of_two)) / n**2, "multiply out")
        .given("uncorrelated", products_of_two, delta(j, k) * v, "they are uncorrelated")
        .closes("n terms are v")
    )


@necessity(AN_NTH, "one-mean")
def numbers_of_two_means():
    return At({P: (1,), X: ((1,),), mu: 0, v: 1})


@necessity(AN_NTH, "uncorrelated")
def equal_numbers_are_not_averaged():
    return At({P: EVEN, X: ((1, -1), (1, -1)), mu: 0, v: 1})


MANY = {X: products, mu: kernel, v: VARIES}


@derivation(MORE, closed=("positive_feature",))
def many_products_have_the_kernel_as_mean(chain):
    return chain.cites(AN_NTH, "a mean of n", MANY).closes("the kernel")


@derivation(MORE, duty=1, closed=("positive_feature",))
def many_products_vary_less(chain):
    return chain.cites(AN_NTH, "a mean of n has an n-th of the variance", MANY, duty=1).closes(
        "exp(2 x·y) is the square of the kernel"
    )


@necessity(MORE, "normal-draws")
def rows_that_never_vary():
    return At({P: (1,), many: (((0,),),), x: (1,), y: (1,)})
