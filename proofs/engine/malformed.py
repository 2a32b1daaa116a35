"""Evidence that a printed formula has no meaning: the theory's language refuses to form it."""

from collections.abc import Callable, Mapping
from typing import Any

from proofs.engine.evidence import REGISTRY, Evidence
from proofs.engine.findings import Malformed
from proofs.engine.witness import EvidenceError
from theory.claim import here
from theory.statements import statement
from theory.stating.families import Family
from theory.stating.printed import printed as in_latex
from theory.stating.printed import said
from theory.stating.statements import Line, sized, states
from theory.stating.terms import TermError


def ill_formed(
    key: str,
    because: str,
    printed: Mapping[str, Any],
    meant: Mapping[str, Any],
    error: type[Exception] = TermError,
):
    """Register a formula of a statement that raises an error as printed, and none as it is meant.

    The function forms it of the parts in which the two differ. The corrected form shows that the
    error comes from the misprint and not from us: without it the check could not fail.
    """
    of = statement(key).key

    def registered(function: Callable[..., Line | Family]):
        def run():
            accepted = _formed(function, meant)
            try:
                _formed(function, printed)
            except error as refused:
                return Malformed(because, f"{type(refused).__name__}: {refused}", accepted)
            raise EvidenceError(f"{key}: the formula is accepted as it is printed")

        REGISTRY.append(Evidence("ill-formed", of, here(2), run))
        return function

    return registered


def _formed(function, parts) -> str:
    """Return the formula in LaTeX: writing it down forms every part of it."""
    formed = function(**parts)
    if isinstance(formed, Line):
        in_latex(states(formed))
        return said(formed)
    return said(sized(formed, *formed.lasts))
