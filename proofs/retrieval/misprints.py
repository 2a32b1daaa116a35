"""Retrieval: printed formulas that have no meaning as they stand."""

from proofs.engine.formula_checks import explained
from proofs.engine.malformed import ill_formed, misprinted
from theory.retrieval.words import bernoulli
from theory.stating.forming import defined
from theory.stating.variables import real

probability, outcome, p = real("P"), real("y"), real("p")


@ill_formed(
    "001:502/unbound",
    because="the y on the right stands for nothing: the left side speaks of relevance",
    printed={"of": r"\text{relevan}"},
    meant={"of": "y"},
    letters={r"\text{relevan}": real("r"), "y": outcome},
)
def the_probability_of_relevance(of):
    return defined(probability, bernoulli(outcome, p), given=(of, p))


misprinted(
    "001:511/undefined",
    because="f_sim is used, and no sentence says what it is",
    check=explained(r"f_{\text{sim}}"),
)
