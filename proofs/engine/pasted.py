"""Which formulas of a correction a machine is to compare with a claim, and which it does."""

from theory.documents.by_hand import corrected_by_hand
from theory.documents.corrections import corrections, sharing
from theory.transcribing.correction_formulas import saying

# by the key of a statement, which of the formulas of its correction pieces of evidence compare
COMPARED: dict[str, set[int]] = {}


def for_machines(key: str) -> list[str]:
    """Return the formulas of a correction that a machine is to compare with a claim."""
    hand = {formula for other, formula in corrected_by_hand() if other in sharing(key)}
    return [each for each in saying(corrections()[key]) if each not in hand]


def left_alone(key: str) -> list[str]:
    """Return the formulas of a correction that neither evidence nor a person compares."""
    formulas = for_machines(key)
    compared = {k for each in sharing(key) for k in COMPARED.get(each, ())}
    return [each for k, each in enumerate(formulas) if not {k, k - len(formulas)} & compared]
