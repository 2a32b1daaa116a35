"""Positions: the formulas of corrections, read, are those of the claims."""

from proofs.engine.correction import correction
from proofs.position.transcribed import EMBEDDED, SINUSOIDS
from theory.letters import L, d_model
from theory.position.sinusoids import c, column, pair, place, row, sinusoid
from theory.position.words import PE, E, i_worked, j_worked, places, with_positions
from theory.stating.families import Family

correction(
    "000:96",
    "position.sinusoidal",
    {r"\text{PE}": Family(sinusoid, (L, d_model)), "pos": place, "i": pair, "d": d_model},
    0,
    1,
)
correction("003:50/typesetting", "position.sinusoidal", SINUSOIDS, 0)
correction("003:52/typesetting", "position.sinusoidal", SINUSOIDS, 1)
SUM = {
    r"\mathbf{X}": Family(lambda i, j: with_positions(E, PE, c, i, j), E.lasts),
    r"\mathbf{E}": E, r"\mathbf{PE}": PE, r"\gamma": c,
}  # fmt: skip
correction("001:317/typesetting", "position.added", SUM, at=(row, column))
for key in ("001:443", "001:447-451"):
    correction(
        key,
        "position.added",
        {
            **SUM, r"\mathbf{X}_0": SUM[r"\mathbf{X}"], r"\text{Embed}": lambda tokens: E,
            r"\text{Pos}": lambda tokens: PE, r"\mathbf{t}": places,
        },
        at=(row, column),
    )  # fmt: skip
for relation, key in enumerate(("001:326-343", "001:344-360")):
    correction(key, "position.worked-sum-at-one-tenth", EMBEDDED, relation, at=(i_worked, j_worked))
