"""The theorems of `said_CHAPTER.v`: what they say is generated from their claims, and put there.

But a notation, or a name of ours, could make the same text say something else. So the checker reads
the generated text again, in a file of its own, where it knows the library's notations and none of
ours but those below, and has to take the theorem for it.
"""

import os
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from atensi.formal import proof_texts as texts
from atensi.formal.checker import compile_one
from atensi.formal.proof_tables import Theorem, claim_of
from proofs.engine.gallina import sayings
from proofs.engine.stated import claim_of as by_name
from theory.stating.gallina_statements import Said

HEAD = """From mathcomp Require Import all_ssreflect fingroup perm all_algebra.
From atensi Require {files}.
Import Order.TTheory GRing.Theory Num.Theory.
Open Scope ring_scope.
"""
WORDS = {  # what a generated statement uses of ours, by the file that has it
    "exponential": """#[local] Coercion exponential.power : exponential.exponential >-> Funclass.
Notation ln := exponential.ln.
""",
    "position": "Notation sine := position.sine.\nNotation cosin := position.cosin.\n",
}
OVER = {  # the reals, their exponential and their circle: any that keep the laws (texts.OVER)
    "exponential": "Variables (R : rcfType) (e : exponential.exponential R).\n",
    "position": "Variable circ : position.circle R.\n",
}
COQS = "Notation R := reals.R_rcfType.\nNotation e := reals.R_exp.\n"  # floats speak of Coq's reals
PLACE = re.compile(r"^Theorem (\w+) : said\.\nProof\.$", re.MULTILINE)
ENDS = ("", " R", " R e", " R circ", " R e circ")  # what a theorem may be over


@cache
def generated(claim: str) -> dict[str, Said]:
    """Return what is generated from a claim, by the names of its theorems."""
    return {name: each for name, each in sayings(by_name(claim)) if isinstance(each, Said)}


def statement(theorem: Theorem) -> str:
    """Return what a theorem has to state; nothing if its claim says no such thing."""
    said = generated(theorem.claim).get(theorem.name)
    return said.text if said else ""


def whole(path: Path) -> str:
    """Return a source with what its theorems say, and with the names of what they speak of."""

    def put(place: re.Match) -> str:
        chapter, name = path.stem.removeprefix("said_"), place[1]
        said = generated(claim_of(chapter, name)).get(name)
        return f"Theorem {name} :\n  {said.text}.\nProof.\n{said.intros}" if said else place[0]

    return PLACE.sub(put, path.read_text(encoding="utf-8"))


def differs(theorem: Theorem, folder: Path) -> str:
    """Say that the source states something else than what is generated, or nothing."""
    if not theorem.duties:
        return ""
    expected = statement(theorem)
    if expected and texts.said_of(theorem, folder) in ("said", expected):
        return ""
    return (
        f"{theorem.name} does not state what its claim says; "
        f"`python -m proofs.engine.gallina {theorem.chapter}` prints what that is"
    )


def unsaid(folder: Path, theorems: Iterable[Theorem]) -> dict[Theorem, str]:
    """Return the theorems that the checker does not take for what is generated, each with why."""
    of_file: dict[str, list[Theorem]] = {}
    for each in theorems:
        if each.duties and not differs(each, folder):
            of_file.setdefault(each.file, []).append(each)
    files, parts = sorted(of_file), os.cpu_count() or 1  # a process loads the libraries once
    several = [{file: of_file[file] for file in files[k::parts]} for k in range(parts)]
    with ThreadPoolExecutor(parts) as pool:
        found = pool.map(lambda part: dict(_refused(folder, part)), filter(None, several))
    return {theorem: why for each in found for theorem, why in each.items()}


def _refused(folder: Path, left: dict[str, list[Theorem]]) -> Iterator[tuple[Theorem, str]]:
    """Let the checker read statements until it refuses none of those that are left."""
    name = f"words_of_{min(left)}"
    while True:
        starts, text = _text(folder, left)
        (folder / f"{name}.v").write_text(text, encoding="utf-8")
        error = compile_one(folder, name)
        if not error:
            return
        line = re.search(rf"{name}\.v\", line (\d+)", error)
        at = [start for start in starts if line and start <= int(line[1])]
        if not at:
            raise RuntimeError(f"the statements of {', '.join(left)} cannot be read: {error}")
        wrong = starts[at[-1]]
        left[wrong.file].remove(wrong)
        yield wrong, f"the checker does not take {wrong.name} for what its claim says"


def _text(folder, theorems):
    """Return a file in which theorems prove their statements, and at which line each begins."""
    needs = texts.needed(theorems, folder)
    ours = [each for each in [*WORDS, "reals"] if each in needs]
    text, starts = HEAD.format(files=" ".join([*ours, *theorems])), {}
    for file, several in theorems.items():
        text += _over(texts.needed({file}, folder))
        for each in several:
            starts[text.count("\n") + 1] = each
            ways = " | ".join(f"exact (@{each.path}{end})" for end in ENDS)
            said = f"{file}_{each.name} : {statement(each)}"
            text += f"Lemma {said}.\nProof. first [{ways}]. Qed.\n"
        text += "End Words.\n"
    return starts, text


def _over(needs):
    """Begin a section that knows the words of a file, and what its theorems are over."""
    ours = [each for each in WORDS if each in needs]
    return "Section Words.\n" + "".join(WORDS[each] for each in ours) + _variables(needs)


def _variables(needs):
    return COQS if "reals" in needs else "".join(OVER[each] for each in OVER if each in needs)


def with_variables(theorem: Theorem, statement: str, folder: Path) -> str:
    """Return a generated statement, and before it what its letters R and e are, and its circle."""
    if not theorem.duties:
        return statement
    needs = texts.needed({theorem.file}, folder)
    turns = re.search(r"\b(sine|cosin)\b", statement)
    return _variables(needs if turns else needs - {"position"}) + statement
