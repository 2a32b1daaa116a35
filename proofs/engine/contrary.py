"""What a claim says to exist is refuted by its opposite, shown for all values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from proofs.engine.binding import Side, begin
from proofs.engine.duties import denied
from proofs.engine.noted import followed
from proofs.engine.witness import EvidenceError
from theory.stating.existence import Some
from theory.stating.printed import said
from theory.stating.relations import Line
from theory.stating.statements import Statement, states


@dataclass(frozen=True)
class Never:
    """A derivation of the opposite: it takes the chain that begins at the left side."""

    proof: Callable[[Side], Side]
    ours: Any = None  # what `impl` gives, for any values
    instead: str = ""  # what that is
    words: str = ""  # what fails, as an author reads it
    view: Mapping[str, Any] = field(default_factory=dict)  # as in `begin`


def contrary(statement: Statement) -> Statement:
    """Return that what a statement says to exist exists nowhere.

    Conditions are refused: where nothing meets them, the statement and its opposite are both true.
    """
    match statement.said:
        case (Some(line=Line(links=(link,), when=()), at_once=False),) if not statement.conditions:
            return states(Line((denied(link),)))
    raise EvidenceError(
        "expected one relation that holds for some values at one place, and no condition"
    )


def refuted(statement: Statement, never: Never) -> dict[str, Any]:
    """Return the opposite as it is shown, in the place of one case at which the claim fails."""
    opposite = contrary(statement)
    (chain,) = followed(never.proof, begin(opposite, **never.view))
    chain.check()
    shown = begin(opposite, **{key: e for key, e in never.view.items() if key != "closed"})
    (some,) = statement.said
    assert isinstance(some, Some)
    return {
        "given": {getattr(each, "name", ""): "any numbers" for each in some.variables},
        "claimed": f"${said(some.line)}$",
        "left": str(shown.start),
        "op": some.line.links[0].sign,
        "right": str(shown.goal),
        "ours": "" if never.ours is None else str(never.ours),
        "instead": never.instead,
        **({"words": never.words} if never.words else {}),
    }
