"""Contrastive learning: how it looks."""
