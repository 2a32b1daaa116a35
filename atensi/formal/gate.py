"""The gate: what has to hold before a theorem counts as evidence.

A checker that exits with 0 proves nothing by itself: an axiom, an admitted proof and a weakened
statement compile as well. So each theorem is asked what it says and what it assumes. It has to say
what is generated from its claim, and to assume the axioms of its profile. A record from elsewhere
passes the same gate.
"""

import re
import shutil
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from atensi.formal import built, word_for_word
from atensi.formal import proof_tables as tables
from atensi.formal import proof_texts as texts
from atensi.formal.checker import ask, build
from atensi.formal.proof_tables import ROCQ, Theorem

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
    with_models: bool = False,
    earlier: Path | None = None,
) -> list[Checked]:
    """Build what the wanted claims need, in a fresh folder, and judge each theorem.

    with_models: also the models of records, which belong to no claim; those of what a theorem may
    use are checked with it. earlier: a folder of compiled files, which are taken where nothing
    changed, and renewed.
    """
    asked = [each for each in tables.table(folder) if wanted is None or each.claim in wanted]
    asked += tables.models(folder) if wanted is None or with_models else []
    everything = list(dict.fromkeys([*asked, *models_of((e.file for e in asked), folder)]))
    with tempfile.TemporaryDirectory(prefix="atensi-rocq-") as name:
        fresh = keep or Path(name)
        fresh.mkdir(parents=True, exist_ok=True)
        for path in folder.glob("*.v"):
            (fresh / path.name).write_text(word_for_word.whole(path), encoding="utf-8")
        shutil.copy(folder / "table.txt", fresh)
        files = texts.needed({each.file for each in everything}, fresh)
        failed = build(fresh, files - (built.take(fresh, earlier) if earlier else set()), step)
        if earlier:
            built.keep(fresh, earlier)
        there = [each for each in everything if each.file not in failed]
        there = [each for each in there if texts.proof_of(each, fresh).line]
        with ThreadPoolExecutor(1) as beside:
            reading = beside.submit(word_for_word.unsaid, fresh, there)
            answers = ask(fresh, {each: tables.axioms(each, folder) for each in there})
            unsaid = reading.result()
        step("what the theorems say and assume")
    found = {each: _checked(each, answers, failed, folder) for each in everything}
    unfit = {e.claim: found[e].message for e in everything if e.is_model and found[e].message}
    wrong = lambda each: (
        found[each].message or unsaid.get(each, "") or without_model(each, unfit, folder)
    )
    return [replace(found[each], message=wrong(each)) for each in asked]


def models_of(files: Iterable[str], folder: Path) -> list[Theorem]:
    """Return the models of the records that may be used in some files."""
    used = {name for file in texts.needed(files, folder) for name in texts.records(file, folder)}
    return [each for each in tables.models(folder) if each.claim in used]


def without_model(theorem: Theorem, unfit: dict[str, str], folder: Path) -> str:
    """Say that a theorem may use a record of which no model holds, or nothing.

    From assumptions that nothing fulfils anything follows.
    """
    if theorem.is_model:
        return ""
    names = {each.claim for each in models_of({theorem.file}, folder)} & unfit.keys()
    return next((f"it may use the record {name}, but {unfit[name]}" for name in sorted(names)), "")


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
        or _assumes_else(theorem, assumed, folder)
        or _assumes_ours(theorem, folder)
        or _beside(theorem, folder)
        or word_for_word.differs(theorem, folder)
        or _no_model(theorem, said)
    )


def _unproved(theorem, folder):
    proof = texts.proof_of(theorem, folder)
    if not proof.line:
        return f"{theorem.file}.v has no theorem {theorem.name}"
    if not (proof.lines or theorem.is_model):
        return f"{theorem.file}.v has no proof of {theorem.name} that ends in Qed"
    return ""


def _assumes_else(theorem, assumed, folder):
    allowed = tables.profiles(folder)
    if theorem.profile not in allowed:
        return f"{theorem.name} has the profile {theorem.profile}; expected {', '.join(allowed)}"
    if set(assumed) != allowed[theorem.profile]:
        return (
            f"{theorem.name} assumes {', '.join(assumed) or 'no axioms'}; its profile "
            f"{theorem.profile} says {', '.join(sorted(allowed[theorem.profile])) or 'none'}"
        )
    return ""


def _assumes_ours(theorem, folder):
    """Name the axioms of a profile that stand in our own files."""
    ours = {path.stem for path in folder.glob("*.v")}
    own = [each for each in tables.axioms(theorem, folder) if each.split(".")[0] in ours]
    if own:
        return (
            f"the profile {theorem.profile} allows {', '.join(own)}; expected axioms of Coq's "
            "library"
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


def _no_model(theorem, said):
    """Say that a model is not of its record, whatever the field and the sizes, or nothing."""
    over = r"(?:forall(?: R : rcfType|(?: \(\w+ : (?:rcfType|nat)\))+), )?"
    if theorem.is_model and not re.fullmatch(rf"{over}{theorem.claim}(?:\s[^,>]+)?", said):
        return f"{theorem.name} is no model of {theorem.claim}: it is of the type {said}"
    return ""
