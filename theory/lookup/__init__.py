"""Attention as a lookup table, soft and hard."""
