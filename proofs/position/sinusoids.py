"""The vectors of positions: sinusoids, as printed in two forms, or the rows of a learned table.

Method of the chapter: derivations for any number d of pairs, any frequencies, any score; exact runs
of `impl` at small sizes; witnesses in exact numbers.
"""

import sympy as sp

from impl.position import add_positions, learned, sinusoidal
from proofs.arrays import shapes, symbols
from proofs.arrays.objects import INT
from proofs.engine.derivation import Chain, as_written
from proofs.engine.evidence import Witness, counterexample, derivation, exact_run, refuses, sizes
from theory import position as theory
from theory.symbols import L, d_model, family, size

W = family("W")


def sinusoids(length, width):
    return sinusoidal(length, width, xp=symbols.xp)


@exact_run("position.sinusoidal")
def sinusoids_are_those_of_both_printed_forms():
    for length, width in ((2, 1), (3, 2), (2, 3), (3, 4)):
        columns = [
            theory.sinusoid_by_column(pos, i, width) for pos in range(length) for i in range(width)
        ]
        yield f"by column: L = {length}, d = {width}", sinusoids(length, width).flat(), columns
    pairs = [value for pos in (0, 1, 2) for pair in (0, 1)
             for value in theory.sinusoid_by_pair(pos, pair, 4)]  # fmt: skip
    yield "by pair: L = 3, d = 4", sinusoids(3, 4).flat(), pairs


@derivation("position.both-printed-forms-agree")
def odd_columns_agree():
    # Even columns, at i = 2k, have the exponent i/d, which is that of their pair as it stands.
    return Chain(as_written(lambda: (_column() - 1) / d_model)).equals(
        _exponent_by_pair(), "(i - 1)/d at i = 2k + 1"
    )


refuses(
    odd_columns_agree,
    lambda: Chain(_column() / d_model).equals(_exponent_by_pair(), "without taking 1 off"),
)


def any_pair():
    return sp.Symbol("k", integer=True, nonnegative=True)


def _column():
    """Return the odd column of any pair."""
    return 2 * any_pair() + 1


def _exponent_by_pair():
    return 2 * any_pair() / d_model


@counterexample("position.columns-count-from-one")
def the_first_column_would_be_a_cosine():
    return Witness(
        given={"d_model": "2", "p": "1", "i": "1, the first"},
        claimed="the first component is that of the original, sin(1)",
        left=theory.sinusoid_by_column(1, 1, 2),
        op="=",
        right=theory.sinusoid_by_pair(1, 0, 2)[0],
        ours=sinusoids(2, 2)[1, ...].tolist(),
        instead="the row of position 1, columns counted from 0",
    )


@counterexample("position.columns-run-up-to-d-model")
def one_component_too_many():
    return Witness(
        given={"d_model": "2"},
        claimed="there are d_model columns i with 0 ≤ i ≤ d_model",
        left=len(range(0, 2 + 1)),
        op="=",
        right=2,
        ours=sinusoids(2, 2)[1, ...].tolist(),
        instead="the row of position 1",
    )


@counterexample("position.d-model-is-the-length")
def one_element_in_a_wider_model():
    row = sinusoids(1, 2)
    return Witness(
        given={"L": "1", "d_model": "2"},
        claimed="d_model is the number of elements",
        left=row.shape[1],
        op="=",
        right=row.shape[0],
        ours=row.flat(),
        instead="the only row, of width 2",
    )


@sizes("position.sizes")
def sizes_of_positions():
    table = sinusoidal(L, d_model, xp=shapes.xp)
    yield "PE", table.shape, (L, d_model), {}
    trained = shapes.array(size("N"), d_model)
    yield "Pos(t)", learned(shapes.array(L, dtype=INT), trained).shape, (L, d_model), {}
    yield "E + PE", add_positions(shapes.array(L, d_model), table).shape, (L, d_model), {}


@exact_run("position.learned")
def learned_positions_are_rows_of_a_table():
    table = symbols.entries(W, 3, 2)
    for places in ((0,), (2, 0), (0, 1, 2)):
        ours = learned(symbols.xp.asarray(list(places), dtype=INT), table)
        printed = [
            sum(sp.KroneckerDelta(pos + 1, row) * W[row, column] for row in (1, 2, 3))
            for pos in places
            for column in (1, 2)
        ]
        yield f"positions {places} of 3", ours.flat(), printed
