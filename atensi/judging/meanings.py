"""Each verdict's name within a sentence, and what the verdict rests on."""

from atensi.judging.verdict import (
    CALLED,
    DEFINITION,
    OPEN,
    PROVED,
    PROVED_UNDER,
    READ_AS,
    REFUTED,
    SUPPORTED,
)

__all__ = ["CALLED", "MEANS"]

MEANS = {
    PROVED: "A derivation for all sizes, each step checked; a general run, from what the code "
    "gives at a general place to the formula; a type check of the code, or of a formula alone, on "
    "symbolic sizes, for a statement about sizes; a theorem in a proof assistant; an exact run of "
    "every case, for a statement about finitely many.",
    PROVED_UNDER: "The same, under named hypotheses, each with a witness that it cannot be "
    "dropped. Conditions without a name, as T > 0, only say of what a statement speaks.",
    DEFINITION: "No general run carries it: the code, run on symbols, equals the printed formula "
    "entry by entry, at the sizes listed.",
    SUPPORTED: "It held for the listed cases, sizes or samples. That is no proof.",
    READ_AS: "Its sentence says more than any formula here carries; the verdict on the formula "
    "stands beside it.",
    REFUTED: "A witness against it, and in its place a claim whose formula is itself proved.",
    OPEN: "Evidence is missing or fails.",
}
