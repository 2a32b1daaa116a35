"""A figure of the sinusoidal table and its wavelengths."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.position import sinusoidal
from theory.language import translated
from theory.rounding.bounds import bound_sinusoid, factors
from theory.rounding.library_functions import within

POSITION = "position $p$"
COLUMN = "column $i$"
WAVELENGTH = r"wavelength $\lambda_i$"
BASE = 10000
F64 = "float64"


@figure(
    "sinusoidal-table",
    shows=(
        "position.sinusoidal",
        "position.wavelengths",
        "position.longest-wavelength",
    ),
    height=6.4,
    caption=(
        "The sinusoidal table of 64 positions and 32 columns, from $-1$ (white) to 1 (dark). "
        "Sine and cosine of one pair of columns share a wavelength; on the logarithmic axis the "
        "wavelengths stand on a line, for they grow by the same factor from pair to pair. They "
        r"begin at $2\pi$ and stay below $10000\cdot2\pi$, which the last pair does not reach."
    ),
)
class SinusoidalTable:
    """Look down the columns: the waves get longer, and the dots beside them say by how much."""

    @staticmethod
    def compute():
        """Return the table, and the wavelengths that its first step shows."""
        pe = sinusoidal(64, 32, BASE)
        turned = np.arctan2(pe[1, 0::2], pe[1, 1::2])  # from position 0 to 1, in each pair
        return {"table": pe, "wavelengths": 2 * np.pi / turned}

    @staticmethod
    def examine(data, expect):
        """Each pair moves on a circle, with the wavelength of the theory."""
        # here, as SymPy takes longer than the drawing
        from theory.letters import d_model
        from theory.position.sinusoids import base, wavelength
        from theory.stating.exact import Case

        pe, wavelengths = data["table"], data["wavelengths"]
        length, width = pe.shape
        angles = np.arange(length)[:, None] / BASE ** (np.arange(0, width, 2) / width)
        off = rounding(angles, width)
        circle = (pe[:, 0::2] ** 2 + pe[:, 1::2] ** 2) - 1
        # Each square carries twice its entry's error and its own rounding; their sum one more.
        expect.coincide("the squares of a pair and 1", circle, 0, 4 * off + float(factors(4, F64)))
        case = Case({base: BASE, d_model: width})
        exact = np.asarray([float(case.value(wavelength(k))) for k in range(width // 2)])
        # An angle is off by what its sine and cosine are together; so is the quotient, relatively.
        relative = 2 * off[1] / angles[1] + float(factors(within("power", F64) + 2, F64))
        expect.coincide("a wavelength and 2π b^(2i/d)", wavelengths, exact, 2 * relative * exact)
        longest = 2 * np.pi * BASE
        expect.at_most("a wavelength", wavelengths, longest, "position.longest-wavelength")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the table, and beside its rows the wavelengths."""
        left, right = canvas.subplots(1, 2, sharey=True, width_ratios=(1.5, 1))
        pe, wavelengths = data["table"], data["wavelengths"]
        length, width = pe.shape
        left.imshow(pe.T, vmin=-1, vmax=1.25, aspect="auto", interpolation="nearest",
                    extent=(-0.5, length - 0.5, width - 0.5, -0.5))  # fmt: skip
        style.ticks(left.xaxis, range(0, length, 16), lang)
        style.ticks(left.yaxis, range(0, width, 8), lang)
        left.set_xlabel(translated(POSITION, lang))
        left.set_ylabel(translated(COLUMN, lang))
        for end in (2 * np.pi, 2 * np.pi * BASE):
            right.axvline(end, **style.LIMIT)
        right.plot(wavelengths, 2 * np.arange(width // 2) + 0.5, "o", color=style.INK, markersize=3)
        right.set_xscale("log")
        right.set_xlim(2, 3e5)
        style.powers(right.xaxis, range(1, 6))
        right.set_xlabel(translated(WAVELENGTH, lang))
        right.tick_params(left=False)
        style.label(right, 2 * np.pi, 28.5, r"$2\pi$", by=(4, 0))
        style.label(right, 2 * np.pi * BASE, 2, r"$10^4\cdot 2\pi$", by=(-3, 0))


def rounding(angles, width):
    """Return how far the sine and the cosine of each angle may be from the exact ones."""
    exponents = np.arange(0, width, 2) / width
    rows = np.atleast_2d(angles)
    return np.asarray([
        [float(bound_sinusoid(a, e, BASE, F64)) for a, e in zip(row, exponents, strict=True)]
        for row in rows
    ])  # fmt: skip
