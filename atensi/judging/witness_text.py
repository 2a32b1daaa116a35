"""A counterexample as one sentence, whose parts each language says in its own words."""

from collections.abc import Sequence

from atensi.judging.reason import Reason, in_a_row
from atensi.judging.records import Record
from proofs.engine.findings import Witnessed


def counterexample(claim: str, evidence: Sequence[Record]) -> Reason:
    """Return where a refuted claim fails."""
    for record in evidence:
        shown = record.claim == claim and record.kind == "counterexample"
        if shown and isinstance(record.finding, Witnessed):
            return _said(record.finding.witness)
    return Reason("a counterexample refutes it")


def _said(witness) -> Reason:
    if words := witness.get("words"):
        return Reason(words)
    given = [Reason("{name} = {value}", {"name": Reason(name), "value": Reason(value)})
             for name, value in witness["given"].items()]  # fmt: skip
    left, right = witness["left"], witness["right"]
    if not right:
        said, there = "{there} has no value", left
    else:
        said, there = "{there} is false", f"{left} {witness['op']} {right}"
    if not given:
        return Reason(said, {"there": there})
    parts = {"where": in_a_row(given), "what": Reason(said, {"there": there})}
    return Reason("for {where}: {what}", parts)
