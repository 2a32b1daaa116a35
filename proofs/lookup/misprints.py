"""Attention as a lookup table: printed formulas that have no meaning as they stand."""

from proofs.engine.malformed import misprinted

misprinted("001:8/typesetting", because="LaTeX has no command for a capital alpha")
