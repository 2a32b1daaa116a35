"""What the thesis includes: an appendix that TeX sets without complaint, and verdicts by name."""

import os
import re
import shutil
import subprocess

import pytest

from atensi.report import latex_appendix

pytestmark = pytest.mark.meta
needs_tex = pytest.mark.skipif(
    shutil.which("pdflatex") is None,
    reason="no pdflatex here: apt-get install texlive-latex-recommended lmodern",
)
THESIS = r"""\documentclass[11pt,a4paper]{article}
\usepackage[T1]{fontenc}\usepackage{lmodern}
\usepackage%s{atensi}
\begin{document}
Said here.%s
\appendix
\input{appendix-%s}
\end{document}
"""


@pytest.fixture(scope="module")
def written(published, tmp_path_factory):
    folder = tmp_path_factory.mktemp("thesis") / "latex"
    latex_appendix.write(published, folder)
    return folder


def typeset(folder, written, text):
    (folder / "thesis.tex").write_text(text, encoding="utf-8")
    return subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "thesis.tex"],
        cwd=folder, env={**os.environ, "TEXINPUTS": f"{written}:"}, timeout=120,
        capture_output=True, text=True, errors="replace",
    )  # fmt: skip


@needs_tex
@pytest.mark.parametrize("lang, option", [("en", ""), ("id", "[indonesian]")])
def test_the_appendix_is_set_without_errors_or_overfull_boxes(lang, option, written, tmp_path):
    claim = r"\claim{kernel.bridge-to-dot-product}" + "\n\nAnd here.\n" * 4
    claim += r"\claim{scaling.layernorm-and-initialisation-give-unit-variance}"
    ran = typeset(tmp_path, written, THESIS % (option, claim, lang))
    assert ran.returncode == 0, ran.stdout[-2000:]
    assert (tmp_path / "thesis.pdf").stat().st_size > 100_000
    assert not re.findall(r"Overfull .*", ran.stdout)
    assert not re.findall(r"LaTeX (?:Font )?Warning: .*", ran.stdout)


@needs_tex
@pytest.mark.parametrize("lang, option", [("en", ""), ("id", "[indonesian]")])
def test_the_errata_are_set_without_errors_or_overfull_boxes(lang, option, written, tmp_path):
    text = (THESIS % (option, "", lang)).replace("appendix-", "errata-")
    ran = typeset(tmp_path, written, text)
    assert ran.returncode == 0, ran.stdout[-2000:]
    assert not re.findall(r"Overfull .*", ran.stdout)
    assert ("CJKutf8.sty" in ran.stdout) == all(map(is_installed, ("CJKutf8.sty", "c70mj.fd")))


def is_installed(name):
    """Say whether TeX finds a file."""
    return not subprocess.run(["kpsewhich", name], capture_output=True).returncode


def test_a_line_may_end_within_an_address():
    said = latex_appendix.corrected("https://a.org/b?c=d dan 1 / 2")
    assert said.replace(r"\allowbreak{}", "~") == "https:/~/~a.org/~b?~c=~d dan 1 / 2"


@needs_tex
def test_an_unknown_claim_is_an_error_that_names_it(written, tmp_path):
    ran = typeset(tmp_path, written, THESIS % ("", r"\claim{kernel.bridge}", "en"))
    assert ran.returncode != 0
    assert "there is no claim `kernel.bridge'" in ran.stdout


@needs_tex
@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="no pdftotext: poppler-utils")
def test_the_margin_has_the_current_verdict(published, written, tmp_path):
    typeset(tmp_path, written, THESIS % ("", r"\claim{softmax.ratio-of-scores}", "en"))
    text = subprocess.run(
        ["pdftotext", "-l", "1", "thesis.pdf", "-"], cwd=tmp_path, capture_output=True, text=True
    ).stdout
    entry = next(e for e in published["claims"] if e["id"] == "softmax.ratio-of-scores")
    assert entry["verdict"].lower() in text.lower()


def test_every_claim_has_its_macro_and_every_derivation_stands_there(published, written):
    macros = (written / "atensi.sty").read_text(encoding="utf-8")
    appendix = (written / "appendix-en.tex").read_text(encoding="utf-8")
    steps = 0
    for entry in published["claims"]:
        assert f"\\atensi@set{{{entry['id']}}}" in macros
        assert f"\\claimverdict{{{entry['id']}}}" in appendix
        steps += sum(len(record.get("steps", ())) for record in entry["evidence"])
    assert appendix.count("\\atensistep{") == steps


def test_plain_text_is_escaped():
    assert latex_appendix.escape(r"50% of $x_i & \y") == r"50\% of \$x\_i \& \textbackslash{}y"
    assert latex_appendix.sentence("d_k ≤ α_i") == (
        r"\ensuremath{d_{k}} \ensuremath{\le} \ensuremath{\ensuremath{\alpha}_{i}}"
    )
    assert (
        latex_appendix.sentence("1 - x") == "1\N{NO-BREAK SPACE}\\ensuremath{-}\N{NO-BREAK SPACE}x"
    )
    assert latex_appendix.escape("Σλε") == (
        r"\ensuremath{\Sigma}\ensuremath{\lambda}\ensuremath{\varepsilon}"
    )
    with pytest.raises(ValueError, match="SNOWMAN"):
        latex_appendix.escape("\N{SNOWMAN}")


def test_an_interrupted_appendix_leaves_the_old_one(published, tmp_path, monkeypatch):
    folder = tmp_path / "latex"
    folder.mkdir()
    (folder / "atensi.sty").write_text("old")

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(latex_appendix, "_rendered", stop)
    with pytest.raises(KeyboardInterrupt):
        latex_appendix.write(published, folder)
    assert [path.name for path in tmp_path.rglob("*")] == ["latex", "atensi.sty"]
    assert (folder / "atensi.sty").read_text() == "old"
