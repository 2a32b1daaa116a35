"""The formulas of atensi_bounds are the terms of the theory."""

import types

import numpy as np
import pytest
from atensi_bounds import formulas
from hypothesis import given
from hypothesis import strategies as st

from theory.letters import i, n
from theory.rounding.as_code import COLUMNS, FUNCTIONS, PLACE, code
from theory.rounding.bounds import factors
from theory.stating.numeric import Numeric
from theory.stating.operations import odd
from theory.stating.terms import Base, Entry, Size, Variable, walk
from theory.stating.unfolding import unfolded
from theory.stating.vectorised import UnwritableError, function

ROWS = 5
EXACT = {name: Numeric(whole) for name, _, whole, _ in FUNCTIONS}
each_function = pytest.mark.parametrize("name", EXACT)
NATURAL = ("h", "g", "n", "d", "c")  # sizes and heights
ROUNDED = float(factors(1000, "float64"))  # no term has as many roundings, and none cancels


@pytest.mark.skipif(not PLACE.exists(), reason="no clone beside an installed tool")
def test_the_checked_in_module_is_what_the_terms_give():
    assert PLACE.read_text(encoding="utf-8") == code(), "python -m theory.rounding.as_code"


LETTERS = {
    name: tuple(
        {
            part.base if isinstance(part, Entry) else part: None
            for part in walk(unfolded(exact.whole))
            if isinstance(part, Entry | Variable | Size)
        }
    )
    for name, exact in EXACT.items()
}


def numbers_for(name, rows, small, whole):
    """Return values of the letters of a term: families are rows of numbers."""
    found = {}
    for letter in LETTERS[name]:
        if isinstance(letter, Base):
            found[letter] = rows()
        elif letter.name in NATURAL:
            found[letter] = ROWS if letter == n else whole()
        else:
            found[letter] = small() + (letter.name == "rho")
    return found


def some_numbers(name):
    """Return values that no chance enters, all different."""
    primes = iter(
        np.sqrt([2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61]) / 99
    )
    small = lambda: float(next(primes))
    return numbers_for(name, lambda: [small() for _ in range(ROWS)], small, lambda: 7)


def differs(module, name, found):
    """Say whether a function of a module gives other numbers than its term."""
    values, columns = {}, {each.base for each in COLUMNS}
    for part, value in found.items():
        array = np.asarray(value) if isinstance(value, list) else value
        values[part.name] = array[:, None] if part in columns else array
    takes = next(takes for each, _, _, takes in FUNCTIONS if each == name).split()
    got = np.ravel(getattr(module, name)(*(values[each] for each in takes)))
    places = [{i: place + 1} for place in range(len(got))]
    exact = np.asarray([float(x) for x in EXACT[name].at(found, places)])
    return not np.all(np.abs(got - exact) <= ROUNDED * np.abs(exact))


@each_function
@given(data=st.data())
def test_a_formula_gives_the_numbers_of_its_term(name, data):
    small = st.floats(1e-9, 0.05)
    rows = lambda: data.draw(st.lists(small, min_size=ROWS, max_size=ROWS))
    one, whole = (lambda: data.draw(small)), (lambda: data.draw(st.integers(1, 40)))
    assert not differs(formulas, name, numbers_for(name, rows, one, whole))


CHANGES = {
    "difference_moves": ("3 * eta", "2 * eta"),
    "score_moves": ("(distance + off)", "distance"),
    "scaled_dot_off": ("(h + 4)", "(h + 3)"),
    "weights_off": ("np.expm1(moved)", "moved"),
    "mean_off": ("(p + off)", "p"),
    "sum_grows": ("h * ", "(h - 1) * "),
    "stored_off": ("(size + off)", "size"),
    "stored_weight_off": ("+ eta", "+ eta / 2"),
    "deviations_moved": ("(h + 5)", "(h + 4)"),
    "squares_lost": ("6 * ", "3 * "),
    "normalised_off": ("(1 - r)", "1"),
    "affine_off": ("gain * off", "off"),
}


@each_function
def test_a_formula_with_one_thing_changed_gives_others(name):
    head, body = code().split(f"def {name}(")
    before, after = CHANGES[name]
    assert before in body.split("\ndef ")[0]
    changed = types.ModuleType("changed")
    exec(f"{head}def {name}({body.replace(before, after, 1)}", changed.__dict__)
    found = some_numbers(name)
    assert differs(changed, name, found) and not differs(formulas, name, found)


def test_a_term_without_lines_of_numpy_is_refused():
    x, y = Variable("x"), Variable("y")
    with pytest.raises(UnwritableError, match="expected"):
        function("sum", "", x + y, ["x"])
    with pytest.raises(UnwritableError, match="odd"):
        function("sum", "", odd(x), ["x"])
