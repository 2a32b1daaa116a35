"""The encoder: the formulas of corrections, read, are those of the claims."""

from proofs.engine.comparing import Part
from proofs.engine.correction import correction
from theory.encoder.blocks import c, net, norm_2
from theory.encoder.words import row
from theory.stating.families import every

# The claim that the printed block is the original has the original on its right.
ORIGINAL = norm_2(row + net(row))
correction(
    "001:441",
    "encoder.printed-block-is-the-original",
    {
        r"\mathbf{Y}": every(c, entry=ORIGINAL[c]), r"\mathbf{Z}": row, r"\text{FFN}": net,
        r"\text{LayerNorm}": norm_2,
    },
    Part(ORIGINAL[c]),
    at=(c,),
)  # fmt: skip
