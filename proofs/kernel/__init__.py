"""Kernel regression: why its claims hold, or fail."""
