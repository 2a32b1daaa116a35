"""BERT: why its claims hold, or fail."""
