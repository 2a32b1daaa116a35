"""The verdict on a claim: one pure function of the evidence, and the only place it comes from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from theory.claim import Claim

Record = Mapping[str, Any]  # one piece of evidence, as it stands in the ledger

PROVED, PROVED_UNDER, DEFINITION = "PROVED", "PROVED UNDER", "DEFINITION"
SUPPORTED, REFUTED, OPEN = "SUPPORTED", "REFUTED", "OPEN"
VERDICTS = (PROVED, PROVED_UNDER, DEFINITION, SUPPORTED, REFUTED, OPEN)

FOR_ALL_SIZES = {"derivation", "sizes", "formal"}
ALGEBRA = {"identity", "invariance", "bound", "limit"}
FOR_SOME = {"exact run", "property", "statistic"}

# What a witness may fail: an equality, a bound or a strict bound, as the evidence shows one.
_SHOWN = {
    "=": {"="}, "→": {"="}, "≤": {"≤"}, "≥": {"≤"}, "<": {"<"}, ">": {"<"},
    "≤ … →": {"≤", "="}, "≥ … →": {"≤", "="},
}  # fmt: skip


@dataclass(frozen=True)
class Verdict:
    """A verdict and the sentence that says how it was derived."""

    word: str
    because: str


def verdicts(claims: Sequence[Claim], evidence: Sequence[Record]) -> dict[str, Verdict]:
    """Derive the verdict on every claim."""
    by_id = {claim.id: claim for claim in claims}
    found: dict[str, Verdict] = {}
    under_way: set[str] = set()

    def judge(claim: Claim) -> Verdict:
        if claim.id in under_way:
            return Verdict(OPEN, f"{claim.id} rests on itself")
        if claim.id not in found:
            under_way.add(claim.id)
            own = [record for record in evidence if record["claim"] == claim.id]
            found[claim.id] = _supported(claim, _by_evidence(claim, own))
            under_way.discard(claim.id)
        return found[claim.id]

    def _supported(claim: Claim, verdict: Verdict) -> Verdict:
        for name in claim.builds_on:
            if name not in by_id:
                return Verdict(OPEN, f"builds on {name}, which is no claim")
            ground = judge(by_id[name])
            if ground.word in (OPEN, REFUTED):
                return Verdict(OPEN, f"builds on {name}, which is {ground.word}")
        if verdict.word != REFUTED:
            return verdict
        mends = [c for c in claims if claim.id in c.repairs]
        true = [c.id for c in mends if judge(c).word in (PROVED, PROVED_UNDER)]
        if not true:
            return Verdict(OPEN, "a counterexample refutes it, but no proved claim takes its place")
        return Verdict(REFUTED, f"{verdict.because}; true instead: {', '.join(true)}")

    return {claim.id: judge(claim) for claim in claims}


_NAMES = {
    "derivation": "a derivation",
    "sizes": "a type check of the code on symbolic sizes",
    "formal": "a formal proof",
    "exact run": "an exact run",
    "property": "a property",
    "statistic": "a statistical test",
}


def _listed(kinds: set[str]) -> str:
    return " and ".join(_NAMES[kind] for kind in sorted(kinds))


def _beside_the_point(evidence: Sequence[Record]) -> str:
    """Name a witness that fails another kind of relation than the evidence shows."""
    shown = {"="} if any(r["kind"] in ("sizes", "exact run") for r in evidence) else set()
    for record in evidence:
        shown |= _SHOWN.get(record.get("relation", ""), set())
    for record in evidence:
        failed = _SHOWN.get(record.get("witness", {}).get("op", "="), {"≠"})
        if record["kind"] == "necessity" and shown and not failed & shown:
            return (
                f"the witness at {record['where']} fails a relation that is not shown: it says "
                f"nothing of the hypothesis {record['hypothesis']}"
            )
    return ""


def _recorded(evidence: Sequence[Record], kinds: set[str]) -> str:
    """Say so where all rests on a proof that was checked elsewhere, and of which sources."""
    hashes = {record["recorded"] for record in evidence if "recorded" in record}
    alone = hashes and kinds & FOR_ALL_SIZES == {"formal"}
    return f" (formal, recorded, of the sources {', '.join(sorted(hashes))})" if alone else ""


def _by_evidence(claim: Claim, evidence: Sequence[Record]) -> Verdict:
    if not evidence:
        return Verdict(OPEN, "there is no evidence")
    unread = [record for record in evidence if record["outcome"] == "not run here"]
    evidence = [record for record in evidence if record not in unread]
    if unread and not {record["kind"] for record in evidence} & FOR_ALL_SIZES:
        return Verdict(OPEN, f"its formal proof was not run here: {unread[0]['message']}")
    for record in evidence:
        if record["outcome"] != "holds":
            return Verdict(OPEN, f"{record['kind']} at {record['where']} {record['outcome']}")

    kinds = {record["kind"] for record in evidence}
    if "counterexample" in kinds:
        if kinds & (FOR_ALL_SIZES | FOR_SOME):
            return Verdict(OPEN, "the evidence contradicts itself")
        return Verdict(REFUTED, "a counterexample refutes it")
    if claim.kind == "historical":  # code can contradict it, but not witness what somebody did
        return Verdict(OPEN, "what somebody did in the past, no evidence of ours can prove")

    needed = {record["hypothesis"] for record in evidence if record["kind"] == "necessity"}
    for hypothesis in claim.hypotheses:
        if hypothesis not in needed:
            return Verdict(OPEN, f"nothing shows that its hypothesis {hypothesis} is needed")

    beside = _beside_the_point(evidence)
    if beside:
        return Verdict(OPEN, beside)

    if claim.scope == "floats" and kinds & FOR_ALL_SIZES and "property" not in kinds:
        return Verdict(OPEN, "a claim on floats needs a property on floats beside its algebra")
    if kinds & FOR_ALL_SIZES:
        how = _listed(kinds & FOR_ALL_SIZES) + _recorded(evidence, kinds)
        if claim.hypotheses:
            return Verdict(
                PROVED_UNDER, f"{how}, for all sizes, under {', '.join(claim.hypotheses)}"
            )
        return Verdict(PROVED, f"{how}, for all sizes")
    if "exact run" in kinds and claim.kind == "example":
        return Verdict(PROVED, "an exact run of the one case that the claim is about")
    if "exact run" in kinds and claim.kind in ("definition", "convention"):
        return Verdict(DEFINITION, "an exact run of the code equals the printed formula")
    sampled = kinds & FOR_SOME <= {"property", "statistic"}
    if claim.scope == "reals" and claim.kind in ALGEBRA and kinds & FOR_SOME and sampled:
        return Verdict(OPEN, f"generated cases alone prove nothing over the reals ({claim.kind})")
    if kinds & FOR_SOME:
        how = _listed(kinds & FOR_SOME)
        return Verdict(SUPPORTED, f"{how}, at the sizes and cases listed")
    return Verdict(OPEN, f"{', '.join(sorted(kinds))} alone establishes nothing")
