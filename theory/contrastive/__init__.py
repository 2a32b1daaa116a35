"""Contrastive learning."""
