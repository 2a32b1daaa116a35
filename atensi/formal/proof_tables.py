"""The tables beside the formal proofs in `proofs/rocq`: theorems, models, axioms."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import proofs

ROCQ = Path(proofs.__path__[0]) / "rocq"


@dataclass(frozen=True)
class Theorem:
    """A theorem, the claim that it is about, the axioms that it assumes."""

    claim: str
    file: str
    name: str
    profile: str

    @property
    def chapter(self) -> str:
        """The first part of the claim's id."""
        return self.claim.split(".")[0]

    @property
    def path(self) -> str:
        """The theorem's name within ours."""
        return f"{self.file}.{self.name}"

    @property
    def key(self) -> str:
        """The name under which it is recorded."""
        return f"{self.claim} {self.path}"

    @property
    def duties(self) -> tuple[int, ...]:
        """Which relation of its claim it states, word for word: those of `said_CHAPTER.v` do."""
        return (int(self.name.rpartition("_")[2]),) if self.file.startswith("said_") else ()

    @property
    def is_model(self) -> bool:
        """Say whether it fulfils a record of assumptions, and proves no claim."""
        return "." not in self.claim


def lines(name: str, folder: Path = ROCQ) -> list[str]:
    """Return the lines of a text file beside the sources, without its comments."""
    text = (folder / name).read_text(encoding="utf-8").splitlines()
    return [line for line in text if line.strip() and not line.startswith("#")]


def table(folder: Path = ROCQ) -> list[Theorem]:
    """Return the theorems: those of `said_CHAPTER.v`, which state relations of claims, and more."""
    rows = [line.replace(".v:", " ").split() for line in lines("table.txt", folder)]
    said = [each for row in rows if len(row) == 2 for each in _all(row[0], row[1], folder)]
    return said + [Theorem(*row) for row in rows if len(row) == 4]


def _all(chapter: str, profile: str, folder: Path) -> list[Theorem]:
    text = (folder / f"said_{chapter}.v").read_text(encoding="utf-8")
    names = re.findall(r"^Theorem (\w+_\d+)\b", text, re.MULTILINE)
    return [Theorem(claim_of(chapter, name), f"said_{chapter}", name, profile) for name in names]


def claim_of(chapter: str, theorem: str) -> str:
    """Return the claim of which a theorem of `said_CHAPTER.v` states a relation, by its name."""
    return f"{chapter}.{theorem.rpartition('_')[0].replace('_', '-')}"


def models(folder: Path = ROCQ) -> list[Theorem]:
    """Return the models: definitions that fulfil what a record of assumptions asks for."""
    return [Theorem(*line.replace(".v:", " ").split()) for line in lines("models.txt", folder)]


def profiles(folder: Path = ROCQ) -> dict[str, set[str]]:
    """Return the axioms that each profile allows."""
    rows = (line.split() for line in lines("profiles.txt", folder))
    return {name.rstrip(":"): set(axioms) for name, *axioms in rows}


def axioms(theorem: Theorem, folder: Path = ROCQ) -> tuple[str, ...]:
    """Return what a theorem has to assume, no more and no less: the axioms of its profile."""
    return tuple(sorted(profiles(folder).get(theorem.profile, ())))


def fingerprint(folder: Path = ROCQ) -> str:
    """Return a hash of all these texts: sources, tables, the record."""
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
