"""The one visual language: sizes, type, colours and strokes, and numbers as a language has them."""

import math
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import FuncFormatter, NullLocator

from theory.language import properties

LINE = 15.0  # cm, the text width of the page
WIDTH = 0.7 * LINE
INCH = 2.54  # cm
# Okabe and Ito's palette, in an order whose luminances stay apart in grey.
INK, BLUE, RED = "#000000", "#0072B2", "#D55E00"
GREY, PALE = "#767676", "#E4E4E4"
# Colour never speaks alone: a stroke goes with it.
STROKES = (
    {"color": INK, "linestyle": "-"},
    {"color": RED, "linestyle": (0, (5, 1.6))},
    {"color": BLUE, "linestyle": (0, (5, 1.4, 1, 1.4))},
    {"color": GREY, "linestyle": "-"},
)
BOUND = {"color": RED, "linestyle": (0, (5, 1.6)), "linewidth": 1.0}
# Behind a label that stands in its line, on a shaded ground.
PATCH = {"facecolor": PALE, "edgecolor": "none", "pad": 0.6}
GROUND = PATCH | {"facecolor": "#FFFFFF"}  # the same, on the page
# A broad pale line goes beneath another that may cover it.
BENEATH = {"color": "#F2B98F", "linestyle": "-", "linewidth": 3.4, "solid_capstyle": "butt"}
LIMIT = {"color": GREY, "linestyle": (0, (1.2, 1.4)), "linewidth": 0.9}
SETTINGS: Any = {  # for matplotlib, whose types know the name of each setting
    "font.family": "STIXGeneral",
    "mathtext.fontset": "stix",
    "text.usetex": False,
    "font.size": 9,
    "axes.labelsize": 9,
    "axes.titlesize": 9,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "axes.linewidth": 0.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.labelpad": 3,
    "xtick.major.width": 0.5,
    "ytick.major.width": 0.5,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
    "xtick.minor.size": 0,
    "ytick.minor.size": 0,
    "lines.linewidth": 1.2,
    "lines.markersize": 3.5,
    "figure.constrained_layout.use": True,
    "figure.constrained_layout.w_pad": 0.03,
    "figure.constrained_layout.h_pad": 0.03,
    "figure.constrained_layout.wspace": 0.06,
    "figure.constrained_layout.hspace": 0.06,
    "savefig.dpi": 300,
    "image.cmap": "Greys",
    "pdf.fonttype": 42,
    "pdf.compression": 6,
    "svg.fonttype": "path",  # looks the same where the fonts are missing
    "svg.hashsalt": "atensi",  # the same identifiers in every run
}


@contextmanager
def canvas(width, height):
    """Give an empty canvas of `width` by `height` cm, at print size, with the style in force."""
    with mpl.rc_context():
        mpl.rcdefaults()  # a reader's own settings shall not change the book's figures
        mpl.rcParams.update(SETTINGS)
        yield Canvas(figsize=(width / INCH, height / INCH))


def number(value, lang, digits=None):
    """Write a number with the decimal mark of the language; without digits, as short as it is."""
    text = _plain(value, digits).replace("-", "\N{MINUS SIGN}")
    return text.replace(".", properties(lang)["Decimal-Mark"])


def in_math(value, lang, digits=None):
    """Write a number for use between dollar signs, where a comma must not be a separator."""
    text = _plain(value, digits).replace(".", properties(lang)["Decimal-Mark"])
    return text.replace(",", "{,}")


def _plain(value, digits):
    return f"{value:g}" if digits is None else f"{value:.{digits}f}"


def ticks(axis, values, lang):
    """Set the ticks of an axis, written in the language."""
    axis.set_ticks(list(values))
    axis.set_major_formatter(FuncFormatter(lambda value, _: number(value, lang)))


def powers(axis, exponents):
    """Set the ticks of a logarithmic axis to powers of ten."""
    axis.set_ticks([10.0**e for e in exponents])
    axis.set_major_formatter(FuncFormatter(lambda value, _: _power(value)))
    axis.set_minor_locator(NullLocator())


def _power(value):
    exponent = round(math.log10(value))
    return "1" if exponent == 0 else f"$10^{{{exponent}}}$"


def label(axes, x, y, text, **more):
    """Write a label at a point of the data, shifted by `by` typographic points."""
    by = more.pop("by", (4, 0))
    defaults = {
        "va": "center",
        "ha": "left" if by[0] >= 0 else "right",
        "fontsize": 9,
        "linespacing": 1.0,
    }
    axes.annotate(text, (x, y), by, textcoords="offset points", **(defaults | more))
