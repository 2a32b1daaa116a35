"""The checker, `coqc`: compile files, ask what a theorem says and what it assumes."""

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import cache, partial
from pathlib import Path

from atensi.formal import proof_texts as texts
from atensi.formal.proof_tables import Theorem

# Notations are loaded in this order, so that statements print as they are written. Our own names
# are not imported: what prints then does not depend on which files are asked.
AUDIT = """From Coq Require Import Reals.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect perm all_algebra.
From atensi Require {files}.
Import Order.TTheory GRing.Theory Num.Theory.
Open Scope ring_scope.
Set Printing Width 98.
Set Printing Depth 200.
"""


# Most of its memory is libraries, which stay: OCaml is not to move them, and to look for what can
# be freed hardly ever.
SELDOM = {"OCAMLRUNPARAM": "o=1000000"}


def coqc() -> str | None:
    """Return where the checker is installed, if it is."""
    return shutil.which("coqc")


def version() -> str:
    """Return the name and version of the checker, which must be installed."""
    done = subprocess.run(["coqc", "--version"], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[0]


def installed() -> str:
    """Return the checker's version, and a hash of how long each compiled file of its libraries is.

    The version says nothing of them, and another library has other lemmas under the same names.
    """
    where = subprocess.run([coqc() or "coqc", "-where"], capture_output=True, text=True, check=True)
    folder = Path(where.stdout.strip())
    sizes = sorted((str(each.relative_to(folder)), each.stat().st_size)
                   for each in folder.rglob("*.vo"))  # fmt: skip
    return f"{version()} {hashlib.sha256(repr(sizes).encode()).hexdigest()}"


def compile_one(folder: Path, file: str) -> str:
    """Compile a file; return what the checker says if it refuses."""
    done = run(folder, file)
    return "" if done.returncode == 0 else (done.stderr or done.stdout or "it fails").strip()


def run(folder: Path, file: str) -> subprocess.CompletedProcess[str]:
    """Let the checker read a file, and compile it if all is well."""
    command = [coqc() or "coqc", "-q", "-w", "none", "-Q", str(folder), "atensi", f"{file}.v"]
    return subprocess.run(
        command, cwd=folder, env=SELDOM | os.environ, capture_output=True, text=True, check=False
    )


def build(folder: Path, files: set[str], step: Callable[[str], None]) -> dict[str, str]:
    """Compile files of a folder, each after those it needs; say why those that fail do.

    Whenever a process is free, that file goes next on which the longest way still rests, so that
    none is left alone at the end.
    """
    needs = {file: texts.requires(file, folder) & files for file in files}
    ways = _ways(needs, folder)
    waiting = sorted(files, key=lambda file: -ways[file])
    processes = os.cpu_count() or 1
    failed: dict[str, str] = {}
    running: dict[Future, str] = {}
    with ThreadPoolExecutor(processes) as pool:
        while waiting or running:
            missing = {*waiting, *running.values()}
            for file in [file for file in waiting if not needs[file] & missing]:
                if lost := sorted(needs[file] & failed.keys()):
                    failed[file] = f"{', '.join(lost)}.v does not build"
                    waiting.remove(file)
                elif len(running) < processes:
                    running[pool.submit(compile_one, folder, file)] = file
                    waiting.remove(file)
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                file = running.pop(future)
                step(f"{file}.v")
                if future.result():
                    failed[file] = future.result()
    return failed


def _ways(needs: dict[str, set[str]], folder: Path) -> dict[str, int]:
    """Return how much is left to read from each file on, by the longest way that rests on it."""

    @cache
    def way(file: str) -> int:
        rest = [way(each) for each in needs if file in needs[each]]
        return (folder / f"{file}.v").stat().st_size + max(rest, default=0)

    return {file: way(file) for file in needs}


def ask(
    folder: Path, expected: Mapping[Theorem, tuple[str, ...]]
) -> dict[Theorem, tuple[str, tuple[str, ...]]]:
    """Ask the checker what theorems and models say, and what they assume.

    One that states a claim word for word is not asked what it says: its text was generated.
    expected: what each should assume. Those of which the same is expected are asked together, which
    takes a fifth of the time: if they assume just that together, none assumes more. Else each is
    asked by itself.
    """
    theorems = [*expected]
    groups: dict[tuple[str, ...], list[Theorem]] = {(): []}
    for each, axioms in expected.items():
        groups.setdefault(axioms, []).append(each)
    names = {f"group{k}": group for k, group in enumerate(groups.values()) if group}
    together = [_together(name, group) for name, group in names.items()]
    says = [f'Redirect "says{k}" Check @{each.path}.' for k, each in enumerate(theorems)
            if not each.duties]  # fmt: skip
    halves = (together[:1], [*says, *together[1:]])
    with ThreadPoolExecutor() as pool:
        list(pool.map(partial(_audit, folder, theorems), halves, ("audit", "others")))
    assumes: dict[Theorem, tuple[str, ...]] = {}
    for name, group in names.items():
        found = _assumes(folder, name)
        if set(found) == set(expected[group[0]]):
            assumes |= dict.fromkeys(group, found)
    number = {each: k for k, each in enumerate(theorems)}
    alone = [each for each in theorems if each not in assumes]
    _audit(folder, theorems, [_assumed_by(each.path, number[each]) for each in alone], "alone")
    assumes |= {each: _assumes(folder, number[each]) for each in alone}
    said = lambda each: texts.said_of(each, folder) if each.duties else _says(folder, number, each)
    return {each: (said(each), assumes[each]) for each in theorems}


def _together(name: str, group: list[Theorem]) -> str:
    """Ask what theorems assume together, of a term that names each and whose type is short."""
    named = "".join(f"let _ := @{each.path} in\n" for each in group)
    return f"Definition {name} :=\n{named}tt.\n{_assumed_by(name, name)}"


def _assumed_by(name, answer):
    return f'Redirect "assumes{answer}" Print Assumptions {name}.'


def _audit(folder, theorems, questions, file):
    if not questions:
        return
    head = AUDIT.format(files=" ".join(sorted({theorem.file for theorem in theorems})))
    (folder / f"{file}.v").write_text(head + "\n".join(questions) + "\n", encoding="utf-8")
    refused = compile_one(folder, file)
    if refused:
        raise RuntimeError(f"the theorems cannot be asked what they say: {refused}")


def _says(folder, number, theorem):
    """Return what it says, without the files of names: but a model's record keeps another file."""
    text = (folder / f"says{number[theorem]}.out").read_text(encoding="utf-8").strip()
    said = re.sub(r"^@?[\w.]+\s*:\s*", "", text)
    home = texts.home(theorem.claim, folder) if theorem.is_model else ""
    said = said.replace(f"{home}.{theorem.claim}", theorem.claim) if home else said
    other = rf"(?!{theorem.claim}\b)" if theorem.is_model else ""
    ours = "|".join(path.stem for path in folder.glob("*.v"))
    said = re.sub(rf"\b(?:{ours})\.{other}(?=\w)", "", said)
    return re.sub(r" +$", "", re.sub(r"^ {5,7}", "  ", said, flags=re.M), flags=re.M)


def _assumes(folder, number):
    text = (folder / f"assumes{number}.out").read_text(encoding="utf-8")
    if text.startswith("Closed under the global context"):
        return ()
    named = [line.split()[0] for line in text.splitlines() if line[:1].strip()]
    return tuple(sorted(set(named) - {"Axioms:"}))
