"""Mutants of `impl`: each changed in one place, and whether a test sees it."""
