"""Evidence that earlier runs found, taken while all that it depends on is the same.

What fails is not kept. A kept record says since when it stands; `atensi verify --fresh`, a
certificate and the continuous run take nothing.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from atensi.judging.records import Record, as_json, from_json
from atensi.work import reach
from atensi.work.files import write_whole
from atensi.work.places import build

LASTING = ("holds", "not offered")
Made = Callable[[list[int]], Iterable[tuple[int, list[Record]]]]


@dataclass
class Kept:
    """What is kept, by the name of a job: the key of its inputs, when it ran, its records."""

    entries: dict[str, Any] = field(default_factory=dict)
    place: Path | None = None
    fresh: bool = False  # take nothing
    now: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    before: dict[str, str] = field(default_factory=dict)  # a hash of each file, as the run began

    def take(self, name: str, key: str) -> list[Record] | None:
        """Return the records of a job, if its inputs have this key."""
        entry = self.entries.get(name)
        if self.fresh or entry is None or entry["key"] != key:
            return None
        return [replace(from_json(each), since=entry["since"]) for each in entry["records"]]

    def keep(self, name: str, key: str, records: Sequence[Record]) -> None:
        """Keep what a job found, if nothing of it fails; else forget the job."""
        self.entries.pop(name, None)
        if all(each.outcome in LASTING for each in records):
            said = [as_json(each) for each in records]
            self.entries[name] = {"key": key, "since": self.now, "records": said}

    def forget(self, name: str) -> None:
        """Keep nothing of a job any more."""
        if self.entries.pop(name, None):
            self.write()

    def complete(self, names: Sequence[str], keys: Sequence[str], made: Made) -> list[list[Record]]:
        """Return the records of each job: the kept ones, and those that `made` yields, by place.

        What is made is kept, also if an error or an interrupt ends it half-way.
        """
        found = {
            place: records
            for place, (name, key) in enumerate(zip(names, keys, strict=True))
            if (records := self.take(name, key)) is not None
        }
        due = [place for place in range(len(names)) if place not in found]
        try:
            for place, records in made(due) if due else ():
                found[place] = records
                self.keep(names[place], keys[place], records)
        finally:
            if due:
                self.write()
        return [found[place] for place in range(len(names))]

    def write(self) -> None:
        """Write everything that is kept; nothing of this run, if files changed while it ran."""
        if self.place:
            if self.before and reach.changed_since(self.before):
                made = [name for name, entry in self.entries.items() if entry["since"] == self.now]
                for name in made:
                    del self.entries[name]
            write_whole(self.place, json.dumps(self.entries, ensure_ascii=False))


def kept(fresh: bool = False) -> Kept:
    """Return what earlier runs found."""
    place = build() / "evidence.json"
    try:
        entries = json.loads(place.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        entries = {}
    return Kept(entries, place, fresh, before=reach.at_present())
