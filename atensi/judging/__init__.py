"""What counts as evidence, which verdict follows from it, and the ledger of both."""
