"""The assertions on a figure's data, and their sentences for data that is refused."""

import numpy as np

from theory.rounding.bounds import factors
from theory.symbols import d_k, d_model, d_v, h, size

V = size("V")  # of the vocabulary


class FigureError(AssertionError):
    """Data that does not show what the figure says; the message names figure and assertion."""


class Assertions:
    """The assertions on one figure's data: they are counted, and the first false one raises.

    NaN fails every comparison here.
    """

    def __init__(self, figure):
        self.figure = figure
        self.count = 0

    def holds(self, true, sentence):
        """Refuse the data with the sentence unless `true`."""
        self.count += 1
        if not true:
            raise FigureError(f"{self.figure}: {sentence}")

    def rows_sum_to_one(self, name, weights):
        """Refuse rows whose sum is further from 1 than rounding can take it.

        The quotients of the computed exponentials sum exactly to 1. Rounding adds n - 1 factors in
        the denominator, one in the division and n - 1 in this sum: fewer than 2n in all.
        """
        bound = float(factors(2 * weights.shape[-1], "float64"))
        sums = weights.reshape(-1, weights.shape[-1]).sum(axis=-1)
        row = int(np.argmax(np.abs(sums - 1)))
        self.holds(
            abs(sums[row] - 1) <= bound,
            f"row {row} of {name} sums to {sums[row]:.12g}, off by {sums[row] - 1:.2g}, "
            f"expected 1 to within {bound:.2g}, the rounding of its additions",
        )

    def at_most(self, name, values, bound, because):
        """Refuse an entry above its bound, which must leave room for rounding."""
        values, bound = np.broadcast_arrays(values, bound)
        wrong = ~(values <= bound)
        place = np.unravel_index(int(np.argmax(wrong)), wrong.shape)
        self.holds(
            not wrong.any(),
            f"{name}{_at(place)} is {values[place]:.9g}, expected at most {bound[place]:.9g}, "
            f"by {because}",
        )

    def at_least(self, name, values, bound, because):
        """Refuse an entry below its bound, which must leave room for rounding."""
        values, bound = np.broadcast_arrays(values, bound)
        wrong = ~(values >= bound)
        place = np.unravel_index(int(np.argmax(wrong)), wrong.shape)
        self.holds(
            not wrong.any(),
            f"{name}{_at(place)} is {values[place]:.9g}, expected at least {bound[place]:.9g}, "
            f"by {because}",
        )

    def coincide(self, name, first, second, bound):
        """Refuse two arrays whose entries are further apart than the rounding of both allows."""
        apart, bound = np.broadcast_arrays(np.abs(first - second), bound)
        wrong = ~(apart <= bound)
        place = np.unravel_index(int(np.argmax(wrong)), wrong.shape)
        self.holds(
            not wrong.any(),
            f"{name}{_at(place)} are {apart[place]:.3g} apart, expected at most "
            f"{bound[place]:.3g}, the rounding of both",
        )

    def rises(self, name, values):
        """Refuse a sequence that does not rise from each entry to the next."""
        steps = np.diff(values)
        self.holds(
            (steps > 0).all(),
            f"{name} steps by {steps.min():.3g} at {int(np.argmin(steps))}, expected to rise",
        )

    def joined(self, wiring, start, end, times=1):
        """Refuse a wiring without exactly so many lines between nodes of these names."""
        names = wiring["node"][wiring["edge"]]
        lines = int(((names[:, 0] == start) & (names[:, 1] == end)).sum())
        self.holds(lines == times, f"{lines} lines from {start} to {end}, expected {times}")

    def made(self, wiring, name, shape):
        """Refuse a wiring where a node of that name makes an array of another size."""
        sizes, expected = wiring["size"][wiring["node"] == name], as_size(shape)
        self.holds(
            len(sizes) > 0 and (sizes == expected).all(),
            f"{name} makes {', '.join(sizes) or 'nothing'}, expected {expected}",
        )


def as_size(shape):
    """Write a shape as mathematics; h d_k is d_model, the width of a row of h heads."""
    names = {h * d_k: r"d_\mathrm{model}", d_model: r"d_\mathrm{model}", h * d_v: "h d_v", V: "|V|"}
    return r" \times ".join(names.get(each, str(each)) for each in shape)


def _at(place):
    return " at " + ", ".join(str(int(each)) for each in place) if place else ""
