"""What a user types and what comes back: output, messages, exit codes, files."""

import copy
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from atensi.cli import commands
from atensi.cli.terminal import KNOWN, unicode_math
from atensi.judging import ledger, selfcheck, typed_in
from atensi.judging.registry import claims
from atensi.judging.zoo import as_json, matrix, smallest_cover, specimens
from atensi.report.citation import cite
from atensi.work import progress
from atensi.work.places import clone
from theory.language import languages


def run(*words):
    return subprocess.run(
        [sys.executable, "-m", "atensi", *words], capture_output=True, text=True, timeout=300
    )


@pytest.fixture(autouse=True)
def in_english(monkeypatch):
    monkeypatch.setenv("ATENSI_LANG", "en")


@pytest.fixture(scope="module")
def book(proof_records):
    """A ledger from the proofs alone."""
    return ledger.build(proof_records, 1, 0.0, "impl")


@pytest.fixture
def with_ledger(monkeypatch, book):
    monkeypatch.setattr(ledger, "read", lambda path: book)


def test_a_ledger_has_what_it_promises(book):
    entry = next(e for e in book["claims"] if e["id"] == "lookup.table-is-a-set")
    assert set(entry) >= {
        "id", "chapter", "verdict", "scope", "says", "latex", "sources", "hypotheses",
        "builds_on", "repairs", "evidence",
    }  # fmt: skip
    assert set(entry["says"]) == set(languages())
    assert entry["sources"][0]["document"] == "001"
    assert entry["sources"][0]["lines"] == "12"
    (witness,) = entry["evidence"]
    assert witness["kind"] == "counterexample"
    assert witness["where"].startswith("proofs/lookup/mean.py:")
    assert witness["witness"]["left"] == "1/3"


def test_every_place_that_the_ledger_names_exists(book):
    root = clone()
    for entry in book["claims"]:
        for place in (entry["where"], *(record["where"] for record in entry["evidence"])):
            path, line = place.rsplit(":", 1)
            assert int(line) <= len((root / path).read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("sealed", [False, True])
def test_a_verdict_edited_by_hand_is_named_with_its_line(tmp_path, book, sealed):
    path = tmp_path / "ledger.json"
    ledger.write(book, path)
    if sealed:
        ledger.seal(path)
    assert ledger.edited(path) == []
    text = path.read_text(encoding="utf-8")
    place = text.index('"verdict": "REFUTED"')
    name = next(each["id"] for each in book["claims"] if each["verdict"] == "REFUTED")
    path.write_text(text[:place] + text[place:].replace("REFUTED", "PROVED", 1), encoding="utf-8")
    (sentence,) = ledger.edited(path)
    assert f"ledger.json:{text.count(chr(10), 0, place) + 1}: {name}" in sentence
    assert "is called PROVED, but its evidence gives REFUTED" in sentence


def test_show_derives_what_it_shows_whoever_sealed_the_ledger(tmp_path, book, monkeypatch, capsys):
    path, forged = tmp_path / "ledger.json", copy.deepcopy(book)
    monkeypatch.setattr(ledger, "place", lambda: path)
    name = "softmax.ratio-of-scores"
    entry = next(each for each in forged["claims"] if each["id"] == name)
    entry |= {"verdict": "PROVED"}
    ledger.write(forged, path)
    ledger.seal(path)  # as anybody can
    assert commands.main(["show", name]) == 2
    said = capsys.readouterr()
    assert "is called PROVED, but its evidence gives REFUTED" in said.err and not said.out
    entry |= {"verdict": "REFUTED", "says": {"en": "Always.", "id": "Selalu."}}
    ledger.write(forged, path)
    ledger.seal(path)
    assert commands.main(["show", name]) == 2
    assert "its 'says' is not as in theory/softmax/said.py" in capsys.readouterr().err


def test_a_sealed_ledger_is_read_at_once_while_the_code_is_the_same(tmp_path, book, monkeypatch):
    path, derived = tmp_path / "ledger.json", []
    ledger.write(book, path)
    ledger.seal(path)
    monkeypatch.setattr(ledger, "deviations", lambda book: derived.append(book) or [])
    assert ledger.read(path) == book and not derived
    monkeypatch.setattr(ledger, "fingerprint", lambda: "of other code")
    assert ledger.read(path) is None and not derived


def test_an_interrupted_write_leaves_the_old_ledger_and_no_other_file(tmp_path, monkeypatch):
    path = tmp_path / "ledger.json"
    path.write_text("old")

    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        ledger.write({}, path)
    assert [each.name for each in tmp_path.iterdir()] == ["ledger.json"]
    assert path.read_text() == "old"


def test_the_suite_finds_nothing_wrong_with_itself():
    assert [*typed_in.typed_verdicts(), *selfcheck.before()] == []


def test_evidence_for_a_misspelt_claim_is_named_with_its_place(monkeypatch):
    from proofs.engine.evidence import Evidence

    wrong = Evidence("derivation", "softmax.rows-sum-to-on", "proofs/softmax/weights.py:1", dict)
    known = selfcheck.proofs()
    monkeypatch.setattr(selfcheck, "proofs", lambda: (*known, wrong))
    (sentence,) = selfcheck.before(())
    assert sentence.startswith("proofs/softmax/weights.py:1: derivation: there is no claim")
    assert "softmax.rows-sum-to-one" in sentence


def test_a_typed_verdict_and_a_typed_tolerance_are_named(monkeypatch, tmp_path):
    for folder in ("theory", "proofs", "tests", "figures"):
        (tmp_path / folder).mkdir()
    (tmp_path / "theory" / "c.py").write_text('\nClaim(id="c.a", verdict="x")\n')
    (tmp_path / "tests" / "t.py").write_text(
        "assert_allclose(1, 1)\nf(rtol=1)\nx = mpf(1)\nLOST = mp.mpf(10) ** -40\n"
        "within(x, x, [0.01 * x], y)\nwithin(x, x, mp.mpf(1) / 100, y)\nwithin(x, x, [x], y)\n"
    )
    (tmp_path / "tests" / "properties").mkdir()
    (tmp_path / "tests" / "properties" / "r.py").write_text(
        "@chance(m)\ndef test_r(of):\n    return np.clip(np.random.default_rng().random(), 0, 1)\n"
    )
    monkeypatch.setattr(typed_in, "clone", lambda: tmp_path)
    assert next(typed_in.typed_verdicts()).startswith("theory/c.py:2: a verdict is typed")
    places = [sentence.split(": ")[0] for sentence in selfcheck.before(())]
    typed = [f"tests/t.py:{line}" for line in (1, 2, 4, 5, 6)]
    assert sorted(places[:7]) == [*["tests/properties/r.py:3"] * 2, *typed]


@pytest.mark.parametrize(
    "source",
    [
        "assert (abs(a - b) < 1e-3).all()",
        "assert a - b <= 10**-6",
        "NEAR = 0.01",
        "within(a, b, bound=0.01)",
        "from numpy.testing import assert_allclose as near",
        "np.testing.assert_array_almost_equal(a, b, 2)",
    ],
)
def test_a_tolerance_in_a_property_is_named_however_it_is_written(monkeypatch, tmp_path, source):
    """By them a property was accepted that allows a thousandth, as it rejects what is far off."""
    place = tmp_path / "tests" / "properties" / "test_p.py"
    place.parent.mkdir(parents=True)
    place.write_text(f"{source}\n")
    monkeypatch.setattr(typed_in, "clone", lambda: tmp_path)
    assert [each.split(": ")[0] for each in typed_in.typed_tolerances()] == [
        "tests/properties/test_p.py:1"
    ]


def test_a_missing_proof_is_named_with_the_claim_it_leaves_open(proof_records):
    others = [record for record in proof_records if record.claim != "softmax.jacobian"]
    found = selfcheck.after(ledger.build(others, 1, 0.0, "impl"), others)
    assert any("softmax.jacobian is OPEN: there is no evidence" in sentence for sentence in found)


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


@pytest.mark.parametrize("seconds", [2, 4])  # while it starts its pool, while it works
def test_an_interrupt_ends_with_130_and_writes_nothing(seconds):
    before = ledger.place().stat().st_mtime_ns if ledger.place().exists() else None
    with subprocess.Popen(
        [sys.executable, "-m", "atensi", "verify", "--fresh"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=clone(),
        # A background job ignores interrupts, and so do the processes that it starts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:  # fmt: skip
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        try:
            _, error = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130, error
    assert "interrupted; nothing was written" in error
    after = ledger.place().stat().st_mtime_ns if ledger.place().exists() else None
    assert before == after


def listing(folder):
    """Run `atensi list` as a shell would, with the folder's `sitecustomize` before it."""
    return subprocess.run(
        [sys.executable, "-m", "atensi", "list"],
        env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{clone()}"},
        capture_output=True, text=True, timeout=60,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("module", "first"),
    [
        ("theory.claim", ""),
        ("atensi.judging.ledger", ""),
        ("sympy.functions", "import atensi.cli.claim_lists\n"
         "atensi.cli.claim_lists.list_claims = lambda arguments: __import__('sympy') and 0\n"),
    ],
)  # fmt: skip
def test_an_interrupt_while_it_loads_ends_with_130(module, first, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        f"{first}import signal, sys\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}: signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupting())\n"
    )
    listed = listing(tmp_path)
    assert listed.returncode == 130, listed.stderr
    assert listed.stderr == "\natensi: interrupted; nothing was written\n"


def test_an_interrupt_in_an_exec_ends_with_130(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import atensi.cli.claim_lists\n"
        "atensi.cli.claim_lists.list_claims = lambda arguments: exec('raise KeyboardInterrupt')\n"
    )
    listed = listing(tmp_path)
    assert listed.returncode == 130, listed.stderr


@pytest.mark.parametrize("made_of_it", ["pass", "raise ImportError"])
def test_an_interrupt_that_a_library_swallows_ends_with_130(made_of_it, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import atensi.cli.claim_lists, atensi.work.progress, signal\n"
        "def work(arguments):\n"
        "    progress = atensi.work.progress.Progress('work', 2)\n"
        "    try: signal.raise_signal(signal.SIGINT)\n"
        f"    except: {made_of_it}\n"
        "    progress.step()\n"
        "    return 0\n"
        "atensi.cli.claim_lists.list_claims = work\n"
    )
    worked = listing(tmp_path)
    assert worked.returncode == 130, worked.stderr
    assert "interrupted; nothing was written" in worked.stderr


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
