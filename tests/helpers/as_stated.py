"""What a claim says, at a case: a property that alone supports a claim takes its very statement."""

import operator
from functools import lru_cache

from proofs.engine.cases import failure
from proofs.engine.duties import duties
from proofs.engine.stated import stated
from tests.helpers.holds import current
from theory.stating.known_digits import HoldsError
from theory.stating.numeric import Numeric

IS = {"<": operator.lt, "≤": operator.le, "=": operator.eq, "≥": operator.ge, ">": operator.gt}


def holds_exactly(claim, values, runs):
    """Assert what a claim says, in exact numbers; runs computes the words that no formula says."""
    statement = stated(claim)
    try:
        found = failure(statement, values, undefined=True, runs=runs)
    except HoldsError:
        _note(claim, statement)
    else:
        raise AssertionError(_false(claim, found.link, found.left, found.right, found.undefined))


def holds_in_digits(claim, values):
    """Assert what a claim says, in fifty digits of numbers that must meet its conditions."""
    statement = stated(claim)
    for number, link, sides in _relations(statement):
        left, right = (side.once(_taken(side, values)) for side in sides)
        if not IS[link.sign](left, right):
            kind = ValueError if number is None else AssertionError  # a condition, or what is said
            raise kind(_false(claim, link, left, right))
    _note(claim, statement)


def _false(claim, link, left, right, undefined=""):
    """Return in a line which of what a claim says is false, and in which numbers."""
    for each in current:
        each.silent.add(claim)  # whatever becomes of the error
    numbers = undefined or f"{float(left):.9g} {link.sign} {float(right):.9g}"
    return f"{claim}, as it is stated, is false: {numbers}"


@lru_cache
def _relations(statement):
    """Return the conditions and then the relations, these with their numbers, and both sides."""
    conditions = [(None, link) for line in statement.conditions for link in line.links]
    asked = [(number, duty.link) for number, duty in enumerate(duties(statement))]
    return [
        (number, link, (Numeric(link.left), Numeric(link.right)))
        for number, link in (*conditions, *asked)
    ]


def _taken(side, values):
    return {each: values[each] for each in side.lines.taken}


def _note(claim, statement):
    if any(each.when for each in duties(statement)):
        raise ValueError(f"{claim}: what a relation alone supposes is not looked at")
    if current:
        current[0].reached[claim] = [*range(len(duties(statement)))]
        current[0].heard.add(claim)
