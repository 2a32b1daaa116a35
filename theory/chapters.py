"""The chapters, in the order of the book, and the modules that a folder has for them."""

import importlib
from collections.abc import Iterable
from pathlib import Path

CHAPTERS = (
    "softmax", "lookup", "kernel", "scores", "scaling", "heads", "embedding", "position",
    "feedforward", "normalization", "encoder", "decoder", "backward", "fold", "bert",
    "retrieval", "contrastive", "floats",
)  # fmt: skip


def said_in(chapter: str) -> str:
    """Return the module that takes all claims of a chapter in, in the order of its page."""
    return f"theory.{chapter}.said"


def modules(folder: str, chapters: Iterable[str] = CHAPTERS) -> list[str]:
    """Return a folder's modules of these chapters: CHAPTER.py, or all that stand in CHAPTER/."""
    root = Path(importlib.import_module(folder).__path__[0])
    return [
        ".".join((folder, *path.relative_to(root).with_suffix("").parts))
        for chapter in chapters
        for path in (root / f"{chapter}.py", *sorted((root / chapter).glob("[a-z]*.py")))
        if path.exists()
    ]
