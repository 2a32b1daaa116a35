"""BERT."""
