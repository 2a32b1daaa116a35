"""The lookup table: why its claims hold, or fail."""
