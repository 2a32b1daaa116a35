"""The ledger: the verdict and the evidence of each claim, in `build/ledger.json`."""

import hashlib
import json
import platform
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from atensi import __version__
from atensi.formal import proof_tables
from atensi.formal.checker_record import checked_by
from atensi.judging.entries import claim_deviations, deviations, entry_of
from atensi.judging.outcomes import Theorem
from atensi.judging.records import Record
from atensi.judging.registry import claims, proofs
from atensi.judging.statement_entries import statement_entries
from atensi.judging.verdict import VERDICTS, verdicts
from atensi.work.files import write_whole
from atensi.work.places import build as build_folder
from atensi.work.places import locate
from atensi.work.reach import held
from theory.claim import Claim
from theory.documents.document_statements import REMARK, STATEMENTS

PACKAGES = ("numpy", "sympy", "mpmath", "hypothesis", "pytest", "array-api-compat")
READ = ("theory", "impl", "proofs", "tests", "figures", "atensi", "bounds/atensi_bounds")
COUNTED = ("statements", "judged", "not_checkable", "remarks")
SCHEMA = "urn:atensi:ledger:6"  # the id of ledger.schema.json
WRITTEN_ANEW = "`atensi verify` writes it anew"
Ledger = dict[str, Any]


def place() -> Path:
    """Return where the ledger is written: `build/` of the clone, or of the working folder."""
    return build_folder() / "ledger.json"


def fingerprint(read=READ, also: str = "") -> str:
    """Return a hash of the code in the folders: by default, of all that a ledger speaks of."""
    digest = hashlib.sha256(also.encode())
    for name in read:
        folder = locate(name)
        for path in held(folder):
            digest.update(f"{name}/{path.relative_to(folder).as_posix()}".encode())
            digest.update(path.read_bytes())
    digest.update(proof_tables.fingerprint().encode())
    return digest.hexdigest()


def runs_on() -> dict[str, Any]:
    """Return the versions of Python and of the packages that a verdict may depend on."""
    packages = {name: version(name) for name in PACKAGES}
    return {"python": platform.python_version(), "packages": packages}


def coverage() -> dict[str, Any]:
    """Count the documents' statements that a claim judges, or that nothing can; remarks apart."""
    judged = asserted()
    counts: dict[str, dict[str, int]] = {}
    for each in STATEMENTS:
        row = counts.setdefault(each.document, dict.fromkeys(COUNTED, 0))
        if each.kind == REMARK and each.key not in judged:
            row["remarks"] += 1
            continue
        row["statements"] += 1
        row["judged"] += each.key in judged
        row["not_checkable"] += bool(each.not_checkable) and each.key not in judged
    return counts


def asserted() -> set[str]:
    """Return the statements that a claim asserts, or that evidence shows to have no meaning."""
    without_meaning = {piece.claim for piece in proofs() if piece.kind == "ill-formed"}
    return without_meaning | {key for claim in claims() for key in claim.sources}


def build(
    evidence: Sequence[Record], seed: int, seconds: float, subject: str, seeds: int = 1,
    of: Collection[str] | None = None,
) -> Ledger:  # fmt: skip
    """Return the ledger of this evidence: verdicts, and what made it. Or that of some claims."""
    from atensi.judging.zoo import of_tests

    derived = verdicts(claims(), evidence)
    ran = [record for record in evidence if record.ran]
    kinds = sorted({record.kind for record in ran})
    return {
        "schema": SCHEMA,
        "project": "atensi",
        "version": __version__,
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        **runs_on(),
        "subject": subject,
        "seed": seed,
        **({"seeds": seeds} if seeds > 1 else {}),
        "fingerprint": fingerprint(),
        "theory": fingerprint(["theory"]),
        "seconds": {
            "total": round(seconds, 2),
            **{
                kind: round(sum(each.seconds for each in ran if each.kind == kind), 2)
                for kind in kinds
            },
        },
        "totals": {
            word: sum(verdict.word == word for verdict in derived.values()) for word in VERDICTS
        },
        "coverage": coverage(),
        "formal": checked_by(here=not any(_is_recorded(each) for each in evidence)),
        "false_alarm_budget": of_tests("helpers.chance").BUDGET,
        "trusted_rules": _rules(),
        "claims": [
            entry_of(claim, derived[claim.id], evidence)
            for claim in claims()
            if of is None or claim.id in of
        ],
        "statements": statement_entries(derived, evidence),
    }


def _is_recorded(record: Record) -> bool:
    return isinstance(record.finding, Theorem) and bool(record.finding.recorded)


def _rules():
    from proofs.arrays.entries.believed import READING
    from proofs.rules import RULES

    return {**RULES, **READING}


def write(ledger: Ledger, path: Path) -> None:
    """Write the whole ledger or nothing."""
    write_whole(path, json.dumps(ledger, indent=1, ensure_ascii=False) + "\n")


def seal(path: Path) -> None:
    """Note that a run wrote this ledger, so that reading it need not derive it again."""
    write_whole(_seal(path), _digest(path.read_text(encoding="utf-8")))


def is_sealed(path: Path, text: str) -> bool:
    """Say whether the text is what a run left at the path."""
    return _seal(path).exists() and _seal(path).read_text(encoding="utf-8") == _digest(text)


def _seal(path: Path) -> Path:
    return path.with_suffix(".seal")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class EditedError(LookupError):
    """A ledger of the present code that no run of this code wrote."""


def read(path: Path) -> Ledger | None:
    """Return the ledger of the present code and packages, if there is one; refuse an edited one.

    Its verdicts must follow from the evidence in the file, and its claims say what the code says.
    A made-up piece of evidence goes unnoticed here; only a new run shows it. A made-up seal hides
    what was edited, until `refuse_edited` is asked.
    """
    sentences = edited(path)
    if sentences:
        raise EditedError("; ".join([*sentences[:3], WRITTEN_ANEW]))
    return _of_present_code(path.read_text(encoding="utf-8")) if path.exists() else None


def edited(path: Path) -> list[str]:
    """Name each entry of the ledger that no run of the present code wrote, with file and line."""
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    if is_sealed(path, text):
        return []
    try:
        ledger = _of_present_code(text)
    except json.JSONDecodeError as error:
        return [f"{path}:{error.lineno}: this is no JSON ({error.msg}); remove the file"]
    return _at_lines(path, text, deviations(ledger) if ledger else ())


def refuse_edited(path: Path, ledger: Ledger, of: Sequence[Claim]) -> None:
    """Refuse entries of some claims that were edited, whether or not the file is sealed."""
    text = path.read_text(encoding="utf-8")
    if sentences := _at_lines(path, text, claim_deviations(ledger, of)):
        raise EditedError("; ".join([*sentences[:3], WRITTEN_ANEW]))


def _at_lines(path: Path, text: str, wrong: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{path}:{_line_of(text, name)}: {sentence}" for name, sentence in wrong]


def _of_present_code(text: str) -> Ledger | None:
    ledger: Ledger = json.loads(text)
    present = {"fingerprint": fingerprint(), **runs_on()}
    return ledger if all(ledger.get(key) == each for key, each in present.items()) else None


def _line_of(text: str, name: str) -> int:
    start = max(0, text.find(f'"id": "{name}"'), text.find(f'"statement": "{name}",\n   "gist"'))
    return text.count("\n", 0, max(start, text.find('"verdict"', start))) + 1
