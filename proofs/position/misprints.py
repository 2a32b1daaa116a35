"""Positions: printed formulas that have no meaning as they stand."""

from proofs.engine.malformed import misprinted

misprinted("003:52/typesetting", because="a brace closes before the bracket that it holds")
