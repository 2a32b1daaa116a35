"""LayerNorm: the printed formulas, read, are those of the claims. They speak of each row."""

from proofs.engine.comparing import Part
from proofs.engine.transcription import transcription
from theory.letters import L, d
from theory.normalization.layer_norm import layer_norm
from theory.normalization.words import i, mu, sigma, x
from theory.stating.families import Family, every
from theory.stating.variables import index

ROW = Family(lambda row, column: x[column], (L, d))  # each row of X is called x
row = index("row", L)
WIDTH = {r"d_{\text{token}}": d}

transcription(
    "001:412",
    "normalization.definition",
    {
        r"\text{LayerNorm}": layer_norm, r"\mathbf{X}": x, r"\bm{\mu}": every(i, entry=mu),
        r"\bm{\sigma}": every(i, entry=sigma),
    },
    at=(i,),
    but={r" \in \mathbb{R}^{ L\times d_{\text{token}}}": ""},
)  # fmt: skip
transcription(
    "001:423", "normalization.as-used", {r"\mu_i": mu, "x": ROW, **WIDTH, "i": L}, Part(mu)
)
transcription(
    "001:424",
    "normalization.as-used",
    {r"\sigma_i": sigma, r"\mu_i": mu, "x": ROW, **WIDTH, "i": L},
    Part(sigma),
)
transcription(
    "001:413-422",
    "normalization.definition",
    {
        r"\bm{\mu}": every(row, i, entry=mu), r"\mu": every(row, entry=mu),
        r"\bm{\sigma}": every(row, i, entry=sigma), r"\sigma": every(row, entry=sigma),
        "L": L, **WIDTH,
    },
    Part(mu),
    Part(1 / sigma),
    at=(row, i),
    limits={r"\dots": d},  # in a row stands one number, d times
)  # fmt: skip
