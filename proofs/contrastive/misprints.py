"""The contrastive loss: printed formulas that have no meaning as they stand."""

from proofs.engine.formula_checks import known
from proofs.engine.malformed import misprinted

misprinted("001:525/typesetting", because="an argument is empty between two commas")
misprinted(
    "001:525/undefined",
    because="nothing before this line says what e stands for at x",
    check=known(r"\mathbf{\theta}", "x", "f", "n", "z"),
    slip="x, , x^+",
    instead="x, x^+",
)
