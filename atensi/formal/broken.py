"""Broken definitions: each must make some proof fail, else the theorems say too little."""

import os
import re
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from atensi.formal import sources as texts
from atensi.formal.checker import compile_one


@dataclass(frozen=True)
class Broken:
    """A definition with one thing wrong, and the claim whose theorem must notice."""

    claim: str
    file: str
    what: str
    old: str
    new: str


def broken(folder: Path = texts.SOURCES) -> list[Broken]:
    """Return the broken definitions."""
    block = r"^(\S+) in (\w+)\.v: (.+)\n- (.+)\n\+ (.+)$"
    text = "\n".join(texts.lines("broken.txt", folder))
    return [Broken(claim, file, what, old, new)
            for claim, file, what, old, new in re.findall(block, text, re.MULTILINE)]  # fmt: skip


def accepted(built: Path, step: Callable[[str], None], folder: Path = texts.SOURCES) -> list[str]:
    """Return a sentence for each broken definition that no proof refuses."""

    def run(each):
        found = _accepted(each, built)
        step(f"broken: {each.what}")
        return found

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return [sentence for sentence in pool.map(run, broken(folder)) if sentence]


def _accepted(each: Broken, built: Path) -> str:
    """Say what is wrong if the definition is not refused, in a proof that its claim needs."""
    name = f"{each.claim}: the broken definition '{each.what}' in {each.file}.v"
    theorems = [row for row in texts.table(built) if row.claim == each.claim]
    if not theorems:
        return f"{name} names a claim without a theorem"
    text = (built / f"{each.file}.v").read_text(encoding="utf-8")
    if text.count(each.old) != 1:
        return f"{name} replaces a text that stands there {text.count(each.old)} times: {each.old}"
    with tempfile.TemporaryDirectory(prefix="atensi-broken-") as scratch:
        there = Path(scratch)
        for path in built.glob("*.v*"):
            (there / path.name).symlink_to(path)
        (there / f"{each.file}.v").unlink()
        (there / f"{each.file}.v").write_text(text.replace(each.old, each.new), encoding="utf-8")
        for file in _from_there_to_the_claim(each.file, {row.file for row in theorems}, built):
            (there / f"{file}.vo").unlink(missing_ok=True)
            refused = compile_one(there, file)
            if refused:
                return _out_of_place(refused, file, there, name)
    return f"{name} is accepted: no proof fails"


def _from_there_to_the_claim(file: str, ends: set[str], folder: Path) -> list[str]:
    """Return the files to compile again: those that need the file, and that the claim needs."""
    files = [each for each in texts.needed(ends, folder) if file in texts.needed({each}, folder)]
    return sorted(files, key=lambda each: len(texts.needed({each}, folder)))


def _out_of_place(refused: str, file: str, folder: Path, name: str) -> str:
    """Say where a refusal stands, unless it is in a proof."""
    at = re.search(r"line (\d+)", refused)
    head = "".join(texts.source(file, folder).splitlines(keepends=True)[: int(at[1])]) if at else ""
    proofs, ends = (len(re.findall(rf"\b{word}\.", head)) for word in ("Proof", "(?:Qed|Defined)"))
    last = head.rstrip().endswith(("Qed.", "Defined."))
    if proofs > ends or (last and proofs == ends):
        return ""
    return f"{name} is refused outside of any proof, so it shows nothing: {refused[:300]}"
