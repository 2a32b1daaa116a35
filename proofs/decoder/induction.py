"""One layer with one head has no memory of what stood beside a token."""

from proofs.engine.evidence import derivation

ONE_LAYER = "decoder.one-layer-cannot-go-on"


@derivation(ONE_LAYER)
def the_same_eight_terms_on_both_sides(chain):
    return chain.closes("a token at a place says the same on both sides")


@derivation(ONE_LAYER, duty=1, turned=True)
def masses_are_positive(chain):
    return chain.closes("weights are positive")


@derivation(ONE_LAYER, duty=2, turned=True)
def so_is_the_other(chain):
    return chain.closes("weights are positive")
