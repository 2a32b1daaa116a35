"""The formal proofs: their sources, the checker, and the gate that they pass."""
