"""How much a block multiplies."""

from impl.heads import scaled_dot_product_attention
from proofs.encoder.boxes import OF_HEADS, OF_NET
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, formed, met_by, sizes
from theory.letters import d as width_of_rows
from theory.letters import d_ff as hidden_units
from theory.letters import d_k as width_of_heads
from theory.letters import h as heads_in_all
from theory.letters import n as length

ONES = {length: 1, width_of_rows: 1, heads_in_all: 1, width_of_heads: 1, hidden_units: 4}


@counterexample("encoder.block-is-lighter-than-lstm-with-attention")
def the_net_outweighs_the_gates():
    return At(ONES)


LAYER = "encoder.attention-layer-is-lighter-than-lstm-with-attention"
FILLED = {width_of_rows: heads_in_all * width_of_heads}


met_by(LAYER)(lambda: ONES)


formed(LAYER)


closes(LAYER, "4 + 4 = 8 matrices", duty=1, let=FILLED)
closes(LAYER, "12 = 8 + 4 matrices", duty=2, let={hidden_units: 4 * width_of_rows, **FILLED})


sizes("encoder.costs", {"attention": scaled_dot_product_attention})
sizes("encoder.costs", {"mha": OF_HEADS}, duty=1)
sizes("encoder.costs", {"net": OF_NET}, duty=2)
