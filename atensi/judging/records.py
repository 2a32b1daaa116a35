"""One piece of evidence: as an object, and as the ledger stores it."""

from dataclasses import MISSING, dataclass, fields, replace
from typing import Any, Literal

from atensi.judging.kinds import KINDS
from atensi.judging.outcomes import Finding, Held, Theorem

Outcome = Literal["holds", "fails", "not offered", "not run here"]
Json = dict[str, Any]


@dataclass(frozen=True)
class Record:
    """A piece of evidence: its claim, its place, its outcome and its finding."""

    claim: str  # its id; of a printed formula, the key of the statement
    kind: str
    where: str
    outcome: Outcome = "holds"
    seconds: float = 0.0
    message: str = ""
    hypothesis: str = ""  # of a necessity
    since: str = ""  # when it ran, if an earlier run found it and nothing has changed since
    finding: Finding | None = None  # None if it failed before it found anything

    @property
    def ran(self) -> bool:
        """Whether it ran here and now, so that its seconds are work of this run."""
        recorded = isinstance(self.finding, Theorem) and self.finding.recorded
        return self.outcome != "not run here" and not recorded and not self.since


def as_json(record: Record) -> Json:
    """Return a record as it stands in the ledger: flat, without entries that are empty."""
    common = _entries(replace(record, finding=None))
    always = {"outcome": record.outcome, "seconds": record.seconds, "message": record.message}
    return common | always | (_entries(record.finding) if record.finding else {})


def from_json(entry: Json) -> Record:
    """Return the record that the ledger, or a report of pytest, says in JSON."""
    kind = KINDS.get(entry["kind"])
    finds: type[Any] = kind.finds if kind else Held
    complete = all(name in entry for name in _needed(finds))
    return Record(
        **_given(Record, entry), finding=finds(**_given(finds, entry)) if complete else None
    )


def _entries(value: Any) -> Json:
    entries = {each.name: getattr(value, each.name) for each in fields(value)}
    return {
        name: list(entry) if isinstance(entry, tuple) else entry
        for name, entry in entries.items()
        if entry or name in _needed(type(value))
    }


def _needed(made: type[Any]) -> set[str]:
    plain = (each for each in fields(made) if each.default_factory is MISSING)
    return {each.name for each in plain if each.default is MISSING}


def _given(made: type[Any], entry: Json) -> Json:
    return {each.name: entry[each.name] for each in fields(made) if each.name in entry}
