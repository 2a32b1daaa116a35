"""What the last run left: its ledger, and each claim's entry, without running anything."""

import json
from dataclasses import dataclass

from atensi.judging import ledger as ledgers
from atensi.judging.entries import Entry, stated
from atensi.judging.evidence_places import evidence_places
from theory.claim import Claim
from theory.language import SOURCE, translated

STATEMENT = ("kind", "scope", "says", "latex", "hypotheses")  # what a verdict is about


@dataclass(frozen=True)
class LastRun:
    """The ledger of the present code; else the ledger that earlier code wrote; or neither."""

    present: ledgers.Ledger | None
    earlier: ledgers.Ledger | None

    def entry(self, claim: Claim, places: bool = True) -> Entry:
        """Return a claim's entry in the ledger of the present code, or what else can be said.

        Without a run there is no verdict, unless the earlier ledger has one on the very same
        statement: then "stale" says when it was written. places: find where the evidence stands.
        """
        if self.present:
            return _of(self.present, claim)
        entry = {"id": claim.id, "verdict": "", "because": "", **stated(claim)}
        records = evidence_places(claim.chapter) if places else []
        entry["evidence"] = [record for record in records if record["claim"] == claim.id]
        if self.earlier and (old := self.stale(claim)):
            entry |= {key: old[key] for key in ("verdict", "because", "reason")}
            entry["stale"] = self.earlier["written"]
        return entry

    def stale(self, claim: Claim) -> Entry:
        """Return what the earlier ledger says of a claim, if it said the very same."""
        old = _of(self.earlier, claim) if self.earlier else {}
        now = stated(claim)
        return old if all(old.get(key) == now[key] for key in STATEMENT) else {}

    def notice(self, lang: str = SOURCE) -> str:
        """Say what the verdicts rest on, where it is not the present code."""
        if self.present:
            return ""
        if not self.earlier:
            return translated("nothing is verified with the present code: `atensi verify`", lang)
        return translated(
            "verdicts by the code of {date}; the code has changed since: `atensi verify`",
            lang, date=self.earlier["written"][:10],
        )  # fmt: skip


def _of(ledger: ledgers.Ledger, claim: Claim) -> Entry:
    return next((entry for entry in ledger["claims"] if entry["id"] == claim.id), {})


def last_run() -> LastRun:
    """Read the ledger on the disk."""
    path = ledgers.place()
    present = ledgers.read(path)
    if present or not path.exists():
        return LastRun(present, None)
    try:
        last = json.loads(path.read_text(encoding="utf-8"))
        readable = last["schema"] == ledgers.SCHEMA
    except (ValueError, TypeError, KeyError):
        return LastRun(None, None)
    is_earlier = readable and last["fingerprint"] != ledgers.fingerprint()
    return LastRun(None, last if is_earlier else None)
