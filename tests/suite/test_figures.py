"""The figures: data that passes its assertions, false data refused, files that are whole."""

import json
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from atensi.judging.registry import claims
from atensi.report import drawing
from atensi.report.drawing import save
from atensi.work.places import clone
from figures.engine import style
from figures.engine.assertions import Assertions, FigureError
from figures.engine.figure import REGISTRY, all_figures, check, figure
from theory.chapters import CHAPTERS
from theory.language import is_translated, languages

pytestmark = pytest.mark.meta
ROOT = clone()
FIGURES = {each.name: each for each in all_figures()}
each_figure = pytest.mark.parametrize("name", FIGURES)


@cache
def data_of(name):
    """Return the data of a figure, computed once in a process: who draws it can't change it."""
    data = FIGURES[name].data()
    for array in data.values():
        array.setflags(write=False)
    return data


@each_figure
def test_the_data_of_a_figure_passes_its_assertions(name):
    found = check(FIGURES[name])
    assert found["assertions"] > 0 and found["numbers"] > 0


@each_figure
def test_a_figure_says_what_it_shows_and_where_it_is(name):
    shown = FIGURES[name]
    path, line = shown.where.split(":")
    assert f'"{name}"' in "".join((ROOT / path).read_text().splitlines()[int(line) - 1 :][:2])
    assert shown.shows and all(is_translated(shown.caption, lang) for lang in languages())
    assert set(shown.shows) <= {claim.id for claim in claims()}


@each_figure
def test_a_figure_stands_in_the_chapter_of_the_claim_that_it_is_about(name):
    chapter = FIGURES[name].shows[0].split(".")[0]
    assert Path(FIGURES[name].where).parts[1].split(".")[0] == chapter


def test_figures_come_in_the_order_of_the_chapters():
    chapters = [figure.shows[0].split(".")[0] for figure in FIGURES.values()]
    assert chapters == sorted(chapters, key=CHAPTERS.index)


def falsify(name, quantity, change):
    data = {key: np.array(array) for key, array in data_of(name).items()}
    data[quantity] = change(data[quantity])
    return data


def raised(a):
    """Give row 3 the sum 1.01."""
    return a + 0.01 / a.shape[-1] * (np.arange(a.shape[-2]) == 3)[:, None]


def with_positions():
    return data_of("equivariance")["with-first"]


FALSE = [
    ("temperature", "weights", raised, r"row 3 of the weights sums to 1\.01"),
    ("temperature", "upper", lambda a: a * 0.5, "a weight at .* softmax.hot-limit"),
    ("temperature", "lower", lambda a: a * 4, "a weight at .* softmax.hot-limit"),
    ("temperature", "entropy", lambda a: a[::-1], "the entropy as T rises .* expected to rise"),
    ("equal-upstream", "right", lambda a: a + 1e-9, "the gradient of equal ones"),
    (
        "equal-upstream",
        "even",
        lambda a: a + 1e-9,
        "the error even at 0 .* backward.equal-upstream-sees",
    ),
    ("tightness", "softmax", lambda a: a * 9, "error over bound, softmax"),
    ("running-summary", "shift", lambda a: a[::-1], "a maximum so far"),
    ("running-summary", "mass", lambda a: a / 9, "the largest score counts 1"),
    ("running-summary", "mean", lambda a: a + 1e-9, "the last mean and attention"),
    ("equal-upstream", "missing", lambda a: a * 0, "the error of a missing row sum"),
    ("lookup-table", "weights", lambda a: a * 1.01, r"row 0 of the weights sums to 1\.01"),
    (
        "lookup-table",
        "output",
        lambda a: a + 2,
        "the output is .* expected at most 8, by lookup.output-is-between",
    ),
    ("lookup-table", "output", lambda a: a * (1 + 1e-13), "the output and the sum of the bars"),
    ("lookup-table", "keys", lambda a: a[::-1], "the weight of the next farther key"),
    ("soft-to-hard", "weights", raised, r"row 3 of the weights sums to 1\.01"),
    ("soft-to-hard", "missing", lambda a: a * 5, r"the missing weight at .* n exp\(-g/T\)"),
    ("soft-to-hard", "hard", lambda a: a[::-1], "the hard weights and the one-hot row"),
    ("hopfield-energy", "fall", lambda a: a / 2, "the fall .*hopfield-energy-falls"),
    ("hopfield-energy", "energy-of-walk", lambda a: a[:, ::-1], "a walk's fall"),
    ("attention-sink", "beside", lambda a: a * 1.01, r"beside the sink sums to 1\.01"),
    ("attention-sink", "together", lambda a: a * 9, "the weights together"),
    ("kernel-widths", "weights", raised, r"row 3 of the weights for beta = 0.25 sums to 1\.01"),
    ("kernel-widths", "prediction", lambda a: a + 2, "a prediction .* mean of targets"),
    ("kernel-widths", "nearest", lambda a: a[::-1], "kernel.narrow-limit"),
    ("kernel-widths", "weights", lambda a: a[::-1], "kernel.(wide|narrow)-limit"),
    ("rotary-scores", "single", lambda a: a * 1.01, "the size of a score, single"),
    ("rotary-scores", "even", np.sort, "the score at offset 0, even"),
    ("induction", "first", lambda a: a[:, ::-1], "the weight of the place before"),
    ("induction", "next", lambda a: a[::-1], "the weight of e "),
    ("two-rows", "alone", lambda a: a[::-1], "what is left of a difference"),
    ("two-rows", "added", lambda a: a[::-1], "the difference with the input"),
    ("pairs-in-a-plane", "square-pair", lambda a: a * 0 + [0, 2], "two corners on a diagonal"),
    ("pairs-in-a-plane", "triangle-pair", lambda a: a * 0 + [0, 2], "some pair of the triangle"),
    ("kernel-lines", "mean", lambda a: a - 1, "being a mean of targets"),
    ("kernel-lines", "line", lambda a: a + 1e-9, "the error of the line"),
    ("random-features", "positive", lambda a: a[::-1], "the positive deviation"),
    ("random-features", "trigonometric", lambda a: a + 1, "a deviation at its exact end"),
    ("gaussian-and-dot-product", "equal-keys", lambda a: a * [1, 2], "the equal keys"),
    ("gaussian-and-dot-product", "equal-dot-product", lambda a: a[::-1], "and dot-product"),
    ("gaussian-and-dot-product", "unequal-penalised", lambda a: a[::-1], "and penalised"),
    ("far-query", "prediction", lambda a: a * np.nan, "from log-scores is not finite"),
    ("far-query", "printed", np.nan_to_num, "the printed ratio is a number where"),
    ("far-query", "prediction", lambda a: a + 1e-9, "ratio and log-scores"),
    ("far-query", "sum", lambda a: a + 1, "does not vanish once and for all"),
    ("bend", "bare-output", lambda a: a * 1.1, "bare: units and output"),
    ("bend", "affine", lambda a: a * 1.1, "the net and the affine map"),
    ("bend", "relu-output", lambda a: a + 1e-15, "relu: units and output"),
    ("bend", "start", lambda a: a + 0.5, "the turns with ReLU"),
    ("bend", "gelu-output", lambda a: a + 0.01, "the output with GELU and that with x Φ"),
    ("one-row", "attention", lambda a: a * 1.1, "attention and x W"),
    ("one-row", "net", lambda a: a * 1.1, r"the net and \|x\|"),
    ("one-row", "units", lambda a: a[::-1] * 1.1, "the units' sum and the net"),
    ("layer-norm", "normalised", lambda a: a * 1.01, "row 0, normalised"),
    ("layer-norm", "normalised", lambda a: a + 1e-9, "row 0, normalised"),
    ("layer-norm", "with-epsilon", lambda a: a * 1.01, "row 0, with-epsilon"),
    ("layer-norm", "rows", lambda a: a[::-1], "row 0, normalised"),
    ("lost-directions", "images", lambda a: a * 1.01, "the images' distance and √3"),
    ("lost-directions", "images", lambda a: a[::-1], "the cosine of a turn .* asin"),
    ("lost-directions", "along-ray", lambda a: a + 1e-6, "the derivative along ray and 0"),
    ("lost-directions", "along-side", lambda a: a * 1.1, "the derivative sideways and t/σ"),
    ("three-blocks", "pre edge", lambda a: a[1:], "0 lines from X to layer_norm, expected 1"),
    ("three-blocks", "post edge", lambda a: a[:-2], "0 lines from feed_forward to add"),
    ("three-blocks", "net-of-2z", lambda a: a + 1e-9, r"the printed block and FFN\(2Z\)"),
    ("three-blocks", "printed-silent", lambda a: a + 1e-9, "with a silent net and 0"),
    ("three-blocks", "z", lambda a: a * 1.01, r"and FFN\(2Z\)|mean squares of Z"),
    ("rows-in-depth", "unequal-weights", raised, r"row 3 of the weights, unequal sums to 1\.01"),
    ("rows-in-depth", "unequal", lambda a: a[::-1], "the spread .* encoder.attention-contracts"),
    ("rows-in-depth", "residual", lambda a: a * 1.1 ** np.arange(6)[:, None], "differences"),
    ("rows-in-depth", "bound", lambda a: a * 0.1, "the spread .* encoder.attention-contracts"),
    ("costs", "mixing", lambda a: a**1.1, "mixing: a doubled length and its factor"),
    ("costs", "net", lambda a: a * 1.1, "net: a product for each entry and row"),
    ("costs", "recurrent", lambda a: a * 2, "a whole block"),
    ("causality", "causal", lambda a: a + 1e-300, "rows before the change and 0"),
    ("causality", "free", np.tril, "no mask: a row does not move"),
    ("generation", "full", lambda a: a[::-1], "full: the tokens are .* not the source reversed"),
    ("generation", "next", raised, r"row 3 of the next token's probabilities sums to 1\.01"),
    ("generation", "weights", lambda a: a[::-1], "the weight of the place looked at"),
    ("generation", "fed", lambda a: a[::-1], "a token out is not fed back"),
    ("bert-embeddings", "s", lambda a: a[::-1], "the segments and their rule"),
    ("bert-embeddings", "input", lambda a: a * 1.1, "the input and the sum of the three rows"),
    ("bert-embeddings", "other-segment", lambda a: a[::-1], "the shift by the other segment"),
    ("bert-embeddings", "t", lambda a: a[1:], "the lengths are"),
    ("copying", "seen", lambda a: a * 1.1, "the loss of a seen token and the claimed one"),
    ("copying", "hidden", lambda a: a + 1e-9, "the loss of a hidden token and c more"),
    ("who-is-first", "first-dot", np.ones_like, "the middle document is first among products"),
    ("who-is-first", "dot", lambda a: a[:, ::-1], "the products and q d"),
    ("who-is-first", "first-cat", np.zeros_like, "who is first with CAT and who is nearest"),
    ("who-is-first", "cat", lambda a: 0.5 - a, "a larger number's probability"),
    ("retrieval-costs", "cat", lambda a: a**1.1, "cat: tenfold"),
    ("retrieval-costs", "dot", lambda a: a * 1.1, r"dot: C\(L_q\) \+ N d"),
    ("retrieval-costs", "dot-total", lambda a: a * 1.1, "dot-total: each query"),
    ("contrastive-loss", "loss", lambda a: a * 1.1, "loss, n = 1: loss and claim"),
    ("contrastive-loss", "least", lambda a: a[::-1], "least, n = 1: loss and claim"),
    ("contrastive-loss", "lead", lambda a: a + 0.1, "loss, n = 1: loss and claim"),
    ("contrastive-forces", "weights", lambda a: a * 1.01, "the weights' sum and 1"),
    ("contrastive-forces", "derivative", lambda a: a * 1.1, "derivatives and quotients"),
    ("contrastive-forces", "derivative", lambda a: a + 0.01, "the derivatives' sum and 0"),
    ("certified-information", "certified", lambda a: a * 1.1, "the certified information .* by"),
    ("certified-information", "certified", lambda a: a[:, ::-1], "the certified information"),
    ("certified-information", "information", lambda a: a * 0.9, "bounds-mutual-information"),
    ("additive-scores", "printed", raised, r"row 3 of the weights as printed sums to 1\.01"),
    ("additive-scores", "printed", lambda a: a[:, ::-1], "as printed and softmax of the keys"),
    ("additive-scores", "tanh", lambda a: a[::-1], "a slope at .* scores.tanh-keeps-the-query"),
    ("lengths", "log-dot", lambda a: a * (1 + 1e-12), "log-odds and length"),
    ("lengths", "log-dot", lambda a: a * 1.1, "log-odds and length"),
    ("lengths", "cosine", raised, r"row 3 of the weights of cosines sums to 1\.01"),
    ("lengths", "cosine", lambda a: np.vstack([a[:1, ::-1], a[1:]]), "of cosines at two lengths"),
    ("lengths", "bound", lambda a: a / 2, "a weight of cosines .* scores.cosine-cannot-focus"),
    (
        "score-variance",
        "undivided",
        lambda a: a**1.1,
        "square, undivided, .*proportional",
    ),
    ("score-variance", "undivided", lambda a: a**0.9, "square, undivided, .*proportional"),
    ("score-variance", "divided", lambda a: a * 2, "square, divided, .*unit-variance"),
    ("score-laws", "64/law", lambda a: a * 1.01, "the sum of the law for d = 64 and 1"),
    ("score-laws", "512/scores-after", lambda a: a * 1.01, "the variance after division"),
    ("score-laws", "4/scores-before", lambda a: a + 1, "the variance before division"),
    ("score-laws", "64/weights-after", raised, r"row 3 of the weights after sums to 1\.01"),
    ("gradient-decay", "undivided", lambda a: a**1.1, "the rate of scaling.unscaled-weights"),
    ("gradient-decay", "undivided", lambda a: a * 1.1, "the mean gradient at .*saturate"),
    ("gradient-decay", "divided", lambda a: a * 0.3, "divided gradient .*gradient-stays"),
    ("gradient-decay", "undivided-means", lambda a: a * 2, "a mean, undivided, and its"),
    ("dilution", "largest", lambda a: a * 1.01, "the largest weight and its bound"),
    ("dilution", "largest", lambda a: a**1.1, "the largest weight and its bound"),
    ("dilution", "spaced", lambda a: a * 10, "evenly spaced scores .* scaling.weights-dilute"),
    ("dilution", "logarithmic", lambda a: a * 1.01, "the lead log n and 1/2"),
    ("trained-variance", "any-pairs", lambda a: a / 9, "what the means add .*variance-in-general"),
    ("trained-variance", "same-sentence", lambda a: a / 2, "after the first block .*caption"),
    ("trained-variance", "any-variance", lambda a: a / 9, "the means are not the largest step"),
    ("trained-dilution", "ratio", lambda a: a * 1.01, "over its bound .*weights-dilute"),
    ("trained-dilution", "largest", lambda a: a[:, ::-1], "the loss of block 1 .*rise"),
    ("trained-dilution", "range", lambda a: a / 4, "the range less the logarithm"),
    ("trained-ranking", "en/ranking", lambda a: a[:, ::-1], "a step of the ranking, en,"),
    ("trained-ranking", "id/scores", lambda a: a + 1, "a score, id, .*lengths of 1"),
    ("attention-maps", "weights", raised, "row 3 of the weights .* the word before sums"),
    ("attention-maps", "weights", lambda a: a[::-1], "the weights and those of their heads"),
    ("middle-key", "wide-weights", raised, r"row 3 of the weights of the wide head .* 1\.01"),
    ("middle-key", "narrow-scores", lambda a: a[:, [0, 2, 1]], "product of differences .*middle"),
    ("middle-key", "narrow-weights", lambda a: a[:, [1, 2, 0]], "the middle's weight .*middle"),
    ("middle-key", "wide-weights", lambda a: a[:, ::-1], "prefers another key than the nearest"),
    ("causal-mask", "after", lambda a: a * 1.01, r"row 0 of the weights after sums to 1\.01"),
    ("causal-mask", "before", lambda a: a[::-1], "the weights before and those printed"),
    ("causal-mask", "printed-after", lambda a: a + 1e-9, "the weights after and those printed"),
    ("causal-mask", "masked-scores", np.transpose, "another score than the later ones"),
    ("embedding-geometry", "one-hot-distances", lambda a: a * (1 + 1e-9), "distances and √2"),
    ("embedding-geometry", "triangle", lambda a: a * 1.1, "the drawn distances and √2"),
    ("embedding-geometry", "embedded", lambda a: a[::-1], "the embedded rows and oh E"),
    ("embedding-geometry", "embedded-distances", lambda a: a.max() - a, "within a kind"),
    ("sinusoidal-table", "table", lambda a: a * (1 + 1e-12), "the squares of a pair and 1"),
    ("sinusoidal-table", "wavelengths", lambda a: a * 1.1, r"a wavelength and 2π b\^\(2i/d\)"),
    ("sinusoidal-table", "wavelengths", lambda a: a**1.1, r"a wavelength and 2π b\^\(2i/d\)"),
    ("position-products", "products", lambda a: a * (1 + 1e-9), "products and Σ cos ω_i k from p"),
    ("position-products", "map", lambda a: a[::-1], "the mapped products and Σ cos ω_i k"),
    ("equivariance", "without-second", lambda a: a[::-1], "the outputs of both orders"),
    ("equivariance", "with-second", lambda _: with_positions()[::-1], "the change of a row, with"),
    ("worked-positions", "forward-sum", lambda a: a + 0.001, "the forward sum and the printed"),
    ("worked-positions", "reverse-unscaled", lambda a: a * 1.1, "reverse sum's error without"),
]


@pytest.mark.parametrize("name, quantity, change, sentence", FALSE)
def test_false_data_is_refused_by_figure_and_assertion(name, quantity, change, sentence):
    data = falsify(name, quantity, change)
    with pytest.raises(FigureError, match=f"^{name}: .*{sentence}"):
        FIGURES[name].count(data)


def test_a_nan_fails_every_comparison():
    nan, one = np.asarray([[np.nan]]), np.ones((1, 1))
    expect = Assertions("x")
    for refuse in (
        lambda: expect.rows_sum_to_one("a", nan),
        lambda: expect.at_most("a", nan, one, "b"),
        lambda: expect.at_least("a", nan, one, "b"),
        lambda: expect.coincide("a", nan, one, 1),
        lambda: expect.rises("a", np.asarray([0, np.nan])),
    ):
        with pytest.raises(FigureError, match=r"^x: "):
            refuse()


def test_false_data_is_not_drawn(tmp_path):
    false = falsify("soft-to-hard", "weights", raised)
    with pytest.raises(FigureError):
        save(replace(FIGURES["soft-to-hard"], compute=lambda: false), tmp_path, "en")
    assert not list(tmp_path.iterdir())


def test_nothing_is_computed_or_drawn_at_import():
    program = (
        "import matplotlib.figure as f, impl.softmax as s, impl.lookup as l, impl.kernel as k\n"
        "def refuse(*_, **__): raise SystemExit('something ran at import')\n"
        "f.Figure.__init__ = s.softmax = l.attention = k.kernel_regression = refuse\n"
        "from figures.engine.figure import all_figures\n"
        "print(len(all_figures()))\n"
        "import sys; assert 'matplotlib.pyplot' not in sys.modules\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout.strip()) == (0, str(len(FIGURES))), ran.stderr


@each_figure
def test_the_same_bytes_in_every_run_which_name_version_and_claims(name, tmp_path, drawn):
    """What another process drew has the same bytes."""
    shown, made = FIGURES[name], drawing.MADE
    first = save(shown, tmp_path, "id", made=made)
    assert [path.suffix for path in first] == [".csv", ".svg", ".pdf", ".png", ".tex"]
    for path in first:
        if path.suffix != ".png":  # the report has none
            same = drawn[0] / path.relative_to(tmp_path)
            assert path.read_bytes() == same.read_bytes(), path.name
    for path in first[1:]:
        content = path.read_bytes()
        if path.suffix == ".png":  # its metadata is compressed
            with Image.open(path) as image:
                content = f"{image.info['Software']} {image.info['Comment']}".encode()
        assert made.encode() in content, path.name
        assert all(claim.encode() in content for claim in shown.shows), path.name


def test_pictures_have_the_same_bytes_in_another_process(tmp_path):
    names = [*FIGURES][::20]
    program = (
        "import sys; from pathlib import Path; from atensi.report.drawing import draw\n"
        "sys.exit(draw(sys.argv[2:], 'id', folder=Path(sys.argv[1])))"
    )
    theirs = tmp_path / "theirs"
    ran = subprocess.run([sys.executable, "-c", program, theirs, *names], cwd=ROOT)
    assert ran.returncode == 0
    for name in names:
        save(FIGURES[name], tmp_path, "id", made=drawing.MADE)
        ours, same = (folder / "id" / f"{name}.png" for folder in (tmp_path, theirs))
        assert ours.read_bytes() == same.read_bytes(), name


def test_an_interrupted_drawing_writes_nothing(tmp_path, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(style.Canvas, "savefig", interrupted)
    with pytest.raises(KeyboardInterrupt):
        save(FIGURES["temperature"], tmp_path, "en")
    assert not list(tmp_path.rglob("*"))


def test_an_unknown_language_is_refused(tmp_path):
    with pytest.raises(ValueError, match="figure: lang is 'fr'; expected one of en, id"):
        save(FIGURES["temperature"], tmp_path, "fr")


def test_a_name_is_taken_once():
    with pytest.raises(ValueError, match=r"the figure temperature is also at figures/softmax\.py"):
        figure("temperature", shows=(), caption="", height=1)(None)
    assert REGISTRY["temperature"] is FIGURES["temperature"]


def test_what_is_up_to_date_is_known(tmp_path):
    shown = FIGURES["temperature"]
    assert not drawing.is_drawn(tmp_path, shown.name, "en", "source")
    paths = save(shown, tmp_path, "en")
    drawing.note(tmp_path, shown.name, "en", "source", paths)
    assert drawing.is_drawn(tmp_path, shown.name, "en", "source")
    assert not drawing.is_drawn(tmp_path, shown.name, "en", "another source")
    assert not drawing.is_drawn(tmp_path, shown.name, "id", "source")
    paths[1].write_bytes(paths[1].read_bytes() + b" ")
    assert not drawing.is_drawn(tmp_path, shown.name, "en", "source")


def test_a_kind_that_is_not_asked_for_is_not_left_from_before(tmp_path):
    draw = lambda kinds: drawing.draw(["temperature"], "en", folder=tmp_path, kinds=kinds)
    there = lambda: {path.suffix for path in (tmp_path / "en").glob("temperature.*")} - {".tex"}
    assert draw(drawing.KINDS) == 0 and there() == {".svg", ".pdf", ".png"}
    source = json.loads((tmp_path / ".drawn" / "temperature.en.json").read_text())["source"]
    is_drawn = lambda kinds: drawing.is_drawn(tmp_path, "temperature", "en", source, kinds)
    assert is_drawn(drawing.KINDS) and is_drawn(drawing.SHARP)
    assert draw(drawing.SHARP) == 0 and there() == {".svg", ".pdf"}
    assert is_drawn(drawing.SHARP) and not is_drawn(drawing.KINDS)
