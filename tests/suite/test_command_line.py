"""What a user types and what comes back: output, messages, exit codes."""

import json
import re
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from atensi.cli import commands, verifying
from atensi.cli.terminal import KNOWN, unicode_math
from atensi.judging import ledger
from atensi.judging.registry import claims
from atensi.judging.zoo import as_json, matrix, smallest_cover, specimens
from atensi.report.citation import cite
from atensi.running import chapter
from atensi.work import progress
from atensi.work.places import clone

pytestmark = pytest.mark.usefixtures("in_english")


def run(*words):
    return subprocess.run(
        [sys.executable, "-m", "atensi", *words], capture_output=True, text=True, timeout=300
    )


@pytest.fixture
def with_ledger(monkeypatch, book):
    monkeypatch.setattr(ledger, "read", lambda path: book)


@pytest.mark.parametrize(
    ("words", "nearest"),
    [
        (["show", "softmax.jacobain"], "softmax.jacobian"),
        (["verify", "kernal"], "kernel"),
        (["list", "--chapter", "softmx"], "softmax"),
        (["list", "--verdict", "refutes"], "REFUTED"),
        (["list", "--document", "5"], "known: 000, 001"),
        (["cite", "kernel.bisectors"], "kernel.bisector"),
        (["show", "ratio"], "softmax.ratio-of-scores, softmax.ratio-is-softmax-of-logarithms"),
        (["cite", "kernel"], "kernel.regression, "),
        (["verify", "bisector", "--subject", "nowhere.at_all"], "--subject: there is no module"),
    ],
)
def test_an_unknown_name_gets_the_nearest_and_exit_code_two(words, nearest, capsys):
    assert commands.main(words) == 2
    assert nearest in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["certificate", "--output", "README.md/one.zip"], "README.md"),
        (["certificate", "--subject", "nosuch"], "there is no module 'nosuch'"),
        (["check", "impl", "--junit", "README.md/one.xml"], "README.md"),
        (["check", "impl", "--scripts", "README.md"], "README.md"),
        (["check", ":softmax"], "there is no subject ''"),
        (["fingerprint", "impl", "nosuch:softmax"], "there is no subject 'nosuch'"),
        (["fingerprint", "impl", "nosuch.py:softmax"], "nosuch.py: there is no such file"),
        (["machine", "translate", "--load", "README.md", "1"], "README.md: is no archive"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_runs(words, said, capsys, monkeypatch):
    monkeypatch.chdir(clone())
    began = time.monotonic()
    assert commands.main(words) == 2
    assert said in capsys.readouterr().err
    assert time.monotonic() - began < 30


def test_a_run_that_cannot_write_does_not_begin(tmp_path, capsys, monkeypatch):
    (tmp_path / "build").touch()
    monkeypatch.setattr(ledger, "place", lambda: tmp_path / "build" / "ledger.json")
    monkeypatch.setattr(verifying, "kept", lambda fresh: pytest.fail("it began"))
    assert commands.main(["verify"]) == 2
    assert str(tmp_path / "build") in capsys.readouterr().err


def test_a_chapter_that_is_none_is_named(capsys):
    assert chapter.main(["nosuch"]) == 2
    assert "there is no claim or chapter 'nosuch'" in capsys.readouterr().err


def test_a_seed_that_is_none_is_refused_at_once(capsys):
    with pytest.raises(SystemExit, match="2"):
        commands.main(["verify", "--seed", "-1", "softmax.log-odds"])
    assert "--seed: expected a whole number from 0 on, came -1" in capsys.readouterr().err


def test_a_page_says_everything_about_a_claim(with_ledger, capsys):
    assert commands.main(["show", "softmax.ratio-of-scores"]) == 0
    page = capsys.readouterr().out
    for part in ("REFUTED", "001:42 ", "Witness: f = (0, 1)",
                 "softmax.ratio-is-softmax-of-logarithms", "proofs/softmax/ratio.py:"):  # fmt: skip
        assert part in page
    assert commands.main(["show", "softmax.ratio-of-scores", "--lang", "id"]) == 0
    assert "Putusan: TERBANTAH" in capsys.readouterr().out


def test_the_list_is_filtered(with_ledger, capsys):
    assert commands.main(["list", "--verdict", "refuted", "--document", "001", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found
    assert {entry["verdict"] for entry in found} == {"REFUTED"}


def test_a_report_that_was_removed_is_written_though_nothing_has_changed(
    with_ledger, monkeypatch, tmp_path, capsys
):
    written = []
    monkeypatch.setattr(ledger, "place", lambda: tmp_path / "ledger.json")
    monkeypatch.setattr(verifying, "kept", lambda fresh: SimpleNamespace(take=lambda *_: []))
    monkeypatch.setattr(verifying, "publish", lambda book, folder: written.append(folder) or 0)
    assert commands.main(["verify"]) == 0 and written == [tmp_path]
    assert "nothing has changed since" in capsys.readouterr().err
    (tmp_path / "report").mkdir()
    (tmp_path / "report" / "index.html").touch()
    assert commands.main(["verify"]) == 0 and written == [tmp_path]


def test_citations_name_the_claim():
    claim = next(claim for claim in claims() if claim.id == "kernel.bisector")
    assert cite("bibtex", claim).startswith("@software{atensi-kernel.bisector,")
    assert "claim kernel.bisector" in cite("apa", claim)
    assert cite("link", claim) == "atensi:0.1.0:kernel.bisector"
    assert cite("bibtex").count("{") == cite("bibtex").count("}")


def test_progress_is_quiet_for_two_seconds_and_plain_off_a_terminal(monkeypatch, capsys):
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    bar = progress.Progress("work", 3, sys.stderr)
    for moment in (1.0, 12.0, 13.0):
        now[0] = moment
        bar.step("x")
    shown = capsys.readouterr().err
    assert shown == "atensi: work: 2 of 3 (12 s) x\n"


def test_latex_reads_as_a_line():
    assert unicode_math(r"\frac{f_i}{\sum_{j} f_j} \le \tfrac12") == "f_i/(Σ_j f_j) ≤ 1/2"
    assert unicode_math(r"\lVert u \rVert^2,\quad x^{\top}") == "‖u‖^2, xᵀ"
    scaled = r"\frac{Q_{i} \cdot K_{j}}{\sqrt{d_{k}}} \ne \tfrac{\sqrt{2}}{\sqrt{\pi d_{attn}}}"
    assert unicode_math(scaled) == "(Q_i · K_j)/√d_k ≠ √2/(√(π d_(attn)))"
    assert unicode_math(r"\frac{\operatorname{softmax}(x)_{i}}{2}") == "(softmax(x)_i)/2"
    assert unicode_math(r"\textstyle\sum^{\leftarrow} \bar{x} \in \xi") == "Σ^← x\u0304 ∈ ξ"
    assert unicode_math(r"\sum_{\substack{1 \leq i\\i \leq d}} x") == "Σ_(1 ≤ i, i ≤ d) x"
    assert unicode_math(r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}_{ij}") == "(1 2; 3 4)_(ij)"


def test_no_command_of_tex_is_left_in_the_terminal(book):
    for entry in book["claims"]:
        said = [entry["latex"], *entry["words"]]
        for record in entry["evidence"]:
            said += [step["latex"] for step in record.get("steps", ())]
            said += [*record.get("gives", ()), *record.get("let", ())]
        for each in said:
            left = set(re.findall(r"\\([a-zA-Z]+)", each)) - KNOWN
            assert not left, f"{entry['id']}: {left} in {each}"


def test_help_documents_the_exit_codes():
    assert "130 interrupted" in run("--help").stdout


def test_derivations_print_as_latex(with_ledger, capsys):
    assert commands.main(["show", "softmax.log-odds", "--latex"]) == 0
    text = capsys.readouterr().out
    assert text.count(r"\begin{align*}") == text.count(r"\end{align*}") == 1
    assert r"\text{both weights have the same denominator}" in text


def test_the_smallest_set_of_claims_is_found():
    found = {"a": {"x", "y"}, "b": {"y", "z"}, "c": {"x", "z"}, "d": {"x"}}
    assert len(smallest_cover(found, ["x", "y", "z"])) == 2
    assert smallest_cover(found, ["y"]) in (["a"], ["b"])


def test_the_zoo_is_printed_with_what_rejects_it(book):
    entry = next(entry for entry in book["claims"] if entry["id"] == "softmax.definition")
    seen = {"kind": "property", "rejects": ["naive_softmax"]}
    ledger = {"claims": [{**entry, "evidence": [seen]}]}
    lines, cover, missed = matrix(ledger)
    assert cover == ["softmax.definition"]
    assert "naive_softmax" not in missed
    assert len(missed) == len(specimens()) - 1
    own = [each.name for each in specimens() if each.replaces == "softmax"]
    (row,) = [line for line in lines if line.endswith("  softmax.definition")]
    marks = ["x" if name == "naive_softmax" else "." for name in own]
    assert row.split() == [*marks, "softmax.definition"]
    numbers = lines[lines.index(row) - 1]
    assert numbers.split() == [str(k) for k in range(1, len(own) + 1)]
    assert len(numbers) == len(row.removesuffix("  softmax.definition"))


def test_the_zoo_for_programs_names_the_claims_of_each_specimen():
    seen = {"kind": "property", "rejects": ["naive_softmax"]}
    ledger = {"claims": [{"id": "softmax.definition", "evidence": [seen]}]}
    found = as_json(ledger)
    own = {each["name"]: each for each in found["specimens"]}
    assert own["naive_softmax"]["rejected_by"] == ["softmax.definition"]
    assert own["naive_softmax"]["replaces"] == "softmax"
    assert own["dot_squared"]["rejected_by"] == []
    assert set(found["rejected_by_none"]) == set(own) - {"naive_softmax"}
    assert found["smallest_set"] == ["softmax.definition"]


def test_the_zoo_for_programs_claims_nothing_without_a_run():
    found = as_json(None)
    assert {each["rejected_by"] for each in found["specimens"]} == {None}
    assert found["rejected_by_none"] is None
