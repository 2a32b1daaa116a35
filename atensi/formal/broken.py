"""Broken definitions. Each must make a proof fail; else the theorems say too little."""

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from atensi.formal import proof_tables as tables
from atensi.formal import proof_texts as texts
from atensi.formal.checker import compile_one, run

ENDED = "tt"  # what is printed at the end of a proof


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
    """Put each broken definition in its place, and compile what its claim needs.

    Most are refused in their own file. So those of files that load the same libraries are first
    read in one process, which loads them once. Those that it does not refuse are tried alone.
    """
    definitions = broken_definitions(folder)
    alike: dict[str, list[BrokenDefinition]] = {}
    for each in definitions:
        if not misplaced(each, built):
            alike.setdefault(_libraries(texts.source(each.file, built)), []).append(each)

    def tried(each):
        trial = Trial(each, each.file) if each in refused else _try(each, built)
        step(f"broken: {each.what}")
        return trial

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        groups = sorted(alike.values(), key=len, reverse=True)
        refused = set().union(*pool.map(partial(_refused_together, built), groups))
        return list(pool.map(tried, definitions))


def _libraries(code: str) -> str:
    """Return the sentences at the head of a source that load libraries, none of them ours."""
    head = re.match(r"(?:\s*From (?!atensi)\w+ Require .*?\.(?=\s))*", code, re.DOTALL)
    return head[0] if head else ""


def _refused_together(built: Path, group: list[BrokenDefinition]) -> set[BrokenDefinition]:
    """Return which definitions are refused by a proof in their own file, all in one process.

    `Fail` takes back what a file has done, so that each is read as if it were the first. A process
    that ends before its end shows nothing.
    """
    with _scratch(built) as there:
        reads = []
        for number, each in enumerate(group):
            code = _put(each, built, there, f"trial{number}")
            reads.append(f'Fail Load "trial{number}".\n')
            _mark(there / f"trial{number}.v", code, number)
        (there / "trials.v").write_text(_libraries(code) + "\n" + "".join(reads), encoding="utf-8")
        done = run(there, "trials")
    # ['', 0, what is printed after the first proof begins, 0, after the second, ...]
    _, *said = re.split(r"^proof in trial (\d+)$", done.stdout, flags=re.MULTILINE)
    last = dict(zip(said[::2], said[1::2], strict=True)) if done.returncode == 0 else {}
    return {group[int(number)] for number, rest in last.items() if ENDED not in rest}


def _put(each: BrokenDefinition, built: Path, there: Path, name: str) -> str:
    """Write a file with its broken definition; return it without comments and strings."""
    text = (built / f"{each.file}.v").read_text(encoding="utf-8")
    (there / f"{name}.v").write_text(text.replace(each.old, each.new), encoding="utf-8")
    return texts.source(name, there)


def _mark(path: Path, code: str, number: int) -> None:
    """Let a file say where a proof begins and where it has ended, and refuse its end.

    A proof has refused it if the last that it says is that a proof begins.
    """
    text, at = path.read_text(encoding="utf-8"), len(_libraries(code))
    marked = ""
    for word in re.finditer(r"\b(?:Proof|Qed|Defined)\.(?=\s)", code):
        says = f'idtac "proof in trial {number}".' if word[0] == "Proof." else f"Check {ENDED}."
        marked, at = f"{marked}{text[at : word.end()]} {says}", word.end()
    path.write_text(f"{marked}{text[at:]}\nCheck the_end.\n", encoding="utf-8")


@contextmanager
def _scratch(built: Path) -> Iterator[Path]:
    """Give a folder with what was built, to compile other files in."""
    with tempfile.TemporaryDirectory(prefix="atensi-broken-") as name:
        there = Path(name)
        for path in built.glob("*.v*"):
            (there / path.name).symlink_to(path)
        for path in built.glob(".*.cache"):  # certificates that were found; the kernel checks them
            shutil.copy(path, there)
        yield there


def _try(each: BrokenDefinition, built: Path) -> Trial:
    """Try a broken definition alone: in its own file, then in those that its claim needs."""
    if wrong := misplaced(each, built):
        return Trial(each, message=wrong)
    with _scratch(built) as there:
        (there / f"{each.file}.v").unlink()
        _put(each, built, there, each.file)
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
    needs = texts.needs_of_each(ends, folder)
    files = [file for file in needs if each.file in needs[file]]
    return sorted(files, key=lambda file: (len(needs[file]), file))


def _out_of_place(refused: str, file: str, folder: Path, each: BrokenDefinition) -> str:
    """Say where a refusal stands, unless it is in a proof."""
    at = re.search(r"line (\d+)", refused)
    head = "".join(texts.source(file, folder).splitlines(keepends=True)[: int(at[1])]) if at else ""
    proofs, ends = (len(re.findall(rf"\b{word}\.", head)) for word in ("Proof", "(?:Qed|Defined)"))
    last = head.rstrip().endswith(("Qed.", "Defined."))
    if proofs > ends or (last and proofs == ends):
        return ""
    return f"{_name(each)} is refused outside of any proof, so it shows nothing: {refused[:300]}"
