"""Terms as lines of NumPy: a bound is computed on whole arrays from the term that a claim states.

An entry stands for its whole array, whose last axis runs over the places; a sum runs over that axis
and keeps it. A family of `columns` is a matrix instead, with the places on its rows: a sum of its
entries times others is a matrix product. Letters become names.
"""

import ast
from collections.abc import Collection, Iterator

from theory.stating.terms import (
    ONE,
    Applied,
    Base,
    Entry,
    Number,
    Operation,
    Size,
    Term,
    Total,
    Variable,
    free_indices,
    walk,
)
from theory.stating.unfolding import unfolded

_BINARY = {"+": ast.Add, "-": ast.Sub, "*": ast.Mult, "/": ast.Div, "^": ast.Pow, "@": ast.MatMult}
_FUNCTIONS = {"abs": "abs", "exp": "exp", "log": "log", "sqrt": "sqrt", "max": "maximum"}


class UnwritableError(ValueError):
    """A term that has no lines of NumPy here: better none than wrong ones."""


def function(name: str, says: str, whole: Term, takes: Collection[str], columns=()) -> str:
    """Return a function of these names that computes the term."""
    lines = _Lines(frozenset(each.base for each in columns))
    result = ast.unparse(lines.written(whole))
    used = set(lines.taken)
    if used != set(takes):
        raise UnwritableError(f"{name} takes {sorted(takes)}; expected {sorted(used)}")
    body = [f'"""{says}"""', *lines.assigned, f"return {result}"]
    return f"def {name}({', '.join(takes)}):\n" + "".join(f"    {line}\n" for line in body)


class _Lines:
    """The lines of one function."""

    def __init__(self, columns: frozenset[Base]):
        self.columns = columns
        self.assigned: list[str] = []
        self.letters: dict[Term, str] = {}
        self.taken: dict[str, None] = {}

    def written(self, whole: Term) -> ast.expr:
        match whole:
            case Number():
                return _number(whole.value)
            case Variable() | Size():
                return self._given(whole.name)
            case Entry():
                return self._given(whole.base.name)
            case Applied() if whole.word.define and not whole.word.tex:
                return ast.Name(self._letter(whole))
            case Total():
                return self._total(whole)
            case Operation("-", (Operation("exp", (power,)), one)) if one == ONE:
                return _call("expm1", self.written(power))  # the difference would cancel
            case Operation("-", (Operation("^", (base, power)), one)) if one == ONE:
                return _call("expm1", _binary("*", self.written(power), self._log(base)))
            case Operation() if whole.name in _FUNCTIONS:
                return _call(_FUNCTIONS[whole.name], *map(self.written, whole.given))
            case Operation() if whole.name in _BINARY:
                return _binary(whole.name, *map(self.written, whole.given))
        raise UnwritableError(f"{whole!r}")

    def _log(self, base: Term) -> ast.expr:
        match base:
            case Operation("+", (one, small)) if one == ONE:
                return _call("log1p", self.written(small))
        return _call("log", self.written(base))

    def _given(self, name: str) -> ast.expr:
        self.taken[name] = None
        return ast.Name(name)

    def _letter(self, whole: Applied) -> str:
        meaning = unfolded(whole, once=True)
        if meaning not in self.letters:
            held = ast.unparse(self.written(meaning))
            name, others = whole.word.name, set(self.letters.values()) | set(self.taken)
            while name in others:
                name += "_"
            self.letters[meaning] = name
            self.assigned.append(f"{name} = {held}")
        return self.letters[meaning]

    def _total(self, whole: Total) -> ast.expr:
        if free_indices(whole):
            raise UnwritableError("a sum whose terms depend on another place")
        factors = list(_factors(whole.body))
        columns = [each for each in factors if self._has_columns(each)]
        rows = [each for each in factors if each not in columns]
        if not columns:
            return _call("sum", self.written(whole.body), axis=-1, keepdims=True)
        if len(columns) != 1 or not rows:
            raise UnwritableError("a sum that is no product of rows and one of columns")
        product = self.written(rows[0])
        for each in rows[1:]:
            product = _binary("*", product, self.written(each))
        return _binary("@", product, self.written(columns[0]))

    def _has_columns(self, part: Term) -> bool:
        whole = unfolded(part)
        return any(isinstance(each, Entry) and each.base in self.columns for each in walk(whole))


def _factors(whole: Term) -> Iterator[Term]:
    match whole:
        case Operation("*", (one, other)):
            yield from _factors(one)
            yield from _factors(other)
        case _:
            yield whole


def _number(value) -> ast.expr:
    if value.denominator != 1:
        return _binary("/", _number(value.numerator), _number(value.denominator))
    return ast.Constant(int(value))


def _binary(sign: str, left: ast.expr, right: ast.expr) -> ast.expr:
    return ast.BinOp(left, _BINARY[sign](), right)


def _call(name: str, *given: ast.expr, **options) -> ast.expr:
    keywords = [ast.keyword(key, ast.Constant(value)) for key, value in options.items()]
    return ast.Call(ast.Attribute(ast.Name("np"), name), list(given), keywords)
