"""Tokens and positions are added: the worked sums, the scale, the four parts of a score."""

import sympy as sp

from impl.position import add_positions
from proofs.arrays import symbols
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, counterexample, derivation, exact_run, refuses
from theory import position as theory
from theory.scores import dot
from theory.symbols import family

E, PE = family("E"), family("PE")
e, e_, p, p_ = (family(name) for name in ("e", "e'", "p", "p'"))


@exact_run("position.added")
def positions_are_added_entry_by_entry():
    for length, width in ((1, 2), (2, 2)):
        ours = add_positions(
            symbols.entries(E, length, width), symbols.entries(PE, length, width), sp.Rational(1, 3)
        )
        printed = [
            theory.with_positions(E[row, column], PE[row, column], sp.Rational(1, 3))
            for row in range(1, length + 1)
            for column in range(1, width + 1)
        ]
        yield f"L = {length}, d = {width}, scale 1/3", ours.flat(), printed


def _worked(tenths, scale):
    rows = symbols.array([[theory.TENTH * value for value in row] for row in tenths])
    return add_positions(rows, symbols.array(theory.POS), scale).flat()


@counterexample("position.worked-sum-as-printed")
def the_first_entry_does_not_add_up():
    return Witness(
        given={"E_11": "0.2", "PE_11": "1", "printed X_11": "0.3"},
        claimed="0.2 + 1 = 0.3",
        left=_worked(theory.E_123, 1)[0],
        op="=",
        right=theory.TENTH * theory.X_123[0][0],
        ours=_worked(theory.E_123, 1)[:4],
        instead="the first row of the first sum E + PE",
    )


@counterexample("position.worked-sum-as-printed")
def the_second_sum_does_not_add_up_either():
    return Witness(
        given={"E_11": "0.3", "PE_11": "1", "printed X'_11": "0.4"},
        claimed="0.3 + 1 = 0.4",
        left=_worked(theory.E_321, 1)[0],
        op="=",
        right=theory.TENTH * theory.X_321[0][0],
        ours=_worked(theory.E_321, 1)[:4],
        instead="the first row of the second sum E + PE",
    )


@exact_run("position.worked-sum-at-one-tenth")
def both_sums_are_right_at_one_tenth():
    for name, given, printed in (
        ("(t_1, t_2, t_3)", theory.E_123, theory.X_123),
        ("(t_3, t_2, t_1)", theory.E_321, theory.X_321),
    ):
        expected = [theory.TENTH * value for row in printed for value in row]
        yield name, _worked(given, theory.TENTH), expected


@counterexample("position.original-scales-the-positions")
def the_original_scales_the_embedding():
    return Witness(
        given={"d_model": "4", "e": "1", "PE": "0"},
        claimed="the sum of the draft is that of the original",
        left=theory.with_positions(1, 0, sp.sqrt(4)),
        op="=",
        right=theory.original(1, 0, 4),
        ours=add_positions(symbols.array([[1]]), symbols.array([[0]]), 2).flat(),
        instead="the sum of the draft",
    )


@derivation("position.scores-have-four-parts")
def scores_have_four_parts():
    return Chain(_score()).equals(dot(e, e_) + dot(e, p_) + dot(p, e_) + dot(p, p_), "multiply out")


refuses(
    scores_have_four_parts,
    lambda: Chain(_score()).equals(dot(e, e_) + dot(p, p_), "no part that crosses"),
)


def _score():
    return dot(lambda column: e[column] + p[column], lambda column: e_[column] + p_[column])
