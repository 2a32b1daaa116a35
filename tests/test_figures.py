"""Figures draw only data that satisfy what they show, and draw them the same every time."""

import subprocess
import sys

import numpy as np
import pytest

from atensi.gather import claims
from figures import book
from figures.book import FigureError, accept, all_figures, check, save

FIGURES = {figure.name: figure for figure in all_figures()}


@pytest.mark.parametrize("name", FIGURES)
def test_the_data_satisfy_every_demand(name):
    assert check(FIGURES[name])["assertions"] >= 2


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_shows_claims_that_exist(name):
    assert set(FIGURES[name].shows) <= {claim.id for claim in claims()}


FALSIFIED = {
    "temperature": ("weights", lambda w: w * 1.01, "each row of weights sums to 1"),
    "soft-lookup-table": ("weights", lambda w: w * 1.01, "the weights sum to 1"),
    "soft-to-hard": ("missing", lambda w: w ** 0.9, "the rate g|at most"),
    "kernel-widths": ("map", lambda w: w * 1.01, "each row of the attention map sums to 1"),
    "bridge": ("equal dot", lambda w: np.roll(w, 1), "both weightings coincide"),
    "far-query": ("ratio", lambda w: np.nan_to_num(w), "the printed ratio is 0/0"),
}  # fmt: skip


@pytest.mark.parametrize("name", FIGURES)
def test_falsified_data_are_refused_by_figure_and_demand(name):
    what, falsify, sentence = FALSIFIED[name]
    data = FIGURES[name].compute()
    data[what] = falsify(data[what])
    with pytest.raises(FigureError, match=f"^figure {name}: not so: .*({sentence})"):
        accept(FIGURES[name], data)


@pytest.mark.parametrize("lang", ["en", "id"])
def test_the_same_data_make_the_same_bytes_in_any_process(tmp_path, lang):
    save(FIGURES["bridge"], tmp_path / "a", lang, 10.5)
    code = (
        "from pathlib import Path; from figures.book import all_figures, save; "
        "figure = next(f for f in all_figures() if f.name == 'bridge'); "
        f"save(figure, Path({str(tmp_path / 'b')!r}), {lang!r}, 10.5)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    files = sorted(p.relative_to(tmp_path / "a") for p in (tmp_path / "a").rglob("*.*"))
    assert len(files) == 4
    for path in files:
        assert (tmp_path / "a" / path).read_bytes() == (tmp_path / "b" / path).read_bytes(), path


def test_languages_differ_in_words_and_in_the_decimal_sign():
    from figures.style import in_math, number

    assert number(-0.5, "en") == "−0.5"
    assert number(-0.5, "id") == "−0,5"
    assert in_math(0.5, "id") == "0{,}5"


def test_an_interrupted_save_leaves_no_file(tmp_path, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(book.os, "fdopen", stop)
    with pytest.raises(KeyboardInterrupt):
        save(FIGURES["bridge"], tmp_path, "en", 10.5)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_nothing_is_drawn_at_import():
    seen = "matplotlib.figure"
    code = f"import sys, figures.book as b; b.all_figures(); sys.exit({seen!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
