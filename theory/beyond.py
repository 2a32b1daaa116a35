"""The road beyond the documents: what a reader of the chapter meets next, each step a claim.

Each station tells one sentence, that of its first claim; the others stand behind it. After what is
refuted stands what is true instead.
"""

from collections.abc import Container

ROAD = {
    "From a mean to a line": (
        "kernel.local-linear-is-attention-and-a-slope",
        "kernel.regression-fits-best",
        "kernel.local-linear-fits-best",
        "kernel.keeps-lines",
        "kernel.bias-at-ends-and-at-curvature",
        "kernel.local-linear-bias-is-of-second-order",
    ),
    "Kernels as products of features": (
        "kernel.positive-kernel-is-attention",
        "kernel.positive-kernels-have-one-map",
        "kernel.one-map-is-never-negative",
        "kernel.linear-attention-is-a-state",
        "kernel.linear-attention-state-is-updated",
        "kernel.positive-features-are-unbiased",
        "kernel.more-features-vary-less",
        "kernel.sampled-features-have-the-proved-distribution",
    ),
    "A table that may be empty": (
        "lookup.sink-is-one-more-pair",
        "softmax.one-more-is-an-extra-score",
        "lookup.evicting-costs",
    ),
    "A table that remembers": (
        "lookup.hopfield-step",
        "lookup.hopfield-energy-falls",
        "lookup.hopfield-step-then-projection",
    ),
    "How far an output moves": (
        "heads.attention-is-lipschitz-in-its-query",
        "heads.a-query-in-the-middle-moves-fastest",
        "heads.attention-to-rows-on-a-ball-is-lipschitz",
        "heads.a-row-against-many-moves-fastest",
        "heads.dot-product-attention-is-not-lipschitz",
        "heads.attention-by-distances-is-lipschitz",
        "heads.weighted-distances-are-bounded",
        "heads.distances-without-the-row-itself-are-not-lipschitz",
        "heads.attention-is-lipschitz-on-a-ball",
        "heads.scores-move-slowly-on-a-ball",
        "heads.scores-rise-alike-on-a-ball",
        "heads.a-product-is-at-most-the-lengths",
        "lookup.softcap-cannot-focus",
        "lookup.normalised-gradients-are-bounded",
    ),
    "Where a token stands": (
        "position.rotary-score-knows-the-offset",
        "position.rotary-scores-fall-with-distance",
        "position.rotary-any-offset-can-be-first",
        "position.rotary-score-is-a-sum-of-waves",
        "position.linear-bias-in-order-knows-the-key-alone",
        "position.rotary-forms-are-a-permutation-apart",
        "position.rotary-leaves-turns-and-scales",
        "heads.same-scores-share-a-basis",
        "heads.same-outputs-share-a-basis",
        "position.rotary-keeps-pairs-apart",
        "position.rotary-turns-and-scales-alone",
        "position.rotary-base-stretches-slow-pairs",
        "position.slopes-beyond-a-power-of-two",
    ),
    "Heads that share": (
        "heads.groups-store-less",
        "heads.grouped",
        "heads.groups-of-one-head-are-multi-head",
        "heads.orders-of-groups-are-a-permutation-apart",
    ),
    "What a norm and a gate see": (
        "normalization.layer-norm-is-rms-norm-of-deviations",
        "normalization.rms-norm-ignores-a-shift",
        "normalization.rms-norm-ignores-the-scale",
        "feedforward.linear-gate-is-quadratic",
        "feedforward.gated-is-affine-in-neither-factor",
        "feedforward.gated-is-linear-in-its-units",
        "feedforward.gate-is-not-affine",
    ),
    "Why depth needs more than attention": (
        "encoder.depth-loses-all-differences",
        "encoder.two-rows-keep-a-difference-of-weights",
        "encoder.rows-lose-their-spread",
        "encoder.a-net-multiplies-differences",
        "encoder.layer-norm-keeps-opposite-rows",
        "normalization.rows-that-differ-stay-different",
        "normalization.shift-and-scale-are-forgotten",
        "encoder.a-residual-keeps-two-rows-apart",
        "decoder.one-layer-cannot-go-on",
        "decoder.one-layer-fails-one-of-four",
        "decoder.a-net-after-one-layer-goes-on",
        "decoder.two-layers-go-on",
        "decoder.sharp-layers-go-on",
        "decoder.two-layers-are-sure",
    ),
    "What can be ranked first": (
        "retrieval.some-k-are-never-first",
        "retrieval.a-plane-ranks-any-pair-first",
        "retrieval.meeting-hulls-are-not-separated",
        "retrieval.five-documents-outrun-a-plane",
        "retrieval.six-documents-outrun-width-three",
        "retrieval.width-four-ranks-any-pair-first",
        "retrieval.four-documents-fit-a-plane",
        "retrieval.width-two-k-ranks-any-k-first",
        "retrieval.a-line-ranks-its-ends",
        "retrieval.a-line-ranks-two-sets-at-most",
        "retrieval.a-line-ranks-two-sets",
        "retrieval.thresholds-add-one-to-the-rank",
        "retrieval.sign-rank-is-width-enough",
        "retrieval.late-interaction-outranks-a-product",
        "retrieval.late-interaction-gives-any-joint-score",
        "retrieval.late-interaction-never-falls-with-a-token",
        "retrieval.late-interaction-is-a-dot-product",
        "retrieval.late-interaction-with-one-token-is-dot",
        "retrieval.late-interaction-costs",
    ),
    "The circle closes": (
        "contrastive.temperature-is-a-width",
        "contrastive.nearness-and-spread",
        "contrastive.many-negatives",
        "contrastive.drawn-negatives",
        "contrastive.nearness-is-greatest-for-equal-pairs",
        "contrastive.spread-has-a-bound",
        "contrastive.logarithm-is-approached",
        "kernel.bias-is-at-most-a-mean-distance",
        "kernel.squared-error-is-bias-and-variance",
        "kernel.best-width-is-a-cube-root",
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
