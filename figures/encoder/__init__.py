"""The encoder: how it looks."""
