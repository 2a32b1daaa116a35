"""A size as the code sees it: how many there are, for all numbers at once.

Code may count with it, but may not ask which number it is: it would take one way for all of them.
Whether it is 0 has an answer, since a size is at least 1; that it is not 1 either is what a general
run supposes, and the comparison with NumPy, at sizes of 1 beside others, is there to notice what
that hides.
"""

from contextvars import ContextVar
from functools import total_ordering
from numbers import Number

import sympy as sp


class WhichNumberError(TypeError):
    """The code asks for the number that a symbolic size stands for.

    While code is run, what was asked is kept: it may catch the error, and take that for an answer.
    """

    def __init__(self, question: str):
        super().__init__(question)
        if (asked := ASKED.get()) is not None:
            asked.append(question)


ASKED: ContextVar[list[str] | None] = ContextVar("what running code has asked", default=None)


@total_ordering
class Many:
    """A size in SymPy's words, with which one can count and hardly compare."""

    __slots__ = ("number",)

    def __init__(self, number):
        self.number = sp.expand(sp.sympify(number))

    def _sympy_(self):
        return self.number

    def __repr__(self):
        return str(self.number)

    def __hash__(self):
        if ASKED.get() is not None:
            raise WhichNumberError(f"the code looks for {self} among others")
        return hash(self.number)

    @property
    def free_symbols(self):
        """What the size is made of."""
        return self.number.free_symbols

    def __eq__(self, other):
        if not isinstance(other, Number | sp.Expr | Many):
            return NotImplemented
        gap = sp.expand(self.number - sp.sympify(other))
        if gap.is_zero or gap.is_nonzero:
            return bool(gap.is_zero)
        if gap == self.number - 1 and self.number.is_integer and self.number.is_positive:
            return False
        raise WhichNumberError(f"the code asks whether {self} is {other}")

    def __lt__(self, other):
        gap = sp.expand(sp.sympify(other) - self.number)
        if gap.is_positive or gap.is_nonpositive:
            return bool(gap.is_positive)
        raise WhichNumberError(f"the code asks whether {self} is less than {other}")

    def __bool__(self):
        return self != 0

    def __divmod__(self, other):
        return self // other, self % other


def _counting(name):
    def count(self, other):
        if not isinstance(other, int | sp.Expr | Many):
            return NotImplemented
        return seen(getattr(self.number, name)(sp.sympify(other)))

    return count


for _operation in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"):
    for _name in (f"__{_operation}__", f"__r{_operation}__"):
        setattr(Many, _name, _counting(_name))


def seen(size: int | sp.Expr) -> int | Many:
    """Return a size as the code sees it: a number, or any number."""
    return size if isinstance(size, int) else int(size) if size.is_Integer else Many(size)


def plain(size: int | Many | sp.Expr) -> int | sp.Expr:
    """Return a size that the code gives back, in SymPy's words."""
    return size.number if isinstance(size, Many) else size
