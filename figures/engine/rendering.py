"""A figure's files as bytes, which are the same in every run."""

import csv
import io

import numpy as np

from figures.engine import KINDS, captions, style
from figures.engine.compact_svg import compact
from theory.language import languages, translated


def files(figure, lang, data=None, width=style.WIDTH, made="atensi", kinds=KINDS):
    """Return the bytes of `data/NAME.csv`, `LANG/NAME.svg`, `.pdf`, `.png` and `.tex`, by path.

    data: of the figure, if it has been computed. width: in cm. made: the maker that the files name.
    kinds: of drawings. Data that fails its assertions is not drawn.
    """
    if lang not in languages():
        raise ValueError(f"figure: lang is {lang!r}; expected one of {', '.join(languages())}")
    if not style.WIDTH <= width <= style.LINE:
        raise ValueError(
            f"figure: width is {width:g} cm; expected {style.WIDTH:g} to {style.LINE:g}, where "
            "the labels are known to have room"
        )
    data, name = data or figure.data(), figure.name
    drawn = render(figure, data, lang, width, made, kinds)
    return {
        f"data/{name}.csv": table(data),
        **{f"{lang}/{name}.{kind}": content for kind, content in drawn.items()},
        f"{lang}/{name}.tex": captions.environment(figure, lang, made).encode(),
    }


def render(figure, data, lang, width, made="", kinds=KINDS):
    """Return the bytes of each format. They have one layout, which the first finds."""
    rendered, metadata = {}, _metadata(figure, lang, made)
    with style.canvas(width, figure.height) as canvas:
        figure.draw(canvas, data, lang)
        for kind in kinds:
            buffer = io.BytesIO()
            canvas.savefig(buffer, format=kind, metadata=metadata[kind])
            canvas.set_layout_engine("none")  # adjusted once more, it would shift a little
            rendered[kind] = buffer.getvalue() if kind != "svg" else compact(buffer.getvalue())
    return rendered


def _metadata(figure, lang, made):
    """Return the metadata of each format, without dates, which would differ from run to run."""
    claims = f"Claims: {', '.join(figure.shows)}"
    caption = captions.as_text(translated(figure.caption, lang))
    return {
        "pdf": {"CreationDate": None, "Title": figure.name, "Creator": made, "Subject": caption,
                "Keywords": claims},
        "svg": {"Date": None, "Title": figure.name, "Creator": made, "Description": caption,
                "Keywords": list(figure.shows)},
        "png": {"Title": figure.name, "Software": made, "Description": caption,
                "Comment": claims},
    }  # fmt: skip


def table(data):
    """Return the data as CSV, a value a line, with enough digits to restore each float."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["quantity", "index", "value"])
    for name, array in data.items():
        for index, value in np.ndenumerate(array):
            plain = value.item()
            shown = plain if isinstance(plain, str) else repr(plain)
            writer.writerow([name, " ".join(map(str, index)), shown])
    return text.getvalue().encode()
