"""The net as printed, which works on each row by itself.

Method of the chapter: derivations for all widths; general runs of `impl`; witnesses.
"""

from impl.feedforward import feed_forward
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import derivation, necessity
from theory.feedforward.words import W_1, W_2, X, b_1, b_2, i, k, point, t
from theory.stating.operations import delta


def _named(params):
    return {each.base.name.lower(): array for each, array in params.items()}


@necessity("feedforward.gelu", "no-clamp")
def beyond_it_the_tanh_is_not_quite_one():
    return At({point: 21})


@derivation("feedforward.each-row-by-itself")
def another_row_does_not_matter(chain):
    return chain.given("another-row", delta(i, k), 0, "i ≠ k, so nothing is added")


@necessity("feedforward.each-row-by-itself", "another-row")
def its_own_row_matters():
    plain = {W_1: ((1,),), b_1: (0,), W_2: ((1,),), b_2: (0,)}
    params = _named({each: expressions.array(value) for each, value in plain.items()})
    ours = feed_forward(expressions.array([[2], [5]]), params).tolist()
    values = {X: ((1,), (5,)), t: (1,), i: 1, k: 1, **plain}
    return At(values, ours, "the net of ((2), (5)); only the first row has changed")
