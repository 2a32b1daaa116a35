"""The positions of M2M100 in transformers, as tensor2tensor makes them, computed in float32."""

import transformers
from transformers.models.m2m_100.modeling_m2m_100 import M2M100SinusoidalPositionalEmbedding

from atensi.subjects.offer import NotOfferedError, Offer

BASE = 10000.0


def sinusoidal(length, width, base=BASE):
    """Return the table that the layer looks up; two places before it are for padding."""
    if base != BASE:
        raise NotOfferedError("M2M100's positions have the base 10000")
    return M2M100SinusoidalPositionalEmbedding.get_embedding(length, width).numpy()


def offer():
    """Return what the layer offers."""
    return Offer(
        "transformers:sinusoids_m2m100", {"sinusoidal": sinusoidal}, transformers.__version__
    )
