"""Scores: printed formulas that have no meaning as they stand."""

from proofs.engine.formula_checks import of_known_size
from proofs.engine.malformed import misprinted

misprinted("001:161/typesetting", because="a letter of a formula stands outside of one")
misprinted(
    "001:159/sizes",
    because="a product with a matrix of no size has no size, and the scores need one",
    check=of_known_size(r"\mathbf{W}^q", r"\mathbf{W}^k"),
)
