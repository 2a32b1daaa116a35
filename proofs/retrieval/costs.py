"""What a query costs with CAT and with DOT."""

from impl.retrieval import cat_score, dot_score
from proofs.encoder.code import BLOCK
from proofs.engine.evidence import sizes

sizes("retrieval.costs", {**BLOCK, "cat": cat_score})
sizes("retrieval.costs", {**BLOCK, "dot_score": dot_score}, duty=1)
sizes("retrieval.costs", BLOCK, duty=2)
