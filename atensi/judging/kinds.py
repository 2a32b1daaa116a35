"""The kinds of evidence: the name of each, what it shows, and which verdicts it supports."""

from dataclasses import dataclass
from typing import Literal

from atensi.judging.outcomes import Drawn, Finding, Held, Sampled, Theorem
from proofs.engine.findings import (
    Compared,
    Corrected,
    Derived,
    Malformed,
    Measured,
    Met,
    Ran,
    Sized,
    Transcribed,
    Witnessed,
)

Establishes = Literal["all sizes", "some cases", "refutes", "needed", "no meaning", "illustrates"]


@dataclass(frozen=True)
class Kind:
    """A kind of evidence, in English; the other languages are in the catalogues."""

    name: str
    noun: str  # as a sentence names it
    shows: str  # what it can and cannot show
    establishes: Establishes
    finds: type[Finding]


KINDS = {
    "derivation": Kind(
        "derivation",
        "a derivation",
        "A chain of formulas over the reals, for all sizes. A normal form of the difference, or a"
        " named rule, checks each step. It begins and ends at the claim's own statement.",
        "all sizes",
        Derived,
    ),
    "general run": Kind(
        "general run",
        "a general run of the code",
        "The code itself, unchanged, runs on arrays of symbolic size whose general entry is a term "
        "in its indices. From what it gives at a general place a chain of formulas leads to the "
        "printed formula: for all sizes, over the reals. The same term, evaluated at random sizes "
        "and numbers, agrees with NumPy's run of the code, and on exact symbols, at sizes 2 and 3, "
        "with what the code gives there.",
        "all sizes",
        Ran,
    ),
    "formal": Kind(
        "formal proof",
        "a formal proof",
        "A theorem for all sizes. Coq's kernel checks its proof, and that it says what was "
        "generated from the statement; it says nothing of the code. The page names the axioms "
        "that it assumes. Where Coq is not installed, a record of the very same sources counts.",
        "all sizes",
        Theorem,
    ),
    "sizes": Kind(
        "sizes",
        "a type check of the code on symbolic sizes",
        "The code runs in the place of the formula's words, on arrays of symbolic size: shapes and "
        "counts of operations, for all sizes. The run records which functions it called.",
        "all sizes",
        Sized,
    ),
    "formed": Kind(
        "sizes of the formula",
        "a type check of the formula on symbolic sizes",
        "The sizes that the formula has as it is written, each index as far as the family whose "
        "place it is, and the products in it, for all sizes. No code runs.",
        "all sizes",
        Sized,
    ),
    "exact run": Kind(
        "exact run",
        "an exact run",
        "The code runs on symbols at fixed small sizes, in the place of the words that it computes,"
        " and gives the printed formula exactly, which the theory writes out without any code. It "
        "says nothing of other sizes. The run records which functions it called.",
        "some cases",
        Compared,
    ),
    "exhaustive": Kind(
        "exhaustive run",
        "an exhaustive run",
        "A function of the library on every float of a format: a bound on this library and "
        "processor. The floats of 16 bits run each time; those of 32 bits are recorded, and the "
        "worst of them and thousands of others run again. Those of 64 bits are samples.",
        "some cases",
        Measured,
    ),
    "property": Kind(
        "property",
        "a property",
        "It held on every generated case, against an oracle of fifty digits, within a derived "
        "rounding bound. It rejects a wrong implementation, so it could have failed.",
        "some cases",
        Held,
    ),
    "statistic": Kind(
        "statistical test",
        "a statistical test",
        "A random claim, sampled until the answer is clear. It states its rate of false alarms, "
        "and its rate of misses at a named discrepancy.",
        "some cases",
        Sampled,
    ),
    "counterexample": Kind(
        "counterexample",
        "a counterexample",
        "One case in exact numbers at which the statement is false.",
        "refutes",
        Witnessed,
    ),
    "necessity": Kind(
        "hypothesis needed",
        "a witness that a hypothesis is needed",
        "One case without the hypothesis at which the conclusion is false.",
        "needed",
        Witnessed,
    ),
    "inhabited": Kind(
        "conditions met",
        "a case that meets its conditions",
        "One case in exact numbers at which all conditions hold. From conditions that nothing "
        "meets anything would follow.",
        "illustrates",
        Met,
    ),
    "ill-formed": Kind(
        "formula without meaning",
        "a formula without meaning",
        "A statement's formula, written in the theory's language as it is printed, is refused. "
        "The same formula is taken once it is corrected, so the refusal is about the misprint.",
        "no meaning",
        Malformed,
    ),
    "transcription": Kind(
        "printed formula, read",
        "a printed formula that is read",
        "A statement's formula, character for character as it is printed, is read into the "
        "theory's language. It is what the claim says, up to the names of letters.",
        "illustrates",
        Transcribed,
    ),
    "correction": Kind(
        "correction, read",
        "a correction that is read",
        "The formula that an author may paste is read as a printed one is. It is what a claim says "
        "that answers or asserts the statement.",
        "illustrates",
        Corrected,
    ),
    "figure": Kind(
        "figure",
        "a figure",
        "The drawn numbers have passed their assertions. A figure illustrates; it establishes "
        "nothing.",
        "illustrates",
        Drawn,
    ),
}

NAMES = {kind: each.name for kind, each in KINDS.items()}
SHOWS = {kind: each.shows for kind, each in KINDS.items()}
DETAILS = {  # the names of a finding's other entries, as a reader sees them
    "sizes": "sizes",
    "listed sizes": "sizes or cases",
    "entries": "entries compared",
    "cases": "cases run",
    "worst": "worst error, in units of its bound",
    "means": "by case, the mean that the statement claims, and how far off is noticed",
    "false_alarm": "rate of false alarms, at most",
    "miss": "rate of misses, at most",
    "seed": "seed",
    "assertions": "assertions on the data",
    "numbers": "numbers drawn",
    "uses": "hypotheses used",
    "assumes": "assumes",
    "cites": "claims used",
    "lines": "lines of proof",
    "compared": "entries that agree with NumPy's run",
    "on_symbols": "entries that agree with the run on symbols, at sizes 2 and 3",
    "refuses": "what the code refuses",
    "recorded": "checked elsewhere, of the sources",
    "calls": "functions called",
    "takes": "claims on which its bound rests",
    "refusal": "refused with",
}


def of_that(establish: Establishes) -> set[str]:
    """Return the kinds of evidence that establish this."""
    return {name for name, kind in KINDS.items() if kind.establishes == establish}
