"""The figures on the page: no text overlaps, each language shows, LaTeX sets the captions."""

import itertools
import re
import shutil
import subprocess

import matplotlib as mpl
import pytest
from matplotlib.axis import Axis
from matplotlib.patches import FancyBboxPatch
from matplotlib.text import Text

from atensi.work.files import write_whole
from figures.engine import captions, rendering, style
from tests.suite.test_figures import FIGURES, data_of, each_figure
from theory import language
from theory.language import is_translated, languages, properties, translated

pytestmark = pytest.mark.meta
each_language = pytest.mark.parametrize("lang", languages())


def written(canvas):
    """Return the texts that can be seen, with their boxes; ticks beyond the limits cannot be."""
    canvas.draw_without_rendering()
    hidden = set()
    for axis in canvas.findobj(Axis):
        shown = set(axis._update_ticks()) if axis.axes.axison else set()
        ticks = {*axis.get_major_ticks(), *axis.get_minor_ticks()}
        hidden |= {text for tick in ticks - shown for text in (tick.label1, tick.label2)}
        if not axis.axes.axison:
            hidden |= {axis.label, axis.offsetText}
    texts = canvas.findobj(
        lambda each: isinstance(each, Text) and each.get_visible() and each.get_text().strip()
    )
    return {each: each.get_window_extent() for each in texts if each not in hidden}


@each_language
@each_figure
@pytest.mark.parametrize("width", [style.WIDTH, style.LINE])
def test_no_text_overlaps_another_or_is_clipped(name, lang, width):
    shown = FIGURES[name]
    with style.canvas(width, shown.height) as canvas:
        shown.draw(canvas, data_of(name), lang)
        texts = written(canvas)
        for text, box in texts.items():
            inside = box.x0 >= 0 and box.y0 >= 0
            inside &= box.x1 <= canvas.bbox.x1 and box.y1 <= canvas.bbox.y1
            assert inside, f"{text.get_text()!r} is clipped"
            assert text.get_fontsize() >= 8, text.get_text()
        frames = sorted(canvas.findobj(FancyBboxPatch), key=lambda each: -each.zorder)
        extents = [each.get_window_extent() for each in frames]  # the foremost first
        for text, box in texts.items():
            around = (each for each in extents if each.contains(*(box.p0 + box.p1) / 2))
            frame = next(around, canvas.bbox)
            inside = frame.x0 <= box.x0 and box.x1 <= frame.x1
            assert inside, f"{text.get_text()!r} is wider than its box"
        for (one, box), (two, other) in itertools.combinations(texts.items(), 2):
            assert not box.overlaps(other), f"{one.get_text()!r} on {two.get_text()!r}"


@each_figure
def test_the_languages_differ_and_each_has_its_decimal_mark(name):
    shown, said = FIGURES[name], {}
    for lang in languages():
        with style.canvas(style.WIDTH, shown.height) as canvas:
            shown.draw(canvas, data_of(name), lang)
            said[lang] = [text.get_text() for text in written(canvas)]
    for lang in languages()[1:]:
        assert len(said[lang]) == len(said["en"])
        assert set(said[lang]) != set(said["en"])
        same = [each for each in set(said[lang]) & set(said["en"]) if not is_translated(each, lang)]
        assert not [each for each in same if re.search("[a-z]{3}", each)]  # GELU and CAT stay
    for lang, texts in said.items():
        wrong = r"\." if properties(lang)["Decimal-Mark"] == "," else r"\d(,|\{,\})"
        assert not [text for text in texts if re.search(wrong, text)]


def test_a_readers_own_settings_do_not_change_a_figure():
    shown = FIGURES["temperature"]
    data = data_of("temperature")
    plain = rendering.render(shown, data, "en", style.WIDTH)["svg"]
    with mpl.rc_context({"lines.linewidth": 9, "axes.grid": True, "font.size": 20}):
        assert rendering.render(shown, data, "en", style.WIDTH)["svg"] == plain
        assert mpl.rcParams["lines.linewidth"] == 9


@each_language
@each_figure
def test_a_caption_can_be_read_as_plain_text_and_set_by_latex(name, lang):
    caption = translated(FIGURES[name].caption, lang)
    plain = captions.as_text(caption)
    assert not set(plain) & set("$\\{}") and plain.endswith(".")
    assert caption.isascii(), "mathematics belongs between dollars"
    environment = captions.environment(FIGURES[name], lang, "atensi 1.2.3")
    assert f"\\includegraphics{{{name}.pdf}}" in environment and "atensi 1.2.3" in environment
    assert environment.count("{") == environment.count("}")


def test_a_command_without_plain_text_is_refused():
    with pytest.raises(ValueError, match=r"caption: \\unknown in .* has no plain text"):
        captions.as_text(r"so $\unknown{x}$")


def test_a_language_without_a_property_is_refused(tmp_path, monkeypatch):
    (tmp_path / "xx").mkdir()
    (tmp_path / "xx" / "language.po").write_text('msgid ""\nmsgstr "X-Decimal-Mark: ,\\n"\n')
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    with pytest.raises(language.CatalogueError, match=r"language\.po: the header has no X-Babel"):
        properties("xx")


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="pdflatex is not installed")
@each_language
def test_a_document_with_all_figures_compiles_without_overfull_boxes(lang, tmp_path):
    folder = tmp_path / lang
    for name, shown in FIGURES.items():
        made = rendering.render(shown, data_of(name), lang, style.WIDTH, kinds=("pdf",))
        write_whole(folder / f"{shown.name}.pdf", made["pdf"])
        text = captions.environment(shown, lang, "atensi")
        write_whole(folder / f"{shown.name}.tex", text)
    (folder / "book.tex").write_text(captions.book(FIGURES.values(), lang), encoding="utf-8")
    ran = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "book.tex"],
        cwd=folder, capture_output=True, text=True, errors="replace",
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-2000:]
    assert "Overfull" not in ran.stdout
    assert "too large" not in ran.stdout and "Float" not in ran.stdout
    assert f"[{len(FIGURES) // 2}" in ran.stdout, "two figures fit on a page"
