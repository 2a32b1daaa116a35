"""What each kind of evidence finds, as it stands in the ledger."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Derived:
    """A chain that was checked to its end."""

    shows: str  # in LaTeX: its first line, what relates them, its last line
    relation: str
    steps: list[dict[str, Any]]  # each line, its relation to the one before, why, what carried it
    assumes: list[str]
    uses: list[str]  # hypotheses
    sizes: str = "all"
    duties: Sequence[int] = ()  # which relations of its claim's statement it shows
    cites: Sequence[str] = ()  # other claims
    let: Sequence[str] = ()  # what it puts in the place of what, in LaTeX


@dataclass(frozen=True)
class Ran(Derived):
    """What the code gives at a general place, and the chain from there to the printed formula."""

    gives: Sequence[str] = ()  # in LaTeX, one for each path of the code
    word: str = ""  # what it computes, in LaTeX
    printed: str = ""  # and what that is, as the claim says it
    compared: int = 0  # entries of the reading that agree with NumPy's run, at random cases
    on_symbols: int = 0  # entries that the code gives on symbols as well, at sizes 2 and 3
    refuses: Sequence[str] = ()  # what the code says on paths on which it gives nothing
    calls: Sequence[str] = ()  # functions of the code


@dataclass(frozen=True)
class Compared:
    """Entries that the code gave on symbols, equal to the printed ones."""

    sizes: list[str]
    entries: int
    duties: Sequence[int] = ()
    calls: Sequence[str] = ()  # functions of the code


@dataclass(frozen=True)
class Sized:
    """Shapes and counts on symbolic sizes, by the expression that was run."""

    shapes: dict[str, dict[str, str]]
    sizes: str = "all"
    duties: Sequence[int] = ()
    calls: Sequence[str] = ()  # functions of the code


@dataclass(frozen=True)
class Measured:
    """The largest errors of a function in each format, on every float of it or on samples."""

    formats: dict[str, dict[str, str]]  # what was found of each, and on what
    duties: Sequence[int] = ()


@dataclass(frozen=True)
class Met:
    """A case at which all conditions of a claim hold."""

    values: dict[str, str]
    supposed_by: Sequence[int] = ()  # relations, of which what they suppose holds there too


@dataclass(frozen=True)
class Witnessed:
    """A case at which a relation fails."""

    witness: dict[str, str | dict[str, str]]

    @property
    def op(self) -> str:
        """The relation that fails there."""
        return str(self.witness["op"])


@dataclass(frozen=True)
class Malformed:
    """A printed formula that the theory's language refuses, and takes once it is corrected."""

    because: str  # why it has no meaning
    refusal: str  # the error that its printed form raises
    accepted: str  # the corrected form, in LaTeX


@dataclass(frozen=True)
class Transcribed:
    """Printed formulas, read, that are what the claim says."""

    of: str  # the claim
    reads: Sequence[str]  # what was read, in LaTeX
    but: Sequence[str] = ()  # slips of typesetting that are judged by themselves


@dataclass(frozen=True)
class Corrected:
    """Formulas of a correction, read, that are what a claim says."""

    of: str  # the claim
    writes: Sequence[str]  # the formulas as they are to be pasted
    reads: Sequence[str]  # what was read, in LaTeX
