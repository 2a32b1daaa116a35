"""The rules that SymPy does not have: few, applied by code, and what a reader must trust.

Each is a fact of school or first-year mathematics. `RULES` lists them with the sentence that one
has to believe; the tests show for each a use that it refuses. Every rule holds where both sides are
defined. A claim's hypotheses must say that a denominator is not zero.
"""

from proofs.engine.rules.brackets import decided
from proofs.engine.rules.integrals import rise
from proofs.engine.rules.listing import BY_RANGE, LISTED, RULES, counts_from_one
from proofs.engine.rules.rewriting import (
    BENT,
    angles,
    cases,
    differentiate,
    first_apart,
    in_pairs,
    maximum,
    powers,
    reindex,
    roots,
    sift,
    sigma,
)
from proofs.engine.rules.signs import (
    above_tangent,
    below_one,
    grows,
    is_nonnegative,
    is_positive,
    keeps_order,
    pointwise,
    termwise,
    unsigned,
)

__all__ = [
    "BENT",
    "BY_RANGE",
    "LISTED",
    "RULES",
    "above_tangent",
    "angles",
    "below_one",
    "cases",
    "counts_from_one",
    "decided",
    "differentiate",
    "first_apart",
    "grows",
    "in_pairs",
    "is_nonnegative",
    "is_positive",
    "keeps_order",
    "maximum",
    "pointwise",
    "powers",
    "reindex",
    "rise",
    "roots",
    "sift",
    "sigma",
    "termwise",
    "unsigned",
]
