"""Kernel regression: how it looks."""
