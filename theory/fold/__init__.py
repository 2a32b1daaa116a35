"""Attention as a fold."""
