"""Only attention mixes rows."""

from impl import encoder as impl
from proofs.arrays import expressions
from proofs.arrays.objects import INT
from proofs.encoder.values import ROWS, at, plain_params
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, met_by
from theory.encoder.blocks import i, mha, x
from theory.encoder.stack import E, P, t
from theory.encoder.words import x_
from theory.letters import o


@derivation("encoder.only-attention-mixes-rows", closed=("mha",))
def a_row_depends_on_itself_and_on_attention(chain):
    return (
        chain.given("", mha(x)[i, o], mha(x_)[i, o], "attention gives this row the same")
        .given("", x[i, o], x_[i, o], "both inputs agree in it")
        .closes("this is the row of x'")
    )


@met_by("encoder.only-attention-mixes-rows")
def two_inputs_that_agree_in_a_row():
    params = plain_params()
    params["attention.w_o"] = 0 * params["attention.w_o"]
    return {x: ROWS, x_: (ROWS[0], (0, 3)), i: 1, **at(params, "attention", "norm_1", eps=1)}


@counterexample("encoder.embedded-tokens-are-the-input")
def positions_are_added():
    tables, tokens = {E: ((1, 3), (5, 0)), P: ((0, 1), (1, 0))}, (2, 1)
    ours = input_of(*tables.values(), tokens)
    return At({**tables, t: tokens}, ours, "X", runs={"embedded": input_of})


def input_of(embeddings, positions, tokens):
    """Return the rows that the code makes of tokens, which the theory counts from 1."""
    places = expressions.xp.asarray([int(token) - 1 for token in tokens], dtype=INT)
    params = {"tokens": expressions.array(embeddings), "positions": expressions.array(positions)}
    return impl.embedded(places, params).tolist()
