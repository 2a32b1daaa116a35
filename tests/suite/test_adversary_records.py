"""Evidence that was made by hand, or is about something else, and once came through."""

import ast
import os
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from atensi.judging.hands_off import meddled
from atensi.work.places import clone
from figures.engine.assertions import FigureError
from figures.engine.figure import all_figures, check
from tests import conftest

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


def test_a_chapter_may_change_what_is_its_own():
    own = "import numpy as np\nx = {}\nx['a'] = 1\nx.update(b=2)\ny = np.append([1], 2)\ny[0] = 3"
    assert not list(meddled([*ast.walk(ast.parse(own))]))


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
