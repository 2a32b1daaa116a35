"""Compare floats with balls that hold the exact numbers: with all numbers of a ball, or none."""

import numpy as np
from flint import arb

from proofs.arrays import balls
from tests.helpers.holds import current

WIDE = 1000  # a ball may be as wide as a thousandth of the bound


def within_balls(computed, enclosed, bound, what):
    """Assert that each float is within its bound of all numbers of its ball."""
    computed = np.asarray(computed)
    assert computed.shape == enclosed.shape, f"{what}: {computed.shape}, not {enclosed.shape}"
    bounds = balls.array(np.broadcast_to(np.asarray(bound, dtype=object), computed.shape))
    for place, ball in np.ndenumerate(enclosed.data):
        found, most = float(computed[place]), bounds.data[place]
        assert ball.is_finite(), f"{what}: the ball at {place} may hold any number"
        assert WIDE * ball.rad() <= most, f"{what}: the ball at {place} is too wide: {ball}"
        error = abs(arb(found) - ball)
        assert error <= most, (
            f"{what}: entry {place} is {found!r}, expected {ball}; allowed {float(most):.3g}"
        )
        if current and most > 0:
            current[0].worst = max(current[0].worst, float(error.upper() / most))


def holds_all(enclosed, numbers, bounds):
    """Say whether each number of fifty digits is in its ball, but for its own rounding."""
    flat = (np.ravel(np.asarray(each, dtype=object)) for each in (numbers, bounds))
    exact, off = (balls.array(each).data for each in flat)
    pairs = zip(enclosed.data.ravel(), exact, off, strict=True)
    return all(ball.overlaps(arb(number, moved)) for ball, number, moved in pairs)
