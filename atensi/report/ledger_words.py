"""The words of the report for the names that a ledger uses."""

from atensi.judging.kinds import DETAILS

CHAPTERS = {
    "softmax": "Softmax",
    "lookup": "Lookup table",
    "kernel": "Kernel regression",
    "scores": "Scores",
    "scaling": "Scaling",
    "heads": "Heads",
    "embedding": "Embedding",
    "position": "Position",
    "feedforward": "Feed-forward net",
    "normalization": "Normalization",
    "encoder": "Encoder",
    "decoder": "Decoder",
    "backward": "The backward pass",
    "fold": "Attention is a fold",
    "bert": "BERT",
    "retrieval": "Retrieval",
    "contrastive": "Contrastive learning",
    "floats": "Floating-point numbers",
}
KINDS = {"random": "random claim"}
SCOPES = {
    "reals": "the real numbers",
    "floats": "floating-point numbers",
}
TIES = {  # who has compared a printed formula with the claim that asserts it
    "machine": "Read as it is printed, it is the formula of the claim, up to renaming.",
    "person": "Only a person can compare it with the claim.",
    "nobody": "Read as it is printed, it is not the formula of the claim.",
}


def of(table, name):
    """Return the words for a name; for one that is not listed, the name itself."""
    return table.get(name, name.replace("_", " "))


def detail(key, value):
    """Return the words for an entry of a finding. Where not all sizes are run, cases may stand."""
    return of(DETAILS, "listed sizes" if key == "sizes" and value != "all" else key)
