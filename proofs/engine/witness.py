"""What evidence says that does not show what it is meant to show."""


class EvidenceError(AssertionError):
    """Evidence that does not show what it is meant to show."""
