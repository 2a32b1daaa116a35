"""The gate of the formal proofs: what has to hold before a theorem counts as evidence.

A checker that exits with 0 proves nothing by itself: an axiom, an admitted proof and a weakened
statement compile as well. So each theorem is asked what it assumes and what it says. Where the
checker is not installed, what it found elsewhere counts, for the very sources that it read.
"""

import json
import re
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from atensi.formal import sources as texts
from atensi.formal.broken import accepted, broken
from atensi.formal.checker import ask, build, coqc
from atensi.formal.sources import SOURCES, Theorem
from atensi.work.progress import Progress
from figures.saving import write

RECORD = "recorded.json"
NOT_HERE = "not run here"
CHANGED = "its sources have changed since the checker read them, and coqc is not here"


@dataclass(frozen=True)
class Checked:
    """What the gate found of a theorem; an empty message means that it holds."""

    theorem: Theorem
    statement: str = ""
    assumes: tuple[str, ...] = ()
    message: str = ""


def check(
    wanted: set[str] | None = None,
    folder: Path = SOURCES,
    step: Callable[[str], None] = lambda _: None,
    keep: Path | None = None,
    renewing: bool = False,
) -> list[Checked]:
    """Build what the wanted claims need, in a fresh folder, and judge theorem by theorem.

    renewing: agree first to what the theorems say now, and to nothing else.
    """
    asked = [each for each in texts.table(folder) if wanted is None or each.claim in wanted]
    asked += texts.models(folder) if wanted is None else []
    with tempfile.TemporaryDirectory(prefix="atensi-rocq-") as name:
        fresh = keep or Path(name)
        fresh.mkdir(parents=True, exist_ok=True)
        for path in folder.glob("*.v"):
            shutil.copy(path, fresh)
        shutil.copy(folder / "table.txt", fresh)
        files = texts.needed({each.file for each in asked}, fresh)
        failed = build(fresh, files, step)
        built = [each for each in asked if each.file not in failed]
        missing = [each for each in built if not texts.proof_of(each.name, _text(each, fresh))[0]]
        answers = ask(fresh, [each for each in built if each not in missing])
        step("what the theorems say and assume")
        suspect = {file: texts.forbidden(file, fresh) for file in files}
    if renewing:
        renew({each: said for each, (said, _) in answers.items()}, folder)
    found = []
    for each in asked:
        if each.file in failed:
            message = f"{each.file}.v does not build: {_first(failed[each.file])}"
            found.append(Checked(each, message=message))
        elif each in missing:
            found.append(Checked(each, message=f"{each.file}.v has no theorem {each.name}"))
        else:
            said, assumed = answers[each]
            message = _refused(each, said, assumed, suspect, folder)
            found.append(Checked(each, said, assumed, message))
    return found


def _text(theorem: Theorem, folder: Path) -> str:
    return texts.source(theorem.file, folder)


def _first(error: str) -> str:
    """Return what a checker's message says, on one line."""
    return re.sub(r"\s+", " ", re.sub(r'^File "\./([^"]+)", line (\d+).*', r"\1:\2", error))[:400]


def _refused(theorem, said, assumed, suspect, folder) -> str:
    """Say why a theorem that was built does not count; nothing if it does."""
    allowed = texts.profiles(folder)
    if theorem.profile not in allowed:
        return f"{theorem.name} has the profile {theorem.profile}; expected {', '.join(allowed)}"
    extra = [axiom for axiom in assumed if axiom not in allowed[theorem.profile]]
    if extra:
        return (
            f"{theorem.name} assumes {', '.join(extra)}; its profile {theorem.profile} does not "
            "allow that"
        )
    beside = [hit for file in texts.needed({theorem.file}, folder) for hit in suspect[file]]
    if beside:
        return f"{theorem.name} stands beside {'; '.join(beside)}"
    agreed = texts.golden(theorem.chapter, folder).get(_key(theorem))
    if agreed is None:
        return f"{theorem.name} has no agreed statement; read it, then `atensi formal --renew`"
    if agreed.split() != said.split():
        return (
            f"{theorem.name} does not say what was agreed; read the difference, then "
            f"`atensi formal --renew`. It says: {said}"
        )
    return ""


def _key(theorem: Theorem) -> str:
    return f"{theorem.claim} {theorem.path}"


def renew(statements: dict[Theorem, str], folder: Path) -> None:
    """Write the statements as they are now, to be read in the difference."""
    chapters: dict[str, list[str]] = {}
    for theorem, said in statements.items():
        chapters.setdefault(theorem.chapter, []).append(f"## {_key(theorem)}\n{said}")
    for chapter, several in chapters.items():
        text = "\n\n".join(several) + "\n"
        write(folder / "golden" / f"{chapter}.txt", text.encode())


def remember(found: list[Checked], seconds: float, folder: Path = SOURCES) -> None:
    """Write down what holds, with a hash of the sources, for machines without the checker."""
    record = {
        "sources": texts.fingerprint(folder),
        "claims": [record_of(each, folder, seconds / len(found)) for each in _of_claims(found)],
    }
    text = json.dumps(record, indent=1, ensure_ascii=False) + "\n"
    write(folder / RECORD, text.encode())


def _of_claims(found: list[Checked]) -> list[Checked]:
    records = {model.claim for model in texts.models()}
    return [each for each in found if each.theorem.claim not in records]


def record_of(each: Checked, folder: Path, seconds: float) -> dict[str, Any]:
    """Return what the ledger says of a theorem."""
    theorem = each.theorem
    line, length = texts.proof_of(theorem.name, texts.source(theorem.file, folder))
    return {
        "claim": theorem.claim,
        "kind": "formal",
        "where": f"proofs/rocq/{theorem.file}.v:{line}",
        "message": f"{theorem.claim}: {each.message}" if each.message else "",
        "outcome": "fails" if each.message else "holds",
        "seconds": round(seconds, 2),
        "theorem": theorem.name,
        "statement": each.statement,
        "lines": length,
        "assumes": list(each.assumes) or "no axioms",
    }


def evidence(wanted: set[str], step: Callable[[str], None]) -> list[dict[str, Any]]:
    """Return a record of each theorem for the wanted claims: checked now, or recorded."""
    if not any(each.claim in wanted for each in texts.table()):
        return []
    if coqc() is None:
        return recorded(wanted)
    began = time.perf_counter()
    found = check(wanted, step=step)
    seconds = (time.perf_counter() - began) / len(found)
    return [record_of(each, SOURCES, seconds) for each in found]


def recorded(wanted: set[str], folder: Path = SOURCES) -> list[dict[str, Any]]:
    """Return what was found elsewhere, if it was of these sources."""
    kept = json.loads((folder / RECORD).read_text(encoding="utf-8"))
    fresh = kept["sources"] == texts.fingerprint(folder)
    return [
        {**record, "recorded": kept["sources"]}
        if fresh
        else {**record, "outcome": NOT_HERE, "message": CHANGED}
        for record in kept["claims"]
        if record["claim"] in wanted
    ]


def run(renewing: bool = False) -> int:
    """Check everything, say what is wrong, and write down what holds; return an exit code."""
    if coqc() is None:
        raise LookupError("formal: coqc is not installed; README.md says which packages it needs")
    began = time.monotonic()
    progress = Progress("formal proofs", 0)
    with tempfile.TemporaryDirectory(prefix="atensi-rocq-") as name:
        found = check(step=progress.step, keep=Path(name), renewing=renewing)
        wrong = [f"{each.theorem.claim}: {each.message}" for each in found if each.message]
        if not wrong:
            wrong = [*without_a_model(), *accepted(Path(name), progress.step)]
    progress.close()
    if wrong:
        print("\n".join(f"PROBLEM  {sentence}" for sentence in wrong))
        return 1
    seconds = time.monotonic() - began
    remember(found, seconds)
    _report(_of_claims(found), seconds)
    return 0


def without_a_model(folder: Path = SOURCES) -> list[str]:
    """Name the records of assumptions that nothing is shown to fulfil."""
    have = {model.claim for model in texts.models(folder)}
    return [
        f"{path.name} has the record {name}, but models.txt has nothing that fulfils it"
        for path in sorted(folder.glob("*.v"))
        for name in re.findall(r"^Record (\w+)", texts.source(path.stem, folder), re.MULTILINE)
        if name not in have
    ]


def _report(found: list[Checked], seconds: float) -> None:
    claims = {each.theorem.claim for each in found}
    free = claims - {each.theorem.claim for each in found if each.assumes}
    print(
        f"{len(found)} theorems prove {len(claims)} claims, {len(free)} of them without any axiom; "
        f"{len(broken())} broken definitions are refused ({seconds:.0f} s)"
    )
