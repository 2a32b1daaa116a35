"""Positions: the printed formulas, read, are those of the claims."""

from proofs.engine.comparing import Cases
from proofs.engine.transcription import transcription
from theory.letters import L, d_model
from theory.position import (
    PE,
    E,
    W,
    c,
    column,
    i_worked,
    j_worked,
    learned,
    pair,
    place,
    places,
    printed,
    printed_,
    row,
    sinusoid,
    with_positions,
)
from theory.stating.families import Family, every

SINUSOIDS = {
    "PE": Family(sinusoid, (L, d_model)),
    "pos": place,
    "i": pair,
    "d_{model}": d_model,
}
transcription("003:50", "position.sinusoidal", SINUSOIDS, 0)
transcription("003:52", "position.sinusoidal", SINUSOIDS, 1, but={"{(pos,2i+1})": "{(pos,2i+1)}"})
transcription(
    "001:317",
    "position.added",
    {
        r"\mathbf{X}": Family(lambda i, j: with_positions(E, PE, c, i, j), E.lasts),
        r"\mathbf{E}": E, r"\mathbf{PE}": PE, r"\text{parameter skala}": c,
    },
    at=(row, column),
)  # fmt: skip
EMBEDDED = {r"\mathbf{X}": printed, r"\mathbf{X}'": printed_}
for relation, key in enumerate(("001:326-343", "001:344-360")):
    transcription(
        key, "position.worked-sum-as-printed", EMBEDDED, relation, at=(i_worked, j_worked)
    )
LEARNED = every(row, column, entry=learned(W, places[row], column))
transcription(
    "001:389-394",
    "position.sizes",
    {
        r"\text{Pos}": lambda tokens: LEARNED, r"\mathbf{t}": places, r"\text{PE}": LEARNED,
        r"\text{pe}": LEARNED, "L": L, "d_{model}": d_model,
    },
    1,
)  # fmt: skip
transcription(
    "001:308",
    "position.sinusoidal",
    {r"\text{PE}": SINUSOIDS["PE"], r"\text{pos}": place, "pos": place, "d_{model}": d_model},
    Cases((0, 1), ({"i": 2 * pair}, {"i": 2 * pair + 1})),
)
