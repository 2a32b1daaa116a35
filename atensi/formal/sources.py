"""The formal proofs as they lie in `proofs/rocq`: sources, table, statements. Nothing runs here."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import proofs

SOURCES = Path(proofs.__path__[0]) / "rocq"
BESIDE = ("Admitted", "admit", "give_up", "Axiom", "Axioms", "Conjecture", "Parameter",
          "Parameters", "bypass_check", "Load", "Guard Checking", "Positivity Checking",
          "Universe Checking", "Declare ML Module", "Unset Kernel")  # fmt: skip
IN_SECTIONS = ("Hypothesis", "Hypotheses", "Variable", "Variables", "Context")


@dataclass(frozen=True)
class Theorem:
    """A line of the table: a theorem, the claim it proves, the axioms that it may use."""

    claim: str
    file: str
    name: str
    profile: str

    @property
    def chapter(self) -> str:
        """The first part of the claim's id: where its statement is kept."""
        return self.claim.split(".")[0]

    @property
    def path(self) -> str:
        """The theorem's name within ours."""
        return f"{self.file}.{self.name}"


def lines(name: str, folder: Path = SOURCES) -> list[str]:
    """Return the lines of a text file beside the sources, without its comments."""
    text = (folder / name).read_text(encoding="utf-8").splitlines()
    return [line for line in text if line.strip() and not line.startswith("#")]


def table(folder: Path = SOURCES) -> list[Theorem]:
    """Return the theorems, each with its claim."""
    return _rows("table.txt", folder)


def models(folder: Path = SOURCES) -> list[Theorem]:
    """Return the definitions that show that what a record assumes can be had."""
    return _rows("models.txt", folder)


def _rows(name: str, folder: Path) -> list[Theorem]:
    rows = [line.replace(".v:", " ").split() for line in lines(name, folder)]
    return [Theorem(*row) for row in rows]


def profiles(folder: Path = SOURCES) -> dict[str, set[str]]:
    """Return the axioms that each profile allows."""
    rows = (line.split() for line in lines("profiles.txt", folder))
    return {name.rstrip(":"): set(axioms) for name, *axioms in rows}


def fingerprint(folder: Path = SOURCES) -> str:
    """Return a hash of the sources, the table, the statements: all that a verdict rests on."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".v", ".txt"):
            digest.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def source(file: str, folder: Path = SOURCES) -> str:
    """Return a source with its comments blanked out, so that lines keep their numbers."""
    text, depth, kept = (folder / f"{file}.v").read_text(encoding="utf-8"), 0, []
    for token in re.split(r"(\(\*|\*\))", text):
        depth += {"(*": 1, "*)": -1}.get(token, 0)
        hidden = depth or token == "*)"
        kept.append(re.sub(r"[^\n]", " ", token) if hidden else token)
    return "".join(kept)


def proof_of(name: str, text: str) -> tuple[int, int]:
    """Return the line at which a theorem stands, and how many lines its proof has."""
    found = re.search(rf"^(?:Theorem|Lemma|Corollary) {name}\b.*?^(Proof\..*?\b(?:Qed|Defined)\.)",
                      text, flags=re.MULTILINE | re.DOTALL)  # fmt: skip
    if not found:
        defined = re.search(rf"^Definition {name}\b", text, flags=re.MULTILINE)
        return (text.count("\n", 0, defined.start()) + 1 if defined else 0), 0
    return text.count("\n", 0, found.start()) + 1, found[1].count("\n") + 1


def requires(file: str, folder: Path = SOURCES) -> set[str]:
    """Return the files of ours that a file needs."""
    found = re.findall(r"^From atensi Require Import ([\w\s]+)\.", source(file, folder), re.M)
    return {name for names in found for name in names.split()}


def needed(files: Iterable[str], folder: Path = SOURCES) -> set[str]:
    """Return the files and all that they need."""
    found, open_ = set(), list(files)
    while open_:
        file = open_.pop()
        if file not in found:
            found.add(file)
            open_ += requires(file, folder)
    return found


def forbidden(file: str, folder: Path = SOURCES) -> list[str]:
    """Name what would let a theorem stand without a proof."""
    text, found = source(file, folder), []
    for word in BESIDE:
        for hit in re.finditer(rf"\b{word}\b", text):
            found.append(f"{file}.v:{text.count(chr(10), 0, hit.start()) + 1}: {word}")
    depth = 0
    for number, line in enumerate(text.splitlines(), start=1):
        depth += len(re.findall(r"^\s*Section\b", line)) - len(re.findall(r"^\s*End\b", line))
        if depth < 1 and re.match(rf"\s*({'|'.join(IN_SECTIONS)})\b", line):
            found.append(f"{file}.v:{number}: {line.split()[0]} outside a section")
    return found


def golden(chapter: str, folder: Path = SOURCES) -> dict[str, str]:
    """Return the statements of a chapter's theorems, as they were read and agreed."""
    path = folder / "golden" / f"{chapter}.txt"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    parts = re.split(r"^## (\S+ \S+)\n", text, flags=re.MULTILINE)[1:]
    return {name: said.strip() for name, said in zip(parts[::2], parts[1::2], strict=True)}
