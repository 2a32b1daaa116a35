"""The list of rules, and what every rule asks of a sum's index."""

import sympy as sp

from theory.symbols import index

HOMES = ("proofs.rules", "proofs.engine")  # no chapter makes a rule of its own
RULES: dict[str, str] = {}
LISTED: list[object] = []  # the functions themselves: only these may be applied in a chain
BY_RANGE: list[object] = []  # those that ask how far free indices run


def by_range(function):
    """Say that a rule asks how far the free indices run."""
    BY_RANGE.append(function)
    return function


def rule(sentence):
    """List a function as a rule, under the sentence that it stands for."""

    def listed(function):
        if function.__module__.rpartition(".")[0] not in HOMES:
            name = f"{function.__module__}.{function.__name__}"
            raise ValueError(f"{name} is made a rule; expected one of {' or '.join(HOMES)}")
        RULES[function.__name__] = sentence
        LISTED.append(function)
        return function

    return listed


def counts_from_one(limit):
    """Say whether the index runs over whole numbers from 1 or later on, as its symbol assumes."""
    bound, first, _ = limit
    return bound == index(bound.name) and bool(first.is_integer and first.is_positive)


def holds_a_term(limit):
    """Say whether the sum over the limit is shown not to be empty."""
    _, first, last = limit
    return counts_from_one(limit) and bool((last - first).is_nonnegative)


def ends_of(expression, ranges):
    """Return how far each index of an expression runs, and each free one by its ranges.

    What runs to two different ends is left out: nothing is known of it in both sums.
    """
    ends, twice = dict(ranges or {}), set()
    for total in expression.atoms(sp.Sum):
        for each, first, last in total.limits:
            if ends.setdefault(each, (first, last)) != (first, last):
                twice.add(each)
    return {each: end for each, end in ends.items() if each not in twice}


def is_real(e):
    """Say whether the expression is shown to be real, by its build alone."""
    if isinstance(e, sp.Sum):
        return is_real(e.function)
    if isinstance(e, sp.Pow) and e.exp.is_Integer:
        return is_real(e.base)
    built = isinstance(e, sp.Add | sp.Mul | sp.exp)
    return bool(e.is_real) or (built and all(map(is_real, e.args)))
