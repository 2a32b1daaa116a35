"""Sums and products of numbers, rows, columns and matrices; what does not fit is refused.

A row is a family with one index, a matrix one with two.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from theory.heads.multi_head import concat
from theory.shared_words import length
from theory.softmax.words import softmax
from theory.stating.families import Family, total
from theory.stating.forming import fitting, same
from theory.stating.operations import odd
from theory.stating.terms import Term, TermError, term

Value = Any  # a Term, a Family, a Column, or a function of such values


@dataclass(frozen=True)
class Column:
    """A row, standing upright."""

    row: Family


def softmax_by_rows(scores: Value) -> Family:
    """Return the softmax of a row, or of each row of a matrix."""
    if not isinstance(scores, Family):
        raise TermError("softmax of a number; expected a row")
    if len(scores.lasts) == 1:
        return softmax(scores)
    return Family(lambda row, *rest: softmax(scores[row])[rest], scores.lasts)


def each_entry(function: Callable[[Term], Term], value: Value) -> Value:
    return value.map(function) if isinstance(value, Family) else function(number(value))


def number(value: Value) -> Term:
    if not isinstance(value, Term):
        raise TermError(f"{kind(value)} where a number is expected")
    return value


def kind(value: Value) -> str:
    if isinstance(value, Term):
        return "a number"
    if isinstance(value, Family):
        return ("a row", "a matrix", "a list of matrices")[len(value.lasts) - 1]
    return "a column" if isinstance(value, Column) else "a function"


def power(value: Value, above: Value) -> Term:
    return number(value) ** number(above)


def _sum(sign: str) -> Callable[[Value, Value], Value]:
    def of(left: Value, right: Value) -> Value:
        if isinstance(left, Term) != isinstance(right, Term):
            raise TermError(f"{kind(left)} {sign} {kind(right)}")
        if isinstance(left, Family) and isinstance(right, Family):
            pairs = zip(left.lasts[::-1], right.lasts[::-1], strict=False)
            if not all(same(p, q) for p, q in pairs) or len(left.lasts) < len(right.lasts):
                raise TermError(f"{kind(left)} {sign} {kind(right)} of another size")
        return left + right if sign == "+" else left - right

    return of


def product(left: Value, right: Value) -> Value:
    """Return the product of numbers, rows, columns and matrices."""
    if isinstance(left, Term) or isinstance(right, Term):
        return left * right
    if isinstance(right, Column):
        over = right.row
        _as_wide(left, over)
        dot = lambda row: total(row * over)
        if len(left.lasts) == 1:
            return dot(left)
        return Family(lambda i: dot(left[i]), left.lasts[:1])
    if isinstance(left, Column) or not isinstance(left, Family) or len(right.lasts) != 2:
        raise TermError(f"{kind(left)} times {kind(right)}")
    if len(left.lasts) == 1:
        _as_wide(left, right.transposed())
        return Family(lambda c: total(left * right.transposed()[c]), right.lasts[1:])
    fitting(left, right)
    return Family(
        lambda i, c: total(left[i] * right.transposed()[c]), (left.lasts[0], right.lasts[1])
    )


def _as_wide(left: Family, right: Family) -> None:
    if not same(left.lasts[-1], right.lasts[-1]):
        raise TermError(f"{kind(left)} times {kind(right)} of another size")


def entrywise(left: Value, right: Value) -> Value:
    """Return the product entry by entry."""
    if not isinstance(left, Family) or not isinstance(right, Family):
        raise TermError("an entrywise product of what has no entries")
    return left * right


def side_by_side(matrices: Family) -> Family:
    """Return the matrices of a list as one, all of whose rows are as long as theirs together."""
    if len(matrices.lasts) != 3:
        raise TermError(f"{kind(matrices)} side by side; expected a list of matrices")
    return concat(matrices.lasts[0], matrices)


def quotient(left: Value, right: Value) -> Value:
    """Return something divided by a number."""
    if isinstance(left, Term) and isinstance(right, Family):  # 1/σ, entry by entry
        return right.map(lambda each: left / each)
    return left / number(right)


def remainder(left: Value, right: Value) -> Term:
    """Return what is left of a whole number that is divided by 2."""
    if right != term(2):
        raise TermError("a remainder by another number than 2")
    return odd(number(left))


OPERATIONS: dict[str, Callable[..., Value]] = {
    "+": _sum("+"),
    "-": _sum("-"),
    "neg": lambda value: -value,
    "*": product,
    "×": product,
    "/": quotient,
    "⊙": entrywise,
    "norm": length,
    "mod": remainder,
}
