"""Equivariance of a layer's attention, by running its code on rows that are permuted."""

from proofs.arrays.entries.family_arrays import Besides
from proofs.encoder.equivariance import UNMASKED
from proofs.encoder.stack import attend
from proofs.engine.evidence import general_run
from proofs.rules import reindex
from theory.blocks import LAYERED

ATTENTION = {"mha_of_layer": Besides(attend, *LAYERED[:4])}
KEYS = "σ runs over all keys, in both sums"


@general_run("encoder.block-equivariant", ATTENTION, left=True, let=UNMASKED)
def attention_of_permuted_rows(chain):
    chain.by(reindex, KEYS).decides("each row sees something").by(reindex, KEYS)
    return chain.closes("the largest score of a row cancels")
