"""One head: scaled dot-product attention, of an input to itself or to another, or masked.

Method of the chapter: derivations for all n and widths; the code's own type check on symbolic
sizes; general runs of `impl`; witnesses in exact numbers.
"""

from impl.heads import scaled_dot_product_attention
from impl.scores import dot
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, necessity, sizes
from proofs.heads.code import of_itself, projected
from theory import letters
from theory.heads.words import K, Q, V, row


@counterexample("heads.transformers-attend-to-themselves-alone")
def a_decoder_attends_to_its_encoder():
    target, source = [[1]], [[1], [2]]
    ours = attend(target, source, source)
    return At(
        {Q: target, K: source},
        ours,
        "the output, one row for the one query",
        words="one query of the decoder attends to two keys of the encoder",
    )


def attend(*rows, **options):
    return scaled_dot_product_attention(*map(expressions.array, rows), **options).tolist()


PROJECTED = {"product": projected}
sizes("heads.sizes", {**PROJECTED, "products": dot})
sizes("heads.sizes", {**PROJECTED, "attention": scaled_dot_product_attention}, duty=1)


@counterexample("heads.output-of-one-element-is-a-matrix")
def an_output_is_a_row():
    x = [[1], [2]]
    return At(
        {Q: x, K: x, V: x, row: 1},
        attend(x, x, x),
        "Y, one row for each element",
        words="the output of one element is a row of d_v numbers, and Y is a matrix of n by d_v",
    )


sizes("heads.layers-compose", {"self_attention": of_itself})


@necessity("heads.layers-compose", "values-as-wide-as-inputs")
def a_narrower_output_does_not_fit():
    x = [[1, 2]]
    ours = attend(x, x, (expressions.array(x) @ expressions.array([[1], [1]])).tolist())
    return At({letters.n: 1, letters.d: 2, letters.d_v: 1}, ours, "Y, which has one column")
