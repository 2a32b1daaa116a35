"""How far softmax weights are off, for rows of scores, in softmax and in attention."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from atensi_bounds import formulas
from atensi_bounds.refusals import TOO_COARSE, TOO_LARGE
from atensi_bounds.roundings import DOUBLE, MARGIN, Roundings

NEGLIGIBLE = -700.0  # exp of it is 1e-304, and float64 has exp(-745) = 0
LEAST = 1e-300  # above what a negligible weight can be off


@dataclass(frozen=True)
class Weights:
    """Weights, or upper bounds on them, their logarithms, and their scores' distances from the top.

    slack: how far the scores are off from which these were computed.
    """

    p: np.ndarray
    logarithm: np.ndarray
    distance: np.ndarray
    kept: np.ndarray
    slack: Any = 0.0

    @property
    def count(self) -> np.ndarray:
        """How many keys each query sees, at least 1."""
        return np.maximum(self.kept.sum(axis=-1, keepdims=True), 1)

    def moved(self, off: np.ndarray, how: Roundings) -> np.ndarray:
        """Return how far logits move if scores are off, and the largest computed one is subtracted.

        It differs from the largest score here by no more than the most that any exceeds it.
        """
        above = np.where(self.kept, off + self.slack - self.distance, -np.inf)
        most = np.maximum(above.max(axis=-1, keepdims=True, initial=-np.inf), 0)
        with np.errstate(over="ignore"):  # beside a mask of the lowest float64
            return formulas.score_moves(self.distance + self.slack + most, off, how.u, how.eta)


def softmax(scores: np.ndarray, kept: np.ndarray) -> Weights:
    """Return the weights of the kept scores; those of a row without any are 0."""
    scores = np.where(kept, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True, initial=-np.inf)
    top = np.where(top == -np.inf, 0, top)
    e = np.exp(scores - top)
    total = e.sum(axis=-1, keepdims=True)
    total = np.where(total == 0, 1, total)
    distance = np.where(kept, top - np.where(kept, scores, 0), 0)
    return Weights(e / total, -distance - np.log(total), distance, kept)


def weights_off(
    weights: Weights, moved: np.ndarray, how: Roundings
) -> tuple[np.ndarray, np.ndarray]:
    """Return how far weights are off whose logits moved so, and for each row why that is unknown.

    A weight that is negligible in spite of what its logit moves is off by next to nothing.
    """
    count = weights.count
    little = weights.logarithm + moved < NEGLIGIBLE
    with np.errstate(over="ignore", invalid="ignore"):
        off = formulas.weights_off(
            weights.p, np.where(little | ~weights.kept, 0, moved),
            how.u, how.eta, how.c, how.height(count, long=True), count,
        )  # fmt: skip
        if how.stored:
            off = formulas.stored_weight_off(weights.p, off, how.stored.u, how.stored.eta)
        off = np.where(weights.kept, np.maximum(off, LEAST), 0)
        known = off.sum(axis=-1, keepdims=True) < 1  # else all of them may as well be 0
    why = np.where(how.too_coarse(count), TOO_COARSE, np.where(known, 0, TOO_LARGE))
    return off, why


def above(weights: Weights, moved: np.ndarray) -> tuple[Weights, np.ndarray, np.ndarray]:
    """Return upper bounds of the exact weights, how far they may be off, and why unknown.

    The formula takes exact weights. In their place it gets these, which is within the margin where
    float64 knows them well; elsewhere nothing is said.
    """
    off, why = weights_off(weights, moved, DOUBLE)
    off = off * MARGIN
    vague = ~(off.sum(axis=-1, keepdims=True) < (MARGIN - 1) / 2)
    return (
        replace(weights, p=weights.p + off),
        off,
        np.where(vague, np.maximum(why, TOO_LARGE), why),
    )
