"""Scores: how they look."""
