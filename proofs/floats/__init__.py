"""Floats: what is known of the numbers that a library computes."""
