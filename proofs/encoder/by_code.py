"""Equivariance of a layer's attention, and of the layer, by running the code on permuted rows."""

from proofs.arrays.entries.family_arrays import Besides
from proofs.encoder.equivariance import UNMASKED
from proofs.encoder.stack import LAYERS, LOOP, ONE_LAYER, attend
from proofs.engine.evidence import general_run
from proofs.rules import reindex
from theory.encoder.blocks import LAYERED, c
from theory.letters import b

ATTENTION = {"mha_of_layer": Besides(attend, *LAYERED[:4])}
BLOCK = {"block_of_layer": ONE_LAYER}
CLOSED = ("mha_of_layer", "layer_norm_as_used", "ffn")
KEYS = "τ runs over all keys, in both sums"


@general_run("encoder.block-equivariant", ATTENTION, left=True, let=UNMASKED)
def attention_of_permuted_rows(chain):
    chain.by(reindex, KEYS).decides("each row sees something").by(reindex, KEYS)
    return chain.closes("the largest score of a row cancels")


@general_run(
    "encoder.block-equivariant", BLOCK, duty=1, boxes=LAYERS, left=True, defined=LOOP.stands,
    let=UNMASKED, closed=CLOSED,
)  # fmt: skip
def the_layer_of_permuted_rows(chain):
    return chain.earlier(0, "its attention is equivariant", at={c: b}).closes(
        "norms and net work on each row alone"
    )
