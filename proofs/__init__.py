"""Why it holds: derivations, exact runs of `impl` on symbols, counterexamples."""
