"""Only attention mixes rows."""

from impl import encoder as impl
from impl.heads import multi_head_attention
from impl.parameters import part
from proofs.arrays import expressions
from proofs.arrays.objects import INT
from proofs.encoder.boxes import of_rows
from proofs.encoder.values import ROWS, at, plain_params, unquestioning
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, general_run, met_by, necessity
from theory.encoder.blocks import OWN, i, x
from theory.encoder.stack import E, P, t
from theory.encoder.words import head_column, r, x_
from theory.letters import o


@derivation("encoder.only-attention-mixes-rows", let={OWN[3][r, head_column, o]: 0})
def without_attention_a_row_is_alone(chain):
    return chain.given("", x[i, o], x_[i, o], "W^O = 0, and both inputs agree in this row").closes(
        "this is the row of x'"
    )


@met_by("encoder.only-attention-mixes-rows")
def two_inputs_that_agree_in_a_row():
    params = plain_params()
    params["attention.w_o"] = 0 * params["attention.w_o"]
    given = at(params, "attention", "norm_1", eps=1)
    return {x: ROWS, x_: (ROWS[0], (0, 3)), i: 1, **given}


@necessity("encoder.only-attention-mixes-rows", "attention-gives-nothing")
def with_attention_another_row_matters():
    params, other = unquestioning(plain_params()), (ROWS[0], (0, 3))
    own = part(params, "attention")
    ours = [
        multi_head_attention(*[expressions.array(rows)] * 2, own).tolist() for rows in (ROWS, other)
    ]
    given = at(params, "attention", "norm_1", eps=1)
    return At({x: ROWS, x_: other, i: 1, **given}, ours, "what attention gives for both")


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


@general_run(
    "encoder.only-attention-mixes-rows",
    {"mha": of_rows()},
    let={OWN[3][r, head_column, o]: 0},
)
def the_code_reads_no_other_row(chain):
    return chain.given("", x[i, o], x_[i, o], "W^O = 0, and both inputs agree in this row").closes(
        "this is the row of x'"
    )
