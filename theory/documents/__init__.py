"""The documents: what they say, where, and what a person has read of it."""
