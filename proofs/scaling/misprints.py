"""Scaling: printed formulas that have no meaning as they stand."""

from proofs.engine.malformed import misprinted

misprinted("001:204-206/typesetting", because="a bracket is not closed")
