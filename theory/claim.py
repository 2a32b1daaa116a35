"""What a claim is. It never carries its own verdict: evidence does that."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal

from theory.stating.printed import printed
from theory.stating.statements import Hypothesis, Statement, form

__all__ = ["Claim", "Hypothesis"]

Kind = Literal[
    "definition", "identity", "invariance", "bound", "limit", "convention", "sizes", "random",
    "example", "historical",
]  # fmt: skip
Scope = Literal["reals", "floats"]


def here(depth: int = 2) -> str:
    """Return file:line of the call `depth` frames up, from the folder that holds the packages."""
    frame = sys._getframe(depth)
    root = Path(__file__).parent.parent
    path = Path(frame.f_code.co_filename)
    shown = path.relative_to(root) if path.is_relative_to(root) else path
    return f"{shown.as_posix()}:{frame.f_lineno}"


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One statement that is true or false, with what it assumes and where it is said.

    states: what it says, as an object, under its conditions; `says` is a person's reading of it.
    beyond: what the sentence says and the object does not; such a claim is READ AS its object.
    kind: only where it does not follow from the form of the statement.
    departs: of a definition, by the key of a statement that it asserts, what differs from it there.
    supposed: by the key of such a statement, the hypotheses that its line itself supposes.
    """

    id: str
    says: str
    states: Statement
    beyond: str = ""
    kind: Kind | Literal[""] = ""
    sources: tuple[str, ...] = ()  # statements of the documents that it asserts, by their keys
    answers: tuple[str, ...] = ()  # those that it answers: what is true instead, or needed besides
    scope: Scope = "reals"
    builds_on: tuple[str, ...] = ()  # what the statement needs to be understood
    repairs: tuple[str, ...] = ()  # the refuted claims that this true one replaces
    departs: Mapping[str, str] = field(default_factory=dict, hash=False)
    supposed: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    note: str = ""  # what a paper, a library or the code does otherwise; it decides nothing
    where: str = field(default_factory=lambda: here(3))

    def __post_init__(self):
        object.__setattr__(self, "kind", self.kind or form(self.states))

    @property
    def hypotheses(self) -> Mapping[str, Hypothesis]:
        """The named conditions of its statement."""
        return self.states.hypotheses

    @property
    def grounds(self) -> tuple[str, ...]:
        """The claims that it needs: those it builds on, and those that measured a hypothesis."""
        measured = (each.ground for each in self.hypotheses.values() if each.ground)
        return tuple(dict.fromkeys((*self.builds_on, *measured)))

    @property
    def chapter(self) -> str:
        """The chapter, which is the first part of the id."""
        return self.id.split(".")[0]

    @cached_property
    def formula(self) -> str:
        """What it says, in LaTeX, printed from its statement."""
        return printed(self.states)
