"""Broken definitions. Each must make a proof fail; else the theorems say too little."""

import os
import re
import shutil
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from atensi.formal import proof_tables as tables
from atensi.formal import proof_texts as texts
from atensi.formal.checker import compile_one


@dataclass(frozen=True)
class BrokenDefinition:
    """A definition with one thing wrong, and the claim whose theorem must notice."""

    claim: str
    file: str
    what: str
    old: str
    new: str


def broken_definitions(folder: Path = tables.ROCQ) -> list[BrokenDefinition]:
    """Return the broken definitions."""
    block = r"^(\S+) in (\w+)\.v: (.+)\n- (.+)\n\+ (.+)$"
    text = "\n".join(tables.lines("broken.txt", folder))
    return [BrokenDefinition(claim, file, what, old, new)
            for claim, file, what, old, new in re.findall(block, text, re.MULTILINE)]  # fmt: skip


@dataclass(frozen=True)
class Trial:
    """The trial of a broken definition: the file that refused it, or what is wrong."""

    broken: BrokenDefinition
    refused_by: str = ""
    message: str = ""


def try_all(built: Path, step: Callable[[str], None], folder: Path = tables.ROCQ) -> list[Trial]:
    """Put each broken definition in its place, and compile what its claim needs."""

    def run(each):
        trial = _try(each, built)
        step(f"broken: {each.what}")
        return trial

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(run, broken_definitions(folder)))


def _try(each: BrokenDefinition, built: Path) -> Trial:
    wrong = misplaced(each, built)
    if wrong:
        return Trial(each, message=wrong)
    text = (built / f"{each.file}.v").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory(prefix="atensi-broken-") as scratch:
        there = Path(scratch)
        for path in built.glob("*.v*"):
            (there / path.name).symlink_to(path)
        for path in built.glob(".*.cache"):  # certificates that were found; the kernel checks them
            shutil.copy(path, there)
        (there / f"{each.file}.v").unlink()
        (there / f"{each.file}.v").write_text(text.replace(each.old, each.new), encoding="utf-8")
        for file in on_the_way(each, built):
            (there / f"{file}.vo").unlink(missing_ok=True)
            refused = compile_one(there, file)
            if refused:
                return Trial(each, file, _out_of_place(refused, file, there, each))
    return Trial(each, message=f"{_name(each)} is accepted: no proof fails")


def _name(each: BrokenDefinition) -> str:
    return f"{each.claim}: the broken definition '{each.what}' in {each.file}.v"


def misplaced(each: BrokenDefinition, folder: Path) -> str:
    """Say why a broken definition cannot stand where it should; nothing if it can."""
    if not any(row.claim == each.claim for row in tables.table(folder)):
        return f"{_name(each)} names a claim without a theorem"
    path = folder / f"{each.file}.v"
    count = path.read_text(encoding="utf-8").count(each.old) if path.exists() else 0
    if count != 1:
        return f"{_name(each)} replaces a text that stands there {count} times: {each.old}"
    return ""


def on_the_way(each: BrokenDefinition, folder: Path) -> list[str]:
    """Return the files to compile again: those that need the file, and that the claim needs."""
    ends = {row.file for row in tables.table(folder) if row.claim == each.claim}
    files = texts.needed(ends, folder)
    files = {file for file in files if each.file in texts.needed({file}, folder)}
    return sorted(files, key=lambda file: len(texts.needed({file}, folder)))


def _out_of_place(refused: str, file: str, folder: Path, each: BrokenDefinition) -> str:
    """Say where a refusal stands, unless it is in a proof."""
    at = re.search(r"line (\d+)", refused)
    head = "".join(texts.source(file, folder).splitlines(keepends=True)[: int(at[1])]) if at else ""
    proofs, ends = (len(re.findall(rf"\b{word}\.", head)) for word in ("Proof", "(?:Qed|Defined)"))
    last = head.rstrip().endswith(("Qed.", "Defined."))
    if proofs > ends or (last and proofs == ends):
        return ""
    return f"{_name(each)} is refused outside of any proof, so it shows nothing: {refused[:300]}"
