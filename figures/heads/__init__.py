"""Heads: how they look."""
