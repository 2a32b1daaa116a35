"""The positions of Marian in transformers: sines, then cosines, computed in float64 and stored."""

import transformers
from transformers.models.marian.modeling_marian import MarianSinusoidalPositionalEmbedding

from atensi.subjects.offer import NotOfferedError, Offer

BASE = 10000.0


def sinusoidal(length, width, base=BASE):
    """Return the table that the layer makes for itself."""
    if base != BASE:
        raise NotOfferedError("Marian's positions have the base 10000")
    return MarianSinusoidalPositionalEmbedding(length, width).create_weight().numpy()


def offer():
    """Return what the layer offers."""
    return Offer(
        "transformers:sinusoids_marian", {"sinusoidal": sinusoidal}, transformers.__version__
    )
