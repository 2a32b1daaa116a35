"""What the last run left: its ledger, and each claim's entry, without running anything."""

import json
from dataclasses import dataclass
from functools import cached_property

from atensi.judging import ledger as ledgers
from atensi.judging.entries import STATED, Entry, following, stated
from atensi.judging.evidence_places import evidence_places
from atensi.judging.registry import claims
from theory.claim import Claim
from theory.language import SOURCE, translated

# What a verdict is about, under the ledger's names; what costs most to say comes last.
STATEMENT = ("kind", "scope", "says", "hypotheses", "latex")
PLACED = ("chapter", "sources", "answers")


@dataclass(frozen=True)
class LastRun:
    """The ledger of the present code; else the ledger that earlier code wrote; or neither."""

    present: ledgers.Ledger | None
    earlier: ledgers.Ledger | None
    sealed: bool = False  # the earlier one is as a run left it

    def lines(self) -> list[Entry]:
        """Return each claim's entry without its words: its name, its verdict, where it is said."""
        if self.present:
            return list(self.present["claims"])
        return [
            self._verdict(claim, self.unchanged(claim)) | stated(claim, PLACED)
            for claim in claims()
        ]

    def entry(self, claim: Claim, places: bool = True) -> Entry:
        """Return a claim's entry in the ledger of the present code, or what else can be said.

        Without a run there is no verdict, unless the earlier ledger has one on the very same
        statement: then "stale" says when it was written. places: find where the evidence stands.
        """
        if self.present:
            return _of(self.present, claim)
        records = evidence_places(claim.chapter) if places else []
        evidence = [record for record in records if record["claim"] == claim.id]
        return self._verdict(claim, self.stale(claim)) | stated(claim) | {"evidence": evidence}

    def _verdict(self, claim: Claim, old: Entry) -> Entry:
        entry = {"id": claim.id, "verdict": "", "because": ""}
        if self.earlier and old:
            entry |= {key: old[key] for key in ("verdict", "because", "reason")}
            entry["stale"] = self.earlier["written"]
        return entry

    def unchanged(self, claim: Claim) -> Entry:
        """Return the same as `stale`; no statement is printed where none can have changed."""
        same = self.sealed and self._same_theory
        return (self.stale_where_nothing_changed if same else self.stale)(claim)

    def stale(self, claim: Claim) -> Entry:
        """Return what the earlier ledger says of a claim, if it said the very same."""
        old = self.stale_where_nothing_changed(claim)
        return old if all(old.get(key) == STATED[key](claim) for key in STATEMENT) else {}

    def stale_where_nothing_changed(self, claim: Claim) -> Entry:
        """Return what the earlier ledger says of a claim, if its evidence there says so, too."""
        old = _of(self.earlier, claim) if self.earlier else {}
        return old if old and old["verdict"] == self._following.get(claim.id) else {}

    @cached_property
    def _following(self) -> dict[str, str]:
        return following(self.earlier) if self.earlier else {}

    @cached_property
    def _same_theory(self) -> bool:
        """Say whether no statement can have changed, so that none is printed to be compared."""
        return (self.earlier or {}).get("theory") == ledgers.fingerprint(["theory"])

    def formula(self, claim: Claim) -> str:
        """Return a claim's formula, as a run printed it from the very same theory, or anew."""
        printed = self.present or (self.earlier if self.sealed and self._same_theory else None)
        return (_of(printed, claim) if printed else {}).get("latex") or claim.formula

    def notice(self, lang: str = SOURCE) -> str:
        """Say what the verdicts rest on, where it is not the present code."""
        if self.present:
            return ""
        if not self.earlier:
            return translated("nothing is verified with the present code: `atensi verify`", lang)
        text = "verdicts as of {date}; the code, or what it runs on, has changed since: "
        return translated(text + "`atensi verify`", lang, date=self.earlier["written"][:10])


def _of(ledger: ledgers.Ledger, claim: Claim) -> Entry:
    return next((entry for entry in ledger["claims"] if entry["id"] == claim.id), {})


def last_run() -> LastRun:
    """Read the ledger on the disk."""
    path = ledgers.place()
    present = ledgers.read(path)
    if present or not path.exists():
        return LastRun(present, None)
    text = path.read_text(encoding="utf-8")
    try:
        last = json.loads(text)
        readable = last["schema"] == ledgers.SCHEMA
    except (ValueError, TypeError, KeyError):
        return LastRun(None, None)
    return LastRun(None, last if readable else None, ledgers.is_sealed(path, text))
