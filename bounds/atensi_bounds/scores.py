"""From scores to results: how far some queries' results are off."""

from dataclasses import dataclass

import numpy as np

from atensi_bounds import formulas
from atensi_bounds.refusals import OVERFLOWS
from atensi_bounds.roundings import Roundings
from atensi_bounds.weights import Weights, weights_off

SCALINGS = 3  # roundings more, if both q and k are scaled by the root of the scale


@dataclass(frozen=True)
class Rows:
    """Some queries: their scores with the mask, the mask, and sizes by which rounding is bounded.

    product: Σ |q k|. under: Σ |q| + Σ |k|. entry: the largest entry of q and k.
    """

    scores: np.ndarray
    added: np.ndarray
    rounded: np.ndarray  # by how much of itself the mask may be rounded: 0 or 1
    product: np.ndarray
    under: np.ndarray
    entry: np.ndarray
    factor: float
    width: int

    def scores_off(self, how: Roundings) -> np.ndarray:
        """Return how far scores are off, whether q, the scores, or q and k were scaled."""
        size = self.factor * self.product
        under = max(1.0, self.factor**0.5) * self.under + self.factor * self.width + 2
        height = how.height(self.width) + SCALINGS
        off = formulas.scaled_dot_off(size, under, how.u, how.eta, height, self.width)
        masked = self.added.any(axis=(-2, -1), keepdims=True)
        if not masked.any():
            return off
        beside = off + how.u * np.abs(self.added) * self.rounded
        return np.where(
            masked, formulas.score_moves(np.abs(self.scores), beside, how.u, how.eta), off
        )

    def overflow(self, off: np.ndarray, how: Roundings) -> np.ndarray:
        """Say of each score whether it, or what leads to it, may overflow upwards."""
        each = how.each.largest
        partial = self.product * max(1.0, self.factor) + off + self.entry * max(1.0, self.factor)
        return (1.1 * partial > each) | (self.scores + off > each)


def results_off(
    rows: Rows, weights: Weights, values: np.ndarray, result: np.ndarray, how: Roundings
) -> tuple[np.ndarray, np.ndarray]:
    """Return how far the results of some queries are off, and why that is unknown."""
    off = np.where(weights.kept, rows.scores_off(how), 0)
    overflow = (rows.overflow(off, how) & weights.kept).any(axis=-1, keepdims=True)
    off, why = weights_off(weights, weights.moved(off, how), how)
    with np.errstate(over="ignore", invalid="ignore"):
        count = weights.count
        # what underflows in Σ e v is divided by a sum above 1/2, if the division comes last
        tiny = 2 * count + 2
        height = how.height(count, long=True)
        bound = formulas.mean_off(weights.p, off, values, how.u, how.eta, height, tiny)
        # Σ e v, each e at most 1 but for its error, if the division comes last
        most = (1 + formulas.sum_grows(how.u, height + how.c + 1)) * (weights.kept @ np.abs(values))
        reach = np.maximum((weights.p + off) @ np.abs(values) + bound, most)
        if how.stored:
            bound = formulas.stored_off(result, bound, how.stored.u, how.stored.eta)
        outside = (reach > how.each.largest) | (result + bound > (how.stored or how.each).largest)
    why = np.where(overflow | (count > how.each.largest / 2), OVERFLOWS, why)
    return bound, np.where(outside & (why == 0), OVERFLOWS, why)
