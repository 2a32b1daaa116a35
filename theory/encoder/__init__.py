"""The encoder."""
