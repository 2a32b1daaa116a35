"""The printed formulas that only a person can compare with their claims, and why."""

from functools import cache
from pathlib import Path

from theory.rows import rows

PLACE = Path(__file__).parent / "documents" / "by_hand.txt"
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
