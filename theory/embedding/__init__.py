"""Embedding."""
