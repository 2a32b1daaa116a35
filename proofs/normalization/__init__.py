"""Normalization: why its claims hold, or fail."""
