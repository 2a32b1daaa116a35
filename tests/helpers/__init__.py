"""What the tests share: the subject, strategies, oracles, and the decorators of evidence."""
