"""What does not change a prediction: a factor, a stretch, a translation."""

import sympy as sp

from impl.kernel import gaussian as gaussian_of
from impl.softmax import softmax
from proofs.arrays import symbols
from proofs.engine.derivation import Chain, as_written
from proofs.engine.evidence import Witness, derivation, necessity, refuses
from proofs.kernel.regression import K, beta, kernel, q, x, y
from theory.kernel import distance_squared, gaussian, regression
from theory.softmax import ratio
from theory.symbols import a, at, family, i, real, sum_over


@derivation("kernel.constant-factor-cancels")
def constant_factor_cancels():
    c = sp.Symbol("c", real=True, nonzero=True)
    return Chain(ratio(lambda place: c * K[place], i)).equals(ratio(K, i), "c cancels")


refuses(
    constant_factor_cancels,
    lambda: Chain(ratio(lambda place: K[place] + real("c"), i)).equals(
        ratio(K, i), "a constant summand"
    ),
)


@necessity("kernel.constant-factor-cancels", "nonzero-factor")
def the_zero_kernel():
    case = {K[1]: 0, K[2]: 0}
    return Witness(
        given={"c K": "(0, 0)"},
        claimed="the weights of 0·K are the weights of K = (1, 1)",
        left=at(ratio(K, i), n=2, i=1).xreplace(case),
        op="=",
        right=sp.Rational(1, 2),
        ours=softmax(symbols.array([0, 0])).tolist(),
        instead="the weights of K = (1, 1)",
    )


@derivation("kernel.beta-is-inverse-width")
def beta_is_inverse_width():
    return Chain(_stretched(NONZERO * beta)).equals(
        gaussian(_length_squared(), beta), "only the product of distance and β counts"
    )


refuses(
    beta_is_inverse_width,
    lambda: Chain(_stretched(beta / NONZERO)).equals(
        gaussian(_length_squared(), beta), "the same stretch for both"
    ),
)


NONZERO = sp.Symbol("c", real=True, nonzero=True)


def _length_squared(stretch=1):
    return sum_over(a, (family("u")[a] / stretch) ** 2)


def _stretched(inverse_width):
    """Return the kernel at u/c, for the given inverse width."""
    return gaussian(_length_squared(NONZERO), inverse_width)


@necessity("kernel.beta-is-inverse-width", "nonzero-factor")
def no_stretch_by_zero():
    r = c = sp.S.Zero
    return Witness(
        given={"c": "0", "u": "0"},
        claimed="K_0(0/0) = K_β(0) = 1",
        left=gaussian((r / c) ** 2, c),
        op="=",
        right=1,
        ours=gaussian_of(symbols.array([0]), beta).tolist(),
        instead="K_β(0)",
    )


@derivation("kernel.translation-invariance")
def translation_invariance():
    return Chain(as_written(_moved)).equals(regression(kernel, y), "only differences enter")


refuses(
    translation_invariance,
    lambda: Chain(as_written(lambda: _moved(only_query=True))).equals(
        regression(kernel, y), "the query alone"
    ),
)


def _moved(only_query=False):
    move = family("t")
    points = x if only_query else (lambda place, c: x[place, c] + move[c])
    return regression(
        lambda place: gaussian(distance_squared(lambda c: q[c] + move[c], points, place), beta), y
    )
