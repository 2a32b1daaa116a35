"""The encoder: why its claims hold, or fail."""
