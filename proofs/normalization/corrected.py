"""LayerNorm: the formulas of corrections, read, are those of the claims. They speak of each row."""

from proofs.engine.comparing import Part
from proofs.engine.correction import correction
from proofs.normalization.transcribed import ROW, WIDTH, row
from theory.letters import L, d
from theory.normalization.layer_norm import layer_norm
from theory.normalization.words import i, mu, sigma
from theory.stating.families import Family, every

of_rows = lambda entry: every(row, i, entry=entry)
correction(
    "001:412",
    "normalization.definition",
    {
        r"\text{LayerNorm}": lambda X: Family(lambda row, i: layer_norm(X[row])[i], X.lasts),
        r"\mathbf{X}": ROW, r"\bm{\mu}": of_rows(mu), r"\bm{\sigma}": of_rows(sigma),
        "L": L, **WIDTH,
    },
    at=(row, i),
)  # fmt: skip
correction(
    "001:413-422",
    "normalization.definition",
    {
        r"\bm{\mu}": of_rows(mu), r"\mu": every(row, entry=mu), r"\bm{\sigma}": of_rows(sigma),
        r"\sigma": every(row, entry=sigma), "L": L, **WIDTH,
    },
    Part(mu),
    Part(1 / sigma),
    at=(row, i),
    limits={r"\dots": d},
)  # fmt: skip
