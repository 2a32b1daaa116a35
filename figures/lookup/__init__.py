"""The lookup table: how it looks."""
