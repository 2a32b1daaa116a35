"""What a term needs to have a value: of each operation a sign, and of what."""

from collections.abc import Iterator

from theory.stating.relations import variables
from theory.stating.symbolic import symbolic
from theory.stating.terms import ZERO, Operation, Slope, Term, walk

Need = tuple[str, Term]


def needs(each: Term) -> Iterator[Need]:
    """Yield what the outermost operation of a term needs, its words written out."""
    parts = each.parts
    if isinstance(each, Slope):
        for part in walk(each.body):
            yield from needs_of_slope(part, each.by)
    elif not isinstance(each, Operation):
        return
    elif each.name == "/":
        yield "≠", parts[1]
    elif each.name == "log":
        yield ">", parts[0]
    elif each.name == "sqrt":
        yield "≥", parts[0]
    elif _is_root(each):
        yield ">", parts[0]
    elif each.name == "^" and not symbolic(parts[1]).is_nonnegative:
        yield "≠", parts[0]


def needs_of_slope(each: Term, by: tuple[Term, ...]) -> Iterator[Need]:
    """Yield what keeps a part away from where it bends, jumps, or is steep as √s is at 0."""
    moved = {getattr(held, "base", held) for held in by}
    if not isinstance(each, Operation) or not moved & variables(each):
        return
    if each.name == "sqrt" or _is_root(each):
        yield ">", each.given[0]
    elif each.name == "abs":
        yield "≠", each.given[0]
    elif each.name in ("max", "delta") or each.name[0] == "[":
        yield "≠", each.given[0] - each.given[1]
    elif each.name in ("odd", "fl"):
        yield "≠", ZERO  # it jumps again and again


def _is_root(each: Operation) -> bool:
    return each.name == "^" and not symbolic(each.given[1]).is_integer
