"""LayerNorm does not keep rows apart."""

from impl.normalization import layer_norm
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import closes, counterexample, necessity
from theory.normalization.words import c, t, x, y

FORGOTTEN = "normalization.shift-and-scale-are-forgotten"


@counterexample("normalization.rows-that-differ-stay-different")
def a_row_and_its_double():
    ours = layer_norm(expressions.array([[1, -1], [2, -2]]))
    return At({x: (1, -1), y: (2, -2)}, ours.tolist(), "LayerNorm of both rows")


closes(FORGOTTEN, "deviations and their root mean square grow by c alike")


@necessity(FORGOTTEN, "varied")
def a_constant_row_stays_without_deviation():
    return At({x: (1, 1), c: 2, t: 0}, [], "0/0", undefined=True)
