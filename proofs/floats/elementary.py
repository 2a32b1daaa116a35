"""How far the library's elementary functions are from the exact ones, on all floats of a format."""

from proofs.engine.evidence import exhaustive
from proofs.exhaustive import known
from theory.floats.words import t

exhaustive("floats.exp-within-c", known, "exp", t)
exhaustive("floats.exp-above-zero-within-c", known, "exp above 0", t)
exhaustive("floats.log-within-c", known, "log", t)
exhaustive("floats.log-below-one-within-c", known, "log below 1", t)
exhaustive("floats.tanh-within-c", known, "tanh", t)
exhaustive("floats.erf-within-c", known, "erf", t)
exhaustive("floats.sine-within-c", known, "sin", t)
exhaustive("floats.cosine-within-c", known, "cos", t)
exhaustive("floats.root-within-u", known, "sqrt", t)
exhaustive("floats.power-within-c", known, "power", t)
exhaustive("floats.far-sine-within-u", known, "far sin", t)
exhaustive("floats.far-cosine-within-u", known, "far cos", t)
