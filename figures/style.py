"""The one visual language: sizes, type, colours, lines, and the numbers on the axes."""

from contextlib import contextmanager

import matplotlib as mpl
from matplotlib.ticker import FuncFormatter

CM = 1 / 2.54
# Okabe and Ito's palette, ordered so that the greys of a black-and-white print differ.
INK, BLUE, ORANGE, GREEN, GREY = "#222222", "#0072b2", "#d55e00", "#009e73", "#8c8c8c"
LINES = ((BLUE, "-"), (ORANGE, "--"), (GREEN, "-."), (INK, ":"))

_SETTINGS = {
    "font.family": "STIXGeneral",
    "mathtext.fontset": "stix",
    "font.size": 9,
    "axes.titlesize": 9,
    "axes.labelsize": 9,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.linewidth": 0.6,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.minor.size": 0,
    "ytick.minor.size": 0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "lines.linewidth": 1.2,
    "lines.markersize": 4,
    "figure.constrained_layout.use": True,
    "pdf.fonttype": 42,
    "svg.fonttype": "path",
    "svg.hashsalt": "atensi",
    "axes.unicode_minus": True,
}


@contextmanager
def style():
    """Draw in the project's style, whatever the user's own is."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_SETTINGS)
        yield


def number(value, lang, digits=None):
    """Return a number as the language writes it: with a decimal comma in Indonesian."""
    text = f"{value:.{digits}f}" if digits is not None else f"{value:g}"
    text = text.replace("-", "\N{MINUS SIGN}")
    return text.replace(".", ",") if lang == "id" else text


def in_math(value, lang):
    """Return a number for use between dollars, where a bare comma would be followed by a space."""
    return number(value, lang).replace(",", "{,}").replace("\N{MINUS SIGN}", "-")


def linear_axis(axis, lang):
    """Write the numbers of a linear axis in the language."""
    axis.set_major_formatter(FuncFormatter(lambda value, _: number(value, lang)))


def label_end(axes, x, y, text, color, **shift):
    """Label a curve at one of its points, in its colour: no legend."""
    offset = (shift.get("dx", 4), shift.get("dy", 0))
    axes.annotate(
        text, (x, y), xytext=offset, textcoords="offset points", color=color,
        va=shift.get("va", "center"), ha=shift.get("ha", "left"), fontsize=8.5,
    )  # fmt: skip
