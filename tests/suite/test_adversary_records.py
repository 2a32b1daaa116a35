"""Evidence that was made by hand, or is about something else, and once came through."""

import ast
import os
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from atensi.judging import untouched
from atensi.judging.hands_off import meddled, reached_into
from atensi.work.places import clone
from figures.engine.assertions import FigureError
from figures.engine.figure import all_figures, check
from proofs.engine import derivation, normal_form
from proofs.engine.binding import Side, begin
from proofs.engine.noted import followed
from proofs.engine.witness import EvidenceError
from tests import conftest
from theory.stating import symbolic as sympy_of
from theory.stating.relations import line
from theory.stating.statements import states
from theory.stating.variables import real

pytestmark = pytest.mark.meta


@pytest.mark.parametrize(
    "source",
    [
        "from proofs.engine import normal_form\nnormal_form.is_zero = lambda *given: True",
        "import impl.softmax as s\nsetattr(s, 'softmax', right)",
        "from impl import softmax as s\nvars(s)['softmax'] = s.softmax",
        "from impl import softmax as s\nobject.__setattr__(s, 'softmax', s.softmax)",
        "from proofs.engine.evidence import REGISTRY",
        "from proofs.engine import evidence\nevidence.REGISTRY.append(made)",
        "from proofs.engine.findings import Derived",
        "import proofs.engine.findings",
        "from proofs.engine.evidence import _register",
        "from unittest.mock import patch",
        "from pytest import MonkeyPatch",
        "from tests.helpers.holds import PROPERTIES\nPROPERTIES.clear()",
        "from proofs.engine.code_definitions import RUNS\nRUNS['softmax.definition', 0] = {}",
        "from theory.softmax import CLAIMS\ndel CLAIMS[0]",
        "from impl import softmax as s\nother = s\nother.softmax = right",
        "from proofs import engine\nmade = engine.findings.Derived",
        "import proofs.engine as e\nown = e.normal_form\nown.is_zero = lambda *given: True",
    ],
)
def test_a_chapter_that_meddles_is_named(source):
    assert list(meddled([*ast.walk(ast.parse(source))]))


@pytest.mark.parametrize(
    "source",
    [
        "def by_check(chain):\n    chain.check = lambda: None",
        "def by_step(chain):\n    chain.steps.append(made)",
        "def by_private(chain):\n    return chain._step('=', 17, 'so')",
        "def by_given(chain):\n    chain.view.named[''].append(known)",
        "from proofs.engine import derivation\nfor derivation.is_zero in [right]:\n    pass",
        "from proofs.engine import derivation\n(derivation.is_zero, a) = right, 1",
        "def put(m):\n    m.is_zero = right",
        "getattr(derivation, '__dict__')\nclosing.__globals__['_register'](made)",
        "held = saying(name, said)\nheld.__enter__()",
        "import sys\nframe = sys",
        "from importlib import import_module",
    ],
)
def test_a_chapter_that_reaches_into_what_it_is_handed_is_named(source):
    assert list(reached_into([*ast.walk(ast.parse(source))]))


def reaching(chain):
    steps = chain.steps
    steps.append(None)
    return chain


@pytest.mark.parametrize("function", [reaching, lambda chain: chain.check(), lambda chain: Side])
def test_an_author_has_no_chain_but_what_notes_its_steps(function):
    with pytest.raises(EvidenceError, match=r"no step|another chain"):
        followed(function, begin(states(line(real("u") ** 2, ">", 0))))


def test_a_chapter_may_change_what_is_its_own():
    own = "import numpy as np\nx = {}\nx['a'] = 1\nx.update(b=2)\ny = np.append([1], 2)\ny[0] = 3"
    own += "\ndef f():\n    pass\nf.__name__ = 'g'\nchain.closes('so').by(x, y)"
    assert not list(meddled([*ast.walk(ast.parse(own))]))
    assert not list(reached_into([*ast.walk(ast.parse(own))]))


@pytest.mark.parametrize(
    ("holder", "name"),
    [(derivation, "is_zero"), (normal_form, "is_zero"), (Side, "check"), (sympy_of, "symbolic")],
)
def test_a_function_of_the_engine_that_was_replaced_is_named(holder, name, monkeypatch):
    before = untouched.links()
    assert not list(untouched.replaced())
    monkeypatch.setattr(holder, name, lambda *given: True)
    assert any(name in each for each in untouched.replaced())
    if holder is not derivation:  # where it was only imported
        assert any(name in each for each in untouched.broken(before))


def test_other_lines_of_a_function_are_named(monkeypatch):
    before = untouched.links()
    monkeypatch.setattr(normal_form.is_zero, "__code__", (lambda *given: True).__code__)
    assert untouched.broken(before) == ["proofs.engine.normal_form.is_zero"]


def test_a_figure_that_asserts_nothing_shows_nothing():
    silent = replace(all_figures()[0], examine=lambda data, expect: None)
    with pytest.raises(FigureError, match="nothing is asserted"):
        check(replace(silent, compute=lambda: {"x": np.zeros(1)}))


def test_a_property_is_of_the_subject_that_was_asked_for():
    """A fixture of a test's own file, or of its folder, may have the name of the subject's."""
    given, other = SimpleNamespace(called=set()), SimpleNamespace(called=set())
    found = SimpleNamespace(place="tests/properties/test_x.py::test_x", report=dict)
    of = lambda subject: SimpleNamespace(
        funcargs={"subject": subject}, function=SimpleNamespace(property=found),
        config=SimpleNamespace(stash={conftest.SUBJECT: given}), user_properties=[],
    )  # fmt: skip
    next(conftest.pytest_runtest_call(of(given)))
    with pytest.raises(pytest.fail.Exception, match="a subject of its own"):
        next(conftest.pytest_runtest_call(of(other)))


def test_without_assertions_there_is_no_evidence():
    said = subprocess.run(
        [sys.executable, "-O", "-m", "atensi", "verify", "kernel.gaussian"],
        cwd=clone(), capture_output=True, text=True, env={**os.environ, "ATENSI_LANG": "en"},
    )  # fmt: skip
    assert said.returncode == 2 and "leaves assertions out" in said.stderr
