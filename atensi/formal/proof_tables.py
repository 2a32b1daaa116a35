"""The tables beside the formal proofs in `proofs/rocq`: theorems, axioms, agreed statements."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import proofs

ROCQ = Path(proofs.__path__[0]) / "rocq"


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

    @property
    def key(self) -> str:
        """The name under which its statement is kept."""
        return f"{self.claim} {self.path}"

    @property
    def duties(self) -> tuple[int, ...]:
        """Which relation of its claim it states word for word, as `said_CHAPTER.v` has it."""
        return (int(self.name.rpartition("_")[2]),) if self.file.startswith("said_") else ()

    @property
    def is_model(self) -> bool:
        """Say whether it fulfils a record of assumptions, and proves no claim."""
        return "." not in self.claim


class Agreed(NamedTuple):
    """What a person has read and agreed to: what a theorem says, and what it assumes.

    A claim's own statement was generated, and is not here.
    """

    says: str = ""
    assumes: tuple[str, ...] = ()


def lines(name: str, folder: Path = ROCQ) -> list[str]:
    """Return the lines of a text file beside the sources, without its comments."""
    text = (folder / name).read_text(encoding="utf-8").splitlines()
    return [line for line in text if line.strip() and not line.startswith("#")]


def table(folder: Path = ROCQ) -> list[Theorem]:
    """Return the theorems, each with its claim."""
    return _rows("table.txt", folder)


def models(folder: Path = ROCQ) -> list[Theorem]:
    """Return the models: definitions that fulfil what a record of assumptions asks for."""
    return _rows("models.txt", folder)


def _rows(name: str, folder: Path) -> list[Theorem]:
    return [*_theorems("\n".join(lines(name, folder)))]


@cache
def _theorems(text: str) -> list[Theorem]:
    return [Theorem(*line.replace(".v:", " ").split()) for line in text.splitlines()]


def profiles(folder: Path = ROCQ) -> dict[str, set[str]]:
    """Return the axioms that each profile allows."""
    rows = (line.split() for line in lines("profiles.txt", folder))
    return {name.rstrip(":"): set(axioms) for name, *axioms in rows}


def fingerprint(folder: Path = ROCQ) -> str:
    """Return a hash of all these texts: sources, tables, statements, the record."""
    read = (".v", ".txt", ".json")
    return _hash([path for path in sorted(folder.rglob("*")) if path.suffix in read], folder)


def fingerprint_of(files: Iterable[str], folder: Path = ROCQ) -> str:
    """Return a hash of some sources."""
    return _hash([folder / f"{file}.v" for file in sorted(files)], folder)


def _hash(paths: list[Path], folder: Path) -> str:
    digest = hashlib.sha256()
    for path in paths:
        content = path.read_bytes() if path.exists() else b""
        digest.update(f"{path.relative_to(folder).as_posix()} {len(content)} ".encode() + content)
    return digest.hexdigest()[:16]


def agreed_on(theorem: Theorem, folder: Path = ROCQ) -> Agreed:
    """Return what a person agreed that a theorem says and assumes."""
    return agreed_in(theorem.chapter, folder).get(theorem.key, Agreed())


def agreed_in(chapter: str, folder: Path = ROCQ) -> dict[str, Agreed]:
    """Return what was agreed of all theorems of a chapter, by their keys."""
    path = folder / "golden" / f"{chapter}.txt"
    return _agreed(path.read_text(encoding="utf-8") if path.exists() else "")


@cache
def _agreed(text: str) -> dict[str, Agreed]:
    pattern = r"^## (\S+ \S+)\n(?:assumes (.+)\n)?((?:(?!## ).*\n?)*)"
    rows = re.findall(pattern, text, re.MULTILINE)
    return {key: Agreed(said.strip(), tuple(axioms.split())) for key, axioms, said in rows}
