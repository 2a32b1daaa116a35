"""What a query costs with CAT and with DOT."""

from impl.retrieval import cat_score, dot_score
from proofs.encoder.sizes import of_block
from proofs.engine.evidence import sizes

sizes("retrieval.costs", {"block": of_block, "cat": cat_score})
sizes("retrieval.costs", {"block": of_block, "dot_score": dot_score}, duty=1)
sizes("retrieval.costs", {"block": of_block}, duty=2)
