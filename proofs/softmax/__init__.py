"""Softmax: why its claims hold, or fail."""
