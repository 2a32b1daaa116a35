"""Tokens and positions are added: the worked sums, the scale, the four parts of a score."""

from fractions import Fraction

from impl.position import add_positions
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, derivation
from theory.letters import d_model
from theory.position.words import E_123, POS, i_worked, j_worked
from theory.stating.variables import real


def _worked(tenths, scale):
    rows = expressions.array([[Fraction(value, 10) for value in row] for row in tenths])
    return add_positions(rows, expressions.array(POS), scale).flat()


@counterexample("position.worked-sum-as-printed")
def the_first_entry_does_not_add_up():
    return At(
        {i_worked: 1, j_worked: 1},
        _worked(E_123, 1)[:4],
        "the first row of the first sum E + PE",
    )


for _duty in range(4):

    @derivation("position.worked-sum-at-one-tenth", _duty)
    def entry_by_entry(chain):
        return chain.closes("δ picks each printed entry")


@counterexample("position.original-scales-the-positions")
def the_original_scales_the_embedding():
    ours = add_positions(expressions.array([[1]]), expressions.array([[0]]), 2).flat()
    return At({d_model: 4, real("E"): 1, real("PE"): 0}, ours, "the sum of the draft")


closes("position.scores-have-four-parts", "multiply out")
