"""Positions: printed formulas that have no meaning as they stand."""

from proofs.engine.formula_checks import explained
from proofs.engine.malformed import misprinted

misprinted("003:52/typesetting", because="a brace closes before the bracket that it holds")
misprinted(
    "003:50/letters",
    because="pos, i and d_model are used, and no sentence says what they are",
    check=explained("pos", "i", "d_{model}"),
)
