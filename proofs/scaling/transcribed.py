"""Scaling: the printed variance, read, is that of the claim."""

from proofs.engine.comparing import Beginning
from proofs.engine.transcription import transcription
from theory.letters import a, d
from theory.scaling.random_rows import key, omega, q, sigma, var
from theory.stating.families import every
from theory.transcribing.arithmetic import number

at_random = lambda rows: every(a, entry=rows[a, omega])  # a row, as chance has it
RANDOM = {
    r"\mathbf{qW}^q": at_random(q), r"\mathbf{kW}^k": at_random(key), "d_{attn}": d,
    r"\text{Var}": lambda value: var(every(omega, entry=number(value))), r"\sigma": sigma,
}  # fmt: skip
BRACKET = {r"((\mathbf{kW}^k)^{\top}_i": r"((\mathbf{kW}^k)^{\top})_i"}

transcription(
    "001:204-206/sum",
    "scaling.variance-is-proportional-to-width",
    RANDOM,
    Beginning(0, sides=2),
    but=BRACKET,
)
transcription("001:204-206/value", "scaling.variance-is-proportional-to-width", RANDOM, but=BRACKET)
