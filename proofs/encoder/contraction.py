"""Attention draws rows together; the residual keeps their differences."""

from fractions import Fraction

import sympy as sp

from impl.heads import scaled_dot_product_attention
from impl.lookup import attention
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import derivation, necessity
from theory.encoder.blocks import x
from theory.encoder.words import alpha, at_b, keys, large, least, queries, small, v, values
from theory.letters import i, j, k, l, n
from theory.stating.families import numbers, total

beta, gap = numbers("beta", n, n, domain="nonnegative"), numbers("u", n, domain="nonnegative")
REST = {alpha[k, j]: least + beta[k, j]}


@derivation("encoder.attention-contracts", let={**REST, v[j]: small + gap[j]}, apart=True)
def an_output_is_no_less_than_the_lower_end(chain):
    return (
        chain.equals(total(beta[i] * gap) + small * (total(alpha[i]) - 1), "α = ε + β, v = m + u")
        .given("", total(alpha[i]), 1, "the weights sum to 1")
        .closes("β and u are not negative")
    )


@derivation("encoder.attention-contracts", duty=1, let={**REST, v[j]: large - gap[j]}, apart=True)
def an_output_is_no_more_than_the_upper_end(chain):
    return (
        chain.equals(total(beta[i] * gap) - large * (total(alpha[i]) - 1), "α = ε + β, v = M - u")
        .given("", total(alpha[i]), 1, "the weights sum to 1")
        .closes("β and u are not negative")
    )


@necessity("encoder.attention-contracts", "weights-at-least")
def sharp_weights_keep_the_distance():
    scores = expressions.array([[0, -sp.oo], [-sp.oo, 0]])
    output = attention(scores, expressions.array([[0], [1]])).flat()
    sharp = {alpha: ((1, 0), (0, 1)), v: (0, 1), least: Fraction(1, 4), small: 0, large: 1}
    return At(sharp, output, "the outputs")


EQUAL = ("equal-keys", keys[j, at_b], keys[l, at_b], "all keys are equal")


@derivation("encoder.residual-keeps-differences", apart=True)
def equal_keys_make_equal_rows(chain):
    return chain.given(*EQUAL).closes("all scores of a row are equal, and so are all weights")


@derivation("encoder.residual-keeps-differences", duty=1)
def a_common_term_keeps_differences(chain):
    return chain.given(*EQUAL).closes("attention gives both rows the same, which cancels")


@necessity("encoder.residual-keeps-differences", "equal-keys")
def different_keys_make_different_rows():
    asks, asked, made = ((0,), (1,)), ((0,), (sp.log(2),)), ((0,), (1,))
    ours = scaled_dot_product_attention(*map(expressions.array, (asks, asked, made))).flat()
    return At({x: made, queries: asks, keys: asked, values: made}, ours, "what attention gives")
