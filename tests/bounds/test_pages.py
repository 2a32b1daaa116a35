"""What the pages about the bounds show is what happens."""

import re
import subprocess
import sys

import numpy as np
import pytest

from atensi.work.places import clone
from tests.bounds import comparison, tightness

PAGE, README = clone() / "docs" / "bounds.md", clone() / "bounds" / "README.md"
pytestmark = [
    pytest.mark.meta,
    pytest.mark.skipif(not PAGE.exists(), reason="no pages beside an installed tool"),
]


def test_the_readmes_example_runs_and_says_what_it_shows(capsys):
    text = README.read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
    with pytest.raises(AssertionError) as caught:
        exec(code, {})
    assert f"# {capsys.readouterr().out}" in code
    shown = " ".join(re.findall(r"^    (.+)$", text.split("```")[2], re.M))
    assert str(caught.value).split() == shown.split()


def words(rows):
    """Return what a table says, without its numbers."""
    cells = ([cell.split(",")[0].strip() for cell in row.split("|")] for row in rows)
    return [row for row in cells if len(row) > 2]


def test_the_table_of_softmax_says_what_happens():
    rows = list(comparison.table(comparison.Softmax))
    shown = PAGE.read_text(encoding="utf-8").split(rows[0])[1].split("**")[0]
    ran = comparison.HAS_TORCH
    assert words(r for r in shown.splitlines() if ran or "PyTorch |" not in r) == words(rows[1:])
    wrong = [row for row in words(rows) if row[1] in comparison.WRONG]
    assert sum(row[2] == "accepts" for row in wrong) >= 6
    assert [row[6] for row in wrong] == ["refuses"] * len(wrong)
    assert "accepts" not in wrong[0][6:]  # zeros


def test_the_table_of_zeros_says_where_a_bound_is_no_help():
    rows = list(comparison.zeros())
    shown = PAGE.read_text(encoding="utf-8").split(rows[0])[1].split("<!--")[0]
    assert words(shown.splitlines()) == words(rows[1:])
    told = {tuple(row[1:3]): row[3:-1] for row in words(rows)[2:]}
    assert told["bfloat16", "any"][1:] == ["no help"] * 4
    assert told["float16", "any"][-1] == "no help"
    assert all(
        each == "refuses" for (_, way), row in told.items() if way == "fused" for each in row
    )


def test_the_plot_shows_errors_below_their_bounds(monkeypatch):
    monkeypatch.setattr(tightness, "KEYS", (16, 64))
    used, sizes = tightness.compute()
    assert all(0 < value <= 1 for values in used.values() for value in values)
    assert np.all(np.less(sizes["error"], sizes["by halves"]))


def test_it_imports_numpy_alone():
    code = "import atensi_bounds, sys; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=clone() / "bounds", capture_output=True, text=True
    )
    foreign = {"theory", "impl", "proofs", "tests", "sympy", "mpmath", "scipy", "torch"}
    assert "numpy" in said.stdout and not foreign & set(said.stdout.split()), said.stderr
