"""The conductor: runs evidence, derives verdicts, writes the ledger, speaks on the command line."""

__version__ = "0.1.0"
