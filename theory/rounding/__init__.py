"""Rounding: how far computed results can be off, by sizes and by data."""
