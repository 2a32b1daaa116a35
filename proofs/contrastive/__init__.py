"""Contrastive learning: why its claims hold, or fail."""
