"""Positions: why their claims hold, or fail."""
