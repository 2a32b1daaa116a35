"""Read the texts of the formal proofs: where a theorem stands, and what its file needs."""

import os
import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from atensi.formal.proof_tables import ROCQ, Theorem

FORBIDDEN = ("Admitted", "admit", "Admit", "give_up", "Abort", "Axiom", "Axioms", "Conjecture",
          "Parameter", "Parameters", "Primitive", "Declare", "bypass_check", "Load",
          "Module")  # fmt: skip
FLAG = re.compile(r"(?:#\[.*?\]\s*)?(?:(?:Global|Local|Export)\s+)?(?:Set|Unset)\b", re.DOTALL)
FLAGS = ("Set Implicit Arguments.", "Unset Strict Implicit.", "Unset Printing Implicit Defensive.")
IN_SECTIONS = ("Hypothesis", "Hypotheses", "Variable", "Variables", "Context")
STATEMENT = "Theorem|Lemma|Corollary|Definition"
OVER = {"exponential": "exponential", "position": "circle"}  # by file, what statements are over


class Proof(NamedTuple):
    """The line at which a theorem stands, and the lines of its proof; 0 for what is missing."""

    line: int
    lines: int


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
        before, depth = depth, max(0, depth + {"(*": 1, "*)": -1}.get(token, 0))  # `in *)` is code
        hidden = before or depth or token.startswith('"')
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


def said_of(theorem: Theorem, folder: Path = ROCQ) -> str:
    """Return what a theorem states in its source, without its name."""
    for _, sentence in _sentences(source(theorem.file, folder)):
        if found := re.match(rf"Theorem {theorem.name}\s*:(.*)\.$", sentence, re.DOTALL):
            return found[1].strip()
    return ""


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
    return _requires(source(file, folder), frozenset(_ours(folder)) - {file})


def _ours(folder: Path) -> list[str]:
    return [each.name[:-2] for each in os.scandir(folder) if each.name.endswith(".v")]


@cache
def _requires(text: str, ours: frozenset[str]) -> set[str]:
    asking = [said for _, said in _sentences(text) if "Require" in said]
    return {word for said in asking for word in re.findall(r"\w+", said)} & ours


def needed(files: Iterable[str], folder: Path = ROCQ) -> set[str]:
    """Return the files and all that they need."""
    return _reached(files, lambda file: requires(file, folder))


def needs_of_each(files: Iterable[str], folder: Path = ROCQ) -> dict[str, set[str]]:
    """Return for the files, and for all that they need, what each needs, itself included."""
    asked = {file: requires(file, folder) for file in needed(files, folder)}
    return {file: _reached([file], asked.__getitem__) for file in asked}


def _reached(files: Iterable[str], asks: Callable[[str], set[str]]) -> set[str]:
    reached, open_ = set(), list(files)
    while open_:
        file = open_.pop()
        if file not in reached:
            reached.add(file)
            open_ += asks(file)
    return reached


def records(file: str, folder: Path = ROCQ) -> list[str]:
    """Return the records of assumptions that stand in a file; what statements are over is one."""
    own = [OVER[file]] if file in OVER else []
    return list(dict.fromkeys([*own, *_records(source(file, folder))]))


@cache
def _records(text: str) -> list[str]:
    return re.findall(r"(?<!\bCanonical )\b(?:Record|Structure|Class)\s+(\w+)", text)


def home(record: str, folder: Path = ROCQ) -> str:
    """Return the file that has a record, the one that statements are over before any other."""
    ours = sorted(_ours(folder), key=lambda file: OVER.get(file) != record)
    return next((file for file in ours if record in records(file, folder)), "")


def forbidden(file: str, folder: Path = ROCQ) -> list[str]:
    """Name the words that let a theorem stand without a proof, each with its place."""
    return [f"{file}.v:{line}: {what}" for line, what in _forbidden(source(file, folder))]


@cache
def _forbidden(text: str) -> list[tuple[int, str]]:
    places, depth = [], 0
    for start, sentence in _sentences(text):
        depth += bool(re.match(r"Section\b", sentence)) - bool(re.match(r"End\b", sentence))
        if FLAG.match(sentence) and (flag := " ".join(sentence.split())) not in FLAGS:
            places.append((start, flag))  # whatever it switches, also where this file is required
        for hit in re.finditer(rf"\b(?:{'|'.join(FORBIDDEN + IN_SECTIONS)})\b", sentence):
            line = start + sentence.count("\n", 0, hit.start())
            if hit[0] in FORBIDDEN:
                places.append((line, hit[0]))
            elif depth < 1:
                places.append((line, f"{hit[0]} outside a section"))
    return places
