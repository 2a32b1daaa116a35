"""Attention heads."""
