"""Entries: a term, and whether it is there; and the operations on them, nothing evaluated.

An entry is the number `value` where `there` is 1, and -∞ where it is 0. What is decided is decided
by the rules that show signs; anything else stays a bracket, a term that is 1 or 0.
"""

from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from proofs.arrays.entries.argmax import argmax_of, is_first_largest
from proofs.arrays.entries.folding import (
    NotReadError,
    both,
    factors,
    folded,
    minus,
    of_sizes,
    opposite,
    over,
    plus,
    times,
)
from proofs.arrays.entries.paths import decided
from proofs.arrays.entries.shown_places import is_place
from proofs.arrays.entries.thrown import thrown
from proofs.arrays.many import WhichNumberError
from proofs.rules import is_nonnegative, is_positive
from theory.heads.multi_head import at_most
from theory.stating.operations import bracket, delta
from theory.stating.symbolic import GUARDED, symbolic
from theory.stating.terms import (
    ONE,
    ZERO,
    Applied,
    Constant,
    Number,
    Operation,
    Term,
    Word,
)
from theory.stating.unfolding import unfolded
from theory.stating.variables import is_whole

INFINITE = Constant("oo")  # +∞, which is no number: nothing but a comparison takes it
UNKNOWN = Constant("nan")  # NaN, which nothing takes


# the larger of two numbers, of those that are there, as κ and θ say: of it nothing is assumed
LARGER_THERE = Word(
    "larger_there",
    r"\max({p} \mid {kappa}, {q} \mid {theta})",
    {"kappa": "number", "p": "number", "theta": "number", "q": "number"},
    None,
)


@dataclass(frozen=True)
class Entry:
    """A number, or -∞ where it is not there."""

    value: Term
    there: Term = ONE


ABSENT = Entry(ZERO, ZERO)


def entry(value: Term, there: Term = ONE) -> Entry:
    """Return an entry; where it is there, what says so is 1."""
    if there == ZERO:
        thrown(value)
        return ABSENT
    said = factors(there)
    return Entry(folded(_with_ones(value, said)) if said else value, there)


def _with_ones(whole: Term, said: list[Term]) -> Term:
    """Return the term with 1 for what is said; a word of which nothing is known stays the same."""
    if whole in said:
        return ONE
    if isinstance(whole, Applied) and whole.word.define is None:
        return whole
    return whole.with_parts(tuple(_with_ones(part, said) for part in whole.parts))


def scalar(value) -> Entry:
    """Return a number that the code holds, or a size, as an entry."""
    if isinstance(value, Entry):
        return value
    if isinstance(value, Term):
        return Entry(value)
    number = sp.sympify(value)
    if number is sp.nan:
        return Entry(UNKNOWN)
    if number in (sp.oo, -sp.oo):
        return Entry(INFINITE) if number == sp.oo else ABSENT
    if number.is_Float:
        if not float(number).is_integer():
            raise NotReadError(f"entries: {value} is rounded; expected an exact number")
        number = sp.Integer(int(number))
    return Entry(of_sizes(number))


def shown_positive(value: Term) -> bool:
    """Say whether a term is shown to be positive."""
    return value not in (ZERO, INFINITE) and bool(is_positive(symbolic(value)))


def shown_nonnegative(value: Term) -> bool:
    """Say whether a term is shown to be at least zero."""
    return value != INFINITE and bool(is_nonnegative(symbolic(value)))


def finite(each: Entry, what: str) -> Term:
    """Return the number that an entry is; refuse one that may be infinite."""
    if each.there != ONE or each.value in (INFINITE, UNKNOWN):
        raise NotReadError(f"entries: {what} of what may be infinite, or NaN")
    return each.value


def add(p: Entry, q: Entry) -> Entry:
    """Return the sum; it is there where both are."""
    if INFINITE in (p.value, q.value):
        raise NotReadError("entries: a sum with +∞")
    return entry(plus(p.value, q.value), both(p.there, q.there))


def subtract(p: Entry, q: Entry) -> Entry:
    """Return the difference to a number."""
    return entry(minus(p.value, finite(q, "subtraction")), p.there)


def negative(p: Entry) -> Entry:
    """Return the opposite of a number."""
    return Entry(minus(ZERO, finite(p, "negation")))


def multiply(p: Entry, q: Entry) -> Entry:
    """Return the product; -∞ times a positive number is -∞."""
    for one, other in ((p, q), (q, p)):
        if one.there != ONE and not shown_positive(finite(other, "multiplication")):
            raise NotReadError("entries: -∞ times what is not shown to be positive")
    if INFINITE in (p.value, q.value):
        raise NotReadError("entries: a product with +∞")
    return entry(times(p.value, q.value), both(p.there, q.there))


def divide(p: Entry, q: Entry) -> Entry:
    """Return the quotient; whether its divisor may be 0 is for the proof to show."""
    divisor = finite(q, "division")
    if p.there != ONE and not shown_positive(divisor):
        raise NotReadError("entries: -∞ over what is not shown to be positive")
    if p.value == INFINITE:
        if not shown_positive(divisor):
            raise NotReadError("entries: +∞ over what is not shown to be positive")
        return p
    return entry(over(p.value, divisor), p.there)


def size(p: Entry) -> Entry:
    """Return |p|."""
    value = finite(p, "size")
    return Entry(value if shown_nonnegative(value) else abs(value))


def equal(p: Entry, q: Entry) -> Entry:
    """Return 1 where two numbers are equal, else 0."""
    if INFINITE in (p.value, q.value):
        return Entry(ONE if p.value == q.value else ZERO)
    if ABSENT in (p, q):
        return Entry(opposite((p if q == ABSENT else q).there))
    gap = minus(finite(p, "comparison"), finite(q, "comparison"))
    if isinstance(gap, Number):
        return Entry(ONE if gap == ZERO else ZERO)
    if shown_positive(gap) or shown_positive(-gap):
        thrown(gap)
        return Entry(ZERO)
    return Entry(bracket(p.value, "=", q.value))


def differs(p: Entry, number: Number) -> Term:
    """Return 1 where an entry is another number, else 0."""
    return opposite(equal(p, Entry(number)).value)


def less(p: Entry, q: Entry) -> Entry:
    """Return 1 where p < q, else 0."""
    if INFINITE in (p.value, q.value):
        return Entry(ONE if p.value != INFINITE else ZERO)
    gap = minus(finite(q, "comparison"), finite(p, "comparison"))
    if shown_positive(gap) or shown_nonnegative(-gap):
        thrown(gap)
        return Entry(ONE if shown_positive(gap) else ZERO)
    return Entry(bracket(p.value, "<", q.value))


def same_place(p: Entry, q: Entry) -> Entry:
    """Return 1 where two whole numbers are equal: δ(i - 1, j - 1) = δ(i, j)."""
    gap = sp.expand(symbolic(p.value) - symbolic(q.value))
    if gap.is_zero or gap.is_nonzero:
        return Entry(ONE if gap.is_zero else ZERO)
    one, other = _apart(p.value), _apart(q.value)
    shift = other[1] - one[1]
    if row := argmax_of(other[0]):
        place = plus(one[0], Number(-shift))
        if not is_place(place, row.bounds[0].last):  # an index from the end on is none
            raise NotReadError(f"entries: nothing shows that {symbolic(place)} is a place of a row")
        return Entry(is_first_largest(place, row))
    return Entry(delta(one[0], plus(other[0], Number(shift))))


def one_of_few(which: Entry) -> int:
    """Return which place is the first largest of so many; the code runs with each that it may be.

    That it is one of them is what argmax means; so the last needs no question.
    """
    word, shift = _apart(which.value)
    row = argmax_of(word)
    if row is None or not isinstance(row.bounds[0].last, Number):
        raise WhichNumberError("the code asks for a number; expected the first largest of few")
    last = int(row.bounds[0].last.value + shift)
    is_at = (decided(same_place(which, scalar(k)).value) for k in range(int(shift) + 1, last))
    return next((k for k, here in enumerate(is_at, int(shift) + 1) if here), last)


def before(p: Entry, q: Entry) -> Entry:
    """Return 1 where p < q, for whole numbers: p + 1 ≤ q."""
    gap = sp.expand(symbolic(q.value) - symbolic(p.value))
    if gap.is_positive or gap.is_nonpositive:
        return Entry(ONE if gap.is_positive else ZERO)
    if not (is_whole(unfolded(p.value)) and is_whole(unfolded(q.value))):  # the largest of a row
        return less(p, q)
    one, other = _apart(p.value), _apart(q.value)
    return Entry(at_most(one[0], plus(other[0], Number(other[1] - one[1] - 1))))


def _apart(value: Term) -> tuple[Term, Fraction]:
    """Return a term and the number that is added to it."""
    if isinstance(value, Number):
        return ZERO, value.value
    if isinstance(value, Operation) and value.name == "+":
        (p, r), (q, s) = map(_apart, value.given)
        return plus(p, q), r + s
    if isinstance(value, Operation) and value.name == "-":
        (p, r), (q, s) = map(_apart, value.given)
        return minus(p, q), r - s
    return value, Fraction(0)


def chosen(c: Entry, p: Entry, q: Entry) -> Entry:
    """Return p where c is 1, else q."""
    choice = c.value
    if choice in (ONE, ZERO):
        return p if choice == ONE else q
    if {INFINITE, UNKNOWN} & {p.value, q.value}:
        raise NotReadError("entries: a choice with +∞ or NaN")
    if ABSENT in (p, q):
        kept, there = (q, opposite(choice)) if p == ABSENT else (p, choice)
        return entry(kept.value, both(there, kept.there))
    if not (_implies(choice, p.there) and _implies(opposite(choice), q.there)):
        raise NotReadError("entries: a choice between what may be -∞")
    if p.value == q.value:
        return Entry(p.value)
    if choice == bracket(q.value, "=", ZERO):  # where it is chosen, q is 0
        if p.value == ONE and shown_nonnegative(q.value):
            return Entry(Applied(GUARDED, (q.value,)))
        return Entry(plus(times(choice, p.value), q.value))
    taken = times(choice, p.value)
    return Entry(plus(taken, times(opposite(choice), q.value)))


def _implies(choice: Term, there: Term) -> bool:
    return set(factors(there)) <= set(factors(choice))


def larger(p: Entry, q: Entry) -> Entry:
    """Return the larger of two; it is there where one of them is."""
    if ABSENT in (p, q):
        return q if p == ABSENT else p
    if (p.there, q.there) != (ONE, ONE):
        value = Applied(LARGER_THERE, (p.there, p.value, q.there, q.value))
        return Entry(value, opposite(both(opposite(p.there), opposite(q.there))))
    one, other = finite(p, "maximum"), finite(q, "maximum")
    if shown_nonnegative(minus(one, other)) or shown_nonnegative(minus(other, one)):
        thrown(one, other)
        return p if shown_nonnegative(minus(one, other)) else q
    return Entry(Operation("max", (one, other)))


def smaller(p: Entry, q: Entry) -> Entry:
    """Return the smaller of two."""
    return negative(larger(negative(p), negative(q)))


def is_unknown(p: Entry) -> Entry:
    """Return whether an entry is NaN: none is that has a value, which is to be shown."""
    thrown(p.value)
    return Entry(ONE if p.value == UNKNOWN else ZERO)


def is_finite(p: Entry) -> Entry:
    """Return 1 where an entry is a number; that what is there has a value is to be shown."""
    thrown(p.value)
    return Entry(ZERO if p.value in (INFINITE, UNKNOWN) else p.there)


def is_infinite(p: Entry) -> Entry:
    """Return 1 where an entry is -∞ or +∞."""
    return Entry(ZERO if p.value == UNKNOWN else opposite(is_finite(p).value))


def function(name: str, at_absent: Term | None = None):
    """Return an elementary function of entries; at -∞ it is as given, or refused."""

    def applied(p: Entry) -> Entry:
        if p.there != ONE and at_absent is not None:
            return Entry(times(p.there, Operation(name, (p.value,))))
        return Entry(Operation(name, (finite(p, name),)))

    return applied
