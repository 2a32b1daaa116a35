"""Tokens and positions are added: the worked sums, the scale, the four parts of a score."""

from fractions import Fraction

from impl.position import add_positions
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, exact_run
from theory.letters import d_model
from theory.position import E_123, E_321, POS, i_worked, j_worked, printed, printed_
from theory.stating.exact import Case
from theory.stating.families import real


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


def _entries(printed):
    return [
        Case({i_worked: row, j_worked: column}).value(printed)
        for row in (1, 2, 3)
        for column in (1, 2, 3, 4)
    ]


SUMS = ((E_123, printed), (E_321, printed_))
for _duty, (_tokens, _printed) in enumerate(SUMS):

    @exact_run("position.worked-sum-at-one-tenth", duty=_duty)
    def a_sum_is_right_at_one_tenth(tokens=_tokens):
        yield {}, _worked(tokens, Fraction(1, 10))

    @exact_run("position.worked-sum-at-one-tenth", duty=_duty + 2)
    def a_sum_is_off_as_printed(tokens=_tokens, printed=_printed):
        ours, theirs = _worked(tokens, 1), _entries(printed)
        yield {}, [mine - entry for mine, entry in zip(ours, theirs, strict=True)]


@counterexample("position.original-scales-the-positions")
def the_original_scales_the_embedding():
    ours = add_positions(expressions.array([[1]]), expressions.array([[0]]), 2).flat()
    return At({d_model: 4, real("E"): 1, real("PE"): 0}, ours, "the sum of the draft")


@derivation("position.scores-have-four-parts")
def scores_have_four_parts(chain):
    return chain.closes("multiply out")
