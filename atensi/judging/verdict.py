"""Derive the verdicts from the evidence: one pure function, and no verdict comes from elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass

from atensi.judging.kinds import KINDS, of_that
from atensi.judging.outcomes import Compared, Derived, Held, Measured, Met, Ran, Sized, Theorem
from atensi.judging.reason import Part, Reason, listed
from atensi.judging.records import Record
from proofs.engine.duties import Duty, duties, relation
from theory.claim import Claim
from theory.stating.terms import Applied

PROVED, PROVED_UNDER, DEFINITION = "PROVED", "PROVED UNDER", "DEFINITION"
SUPPORTED, READ_AS, REFUTED, OPEN = "SUPPORTED", "READ AS", "REFUTED", "OPEN"
VERDICTS = (PROVED, PROVED_UNDER, DEFINITION, SUPPORTED, READ_AS, REFUTED, OPEN)

CALLED = {  # each within a sentence
    PROVED: "proved",
    PROVED_UNDER: "proved under hypotheses",
    DEFINITION: "definition",
    SUPPORTED: "supported",
    READ_AS: "read as its formula",
    REFUTED: "refuted",
    OPEN: "open",
}

FOR_ALL_SIZES, FOR_SOME = of_that("all sizes"), of_that("some cases")
REFUTES, NEEDED = of_that("refutes"), of_that("needed")

_MENDS = (PROVED, PROVED_UNDER)  # what may stand in the place of what is refuted
_FOR_ALL = (Derived, Sized, Theorem)  # what shows a relation for all sizes
_REACH = (Compared, Measured, *_FOR_ALL)  # what says which relations it shows
_TESTED = {"property", "statistic"}  # kinds that count for a relation only where there is no other
_GROUNDS = {
    OPEN: "builds on {ground}, which is open",
    REFUTED: "builds on {ground}, which is refuted",
}
_OUTCOMES = {
    "fails": "{evidence} at {where} fails",
    "not offered": "the subject does not offer what {evidence} at {where} needs",
}


@dataclass(frozen=True)
class Verdict:
    """A verdict, and how it was derived."""

    word: str
    because: Reason
    reading: str = ""  # of a claim whose words no formula carries: the verdict on its formula

    @property
    def of_formula(self) -> str:
        """The verdict on what the claim states as an object."""
        return self.reading or self.word


def verdicts(claims: Sequence[Claim], evidence: Sequence[Record]) -> dict[str, Verdict]:
    """Derive the verdict on every claim."""
    by_id = {claim.id: claim for claim in claims}
    derived: dict[str, Verdict] = {}
    under_way: set[str] = set()
    records: dict[str, list[Record]] = {}
    for record in evidence:
        records.setdefault(record.claim, []).append(record)

    def judge(claim: Claim) -> Verdict:
        if claim.id in under_way:
            return _verdict(OPEN, "{claim} rests on itself", claim=claim.id)
        if claim.id not in derived:
            under_way.add(claim.id)
            verdict = _by_evidence(claim, records.get(claim.id, []))
            derived[claim.id] = _read(claim, _supported(claim, verdict))
            under_way.discard(claim.id)
        return derived[claim.id]

    def _supported(claim: Claim, verdict: Verdict) -> Verdict:
        for name in (*claim.builds_on, *_cited(claim)):
            if name not in by_id:
                return _verdict(OPEN, "builds on {ground}, which is no claim", ground=name)
            ground = judge(by_id[name])
            if ground.of_formula in _GROUNDS:
                return _verdict(OPEN, _GROUNDS[ground.of_formula], ground=name)
            weak = ground.of_formula == SUPPORTED or (
                ground.of_formula == DEFINITION and name in _cited(claim)  # at the sizes listed
            )
            if weak and verdict.word in (PROVED, PROVED_UNDER):
                because = "builds on {ground}, which is supported and not proved"
                verdict = _verdict(SUPPORTED, because, ground=name)
        for name in _cited(claim, by_chains=True):
            if any(isinstance(r.finding, Ran) and r.finding.refuses for r in records[name]):
                because = "it uses {ground}, whose code refuses some arguments"
                verdict = _verdict(OPEN, because, ground=name)
        for hypothesis, each in claim.hypotheses.items():
            if each.ground in by_id and judge(by_id[each.ground]).of_formula in _GROUNDS:
                because = "its hypothesis {hypothesis} has no ground: {ground} does not hold here"
                verdict = _verdict(OPEN, because, hypothesis=hypothesis, ground=each.ground)
        for name in _taken(claim):
            ground = judge(by_id[name])
            if ground.of_formula in _GROUNDS and verdict.word != OPEN:
                because = "the bound of its property takes {ground}, which does not hold here"
                verdict = _verdict(OPEN, because, ground=name)
        if verdict.word != REFUTED:
            return verdict
        mends = [c for c in claims if claim.id in c.repairs]
        true = tuple(c.id for c in mends if judge(c).of_formula in _MENDS)
        if not true:
            return _verdict(
                OPEN, "a counterexample refutes it, but no proved claim takes its place"
            )
        return _verdict(REFUTED, "a counterexample refutes it; true instead: {claims}", claims=true)

    def _cited(claim: Claim, by_chains: bool = False) -> tuple[str, ...]:
        """Return the claims that its derivations use, which must be proved; the rest is open.

        by_chains: not those of which a general run itself sees whether they hold where they stand.
        """
        found = [record.finding for record in records.get(claim.id, ())]
        using = [f for f in found if isinstance(f, Derived) and not (by_chains and type(f) is Ran)]
        return tuple(dict.fromkeys(c for f in using for c in f.cites))

    def _taken(claim: Claim) -> tuple[str, ...]:
        """Return the claims on which the bounds of its properties rest."""
        found = [record.finding for record in records.get(claim.id, ())]
        taken = (name for f in found if isinstance(f, Held) for name in f.takes)
        return tuple(name for name in dict.fromkeys(taken) if name in by_id)

    return {claim.id: judge(claim) for claim in claims}


def _read(claim: Claim, verdict: Verdict) -> Verdict:
    """Return the verdict on a sentence that says more than its formula."""
    if not claim.beyond or verdict.word == OPEN:
        return verdict
    because = "its formula: {verdict}, {because}; it does not carry {beyond}"
    parts: dict[str, Part] = {
        "verdict": Reason(CALLED[verdict.word]),
        "because": verdict.because,
        "beyond": Reason(claim.beyond),
    }  # fmt: skip
    return Verdict(READ_AS, Reason(because, parts), verdict.word)


def _verdict(word: str, because: str, **parts: Part) -> Verdict:
    return Verdict(word, Reason(because, parts))


def _nouns(kinds: set[str]) -> Reason:
    return listed([KINDS[kind].noun if kind in KINDS else kind for kind in sorted(kinds)])


def _not_reached(claim: Claim, evidence: Sequence[Record], by: tuple[type, ...]) -> str:
    """Return the first relation of a claim's statement that such evidence does not show.

    A theorem whose statement was typed by hand shows none: a person has read what it says. Nor does
    a property whose sides are not taken from the statement.
    """
    findings = [record.finding for record in evidence]
    shown = [each for each in findings if isinstance(each, by)]
    reached = {duty for each in shown for duty in getattr(each, "duties", ())}
    asked = enumerate(duties(claim.states))
    return next((relation(duty) for place, duty in asked if place not in reached), "")


def _not_supposed(claim: Claim, evidence: Sequence[Record]) -> str:
    """Return the first relation that supposes what no case is shown to meet."""
    findings = [record.finding for record in evidence]
    met = {duty for each in findings if isinstance(each, Met) for duty in each.supposed_by}
    asked = enumerate(duties(claim.states))
    left = (each for place, each in asked if isinstance(each, Duty) and place not in met)
    return next((relation(each) for each in left if each.when), "")


def _by_evidence(claim: Claim, evidence: Sequence[Record]) -> Verdict:
    if not evidence:
        return _verdict(OPEN, "there is no evidence")
    not_run = [record for record in evidence if record.outcome == "not run here"]
    evidence = [record for record in evidence if record not in not_run]
    if not_run and not {record.kind for record in evidence} & FOR_ALL_SIZES:
        why = Reason(not_run[0].message)
        return _verdict(OPEN, "its formal proof was not run here: {why}", why=why)
    for record in evidence:
        if record.outcome != "holds":
            what = _nouns({record.kind})
            because = _OUTCOMES.get(record.outcome, _OUTCOMES["fails"])
            return _verdict(OPEN, because, evidence=what, where=record.where)

    kinds = {record.kind for record in evidence}
    if kinds & REFUTES:
        if kinds & (FOR_ALL_SIZES | FOR_SOME):
            return _verdict(OPEN, "the evidence contradicts itself")
        return _verdict(REFUTED, "a counterexample refutes it")
    if claim.kind == "historical":  # code can contradict history, but cannot witness it
        return _verdict(OPEN, "no evidence here can prove what somebody did in the past")

    needed = {record.hypothesis for record in evidence if record.kind in NEEDED}
    for hypothesis in claim.hypotheses:
        if hypothesis not in needed:
            because = "nothing shows that its hypothesis {hypothesis} is needed"
            return _verdict(OPEN, because, hypothesis=hypothesis)
    if claim.states.conditions and "inhabited" not in kinds:
        return _verdict(OPEN, "nothing shows that its conditions can be met")
    if left := _not_supposed(claim, evidence):
        because = "nothing shows that what is supposed can be met: {relation}"
        return _verdict(OPEN, because, relation=f"${left}$")
    is_tested_alone = kinds & (FOR_ALL_SIZES | FOR_SOME) <= _TESTED
    if left := _not_reached(claim, evidence, (Held,) if is_tested_alone else _REACH):
        because = "no evidence reaches {relation} of its statement"
        return _verdict(OPEN, because, relation=f"${left}$")
    if claim.scope == "floats" and kinds & FOR_ALL_SIZES and "property" not in kinds:
        return _verdict(OPEN, "a claim on floats needs a property on floats beside its algebra")
    at_sizes = _not_reached(claim, evidence, _FOR_ALL)
    if kinds & FOR_ALL_SIZES and at_sizes and not _is_whole_by_runs(claim):
        because = "an exact run alone reaches {relation}, at the sizes listed"
        return _verdict(SUPPORTED, because, relation=f"${at_sizes}$")
    if kinds & FOR_ALL_SIZES and not at_sizes:
        how = _for_all_sizes(evidence, kinds & FOR_ALL_SIZES)
        if not claim.hypotheses:
            return _verdict(PROVED, "{evidence}, for all sizes", evidence=how)
        under = "{evidence}, for all sizes, under {hypotheses}"
        return _verdict(PROVED_UNDER, under, evidence=how, hypotheses=tuple(claim.hypotheses))
    if "exact run" in kinds and claim.kind == "example":
        return _verdict(PROVED, "an exact run of every case that the claim is about")
    if "exact run" in kinds and _is_whole_by_runs(claim):
        return _verdict(DEFINITION, "an exact run of the code equals the printed formula")
    asks_for = {"property"} if claim.kind == "random" else {"property", "statistic"}
    if claim.scope == "reals" and kinds & FOR_SOME and kinds & FOR_SOME <= asks_for:
        return _verdict(OPEN, "generated cases alone prove nothing over the reals")
    if kinds & FOR_SOME == {"exhaustive"}:
        how = _nouns({"exhaustive"})
        on = "{evidence}, on floats (all, or samples), library and processors as listed"
        return _verdict(SUPPORTED, on, evidence=how)
    if kinds & FOR_SOME:
        how = _nouns(kinds & FOR_SOME)
        return _verdict(SUPPORTED, "{evidence}, at the sizes and cases listed", evidence=how)
    return _verdict(OPEN, "{evidence} alone establishes nothing", evidence=_nouns(kinds))


def _is_whole_by_runs(claim: Claim) -> bool:
    """Say whether exact runs say all: of an example, and of what the code gives for a word."""
    lefts = [each.link.left for each in duties(claim.states) if isinstance(each, Duty)]
    of_words = bool(lefts) and all(isinstance(each, Applied) for each in lefts)
    defines = claim.kind in ("definition", "convention") and of_words
    return claim.kind == "example" or defines


def _for_all_sizes(evidence: Sequence[Record], kinds: set[str]) -> Reason:
    """Name the kinds. If all rests on a proof checked elsewhere, name its sources too."""
    theorems = [record.finding for record in evidence if isinstance(record.finding, Theorem)]
    sources = tuple(sorted({each.recorded for each in theorems if each.recorded}))
    if kinds != {"formal"} or not sources:
        return _nouns(kinds)
    elsewhere = "{evidence} (recorded, of the sources {sources})"
    return Reason(elsewhere, {"evidence": _nouns(kinds), "sources": sources})
