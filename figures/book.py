"""The registry of figures: what each shows, its data with assertions, and its drawing."""

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from figures import saving, style
from figures.assertions import Assertions, FigureError
from theory.claim import here
from theory.language import languages

__all__ = ["MODULES", "Figure", "FigureError", "all_figures", "check", "figure", "save"]

MODULES = (
    "softmax", "lookup", "kernel", "bridge", "scores", "scaling", "decay", "heads", "embedding",
    "position", "order", "feedforward", "normalization", "encoder", "depth", "decoder",
    "architecture", "bert", "retrieval", "contrastive",
)  # fmt: skip
Data = Mapping[str, np.ndarray]
REGISTRY: dict[str, "Figure"] = {}


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A figure of the book: nothing of it is computed before `data` or drawn before `draw`."""

    name: str
    shows: tuple[str, ...]  # ids of claims
    caption: str  # LaTeX between dollars
    height: float  # cm, whatever the width
    compute: Callable[[], Data]
    examine: Callable[[Data, Assertions], None]
    draw: Callable[[Any, Data, str], None]  # onto an empty canvas, in a language
    where: str

    def data(self) -> Data:
        """Return the data that is drawn, after its assertions."""
        data = self.compute()
        self.count(data)
        return data

    def count(self, data: Data) -> int:
        """Return how many assertions the data passes; raise `FigureError` at one that it fails."""
        assertions = Assertions(self.name)
        self.examine(data, assertions)
        return assertions.count


def figure(name, *, shows, caption, height):
    """Register a class with `compute()`, `examine(data, expect)`, `draw(canvas, data, lang)`."""
    where = here()

    def registered(cls):
        if name in REGISTRY and REGISTRY[name].where != where:
            raise ValueError(f"{where}: the figure {name} is also at {REGISTRY[name].where}")
        REGISTRY[name] = Figure(
            name=name,
            shows=tuple(shows),
            caption=caption,
            height=height,
            compute=cls.compute,
            examine=cls.examine,
            draw=cls.draw,
            where=where,
        )
        return cls

    return registered


def all_figures() -> tuple[Figure, ...]:
    """Return all figures, in the order of the chapters and, in one, of the page."""
    for module in MODULES:
        importlib.import_module(f"figures.{module}")
    return tuple(
        each
        for module in MODULES
        for each in REGISTRY.values()
        if each.where.startswith(f"figures/{module}.py:")
    )


def check(figure: Figure) -> dict[str, int]:
    """Run the assertions; return how many there are, and how many numbers are drawn."""
    data = figure.compute()
    return {"assertions": figure.count(data), "numbers": sum(a.size for a in data.values())}


def save(figure: Figure, folder, lang: str, width: float = style.WIDTH, made="atensi"):
    """Write `LANG/NAME.pdf`, `.svg`, `.png`, `.tex` and `data/NAME.csv`; return the paths.

    width: in cm. made: what the files name as their maker. Data that fails its assertions is not
    drawn; what is written is written whole.
    """
    if lang not in languages():
        raise ValueError(f"save: lang is {lang!r}; expected one of {', '.join(languages())}")
    if not style.WIDTH <= width <= style.LINE:
        raise ValueError(
            f"save: width is {width:g} cm; expected {style.WIDTH:g} to {style.LINE:g}, where "
            "the labels are known to have room"
        )
    return saving.save(figure, figure.data(), Path(folder), lang, width, made)
