"""Scores: printed formulas that have no meaning as they stand."""

from proofs.engine.malformed import misprinted

misprinted("001:161/typesetting", because="a letter of a formula stands outside of one")
