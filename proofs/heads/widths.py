"""The widths of heads and of their projections, and the sizes that do not fit."""

from impl.heads import scaled_dot_product_attention, side_by_side
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, formed, necessity, sizes
from proofs.heads.code import of_heads
from proofs.heads.one_head import PROJECTED, attend
from theory import letters
from theory.heads.many_heads import d_token, r

closes(
    "heads.divisor-is-the-root-of-the-width",
    "d_attn is h times the width of a head",
    let={letters.d_attn: letters.h * letters.d_k},
)


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


closes("heads.small-projections-see-one-slice", "δ picks slice r", turned=True)


closes(
    "heads.small-projections-see-one-slice",
    "the projection is linear, and it holds slice r alone",
    duty=1,
)
