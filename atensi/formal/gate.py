"""The gate: what has to hold before a theorem counts as evidence.

A checker that exits with 0 proves nothing by itself: an axiom, an admitted proof and a weakened
statement compile as well. So each theorem is asked what it says and what it assumes, and both are
compared with what was agreed; a claim's own statement, with what is generated from the claim. A
record from elsewhere passes the same gate.
"""

import re
import shutil
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from atensi.formal import built, word_for_word
from atensi.formal import proof_tables as tables
from atensi.formal import proof_texts as texts
from atensi.formal.checker import ask, build
from atensi.formal.proof_tables import ROCQ, Theorem
from atensi.work.files import write_whole

Answers = dict[Theorem, tuple[str, tuple[str, ...]]]  # what each theorem says and assumes


@dataclass(frozen=True)
class Checked:
    """What the gate found of a theorem; an empty message means that it holds."""

    theorem: Theorem
    statement: str = ""
    assumes: tuple[str, ...] = ()
    message: str = ""
    recorded: str = ""  # the sources that it was checked of elsewhere, if not here
    is_stale: bool = False  # these sources have changed, so that it counts as not run


def check(
    wanted: set[str] | None = None,
    folder: Path = ROCQ,
    step: Callable[[str], None] = lambda _: None,
    keep: Path | None = None,
    renewing: bool = False,
    with_models: bool = False,
    earlier: Path | None = None,
) -> list[Checked]:
    """Build what the wanted claims need, in a fresh folder, and judge each theorem.

    renewing: first agree to what the theorems say and assume now, and to nothing else. with_models:
    also the models of records, which belong to no claim. earlier: a folder of compiled files, which
    are taken where nothing changed, and renewed.
    """
    asked = [each for each in tables.table(folder) if wanted is None or each.claim in wanted]
    asked += tables.models(folder) if wanted is None or with_models else []
    with tempfile.TemporaryDirectory(prefix="atensi-rocq-") as name:
        fresh = keep or Path(name)
        fresh.mkdir(parents=True, exist_ok=True)
        for path in folder.glob("*.v"):
            shutil.copy(path, fresh)
        shutil.copy(folder / "table.txt", fresh)
        files = texts.needed({each.file for each in asked}, fresh)
        failed = build(fresh, files - (built.take(fresh, earlier) if earlier else set()), step)
        if earlier:
            built.keep(fresh, earlier)
        there = [each for each in asked if each.file not in failed]
        there = [each for each in there if texts.proof_of(each, fresh).line]
        with ThreadPoolExecutor(1) as beside:
            reading = beside.submit(word_for_word.unsaid, fresh, there)
            answers = ask(fresh, there, _agreed(there, folder, renewing))
            unsaid = reading.result()
        step("what the theorems say and assume")
    if renewing and not failed:
        renew(answers, folder)
    found = [_checked(each, answers, failed, folder) for each in asked]
    return [replace(e, message=e.message or unsaid.get(e.theorem, "")) for e in found]


def _agreed(theorems, folder: Path, renewing: bool) -> dict[Theorem, tuple[str, ...]]:
    """Return what theorems are agreed to assume; while that is renewed, those that may nothing."""
    free: dict[Theorem, tuple[str, ...]] = {each: () for each in theorems if each.profile == "none"}
    bound = [] if renewing else [each for each in theorems if each not in free]
    return free | {each: tables.agreed_on(each, folder).assumes for each in bound}


def _checked(theorem, answers: Answers, failed: dict[str, str], folder: Path) -> Checked:
    said, assumed = answers.get(theorem, ("", ()))
    if theorem.file in failed:
        message = f"{theorem.file}.v does not build: {_first(failed[theorem.file])}"
    else:
        message = refused(theorem, said, assumed, folder)
    return Checked(theorem, said, assumed, message)


def _first(error: str) -> str:
    """Return what a checker's message says, on one line."""
    return re.sub(r"\s+", " ", re.sub(r'^File "\./([^"]+)", line (\d+).*', r"\1:\2", error))[:400]


def refused(theorem: Theorem, said: str, assumed: tuple[str, ...], folder: Path) -> str:
    """Say why a theorem with this statement and these axioms does not count, or nothing."""
    return (
        _unproved(theorem, folder)
        or _assumes_more(theorem, assumed, folder)
        or _too_wide(theorem.profile, folder)
        or _beside(theorem, folder)
        or word_for_word.differs(theorem, folder)
        or _not_agreed(theorem, said, assumed, folder)
    )


def _unproved(theorem, folder):
    proof = texts.proof_of(theorem, folder)
    if not proof.line:
        return f"{theorem.file}.v has no theorem {theorem.name}"
    if not (proof.lines or theorem.is_model):
        return f"{theorem.file}.v has no proof of {theorem.name} that ends in Qed"
    return ""


def _assumes_more(theorem, assumed, folder):
    allowed = tables.profiles(folder)
    if theorem.profile not in allowed:
        return f"{theorem.name} has the profile {theorem.profile}; expected {', '.join(allowed)}"
    extra = [axiom for axiom in assumed if axiom not in allowed[theorem.profile]]
    if extra:
        return (
            f"{theorem.name} assumes {', '.join(extra)}; its profile {theorem.profile} does not "
            "allow that"
        )
    return ""


def _too_wide(profile, folder):
    """Name the axioms that a profile allows needlessly, or that stand in our own files."""
    ours = {path.stem for path in folder.glob("*.v")}
    users = [each for each in [*tables.table(folder), *tables.models(folder)]
             if each.profile == profile]  # fmt: skip
    chapters = {each.chapter for each in users}
    agreed = {chapter: tables.agreed_in(chapter, folder) for chapter in chapters}
    allowed = {
        axiom
        for each in users
        if each.key in agreed[each.chapter]
        for axiom in agreed[each.chapter][each.key].assumes
    }
    wide = [
        axiom
        for axiom in sorted(tables.profiles(folder)[profile])
        if axiom not in allowed or axiom.split(".")[0] in ours
    ]
    if wide:
        return (
            f"the profile {profile} allows {', '.join(wide)}; expected axioms of Coq's library "
            "that some theorem is agreed to assume"
        )
    return ""


def _beside(theorem, folder):
    files = sorted(texts.needed({theorem.file}, folder))
    hits = [hit for file in files for hit in texts.forbidden(file, folder)]
    if hits:
        return f"{theorem.name} stands beside {'; '.join(hits)}"
    have = {model.claim for model in tables.models(folder)}
    bare = [name for file in files for name in texts.records(file, folder) if name not in have]
    if bare:
        return f"{theorem.name} has no model in models.txt for {', '.join(bare)}, which it may use"
    return ""


def _not_agreed(theorem, said, assumed, folder):
    agreed = tables.agreed_on(theorem, folder)
    if not (agreed.says or theorem.duties):
        return f"{theorem.name} has no agreed statement; read it, then `atensi formal --renew`"
    if not theorem.duties and agreed.says.split() != said.split():
        return (
            f"{theorem.name} does not say what was agreed; read the difference, then "
            f"`atensi formal --renew`. It says: {said}"
        )
    if set(agreed.assumes) != set(assumed):
        return (
            f"{theorem.name} assumes {', '.join(assumed) or 'no axioms'}; agreed was "
            f"{', '.join(agreed.assumes) or 'no axioms'}"
        )
    return ""


def renew(answers: Answers, folder: Path) -> None:
    """Write what the theorems say and assume now, to be read in the difference."""
    chapters: dict[str, list[str]] = {}
    for theorem, (said, assumed) in answers.items():
        agreed = [f"assumes {' '.join(assumed)}"] if assumed else []
        agreed += [] if theorem.duties else [said]
        if agreed:
            several = chapters.setdefault(theorem.chapter, [])
            several.append("\n".join([f"## {theorem.key}", *agreed]))
    for chapter, several in chapters.items():
        text = "\n\n".join(several) + "\n"
        write_whole(folder / "golden" / f"{chapter}.txt", text)
