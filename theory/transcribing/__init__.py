"""Printed formulas, read: tokens, what they say as a tree, and the terms that this means."""
