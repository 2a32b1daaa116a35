"""Retrieval: why its claims hold, or fail."""
