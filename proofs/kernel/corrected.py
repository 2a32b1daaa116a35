"""Kernel regression: the formulas of corrections, read, are those of the claims."""

from proofs.engine.comparing import Part
from proofs.engine.correction import correction
from proofs.kernel.transcribed import KERNEL, POINTS, SCORE, VALUES
from theory.kernel.words import K
from theory.letters import i
from theory.softmax.words import share

correction("001:119/arguments", "kernel.regression", {**POINTS, **VALUES})
correction("001:137/arguments", "kernel.regression", {**POINTS, **VALUES, **SCORE})
correction(
    "001:123/arguments",
    "kernel.regression",
    {**POINTS, **VALUES, **SCORE, "i": i},
    Part(share(K)[i]),
)
correction("001:140-145", "kernel.regression-is-attention", {**POINTS, **KERNEL})
