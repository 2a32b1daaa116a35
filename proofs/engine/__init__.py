"""The checks of proofs: chains, kinds of evidence, witnesses, the normal form, the rules."""
