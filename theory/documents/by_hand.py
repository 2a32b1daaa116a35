"""The printed formulas that only a person can compare with their claims, and why."""

from functools import cache
from pathlib import Path

from theory.documents.rows import rows

PLACE = Path(__file__).parent / "by_hand.txt"
REASONS = {
    "named": "It names letters, sizes or a set, and relates them to nothing.",
    "about": "The claim speaks about the formula, and is not the formula itself.",
    "form": "The claim writes it in another form: the same thing in other words.",
    "notation": "Tokens, sets, words or dots stand in it, for which the claims have other letters.",
    "random": "It speaks of random variables, whose law the claim spells out.",
    "slip": "As it is printed it does not parse; the slip is a statement of its own.",
}
OTHER = "Another claim is the formula; this one says more of it."  # of several that assert it


@cache
def by_hand() -> dict[str, str]:
    """Return the reasons in words, by the keys of the statements."""
    found: dict[str, str] = {}
    for number, (key, reason) in rows(PLACE, 2):
        if key in found or reason not in REASONS:
            raise ValueError(f"{PLACE}:{number}: {key} is there twice, or {reason} is no reason")
        found[key] = REASONS[reason]
    return found


HAND_OF_CORRECTIONS = PLACE.with_name("corrected_by_hand.txt")
REASONS_OF_CORRECTIONS = {
    **REASONS,
    "condition": "It names a condition, which the claim states in its own way.",
    "value": "It is a number or a size that the claim arrives at, and no equation.",
    "unread": "Signs stand in it that the reader of formulas does not know.",
}


@cache
def corrected_by_hand() -> dict[tuple[str, str], str]:
    """Return the reasons in words, by the key of a statement and a formula of its correction."""
    found: dict[tuple[str, str], str] = {}
    for number, (key, formula, reason) in rows(HAND_OF_CORRECTIONS, 3):
        place = f"{HAND_OF_CORRECTIONS}:{number}"
        if (key, formula) in found or reason not in REASONS_OF_CORRECTIONS:
            raise ValueError(f"{place}: {key} is there twice, or {reason} is no reason")
        found[key, formula] = REASONS_OF_CORRECTIONS[reason]
    return found
