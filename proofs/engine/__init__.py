"""What makes a proof count: chains, kinds of evidence, the normal form, the rules."""
