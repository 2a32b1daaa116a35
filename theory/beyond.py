"""The road beyond the documents: what a reader of the chapter meets next, each step a claim."""

from collections.abc import Container

ROAD = {
    "From a mean to a line": (
        "kernel.keeps-lines",
        "kernel.bias-at-ends-and-at-curvature",
        "kernel.local-linear-is-attention-and-a-slope",
    ),
    "Kernels as products of features": (
        "kernel.positive-kernel-is-attention",
        "kernel.linear-attention-is-a-state",
        "kernel.positive-features-are-unbiased",
    ),
    "A table that may be empty": (
        "softmax.one-more-is-an-extra-score",
        "lookup.sink-is-one-more-pair",
        "lookup.evicting-costs",
    ),
    "A table that remembers": (
        "lookup.hopfield-step",
        "lookup.hopfield-energy-falls",
        "lookup.hopfield-step-then-projection",
    ),
    "How far an output moves": (
        "heads.dot-product-attention-is-not-lipschitz",
        "heads.attention-is-lipschitz-on-a-ball",
        "lookup.softcap-cannot-focus",
    ),
    "The whole from its parts": (
        "fold.any-shift",
        "fold.order-of-parts-is-irrelevant",
        "fold.scores-within-reach",
    ),
}


def in_this_run(known: Container[str]) -> dict[str, list[str]]:
    """Return the stations with those of their claims that a run knows, and no empty station."""
    told = {title: [each for each in ids if each in known] for title, ids in ROAD.items()}
    return {title: ids for title, ids in told.items() if ids}
