"""The rules that SymPy does not have: few, applied by code, and what a reader must trust.

Each is a fact of school or first-year mathematics. `RULES` lists them with the sentence that one
has to believe; the tests show for each a use that it refuses. Every rule holds where both sides are
defined. A claim's hypotheses must say that a denominator is not zero.
"""

from proofs.rules.brackets import decided, next_apart
from proofs.rules.keeping import some_kept
from proofs.rules.listing import BY_RANGE, LISTED, RULES, counts_from_one
from proofs.rules.rewriting import (
    BENT,
    angles,
    by_sign,
    cases,
    differentiate,
    first_apart,
    in_pairs,
    lies_within,
    maximum,
    powers,
    reindex,
    roots,
    sift,
    sift_within,
    sigma,
    up_to,
)
from proofs.rules.signs import (
    above_tangent,
    below_one,
    exceeds_one,
    grows,
    is_nonnegative,
    is_positive,
    keeps_order,
    outweighs,
    termwise,
    unsigned,
    within_one,
)

__all__ = [
    "BENT",
    "BY_RANGE",
    "LISTED",
    "RULES",
    "above_tangent",
    "angles",
    "below_one",
    "by_sign",
    "cases",
    "counts_from_one",
    "decided",
    "differentiate",
    "exceeds_one",
    "first_apart",
    "grows",
    "in_pairs",
    "is_nonnegative",
    "is_positive",
    "keeps_order",
    "lies_within",
    "maximum",
    "next_apart",
    "outweighs",
    "powers",
    "reindex",
    "roots",
    "sift",
    "sift_within",
    "sigma",
    "some_kept",
    "termwise",
    "unsigned",
    "up_to",
    "within_one",
]
