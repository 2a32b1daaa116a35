"""The widths of heads and of their projections, and the sizes that do not fit."""

from impl.heads import scaled_dot_product_attention, side_by_side
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, formed, necessity, sizes
from proofs.heads.code import of_heads
from proofs.heads.one_head import PROJECTED, attend
from theory import letters
from theory.heads.many_heads import d_token, r


@derivation("heads.divisor-is-the-root-of-the-width", let={letters.d_attn: letters.h * letters.d_k})
def the_divisor_is_the_root_of_the_width(chain):
    return chain.closes("d_attn is h times the width of a head")


sizes("heads.divisor-is-the-root-of-the-width", PROJECTED, duty=1)


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
    return At({letters.h: 2, d_token: 2})


formed("heads.multi-head-sizes")
sizes("heads.multi-head-sizes", {"attention": scaled_dot_product_attention}, duty=1)
sizes("heads.multi-head-sizes", {"concat": lambda h, heads: side_by_side(heads)}, duty=2)
sizes("heads.multi-head-sizes", {"multi_head": of_heads}, duty=3)


@derivation("heads.small-projections-see-one-slice", turned=True)
def a_small_projection_sees_one_slice(chain):
    return chain.closes("δ picks slice r")


@derivation("heads.small-projections-see-one-slice", duty=1)
def it_moves_with_no_other_slice(chain):
    return chain.closes("the projection is linear, and it holds slice r alone")
