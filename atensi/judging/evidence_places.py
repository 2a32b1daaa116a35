"""Find where the evidence of a chapter stands, without running any of it.

Importing a module of `proofs` registers its evidence. Importing properties and figures would
import Hypothesis and Matplotlib too, so their decorators are read instead.
"""

import ast
import importlib
from collections.abc import Iterator
from typing import Any

from atensi.formal import proof_tables, proof_texts
from atensi.judging.registry import claims, searches
from atensi.work.places import locate
from theory.chapters import modules

Record = dict[str, Any]
NOT_RUN = "not run"
KINDS = {"figure": "figure", "holds": "property", "chance": "statistic"}  # by their decorators

ILL_FORMED = ("ill_formed", "misprinted")  # each registers such evidence for the key given first


def evidence_places(chapter: str) -> list[Record]:
    """Return a record of each piece of evidence for a chapter's claims, with no outcome."""
    records = [
        *_proofs(chapter),
        *_theorems(chapter),
        *_decorated("figures", chapter),
        *_decorated("tests/properties", chapter),
    ]
    return [
        {"outcome": NOT_RUN, "seconds": 0.0, "message": "", **record}
        for record in records
        if record["claim"].split(".")[0] == chapter
    ]


def without_meaning() -> set[str]:
    """Return the statements of which evidence is to show that they have no meaning as printed."""
    for module in modules("proofs"):
        text = locate(f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")
        if any(f"{name}(" in text for name in ILL_FORMED):
            importlib.import_module(module)
    from proofs.engine.evidence import REGISTRY

    return {piece.claim for piece in REGISTRY if piece.kind == "ill-formed"}


def _proofs(chapter):
    for module in modules("proofs", [chapter]):
        importlib.import_module(module)
    from proofs.engine.evidence import REGISTRY

    of = [claim for claim in claims() if claim.chapter == chapter]
    for piece in (*REGISTRY, *searches(of)):
        needed = {"hypothesis": piece.hypothesis} if piece.hypothesis else {}
        yield {"claim": piece.claim, "kind": piece.kind, "where": piece.where, **needed}


def _theorems(chapter):
    for each in (row for row in proof_tables.table() if row.chapter == chapter):
        where = f"proofs/rocq/{each.file}.v:{proof_texts.proof_of(each).line}"
        yield {"claim": each.claim, "kind": "formal", "where": where, "theorem": each.name}


def _decorated(folder, chapter):
    """Yield the evidence of a folder's decorators, from the files that name the chapter."""
    root = locate(folder)
    for path in sorted(root.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if f'"{chapter}.' in text:
            place = f"{folder}/{path.relative_to(root).as_posix()}"
            for line, record in _in_file(ast.parse(text)):
                yield {**record, "where": f"{place}:{line}"}


def _in_file(tree: ast.Module) -> Iterator[tuple[int, Record]]:
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        line = min((each.lineno for each in node.decorator_list), default=0)  # as Python counts
        for call in node.decorator_list:
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                for record in _registered(call.func.id, call):
                    yield line, record


def _registered(decorator: str, call: ast.Call) -> list[Record]:
    kind = KINDS.get(decorator)
    if kind is None:
        return []
    given = call.args[:1] if decorator == "chance" else call.args  # of one claim, and its mean
    names = [ast.literal_eval(each) for each in given]
    if kind != "figure":
        return [{"claim": claim, "kind": kind} for claim in names]
    (shown,) = (ast.literal_eval(word.value) for word in call.keywords if word.arg == "shows")
    return [{"claim": claim, "kind": kind, "figure": names[0]} for claim in shown]
