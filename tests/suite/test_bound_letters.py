"""A letter means one thing in a printed formula, as it is read back here from its LaTeX alone."""

import re
from functools import cache
from itertools import takewhile

import pytest

from atensi.judging.registry import claims
from theory.stating.existence import Some, some
from theory.stating.families import every, numbers, total
from theory.stating.latex import latex, name
from theory.stating.printed import definitions, printed
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.terms import Base, Entry, Size, Variable, walk
from theory.stating.variables import index, real, size

pytestmark = pytest.mark.meta

TOKEN = re.compile(r"\\left|\\right|\\[lr]vert|\\[a-zA-Z]+|\\.|[a-zA-Z]'*|\S")
OPEN = {"{": "}", "(": ")", "[": "]", r"\left": r"\right", r"\lvert": r"\rvert", r"\{": r"\}"}
ENDS = {*"+-=<>,:/", r"\le", r"\ge", r"\ne", r"\to", r"\in", r"\iff", r"\implies", r"\quad"}
WORDS = r"\\(text|operatorname|mathrm|mathbb|mathbf)\s*(\{[^{}]*\}|\w)|\\begin.*?\\end\{\w+\}|_\+"


def grouped(tokens, end=""):
    """Return the tokens up to an end, each bracket as a list that begins with it."""
    found = []
    while tokens and (each := tokens.pop(0)) != end:
        found.append([each, *grouped(tokens, OPEN[each])] if each in OPEN else each)
    return found


def letters(items):
    for each in items:
        if isinstance(each, list):
            yield from letters(each[1:])
        elif re.fullmatch(r"[a-zA-Z]'*|\\omega", each):
            yield each


def read(formula, names=()):
    """Return the letters that a formula leaves free, those it binds, those it binds within."""
    formula = re.sub(r"\\(left|right)[()]", r"\\\1 ", formula)
    formula = re.sub(r"\\(left|right)(?=\\)", "", formula)  # \left\lvert
    for each in sorted(names, key=len, reverse=True):
        formula = formula.replace(each, "0")
    free, bound, anew = set(), set(), set()

    def within(items, around):
        place = 0
        while place < len(items):
            each, rest = items[place], items[place + 1 :]
            own, beside, scope, taken = _binder(each, rest)
            anew.update(own & around)
            bound.update(own)
            within(beside, around)
            within(scope, around | own)
            if isinstance(each, str):
                free.update({*letters([each])} - around)
            place += 1 + taken

    within(grouped(TOKEN.findall(re.sub(WORDS, " 0 ", formula))), frozenset())
    return free, bound, anew


def _binder(each, rest):
    """Return what is bound here, what stands beside it, over what, and how many items that are."""
    if each == r"\sum" and rest[:1] == ["_"] and rest[2:3] == ["^"]:
        over = takewhile(lambda item: isinstance(item, list) or item not in ENDS, rest[4:])
        end = 4 + len(list(over))
        return {rest[1][1]}, [rest[3]], rest[4:end], end
    if each in (r"\forall", r"\exists"):
        end = rest.index(":")
        return {*letters(rest[:end])}, [], rest[end:], len(rest)
    if isinstance(each, list) and each[0] == r"\left" and rest[:1] == ["_"]:
        own, ends = _places(rest[1])
        return {*letters(own)}, ends, each[1:], 2
    if isinstance(each, list) and each[0] == r"\{" and ":" in each:
        return {*letters(each[: each.index(":")])}, [], each[1:], 0
    return set(), [], each[1:] if isinstance(each, list) else [], 0


def _places(below):
    """Return the places below a family, and how far they run where that is said: j ≤ n, l ≤ m."""
    own, ends, runs = [], [], False
    for each in below[1:] if isinstance(below, list) else [below]:
        runs = each == r"\le" or (runs and each != ",")
        (ends if runs else own).append(each)
    return own, ends


@cache
def size_names():
    there = (part for claim in claims() for whole in claim.states.terms() for part in walk(whole))
    sizes = {each.name for part in there for each in _sizes(part) if "_" in each.name}
    return tuple(map(name, sizes))


def _sizes(part):
    ends = getattr(part, "last", None), *getattr(getattr(part, "base", None), "lasts", ())
    return [each for end in (part, *filter(None, ends)) for each in walk(end)
            if isinstance(each, Size)]  # fmt: skip


@pytest.mark.parametrize("claim", claims(), ids=lambda claim: claim.id)
def test_no_printed_formula_binds_a_letter_that_is_free_in_it(claim):
    meant = {each.name for each in claim.states.places} | _named(claim.states)
    said = len(claim.states.said) + len(claim.states.conditions)
    lines = [*printed(claim.states).split(r",\quad "), *definitions(claim.states)]
    for number, each in enumerate(lines):
        free, bound, anew = read(each, size_names())
        assert not bound & free and not anew, each
        assert number >= said or not bound & meant, f"{each} binds {bound & meant}"


def _named(statement):
    """Return the names of the numbers and families of a statement, besides those it chooses."""
    there = [part for whole in statement.terms() for part in walk(whole)]
    bases = (each.base for each in there if isinstance(each, Entry))
    chosen = {v for e in statement.said if isinstance(e, Some) for v in (*e.variables, *e.every)}
    named = {each for each in (*there, *bases) if isinstance(each, Variable | Size | Base)}
    return {each.name for each in named - chosen}


@pytest.mark.parametrize(
    ("formula", "free", "bound", "anew"),
    [
        (r"x_{j} + \sum_{j=1}^{n} y_{j}", "xyjn", "j", ""),
        (r"\sum_{j=1}^{n} p_{j} f(\left(q_{j}\right)_{j})_{j}", "npfq", "j", "j"),
        (r"\sum_{j=1}^{n} [j < i] \sum_{k=1}^{j} x_{k}", "nix", "jk", ""),
        (
            r"\left(\forall\, j:\ x_{j} \ge 0\right) \implies \sum_{j=1}^{n} x_{j} \ge 0",
            "xn",
            "j",
            "",
        ),
        (r"\frac{a_{ij}}{\sum_{j=1}^{n} a_{ij}} - a_{i}", "aijn", "j", ""),
    ],
)
def test_a_reader_sees_what_is_free_and_what_is_bound(formula, free, bound, anew):
    assert read(formula) == ({*free}, {*bound}, {*anew})


n = size("n")
i, j, k = (index(letter, n) for letter in "ijk")
x, S = numbers("x", n), numbers("S", n, n)


def test_a_bound_place_is_renamed_where_its_letter_means_something_and_only_there():
    plain, other = total(every(j, entry=x[j])), x[i] * total(every(i, entry=x[i]))
    assert latex(plain) == r"\sum_{j=1}^{n} x_{j}"
    assert latex(plain, around=frozenset("j")) == r"\sum_{k=1}^{n} x_{k}"
    assert latex(other) == r"x_{i} \sum_{j=1}^{n} x_{j}"
    of_both = states(equal(x[i], S[i, i]), equal(total(every(i, entry=x[i])), 0))
    assert printed(of_both) == r"x_{i} = S_{ii},\quad \sum_{j=1}^{n} x_{j} = 0"
    with_number = states(equal(plain, 0), equal(real("j"), 1))
    assert printed(with_number) == r"\sum_{k=1}^{n} x_{k} = 0,\quad j = 1"


def test_a_letter_gets_a_mark_where_all_have_a_meaning():
    everything = frozenset("jklisrabcuwtopqghef")
    assert latex(total(every(j, entry=x[j])), around=everything) == r"\sum_{j'=1}^{n} x_{j'}"


def test_what_is_chosen_meets_its_condition_at_every_place():
    s = numbers("s", n)
    chosen = some(s, holds=line(s[i], "≥", x[i]), such=equal(s[j], s[k]), every=i)
    assert printed(states(chosen)).startswith(
        r"\exists\, s:\ \left(\forall\, j, k:\ s_{j} = s_{k}\right),\ \forall\, i:\ "
    )
