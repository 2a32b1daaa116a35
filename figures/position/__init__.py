"""Positions: how they look."""
