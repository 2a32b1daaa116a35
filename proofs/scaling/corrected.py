"""Scaling: the variance of a correction, read, is that of the claim."""

from proofs.engine.correction import correction
from proofs.scaling.transcribed import RANDOM

correction("001:204-206/sum", "scaling.variance-is-proportional-to-width", RANDOM)
