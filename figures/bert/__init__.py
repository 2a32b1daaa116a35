"""BERT: how it looks."""
