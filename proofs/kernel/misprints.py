"""Kernel regression: printed formulas that have no meaning as they stand."""

from proofs.engine.malformed import misprinted

misprinted(
    "001:114-117",
    because="a formula begins at a dollar sign left over, and ends where the next one is meant to "
    "begin",
)
