"""What evidence outside `proofs` finds: theorems, tests and figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from proofs.engine.findings import (
    Compared,
    Corrected,
    Derived,
    Malformed,
    Measured,
    Met,
    Ran,
    Sized,
    Transcribed,
    Witnessed,
)


@dataclass(frozen=True)
class Theorem:
    """A theorem, what it says and what it rests on."""

    theorem: str
    statement: str
    lines: int
    assumes: Sequence[str] | str
    recorded: str = ""  # the sources that it was checked of elsewhere, if not here
    duties: Sequence[int] = ()  # relations of its claim that it states word for word


@dataclass(frozen=True)
class Held:
    """A property that was run on a subject."""

    test: str  # its name in pytest
    property: str = ""  # file::name
    cases: int = 0
    worst: float = 0.0  # the largest error, in units of its bound
    rejects: Sequence[str] = ()  # specimens of the zoo
    seen_by: Mapping[str, str] = field(default_factory=dict)  # how some were, each in a case
    calls: Sequence[str] = ()  # functions of the subject
    takes: Sequence[str] = ()  # claims on which its bounds rest
    duties: Sequence[int] = ()  # relations of its claim whose sides are taken from the statement


@dataclass(frozen=True, kw_only=True)
class Sampled(Held):
    """A property that sampled until the matter was clear."""

    false_alarm: float
    miss: float
    means: Sequence[str] = ()  # what is claimed in each case, and the margin
    seed: int


@dataclass(frozen=True)
class Drawn:
    """A figure whose data passed its assertions."""

    figure: str
    assertions: int = 0
    numbers: int = 0


Finding = (
    Met
    | Derived
    | Ran
    | Compared
    | Sized
    | Measured
    | Witnessed
    | Malformed
    | Transcribed
    | Corrected
    | Theorem
    | Held
    | Sampled
    | Drawn
)
