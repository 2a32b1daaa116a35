"""Heads: why their claims hold, or fail."""
