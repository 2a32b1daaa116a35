"""The decoder: how it looks."""
