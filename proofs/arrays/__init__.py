"""Readings of `impl`: the same lines run on symbols, on fifty digits, and on sizes alone."""
