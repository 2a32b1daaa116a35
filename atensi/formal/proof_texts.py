"""The texts of the formal proofs in `proofs/rocq`: sources, tables, agreed statements."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import proofs

ROCQ = Path(proofs.__path__[0]) / "rocq"
BESIDE = ("Admitted", "admit", "give_up", "Abort", "Axiom", "Axioms", "Conjecture", "Parameter",
          "Parameters", "bypass_check", "Load", "Guard Checking", "Positivity Checking",
          "Universe Checking", "Module", "Unset Kernel")  # fmt: skip
IN_SECTIONS = ("Hypothesis", "Hypotheses", "Variable", "Variables", "Context")
STATEMENT = "Theorem|Lemma|Corollary|Definition"


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
    def is_model(self) -> bool:
        """Say whether it fulfils a record of assumptions, and proves no claim."""
        return "." not in self.claim


class Proof(NamedTuple):
    """The line at which a theorem stands, and the lines of its proof; 0 for what is missing."""

    line: int
    lines: int


class Agreed(NamedTuple):
    """What a person has read and agreed to: what a theorem says, and what it assumes."""

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
    rows = [line.replace(".v:", " ").split() for line in lines(name, folder)]
    return [Theorem(*row) for row in rows]


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


def source(file: str, folder: Path = ROCQ) -> str:
    """Return a source with its comments and strings blanked out; nothing if the file is missing.

    Lines keep their numbers.
    """
    path = folder / f"{file}.v"
    return _code(path.read_text(encoding="utf-8")) if path.exists() else ""


@cache
def _code(text: str) -> str:
    depth, shown = 0, []
    for token in re.split(r'(\(\*|\*\)|"[^"]*")', text):
        depth += {"(*": 1, "*)": -1}.get(token, 0)
        hidden = depth or token == "*)" or token.startswith('"')
        shown.append(re.sub(r"[^\n]", " ", token) if hidden else token)
    return "".join(shown)


@cache
def _sentences(text: str) -> list[tuple[int, str]]:
    """Return the sentences of a source, each with the line at which it begins."""
    hits = re.finditer(r"\S.*?\.(?=\s|$)", text, re.DOTALL)
    return [(text.count("\n", 0, hit.start()) + 1, hit[0]) for hit in hits]


def proof_of(theorem: Theorem, folder: Path = ROCQ) -> Proof:
    """Return where a theorem stands, and how long its proof is."""
    said = _sentences(source(theorem.file, folder))
    for number, (line, sentence) in enumerate(said, start=1):
        if re.match(rf"(?:{STATEMENT}) {theorem.name}\b", sentence):
            return Proof(line, _lines_of_proof(said[number:]))
    return Proof(0, 0)


def _lines_of_proof(said: list[tuple[int, str]]) -> int:
    """Count the lines from `Proof.` to `Qed.`; 0 if another word comes first."""
    if not said or said[0][1] != "Proof.":
        return 0
    for line, sentence in said:
        if re.search(r"\b(?:Qed|Defined)\.$", sentence):
            return line + sentence.count("\n") - said[0][0] + 1
        if re.match(rf"(?:{STATEMENT}|Admitted|Abort|End)\b", sentence):
            return 0
    return 0


def requires(file: str, folder: Path = ROCQ) -> set[str]:
    """Return the files of ours that a file needs."""
    ours = {path.stem for path in folder.glob("*.v")} - {file}
    asking = [said for _, said in _sentences(source(file, folder)) if "Require" in said]
    return {word for said in asking for word in re.findall(r"\w+", said)} & ours


def needed(files: Iterable[str], folder: Path = ROCQ) -> set[str]:
    """Return the files and all that they need."""
    found, open_ = set(), list(files)
    while open_:
        file = open_.pop()
        if file not in found:
            found.add(file)
            open_ += requires(file, folder)
    return found


def records(file: str, folder: Path = ROCQ) -> list[str]:
    """Return the records of assumptions that stand in a file."""
    return re.findall(r"^\s*Record (\w+)", source(file, folder), re.MULTILINE)


def forbidden(file: str, folder: Path = ROCQ) -> list[str]:
    """Name the words that let a theorem stand without a proof, each with its place."""
    return [f"{file}.v:{line}: {what}" for line, what in _forbidden(source(file, folder))]


@cache
def _forbidden(text: str) -> list[tuple[int, str]]:
    found, depth = [], 0
    for start, sentence in _sentences(text):
        depth += bool(re.match(r"Section\b", sentence)) - bool(re.match(r"End\b", sentence))
        for hit in re.finditer(rf"\b(?:{'|'.join(BESIDE + IN_SECTIONS)})\b", sentence):
            line = start + sentence.count("\n", 0, hit.start())
            if hit[0] in BESIDE:
                found.append((line, hit[0]))
            elif depth < 1:
                found.append((line, f"{hit[0]} outside a section"))
    return found


def agreed_on(theorem: Theorem, folder: Path = ROCQ) -> Agreed:
    """Return what a person agreed that a theorem says and assumes."""
    path = folder / "golden" / f"{theorem.chapter}.txt"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return _agreed(text).get(theorem.key, Agreed())


@cache
def _agreed(text: str) -> dict[str, Agreed]:
    pattern = r"^## (\S+ \S+)\n(?:assumes (.+)\n)?((?:(?!## ).*\n?)*)"
    found = re.findall(pattern, text, re.MULTILINE)
    return {key: Agreed(said.strip(), tuple(axioms.split())) for key, axioms, said in found}
