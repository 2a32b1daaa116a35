"""The widths of heads and of their projections, and the sizes that do not fit."""

from impl.heads import multi_head_attention, scaled_dot_product_attention, side_by_side
from proofs.arrays import expressions, shapes
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, necessity, sizes
from proofs.heads.one_head import attend
from theory import letters
from theory.heads import d_token, r
from theory.symbols import L, d, d_k, h, m


@derivation("heads.divisor-is-the-root-of-the-width", let={letters.d_attn: letters.h * letters.d_k})
def the_divisor_is_the_root_of_the_width(chain):
    return chain.closes("d_attn is h times the width of a head")


@sizes("heads.divisor-is-the-root-of-the-width", duty=1)
def a_head_compares_in_the_width_of_its_divisor():
    yield "Q W_i^q", (shapes.array(m, d) @ shapes.array(d, d_k)).shape, {}


@necessity("heads.divisor-is-the-root-of-the-width", "narrow-heads")
def wide_heads_are_divided_by_too_little():
    width = (expressions.array([[1]]) @ expressions.array([[1, 1]])).shape[1]
    return At(
        {letters.d_attn: 2, letters.h: 2, letters.d_k: width},
        width,
        "the width in which this head compares",
    )


@counterexample("heads.concatenation-may-start-anywhere")
def the_first_head_is_left_out():
    case = {letters.h: 2, r: 2, letters.d_k: 1, d_token: 2, letters.L: 1}
    return At(case, attend([[1]], [[1]], [[1]]), "head_2 alone")


@counterexample("heads.projections-are-as-small-as-heads")
def a_whole_row_does_not_fit_a_small_projection():
    return At({letters.h: 2, letters.d_k: 1, d_token: 2})


def of_tokens():
    """Return L rows, and the projections of h heads, as shapes."""
    return shapes.array(L, h * d_k), shapes.array(h, h * d_k, d_k)


@sizes("heads.multi-head-sizes")
def sizes_of_a_projection():
    yield "W_i^q", of_tokens()[1][0, ...].shape, {}


@sizes("heads.multi-head-sizes", duty=1)
def sizes_of_a_head():
    e, projection = shapes.array(L, h * d_k), shapes.array(h * d_k, d_k)
    yield "head_i", scaled_dot_product_attention(*[e @ projection] * 3).shape, {}


@sizes("heads.multi-head-sizes", duty=2)
def sizes_of_the_concatenation():
    yield "Concat(head_1, ..., head_h)", side_by_side(shapes.array(h, L, d_k)).shape, {}


@sizes("heads.multi-head-sizes", duty=3)
def sizes_of_multi_head_attention():
    d_token = h * d_k
    e = shapes.array(L, d_token)
    params = {name: shapes.array(h, d_token, d_k) for name in ("w_q", "w_k", "w_v")}
    with shapes.counting() as cost:
        output = multi_head_attention(e, e, {**params, "w_o": shapes.array(d_token, d_token)})
    counts = {"multiply-adds": cost.multiply_adds, "exponentials": cost.exponentials}
    yield "MHSA(E)", output.shape, counts


@derivation("heads.small-projections-see-one-slice", turned=True)
def a_small_projection_sees_one_slice(chain):
    return chain.closes("δ picks slice r")


@derivation("heads.small-projections-see-one-slice", duty=1)
def it_moves_with_no_other_slice(chain):
    return chain.closes("the projection is linear, and it holds slice r alone")
