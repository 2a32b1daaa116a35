"""A figure of the two directions that LayerNorm loses."""

from fractions import Fraction

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from figures.normalization.plane import ACROSS, AXIS, bound_row, circle
from impl.normalization import layer_norm
from theory.language import translated
from theory.rounding.bounds import factors

SOURCE = "rows with mean 0"
TARGET = "normalised"
REACH = Fraction(1, 4)  # the radius of the discs


@figure(
    "lost-directions",
    shows=("normalization.jacobian", "normalization.two-directions-are-lost"),
    height=4.6,
    caption=(
        "What LayerNorm does to small discs of rows of three numbers (left, in the plane of "
        "mean 0; what lies across the plane is lost already). Each disc becomes an arc (right): "
        "moving a row along its own ray changes nothing, and moving it sideways turns it, the "
        r"more the smaller its deviation $\sigma$ is, by the factor $1/\sigma$. Of three "
        "directions one is left."
    ),
)
class LostDirections:
    """Look at the disc nearest to the centre: it has the longest arc."""

    @staticmethod
    def compute():
        """Return the discs' centres and edges in the plane, their images, and the derivatives."""
        polar = np.asarray([[0.5, 0.3], [0.875, 2.2], [1.25, 3.8], [2.25, 5.4]])  # radius, angle
        ray = np.stack([np.cos(polar[:, 1]), np.sin(polar[:, 1])], axis=-1)
        side = np.stack([-ray[:, 1], ray[:, 0]], axis=-1)
        centres, r, h = polar[:, :1] * ray, float(REACH), 2.0**-12
        angle = np.linspace(0, 2 * np.pi, 181)[:, None]
        edges = centres[:, None] + r * np.concatenate([np.cos(angle), np.sin(angle)], axis=-1)
        place = lambda points: points @ ACROSS  # from the plane into space
        along = {"ray": place(ray), "side": place(side), "mean": np.broadcast_to(AXIS, (4, 3))}
        x = place(centres)
        return {
            "radius": polar[:, 0],
            "centres": centres,
            "edges": edges,
            "images": layer_norm(place(edges)) @ ACROSS.T,
            "image": layer_norm(x),
            "step": np.asarray(h),
            **{
                f"along-{name}": (layer_norm(x + h * t) - layer_norm(x - h * t)) / (2 * h)
                for name, t in along.items()
            },
            "side": along["side"],
        }

    @staticmethod
    def examine(data, expect):
        """Two derivatives vanish, the third is t/σ, and each arc spans its disc's angle."""
        rho, h, r = data["radius"][:, None], data["step"], float(REACH)
        # Entries below 3, of rows whose deviation is rho / √3: LayerNorm's rounding, over h.
        off = np.stack([bound_row(x, 0) for x in data["centres"] @ ACROSS])
        off = 4 * off + float(factors(16, "float64")) * (1 + 3 / rho) * 3
        for name in ("ray", "mean"):
            expect.coincide(f"the derivative along {name} and 0", data[f"along-{name}"], 0, off / h)
        # A step h sideways turns by atan(h/ρ), and √3 sin of it, over h, is √3/ρ (1 - h²/2ρ² ...).
        sideways = np.sqrt(3) / rho * data["side"]
        slack = np.abs(sideways) * h**2 / rho**2 + off / h
        expect.coincide("the derivative sideways and t/σ", data["along-side"], sideways, slack)
        size = np.hypot(*np.moveaxis(data["images"], -1, 0))
        expect.coincide("the images' distance and √3", size, np.sqrt(3), off.max())
        centre = data["image"] @ ACROSS.T / np.sqrt(3)
        turn = np.einsum("kpi,ki->kp", data["images"], centre) / np.sqrt(3)
        # No image leaves the angle asin(r / rho) that its disc is seen under.
        least = np.sqrt(1 - (r / data["radius"]) ** 2)
        expect.at_least("the cosine of a turn", turn + off.max(), least[:, None], "asin(r / ρ)")
        # The edge is drawn in steps of 2 degrees, so it comes within 1 degree of the tangent.
        near = np.cos(np.arcsin(r / data["radius"] * np.cos(np.pi / 180)))
        expect.at_most("the least cosine", turn.min(axis=1) - off.max(), near, "the tangent")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the discs on the left, their images on the right, with rays through both."""
        left, right = canvas.subplots(1, 2, width_ratios=(3.9, 6.1))
        for axes, title, reach in ((left, SOURCE, 1.95), (right, TARGET, 3.05)):
            axes.plot(*(circle(np.sqrt(3)) @ ACROSS.T).T, **style.LIMIT)
            axes.plot(0, 0, "+", color=style.GREY, markersize=4)
            axes.set_title(translated(title, lang), pad=4)
            axes.set_aspect("equal")
            axes.axis("off")
            axes.set_xlim(-reach, reach)
            axes.set_ylim(-2.1, 1.8)
        for k, stroke in enumerate(style.STROKES):
            color, rho, ray = stroke["color"], data["radius"][k], data["centres"][k]
            ray = ray / rho
            side = np.asarray([-ray[1], ray[0]]) * float(REACH) / rho
            for edge in (1, -1):  # a line that touches the disc
                end = np.sqrt(1 - float(REACH) ** 2 / rho**2) * ray + edge * side
                far = max(np.sqrt(rho**2 - float(REACH) ** 2), np.sqrt(3))
                left.plot(*np.stack([0 * end, far * end]).T, color=color, lw=0.6)
            left.fill(*data["edges"][k].T, lw=0, color=color)
            right.plot(*data["images"][k].T, lw=3, solid_joinstyle="bevel", color=color)
            sigma = rf"$\sigma={style.in_math(rho / np.sqrt(3), lang, 2)}$"
            ha = "left" if ray[0] > 0 else "right"
            style.label(right, *(np.sqrt(3) * ray), sigma, by=tuple(7 * ray), ha=ha, color=color)
