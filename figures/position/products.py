"""A figure of the inner products of sinusoidal positions."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from figures.position.sinusoids import BASE, POSITION, rounding
from impl.position import sinusoidal
from theory.language import translated
from theory.rounding.bounds import bound_dot

OTHER = "position $q$"
OFFSET = "offset $k$"
PRODUCT = r"$\langle PE_p, PE_{p+k}\rangle$"
F64 = "float64"


@figure(
    "position-products",
    shows=("position.inner-product-knows-the-offset", "position.length-of-a-row"),
    height=5.4,
    caption=(
        "Inner products of sinusoidal positions with 128 columns. The map (left, the darker the "
        "larger) is constant along its diagonals: only the offset counts. As a function of the "
        "offset (right) they are the same from $p=60$ (line) and from $p=190$ (circles), and "
        "even: the distance is encoded, its direction is not. They fall from $d/2$, but not "
        "steadily."
    ),
)
class PositionProducts:
    """Look at the circles on the line, and at both of its halves."""

    @staticmethod
    def compute():
        """Return the products of all positions, and those from two positions by offset."""
        pe = sinusoidal(256, 128, BASE)
        offsets, anchors = np.arange(-60, 61), np.asarray([60, 190])
        gram = pe @ pe.T
        return {
            "offset": offsets,
            "anchors": anchors,
            "map": gram[:61, :61],
            "products": gram[anchors[:, None], anchors[:, None] + offsets],
            "width": np.asarray(pe.shape[1]),
        }

    @staticmethod
    def examine(data, expect):
        """Every product is the sum of the cosines of its offset, within rounding."""
        d, k, products = int(data["width"]), data["offset"], data["products"]
        omega = BASE ** (-np.arange(0, d, 2) / d)
        exact = np.cos(np.abs(k)[:, None] * omega).sum(axis=-1)
        # An entry of position 250 is off by at most `off`, and so a product of two by thrice that;
        # adding them rounds once more, and the sum of cosines beside as much.
        off = rounding(250 * omega, d)
        bound = 8 * off.sum() + 2 * float(bound_dot(d, d, F64))
        claim = "products and Σ cos ω_i k"
        for p, row in zip(data["anchors"], products, strict=True):
            expect.coincide(f"the {claim} from p = {p}", row, exact, bound)
        place = np.arange(len(data["map"]))
        apart = np.abs(place[:, None] - place)
        expect.coincide(f"the mapped {claim}", data["map"], exact[k >= 0][apart], bound)
        expect.coincide("the squared length and d/2", products[:, 60], d / 2, bound)
        steps = np.diff(products[0][k >= 0])
        expect.holds(
            steps.min() < -bound and steps.max() > bound,
            "the products only fall, or only rise, with the distance; expected both",
        )

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the map on the left, the products by offset on the right."""
        left, right = canvas.subplots(1, 2, width_ratios=(1, 1))
        d = float(data["width"])
        end = len(data["map"]) - 0.5
        left.imshow(data["map"], vmin=data["map"].min() - 5, vmax=d / 2, interpolation="nearest",
                    extent=(-0.5, end, end, -0.5))  # fmt: skip
        for axis in (left.xaxis, left.yaxis):
            style.ticks(axis, (0, 20, 40, 60), lang)
        left.set_xlabel(translated(OTHER, lang))
        left.set_ylabel(translated(POSITION, lang))
        k, (first, second) = data["offset"], data["products"]
        right.axhline(d / 2, **style.LIMIT)
        right.plot(k, first, **style.STROKES[0])
        right.plot(k[::6], second[::6], "o", color=style.RED, markerfacecolor="white")
        right.set_box_aspect(1)
        right.set_ylim(0, 70)
        right.set_xlim(-64, 64)
        style.ticks(right.xaxis, (-60, -30, 0, 30, 60), lang)
        style.ticks(right.yaxis, (0, 20, 40, 60), lang)
        right.set_xlabel(translated(OFFSET, lang))
        right.set_ylabel(PRODUCT)
        style.label(right, -60, d / 2, "$d/2$", by=(0, -7))
