"""BERT: printed formulas that have no meaning as they stand."""

from proofs.engine.formula_checks import explained, number
from proofs.engine.malformed import misprinted
from theory.letters import L, d
from theory.stating.families import numbers
from theory.stating.variables import size

V = size("V")
ROWS = numbers("X", L, d)

misprinted(
    "001:459/index",
    because="without the index of its row, the softmax of a matrix at t_i is a row of numbers, and "
    "its logarithm no number",
    check=number({
        r"\mathbf{X}": ROWS, r"\mathbf{y}": ROWS, r"\mathbf{W}^o": numbers("W^o", d, V), "L": L,
        "t": numbers("t", L, domain="integer"), r"\mathcal{M}": L,
    }),
)  # fmt: skip
misprinted(
    "001:471/lengths",
    because="L_1 and L_2 are used, and no sentence says what they are",
    check=explained("L_1", "L_2"),
)
