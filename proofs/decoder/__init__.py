"""The decoder: why its claims hold, or fail."""
