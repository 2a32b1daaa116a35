"""Scaling: why its claims hold, or fail."""
