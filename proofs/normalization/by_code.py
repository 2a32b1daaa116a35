"""LayerNorm forgets a shift and a positive factor, by running its code."""

from impl.normalization import layer_norm
from proofs.engine.evidence import general_run
from theory.normalization.words import epsilon

WITH_EPSILON = {"layer_norm_with": lambda eps, row: layer_norm(row, eps=eps)}


@general_run("normalization.shift-invariance", WITH_EPSILON, left=True)
def the_code_forgets_a_shift(chain):
    chain.decides("the row varies, or ε is positive")
    return chain.closes("t cancels in every deviation, and both largest entries cancel")


@general_run("normalization.scale-invariance", WITH_EPSILON, left=True, let={epsilon: 0})
def the_code_forgets_a_positive_factor(chain):
    return chain.decides("the row varies, so σ is not 0").closes(
        "c > 0 cancels, and so do both largest entries"
    )


@general_run("normalization.scale-invariance", WITH_EPSILON, duty=1, left=True, let={epsilon: 0})
def a_negative_factor_turns_the_sign_in_the_code(chain):
    return chain.decides("the row varies, so σ is not 0").closes(
        "c > 0 cancels and the sign is left; both largest entries cancel"
    )
