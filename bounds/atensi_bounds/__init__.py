"""Elementwise bounds on what rounding does to attention, softmax and LayerNorm."""

from atensi_bounds.attention import (
    assert_attention_close,
    attention_tolerance,
    attention_tolerance_by_size,
)
from atensi_bounds.normalization import (
    assert_layer_norm_close,
    layer_norm_tolerance,
    layer_norm_tolerance_by_size,
)
from atensi_bounds.refusals import NoBoundError
from atensi_bounds.softmax import (
    assert_softmax_close,
    softmax_tolerance,
    softmax_tolerance_by_size,
)

__all__ = [
    "NoBoundError",
    "assert_attention_close",
    "assert_layer_norm_close",
    "assert_softmax_close",
    "attention_tolerance",
    "attention_tolerance_by_size",
    "layer_norm_tolerance",
    "layer_norm_tolerance_by_size",
    "softmax_tolerance",
    "softmax_tolerance_by_size",
]
__version__ = "0.1.0"
