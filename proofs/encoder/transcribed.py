"""The encoder: the printed formulas, read, are those of the claims."""

from proofs.engine.comparing import Part
from proofs.engine.transcription import transcription
from theory.encoder.blocks import c, i, mha, net, norm_1, norm_2, x
from theory.encoder.words import row, z
from theory.stating.families import Family, every

by_rows = lambda function: lambda X: Family(lambda i, c: function(X[i])[c], X.lasts)

transcription(
    "001:441",
    "encoder.printed-block-is-the-original",
    {
        r"\mathbf{Y}": every(c, entry=norm_2(row + net(row))[c]), r"\mathbf{Z}": row,
        r"\text{FFN}": net, r"\text{LayerNorm}": norm_2,
    },
    at=(c,),
)  # fmt: skip
transcription(
    "001:442",
    "encoder.block",
    {
        r"\mathbf{Z}": z, r"\text{LayerNorm}": by_rows(norm_1), r"\mathbf{X}": x,
        r"\text{MultiHead}_h": lambda Q, K, V: mha(Q),
    },
    Part(z[i, c]),
    at=(i, c),
)  # fmt: skip
