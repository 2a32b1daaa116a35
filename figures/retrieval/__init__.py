"""Retrieval: how it looks."""
