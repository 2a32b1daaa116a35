"""Scaling: how scores, weights and gradients look."""
