"""The net of a block sees the normalised sum, not attention alone."""

from impl import encoder as impl
from impl.heads import multi_head_attention
from impl.parameters import part
from proofs.arrays import expressions
from proofs.encoder.values import ROWS, at, flat, plain_params
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, necessity
from theory.encoder.blocks import OWN, x
from theory.encoder.words import head_column, r
from theory.letters import o


def seen(rows, params, eps=0):
    """Return what the net sees."""
    attend = lambda rows: multi_head_attention(rows, rows, part(params, "attention"))
    return flat(impl.residual(expressions.array(rows), attend, part(params, "norm_1"), eps=eps))


@counterexample("encoder.net-sees-attention-alone")
def the_net_sees_the_sum():
    params = plain_params()
    given = at(params, "attention", "norm_1")
    return At(
        {x: ROWS[:1], **given},
        seen(ROWS[:1], params),
        "what the net sees",
        words="for the row (1, 3): attention gives 2 where the net sees -1, the normalised sum",
    )


@derivation("encoder.net-sees-the-normalised-sum")
def the_row_passes_where_attention_gives_nothing(chain):
    return chain.given("attention-gives-nothing", OWN[3][r, head_column, o], 0, "W^O = 0").closes(
        "LN(x + 0)"
    )


@necessity("encoder.net-sees-the-normalised-sum", "attention-gives-nothing")
def attention_may_turn_the_row():
    params = plain_params() | {"attention.w_o": expressions.array([[-2, 0], [0, -2]])}
    given = at(params, "attention", "norm_1", eps=3)
    return At({x: ROWS[:1], **given}, seen(ROWS[:1], params, eps=3), "what the net sees")
