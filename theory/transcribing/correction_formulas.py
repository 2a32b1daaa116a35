"""The formulas of a correction, each by itself: those that say something, and no letter's name."""

import re
from collections.abc import Iterator

from theory.documents.corrections import parts
from theory.transcribing.parse import parsed_list
from theory.transcribing.tokens import FormulaError
from theory.transcribing.tree import Chain, Name, Node, Number, Operation, Scripted

_ALIGNED = re.compile(r"\\(?:begin|end)\{aligned\}")


def saying(correction: str) -> list[str]:
    """Return the formulas of a correction that relate something, or compute it."""
    formulas = (part for kind, part in parts(correction) if kind == "formula")
    return [line for each in formulas for line in _lines(each) if not _names(line)]


def _lines(formula: str) -> Iterator[str]:
    """Yield the lines of a formula; only those between the marks of `aligned` are several."""
    if not _ALIGNED.search(formula):
        yield formula.strip()
        return
    for line in _ALIGNED.sub("", formula).replace("&=", "=").split(r"\\"):
        yield line.strip()


def _names(formula: str) -> bool:
    """Say whether a formula is a letter, or a list of letters, and says nothing of them."""
    try:
        return not formula.startswith("=") and all(map(_is_letter, parsed_list(formula)))
    except FormulaError:
        return False


def _is_letter(chain: Chain) -> bool:
    return not chain.signs and _is_name(chain.sides[0])


def _is_name(node: Node) -> bool:
    match node:
        case Name() | Number():
            return True
        case Scripted():
            return _is_name(node.base)
        case Operation(name="abs"):  # |V|
            return _is_name(node.given[0])
    return False
