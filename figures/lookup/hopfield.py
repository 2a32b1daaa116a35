"""A figure of a modern Hopfield network going down its energy, step by step."""

import numpy as np

from figures.engine import style
from figures.engine.figure import figure
from impl.hopfield import energy, hopfield_step
from theory.language import translated
from theory.rounding.bounds import factors

STATE, ENERGY = r"state $\xi$", r"energy $E(\xi)$"
FALL, HALF = "fall by one step", r"half of the step's square"
PATTERN = "pattern"
BETA = 1.5


@figure(
    "hopfield-energy",
    shows=("lookup.hopfield-energy-falls", "lookup.hopfield-step-descends"),
    height=8.4,
    caption=(
        r"Three patterns (triangles) on a line, and the energy that they make, at $\beta=1.5$ "
        r"(top). Each step, which is attention to the patterns, goes down. The middle pattern is "
        r"not retrieved, even from itself: its product with a pattern farther out exceeds that "
        r"with itself. One step lowers the energy by half of the square of the step at least "
        r"(bottom); both are zero where attention returns the state itself."
    ),
)
class HopfieldEnergy:
    """Look at the two lines below: they touch only where a step moves nothing."""

    @staticmethod
    def compute():
        """Return the energy over the states, two walks down, and by how much one step lowers it."""
        stored = np.asarray([[-1.5], [0.25], [1.5]])
        states = np.linspace(-2.25, 2.25, 181)[:, None]
        walks = [np.asarray([[-0.5], [0.25], [2.15]])]
        for _ in range(8):
            walks.append(hopfield_step(walks[-1], stored, BETA))
        walk = np.concatenate(walks, axis=1)  # a row for each start
        stepped = hopfield_step(states, stored, BETA)
        of = lambda rows: energy(rows, stored, BETA)
        return {
            "stored": stored[:, 0],
            "state": states[:, 0],
            "energy": of(states),
            "walk": walk,
            "energy-of-walk": np.stack([of(row[:, None]) for row in walk]),
            "fall": of(states) - of(stepped),
            "half-square": (stepped - states)[:, 0] ** 2 / 2,
        }

    @staticmethod
    def examine(data, expect):
        """One step lowers the energy by half of its square at least, also along the walks."""
        # an energy here is a sum of at most ten terms up to 14: products, exponentials, logarithms
        rounding = float(factors(60, "float64")) * 14
        claim = "lookup.hopfield-energy-falls"
        expect.at_least("the fall", data["fall"], data["half-square"] - rounding, claim)
        walk, levels = data["walk"], data["energy-of-walk"]
        squares = (walk[:, 1:] - walk[:, :-1]) ** 2 / 2
        expect.at_least("a walk's fall", levels[:, :-1] - levels[:, 1:], squares - rounding, claim)
        outer = np.abs(walk[:, -1:] - data["stored"][[0, 2]]).min(axis=1)
        expect.at_most("the distance to an outer pattern in the end", outer, 0.15, "retrieved")

    @staticmethod
    def draw(canvas, data, lang):
        """Draw the energy with the walks above, and the falls below."""
        above, below = canvas.subplots(2, 1, sharex=True, height_ratios=(1.5, 1))
        above.plot(data["state"], data["energy"], **style.STROKES[0])
        for walk, levels in zip(data["walk"], data["energy-of-walk"], strict=True):
            above.plot(walk, levels, **style.BOUND)
            above.plot(walk, levels, "o", color=style.RED, ms=3.2)
        low = data["energy"].min() - 0.35
        above.plot(data["stored"], np.full(3, low), "^", color=style.BLUE, ms=5, clip_on=False)
        style.label(
            above, data["stored"][1], low, translated(PATTERN, lang), by=(7, 1), color=style.BLUE
        )
        above.set_ylabel(translated(ENERGY, lang))
        below.plot(data["state"], data["fall"], **style.STROKES[0])
        below.plot(data["state"], data["half-square"], **style.BOUND)
        below.set_ylim(-0.11, 0.36)  # the lower line has its label beneath it
        style.label(below, 0, 0.2, translated(FALL, lang), by=(0, 9), ha="center")
        style.label(below, 0, -0.055, translated(HALF, lang), by=(0, 0), ha="center",
                    color=style.RED)  # fmt: skip
        below.set_xlim(-2.25, 2.25)
        style.ticks(below.xaxis, (-2, -1, 0, 1, 2), lang)
        style.ticks(below.yaxis, (0, 0.1, 0.2, 0.3), lang)
        above.set_ylim(top=-0.55)
        style.ticks(above.yaxis, (-1.4, -1, -0.6), lang)
        below.set_xlabel(translated(STATE, lang))
        canvas.align_ylabels([above, below])
