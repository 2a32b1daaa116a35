"""What a figure is: its claims, its data with assertions, its drawing; and the list of all."""

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from figures.engine.assertions import Assertions, FigureError
from theory.chapters import CHAPTERS, modules, said_in
from theory.claim import here

Data = Mapping[str, np.ndarray]
REGISTRY: dict[str, "Figure"] = {}


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A figure of the book: `data` computes its numbers, `draw` draws them, nothing runs before."""

    name: str
    shows: tuple[str, ...]  # ids of claims; first the one that it is about
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
        if not assertions.count:
            raise FigureError(f"{self.name}: nothing is asserted of its data")
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
    """Return all figures, in the order of the claims that they are about."""
    for module in modules("figures"):
        importlib.import_module(module)
    claims = [c.id for each in CHAPTERS for c in importlib.import_module(said_in(each)).CLAIMS]
    return tuple(sorted(REGISTRY.values(), key=lambda each: claims.index(each.shows[0])))


def check(figure: Figure) -> dict[str, int]:
    """Run the assertions; return how many there are, and how many numbers are drawn."""
    data = figure.compute()
    return {"assertions": figure.count(data), "numbers": sum(a.size for a in data.values())}
