"""LayerNorm: how it looks."""
