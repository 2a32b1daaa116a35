"""Attention as a fold: why its claims hold, or fail."""
