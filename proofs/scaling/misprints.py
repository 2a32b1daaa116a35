"""Scaling: printed formulas that have no meaning as they stand."""

from proofs.engine.formula_checks import numbers_with_a_law
from proofs.engine.malformed import misprinted
from theory.letters import d_attn
from theory.stating.families import numbers
from theory.stating.variables import index

misprinted("001:204-206/typesetting", because="a bracket is not closed")
misprinted(
    "001:200/vector",
    because="a row of d_attn numbers is given the law of a single number",
    check=numbers_with_a_law({
        r"\mathbf{qW}^q": numbers("q", d_attn), r"\mathbf{kW}^k": numbers("k", d_attn),
        "i": index("i", d_attn),
    }),
)  # fmt: skip
