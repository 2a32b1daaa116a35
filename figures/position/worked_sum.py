"""A figure of the worked sum of embeddings and positions."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from figures.pieces import matrices
from impl.position import add_positions
from theory.rounding.bounds import bound_scaled_sum

F64 = "float64"


@figure(
    "worked-positions",
    shows=("position.worked-sum-at-one-tenth", "position.added"),
    height=5.2,
    caption=(
        "The worked sums of embeddings and positions, for the tokens in order and in reverse, "
        "with the scale $1/10$. It is not printed, but only with it all entries are as printed; "
        "without it the three framed entries of each sum would be greater by 0.9, for $0.2+1$ "
        "is not 0.3. The same token, $t_1$ for instance, has another row in another place."
    ),
)
class WorkedPositions:
    """Look at the framed entries: a tenth more than on the left, where it says 1 in between."""

    @staticmethod
    def compute():
        """Return both embeddings, the positions, and the sums: printed, and computed at 1/10."""
        from theory.position.words import E_123, E_321, POS, X_123, X_321

        pos = np.asarray(POS, dtype=float)
        data = {"positions": pos}
        for name, embedded, printed in (("forward", E_123, X_123), ("reverse", E_321, X_321)):
            e = np.asarray(embedded) / 10
            data[f"{name}-embeddings"] = e
            data[f"{name}-printed"] = np.asarray(printed) / 10
            data[f"{name}-sum"] = add_positions(e, pos, scale=0.1)
            data[f"{name}-unscaled"] = add_positions(e, pos)
        return data

    @staticmethod
    def examine(data, expect):
        """At 1/10 all is as printed; unscaled, the entries that meet a 1 are off by 0.9."""
        pos = data["positions"]
        for name in ("forward", "reverse"):
            e, printed = data[f"{name}-embeddings"], data[f"{name}-printed"]
            one = [[float(bound_scaled_sum(x, y, F64)) for x, y in zip(*rows, strict=True)]
                   for rows in zip(e, pos, strict=True)]  # fmt: skip
            rounding = 2 * np.asarray(one)
            expect.coincide(
                f"the {name} sum and the printed", data[f"{name}-sum"], printed, rounding
            )
            off = data[f"{name}-unscaled"] - printed
            expect.coincide(f"the {name} sum's error without scale", off, 0.9 * pos, rounding)

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the two sums, one below the other."""
        axes = canvas.subplots(2, 3, gridspec_kw={"wspace": 0.2})
        for row, name, tokens in zip(
            axes, ("forward", "reverse"), ((1, 2, 3), (3, 2, 1)), strict=True
        ):
            shown = (data[f"{name}-embeddings"], data["positions"], data[f"{name}-sum"])
            for each, values, digits in zip(row, shown, (1, 0, 1), strict=True):
                texts = [[style.number(value, lang, digits) for value in line] for line in values]
                names = [f"$t_{token}$" for token in tokens] if each is row[0] else ()
                matrices.draw_table(each, values / digits if digits else values / 2, texts, names)
            for k in range(3):
                matrices.frame(row[2], k, k)
            between = {"ha": "center", "va": "center", "fontsize": 10}
            row[1].text(-1.05, 1.5, "$+$", **between)
            row[1].text(-0.4, 1.5, r"$\frac{1}{10}$", color=style.RED, **between)
            row[2].text(-0.45, 1.5, "$=$", **between)
        for each, title in zip(axes[0], ("$E$", "$PE$", "$X$"), strict=True):
            each.set_title(title, pad=4)
