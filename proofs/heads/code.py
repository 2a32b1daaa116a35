"""What the code of attention heads computes, at all sizes."""

from impl.heads import (
    causal_mask,
    multi_head_attention,
    project,
    scaled_dot_product_attention,
    side_by_side,
)
from proofs.arrays.entries.family_arrays import library_of
from proofs.engine.evidence import computes, general_run
from proofs.rules import reindex, sift_within

NAMES = ("w_q", "w_k", "w_v", "w_o")
SAME = "the largest score of a row cancels"


def of_heads(x, y, *weights):
    """Run several heads with projections given one by one."""
    return multi_head_attention(x, y, dict(zip(NAMES, weights, strict=True)))


def projected(x, w):
    """Return x W, by the projection of one head."""
    return project(x, w.__array_namespace__().expand_dims(w, axis=0))[0, ...]


def of_itself(x, *weights):
    """Run one head on rows that ask themselves."""
    return scaled_dot_product_attention(*(projected(x, each) for each in weights))


computes("heads.scaled-dot-product-attention", {"attention": scaled_dot_product_attention}, SAME)
computes("heads.self-attention", {"self_attention": of_itself}, SAME)


@general_run("heads.multi-head", {"multi_head": of_heads}, turned=True)
def heads_are_concatenated_as_printed(chain):
    chain.by(sift_within, "each column of the concatenation is a column of one head")
    return chain.closes(SAME)


@general_run("heads.sum-over-heads", {"concat": lambda h, heads: side_by_side(heads)})
def each_column_of_the_concatenation_is_one_of_a_head(chain):
    return chain.by(sift_within, "column (r - 1) d_v + c is column c of head r").closes(
        "as printed"
    )


@general_run("heads.equivariant", {"self_attention": of_itself})
def permuted_rows_have_permuted_outputs(chain):
    return chain.by(reindex, "a sum over all rows, in another order").closes(SAME)


@general_run("heads.equivariant", {"multi_head": of_heads}, duty=1)
def so_have_rows_that_several_heads_read(chain):
    return chain.by(reindex, "a sum over all rows, in another order").closes(SAME)


computes(
    "heads.causal-mask",
    {"causal": lambda m, n: causal_mask(m, n, xp=library_of(m))},
    "whole numbers: less than one more is at most",
)


computes(
    "heads.causal-mask",
    {"causal_from_the_start": lambda m, n: causal_mask(m, n, "start", xp=library_of(m))},
    "whole numbers: less than one more is at most",
    duty=1,
)
