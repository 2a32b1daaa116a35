"""The report on mutants: each survivor needs a reason, and each reason needs a survivor."""

import re
from pkgutil import resolve_name

import pytest

from atensi.work.places import clone
from tests.mutation import mutants

pytestmark = [
    pytest.mark.meta,
    pytest.mark.skipif(not (clone() / "docs").exists(), reason="no docs beside an installed tool"),
]
KNOWN = {("softmax.softmax", "return 2"): "Because."}


def test_every_reason_is_about_a_function_and_says_something():
    for (function, line), reason in mutants.reasons().items():
        assert callable(resolve_name(f"impl.{function}")), function
        assert line and reason.endswith("."), function


def test_the_report_is_about_this_code():
    text = mutants.REPORT.read_text(encoding="utf-8")
    if mutants.digest() not in text:
        pytest.skip("impl has changed since its mutants were counted: make mutation")
    listed = re.findall(r"^- `(.*?)`: `(.*)`$", text, re.MULTILINE)
    assert set(listed) == set(mutants.reasons())
    assert "Not explained" not in text


def test_a_mutant_is_named_by_its_function_in_its_class():
    assert mutants.function("impl.softmax.x__shifted__mutmut_3") == "softmax._shifted"
    of_class = "impl.fast.tiles.xǁ_OnOneCoreǁ__enter____mutmut_12"
    assert mutants.function(of_class) == "fast.tiles._OnOneCore.__enter__"


@pytest.mark.parametrize(
    "survives, said",
    [
        ({"1": ("softmax.softmax", "return 2")}, "20 mutants, 95.0% killed"),
        ({"1": ("softmax.softmax", "return 3")}, "no reason: softmax.softmax return 3"),
        ({}, "listed, but killed or gone: softmax.softmax return 2"),
        (dict.fromkeys("12", ("softmax.softmax", "return 2")), "90.0% .* expected 95%"),
    ],
    ids=["explained", "not explained", "killed", "too many"],
)
def test_what_is_not_explained_or_too_much_fails(survives, said, monkeypatch, tmp_path, capsys):
    fate = lambda k: "survived" if str(k) in survives else "killed"
    fates = {f"impl.softmax.x_softmax__mutmut_{k}": fate(k) for k in range(20)}
    monkeypatch.setattr(mutants, "run", lambda functions: fates)
    monkeypatch.setattr(mutants, "reasons", lambda: KNOWN)
    monkeypatch.setattr(mutants, "REPORT", tmp_path / "mutation.md")
    monkeypatch.setattr(mutants, "changed", lambda name: survives[name.rsplit("_", 1)[1]])
    failed = mutants.main()
    assert re.search(said, capsys.readouterr().out)
    assert failed == ("20 mutants, 95.0% killed" not in said)
    written = (tmp_path / "mutation.md").read_text(encoding="utf-8")
    assert f"{20 - len(survives)} of 20 mutants are killed" in written
