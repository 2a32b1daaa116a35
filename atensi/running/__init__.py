"""Running the evidence: proofs, properties, figures."""
