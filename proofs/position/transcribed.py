"""Positions: the printed formulas, read, are those of the claims."""

from proofs.engine.comparing import Cases
from proofs.engine.transcription import transcription
from theory.letters import L, d_model
from theory.letters import i as position
from theory.position.order import S, V, attention
from theory.position.sinusoids import c, column, pair, place, row, sinusoid
from theory.position.words import (
    PE,
    E,
    N,
    W,
    i_worked,
    j_worked,
    learned,
    places,
    printed,
    printed_,
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
transcription(
    "001:443/formula",
    "position.added",
    {
        r"\mathbf{X}": Family(lambda i, j: with_positions(E, PE, c, i, j), E.lasts),
        r"\text{Embed}": lambda tokens: E, r"\text{Pos}": lambda tokens: PE,
        r"\mathbf{t}": places, r"\gamma": c,
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
transcription(
    "001:385-387",
    "position.learned",
    {
        r"\mathbf{pe}_{\text{pos}}": every(column, entry=learned(W, place, column)),
        r"\mathbf{W}^{pe}": W, "d_{model}": d_model,
    },
    at=(column,),
    one=(place + 1, N),  # the line says where it stands; positions count from 0
)  # fmt: skip


def attended(queries: bool, keys: bool, values: bool) -> Family:
    """Return attention of E; of each argument, whether its rows stand in the other order."""
    by_queries = S.permuted() if queries else S
    by_both = by_queries.transposed().permuted().transposed() if keys else by_queries
    return every(position, entry=attention(by_both, V.permuted() if values else V)[position])


transcription(
    "001:369",
    "position.order-does-not-change-the-result",
    {
        r"\text{Attention}": attended, "E_{(t_1,t_2,t_3)}": False, "E_{(t_3,t_2,t_1)}": True,
    },
    at=(position,),
)  # fmt: skip
