"""The record of what the checker found, for machines that have no checker.

It names the checker, the day, a hash of every source, one of what each theorem says and assumes,
the text of those that were not generated, and what refused each broken definition. It counts for a
theorem while the theorem's file, and all files that this file needs, have these hashes. Otherwise
the theorem counts as not run. A recorded theorem passes the same gate as a checked one: its claim
must still say what it said, its axioms must be those of its profile, and its sources must not
contain what no proof may contain. Models and broken definitions must be those of their lists.

Reading cannot do what the checker does. It sees that a proof ends in `Qed`. It does not see
whether the steps before it prove anything. A source that was edited together with its hash in the
record goes unnoticed. Only `atensi formal`, on a machine with the checker, finds that.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import astuple, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from atensi.formal import proof_tables as tables
from atensi.formal import proof_texts as texts
from atensi.formal.broken import BrokenDefinition, Trial, broken_definitions, misplaced, on_the_way
from atensi.formal.checker import coqc, version
from atensi.formal.gate import Checked, refused
from atensi.formal.proof_tables import ROCQ, Theorem
from atensi.formal.word_for_word import statement
from atensi.work.files import write_whole

RECORD = "recorded.json"
CHANGED = "its sources have changed since the checker read them, and coqc is not here"
AGAIN = "run `atensi formal` where coqc is"


@dataclass(frozen=True)
class Record:
    """What a checker found: which checker, when, and from which sources."""

    folder: Path
    checker: str
    date: str
    sources: dict[str, str]  # the hash of each
    theorems: dict[str, str]  # by their keys, a hash of what each says and assumes
    says: dict[str, str]  # by their keys, what those say that were not generated
    broken: dict[str, str]  # by claim and hash, the file that refused a broken definition
    _needs: dict[str, set[str]] = field(default_factory=dict, repr=False, compare=False)
    _accepted: dict[str, str] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def read(cls, folder: Path = ROCQ) -> Self:
        """Read the record."""
        return cls(folder, **json.loads((folder / RECORD).read_text(encoding="utf-8")))

    def needs(self, file: str) -> set[str]:
        """Return the file and all that it needs, as they are when this is asked first."""
        if file not in self._needs:
            self._needs[file] = texts.needed({file}, self.folder)
        return self._needs[file]

    def is_of_these_sources(self, theorem: Theorem) -> bool:
        """Say whether the theorem's file, and all that it needs, are as the checker read them."""
        files = self.needs(theorem.file)
        return all(self.sources.get(file) == _hash(file, self.folder) for file in files)

    def accepted(self, claim: str) -> str:
        """Say which broken definition of a claim is not recorded as refused, or nothing."""
        if claim not in self._accepted:
            self._accepted[claim] = _not_refused(claim, self)
        return self._accepted[claim]


def _hash(file: str, folder: Path) -> str:
    return tables.fingerprint_of([file], folder)


def _digest(*words: str) -> str:
    text = "\n".join(" ".join(each.split()) for each in words)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def found_to_say(says: str, assumes: Iterable[str]) -> str:
    """Return what the record keeps of a theorem."""
    return _digest(says, *sorted(assumes))


def _key(broken: BrokenDefinition) -> str:
    return f"{broken.claim} {_digest(*astuple(broken))}"


def remember(checked: Iterable[Checked], trials: Iterable[Trial], folder: Path = ROCQ) -> None:
    """Write the record of theorems that all hold, and of trials that all refused."""
    record = {
        "checker": version(),
        "date": datetime.now(UTC).date().isoformat(),
        "sources": {path.stem: _hash(path.stem, folder) for path in sorted(folder.glob("*.v"))},
        "theorems": {e.theorem.key: found_to_say(e.statement, e.assumes) for e in checked},
        "says": {e.theorem.key: e.statement for e in checked if not e.theorem.duties},
        "broken": {_key(each.broken): each.refused_by for each in trials},
    }
    text = json.dumps(record, indent=1, ensure_ascii=False) + "\n"
    write_whole(folder / RECORD, text)


def checked_by(folder: Path = ROCQ, here: bool = True) -> str:
    """Name the checker of the formal proofs: the one here, or that of the record."""
    if coqc() and here:
        return version()
    record, why = Record.read(folder), "--recorded" if coqc() else "coqc is not installed"
    return f"not run here: {why}; recorded by {record.checker}, {record.date}"


def recorded(wanted: set[str], folder: Path = ROCQ) -> list[Checked]:
    """Return what the gate finds of the recorded theorems of the wanted claims.

    Models are theorems too: their claim is the name of the record that they fulfil.
    """
    record = Record.read(folder)
    listed = {each.key: each for each in [*tables.table(folder), *tables.models(folder)]}
    strays = [_of_key(key) for key in record.theorems if key not in listed]
    unfit = _unfit_models(record)
    return [
        _found(each, record, unfit) for each in [*listed.values(), *strays] if each.claim in wanted
    ]


def _of_key(key: str) -> Theorem:
    claim, file, name = key.replace(" ", ".").rsplit(".", 2)
    return Theorem(claim, file, name, "")


def _found(theorem: Theorem, record: Record, unfit: dict[str, str]) -> Checked:
    """Return what the gate finds of a recorded theorem, none of it checked here and now."""
    if not record.is_of_these_sources(theorem):
        return Checked(theorem, message=CHANGED, is_stale=True)
    files = record.needs(theorem.file)
    names = {name for file in files for name in texts.records(file, record.folder)}
    wrong = [_deviation(theorem, record), *(unfit[name] for name in sorted(names & unfit.keys()))]
    message, of = next(filter(None, wrong), ""), tables.fingerprint_of(files, record.folder)
    return Checked(theorem, *_expected(theorem, record), message, recorded=of)


def _expected(theorem: Theorem, record: Record) -> tuple[str, tuple[str, ...]]:
    """Return what a theorem has to say and to assume; if it was not generated, what it said."""
    says = statement(theorem) if theorem.duties else record.says.get(theorem.key, "")
    return says, tables.axioms(theorem, record.folder)


def _unfit_models(record: Record) -> dict[str, str]:
    """Say what is wrong with each model whose sources are as recorded."""
    return {
        model.claim: f"it may use the record {model.claim}, but {wrong}"
        for model in tables.models(record.folder)
        if record.is_of_these_sources(model) and (wrong := _deviation(model, record))
    }


def _deviation(theorem: Theorem, record: Record) -> str:
    """Say what is wrong with the record of a theorem, or nothing."""
    if theorem.key not in record.theorems:
        return f"{theorem.name} is not in {RECORD}; {AGAIN}"
    if not theorem.profile:
        return f"{theorem.name} is in {RECORD}, but in no table; {AGAIN}"
    expected = _expected(theorem, record)
    wrong = refused(theorem, *expected, record.folder)
    if not wrong and record.theorems[theorem.key] != found_to_say(*expected):
        wrong = f"{theorem.name} is recorded with another statement or other axioms; {AGAIN}"
    return wrong or record.accepted(theorem.claim)


def _not_refused(claim, record):
    """Say which broken definition of a claim is not recorded as refused by its proofs."""
    here = [each for each in broken_definitions(record.folder) if each.claim == claim]
    for each in here:
        by = record.broken.get(_key(each))
        if by is None:
            return f"the broken definition '{each.what}' is not in {RECORD}; {AGAIN}"
        if by not in on_the_way(each, record.folder):
            return f"the broken definition '{each.what}' cannot be refused by '{by}.v'"
        if wrong := misplaced(each, record.folder):
            return wrong
    of_claim = {key for key in record.broken if key.split()[0] == claim}
    strays = len(of_claim - {_key(each) for each in here})
    return f"broken.txt lacks {strays} of what {RECORD} has on {claim}; {AGAIN}" if strays else ""
