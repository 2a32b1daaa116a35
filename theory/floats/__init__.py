"""Floats."""
