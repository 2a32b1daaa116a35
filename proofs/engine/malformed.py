"""Evidence that a printed formula has no meaning: it cannot be formed, or it does not parse."""

from collections.abc import Callable, Mapping
from typing import Any

from proofs.engine import formula_checks
from proofs.engine.evidence import REGISTRY, Evidence
from proofs.engine.findings import Malformed
from proofs.engine.formula_checks import Check, name_of
from proofs.engine.witness import EvidenceError
from theory.claim import here
from theory.documents.corrections import corrections, parts
from theory.documents.document_statements import statement
from theory.documents.printed_formulas import transcribed
from theory.stating.families import Family
from theory.stating.printed import printed as in_latex
from theory.stating.printed import said
from theory.stating.relations import Line, sized
from theory.stating.statements import states
from theory.stating.terms import Term, TermError
from theory.transcribing.meaning import Reader
from theory.transcribing.parse import parsed
from theory.transcribing.passage import read
from theory.transcribing.tokens import tokens


def ill_formed(
    key: str,
    because: str,
    printed: Mapping[str, Any],
    meant: Mapping[str, Any],
    letters: Mapping[str, Any] | None = None,
):
    """Register a formula of a statement that is refused as printed, and taken as it is meant.

    The function forms it of the parts in which the two differ. The corrected form shows that the
    refusal comes from the misprint and not from us: without it the check could not fail. Where a
    formula is printed, each part is a piece of it, or of the correction, and letters says what
    these stand for; words are put together of parts that a person gives.
    """
    of, table = statement(key).key, dict(letters or {})
    line = transcribed().get(of) or transcribed().get(of.split("/")[0])  # of all on these lines
    for each in (*printed.values(), *meant.values()):
        if not isinstance(each, str if line else Term | Family | int):
            wanted = "a piece of what is printed" if line else "a part of a formula"
            raise EvidenceError(f"{key}: {each!r} is not {wanted}")

    def registered(function: Callable[..., Line | Family]):
        def run():
            as_meant = _pieces(meant, _formulas(corrections()[of]), table) if line else meant
            as_printed = _pieces(printed, [line], table) if line else printed
            accepted = _formed(function, as_meant)
            try:
                _formed(function, as_printed)
            except TermError as refused:
                return Malformed(because, f"{type(refused).__name__}: {refused}", accepted)
            raise EvidenceError(f"{key}: the formula is accepted as it is printed")

        REGISTRY.append(Evidence("ill-formed", of, here(2), run))
        return function

    return registered


def _pieces(pieces: Mapping[str, str], of: list[str], letters: Mapping[str, Any]) -> dict[str, Any]:
    """Return what pieces of formulas stand for, under a table of letters."""
    reader = Reader({name_of(each): value for each, value in letters.items()})
    for piece in pieces.values():
        if not any(_stands_in(piece, formula) for formula in of):
            raise EvidenceError(f"{piece} stands nowhere in {' or '.join(of)}")
    return {name: reader.value(parsed(piece).sides[0]) for name, piece in pieces.items()}


def _stands_in(piece: str, formula: str) -> bool:
    """Say whether the tokens of a piece follow each other in a formula."""
    own, all_ = ([(e.kind, e.text) for e in tokens(each)] for each in (piece, formula))
    return any(all_[start : start + len(own)] == own for start in range(len(all_)))


def _formulas(sentence: str) -> list[str]:
    return [part for kind, part in parts(sentence) if kind == "formula"]


def misprinted(
    key: str, because: str, check: Check | None = None, slip: str = "", instead: str = ""
):
    """Register a formula that is refused as it is printed, and taken as it is to be corrected.

    Both are read by one reader: the transcription, and the correction that an author may paste.
    check: what is asked of the formulas besides that they parse, one of formula_checks. slip,
    instead: a slip by which it does not parse, a statement of its own, and what is meant by it.
    """
    of, asked = statement(key).key, check or (lambda chains: None)
    if check and getattr(check, "__globals__", None) is not vars(formula_checks):
        raise EvidenceError(f"{key}: {check.__name__} is no check of {formula_checks.__name__}")

    def run():
        meant = corrections()[of]
        if instead not in meant:
            raise EvidenceError(f"{key}: the correction does not say {instead}")
        line = transcribed()[of].replace(slip, instead) if slip else transcribed()[of]
        if slip and (_parses(transcribed()[of]) or not _parses(line)):
            raise EvidenceError(f"{key}: {slip} is not what keeps the formula from being parsed")
        asked(read(meant) if "$" in meant else [e for part in _formulas(meant) for e in read(part)])
        try:
            asked(read(line))
        except TermError as refused:
            accepted = r",\quad ".join(_formulas(meant))
            return Malformed(because, f"{type(refused).__name__}: {refused}", accepted)
        raise EvidenceError(f"{key}: the formula is accepted as it is printed")

    REGISTRY.append(Evidence("ill-formed", of, here(2), run))


def _parses(printed: str) -> bool:
    try:
        read(printed)
    except TermError:
        return False
    return True


def _formed(function, parts) -> str:
    """Return the formula in LaTeX: writing it down forms every part of it."""
    formed = function(**parts)
    if isinstance(formed, Line):
        in_latex(states(formed))
        return said(formed)
    return said(sized(formed, *formed.lasts))
