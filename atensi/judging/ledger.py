"""The ledger: what was found, claim by claim, as `build/ledger.json`."""

import hashlib
import json
import os
import platform
import tempfile
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from atensi import __version__
from atensi.formal import sources
from atensi.formal.recorded import checked_by
from atensi.judging.registry import claims
from atensi.judging.verdict import VERDICTS, verdicts
from atensi.work.places import build as build_folder
from atensi.work.places import locate
from theory.statements import STATEMENTS, statement

PACKAGES = ("numpy", "sympy", "mpmath", "hypothesis", "pytest", "array-api-compat")
READ = ("theory", "impl", "proofs", "tests", "figures", "atensi")
SCHEMA = "urn:atensi:ledger:1"  # the id of ledger.schema.json
Ledger = dict[str, Any]


def place() -> Path:
    """Return where the ledger is written: `build/` of the clone, or of the working folder."""
    return build_folder() / "ledger.json"


def fingerprint(read=READ, also: str = "") -> str:
    """Return a hash of the code in the folders: by default, of all that a ledger speaks of."""
    digest = hashlib.sha256(also.encode())
    for name in read:
        folder = locate(name)
        for path in sorted(each for each in folder.rglob("*.*") if each.suffix in (".py", ".po")):
            digest.update(f"{name}/{path.relative_to(folder).as_posix()}".encode())
            digest.update(path.read_bytes())
    digest.update(sources.fingerprint().encode())
    return digest.hexdigest()


def coverage() -> dict[str, Any]:
    """Count the documents' statements that a claim judges, or that nothing can judge."""
    judged = {key for claim in claims() for key in claim.sources}
    counts: dict[str, dict[str, int]] = {}
    for each in STATEMENTS:
        row = counts.setdefault(each.document, {"statements": 0, "judged": 0, "not_checkable": 0})
        row["statements"] += 1
        row["judged"] += each.key in judged
        row["not_checkable"] += bool(each.not_checkable) and each.key not in judged
    return counts


def build(evidence: list[dict[str, Any]], seed: int, seconds: float, subject: str) -> Ledger:
    """Put evidence and the verdicts derived from it together."""
    found = verdicts(claims(), evidence)
    kinds = sorted({record["kind"] for record in evidence})
    return {
        "schema": SCHEMA,
        "project": "atensi",
        "version": __version__,
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "packages": {name: version(name) for name in PACKAGES},
        "subject": subject,
        "seed": seed,
        "fingerprint": fingerprint(),
        "seconds": {
            "total": round(seconds, 2),
            **{
                kind: round(sum(r["seconds"] for r in evidence if r["kind"] == kind), 2)
                for kind in kinds
            },
        },
        "totals": {
            word: sum(verdict.word == word for verdict in found.values()) for word in VERDICTS
        },
        "coverage": coverage(),
        "formal": checked_by(),
        "trusted_rules": _rules(),
        "claims": [_entry(claim, found[claim.id], evidence) for claim in claims()],
    }


def _rules():
    from proofs.engine.rules import RULES

    return dict(RULES)


def _entry(claim, verdict, evidence):
    from sympy import latex

    return {
        "id": claim.id,
        "chapter": claim.chapter,
        "kind": claim.kind,
        "verdict": verdict.word,
        "because": verdict.because,
        "scope": claim.scope,
        "says": {"en": claim.says.en, "id": claim.says.id},
        "latex": claim.latex,
        "where": claim.where,
        "sources": [_source(key) for key in claim.sources],
        "hypotheses": {
            name: {"en": words.en, "id": words.id, "means": [latex(each) for each in words.means]}
            for name, words in claim.hypotheses.items()
        },
        "builds_on": list(claim.builds_on),
        "repairs": list(claim.repairs),
        "departs": claim.departs,
        "evidence": [
            {**record, "seconds": round(record["seconds"], 3)}
            for record in evidence
            if record["claim"] == claim.id
        ],
    }


def _source(key):
    said = statement(key)
    first, last = said.lines
    lines = str(first) if first == last else f"{first}-{last}"
    return {"document": said.document, "lines": lines, "statement": key, "gist": said.gist}


def write(ledger: Ledger, path: Path) -> None:
    """Write the whole ledger or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".ledger-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump(ledger, stream, indent=1, ensure_ascii=False)
            stream.write("\n")
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read(path: Path) -> Ledger | None:
    """Return the ledger of the present code, if there is one that nobody has edited."""
    if not path.exists():
        return None
    try:
        ledger = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError:
        return None
    same = ledger.get("fingerprint") == fingerprint()
    return ledger if same and not edited(path) else None


def edited(path: Path) -> list[str]:
    """Name each verdict in a ledger of the present code that its own evidence does not give."""
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    try:
        ledger = json.loads(text)
    except json.JSONDecodeError as error:
        return [f"{path}:{error.lineno}: this is no JSON ({error.msg}); remove the file"]
    if ledger.get("fingerprint") != fingerprint():
        return []
    evidence = [record for entry in ledger["claims"] for record in entry["evidence"]]
    derived = verdicts(claims(), evidence)
    return [
        f"{path}:{_line_of(text, entry['id'])}: {entry['id']} is called {entry['verdict']}, but "
        f"its evidence gives {derived[entry['id']].word}; a verdict is derived, never typed"
        for entry in ledger["claims"]
        if entry["verdict"] != derived[entry["id"]].word
    ]


def _line_of(text, claim_id):
    start = text.find(f'"id": "{claim_id}"')
    return text.count("\n", 0, text.find('"verdict"', start)) + 1
