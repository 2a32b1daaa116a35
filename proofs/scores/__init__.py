"""Scores: why their claims hold, or fail."""
