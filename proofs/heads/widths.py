"""The widths of heads and of their projections, and the sizes that do not fit."""

import sympy as sp

from impl.heads import multi_head_attention, scaled_dot_product_attention
from proofs.arrays import shapes, symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, counterexample, derivation, necessity, refuses, sizes
from theory.symbols import L, b, c, d, d_k, family, h, m, r, s, sum_over, sum_to

E, W = family("E"), family("W")


@sizes("heads.divisor-is-the-root-of-the-width")
def a_head_compares_in_the_width_of_its_divisor():
    d_attn = h * d_k
    projected = shapes.array(m, d) @ shapes.array(d, d_k)
    yield "Q W_i^q", projected.shape, (m, d_attn / h), {}


@necessity("heads.divisor-is-the-root-of-the-width", "narrow-heads")
def wide_heads_are_divided_by_too_little():
    projected = symbols.array([[1]]) @ symbols.array([[1, 1]])
    return Witness(
        given={"d_attn": "2", "h": "2", "W_i^q": "1 × d_attn, as for the single head"},
        claimed="the divisor √(d_attn/h) = 1 is the root of the width",
        left=1,
        op="=",
        right=sp.sqrt(projected.shape[1]),
        ours=projected.shape[1],
        instead="the width in which this head compares",
    )


@counterexample("heads.concatenation-may-start-anywhere")
def the_first_head_is_left_out():
    x = symbols.array([[1]])
    head = scaled_dot_product_attention(x, x, x)
    return Witness(
        given={"h": "2", "i": "2", "d_token": "2", "W^O": "2 × 2"},
        claimed="Concat(head_2) has as many columns as W^O has rows",
        left=head.shape[1],
        op="=",
        right=2,
        ours=head.flat(),
        instead="head_2 alone",
    )


@counterexample("heads.projections-are-as-small-as-heads")
def a_whole_row_does_not_fit_a_small_projection():
    return Witness(
        given={"E": "1 × 2, so d_token = 2", "h": "2", "W_i^q": "1 × 1"},
        claimed="E W_i^q exists: E has as many columns as W_i^q has rows",
        left=symbols.array([[1, 1]]).shape[1],
        op="=",
        right=symbols.array([[1]]).shape[0],
    )


@sizes("heads.multi-head-sizes")
def sizes_of_multi_head_attention():
    d_token = h * d_k
    e = shapes.array(L, d_token)
    projection = shapes.array(d_token, d_k)
    head = scaled_dot_product_attention(e @ projection, e @ projection, e @ projection)
    yield "head_i", head.shape, (L, d_token / h), {}
    params = {name: shapes.array(h, d_token, d_k) for name in ("w_q", "w_k", "w_v")}
    with shapes.counting() as cost:
        output = multi_head_attention(e, e, {**params, "w_o": shapes.array(d_token, d_token)})
    counts = {"multiply-adds": cost.multiply_adds, "exponentials": cost.exponentials}
    yield "MHSA(E)", output.shape, (L, d_token), counts


@derivation("heads.small-projections-see-one-slice")
def a_small_projection_sees_one_slice():
    return Chain(_of_the_whole()).equals(
        sum_to(d_k, b, E[r, b] * W[b, c]), "δ picks slice i, called r here"
    )


refuses(
    a_small_projection_sees_one_slice,
    lambda: Chain(_of_the_whole()).equals(
        sum_over(s, sum_to(d_k, b, E[s, b] * W[b, c])), "all slices alike"
    ),
)


def _of_the_whole():
    """E W' for a row of h slices: entry (slice, place), and W' zero outside one slice."""
    return sum_over(s, sum_to(d_k, b, E[s, b] * sp.KroneckerDelta(s, r) * W[b, c]))
