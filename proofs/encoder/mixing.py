"""Only attention mixes rows, and it does not see their order."""

import sympy as sp

from impl import encoder as impl
from impl.embedding import embed
from impl.heads import scaled_dot_product_attention
from proofs.arrays import symbols
from proofs.arrays.objects import INT
from proofs.encoder.block import ROWS, flat, plain_params
from proofs.engine.derivation import Chain
from proofs.engine.evidence import (
    Witness,
    counterexample,
    derivation,
    exact_run,
    necessity,
    refuses,
)
from proofs.engine.rules import reindex, sigma
from proofs.position.order import BARE_RUNS, attention_of_rows, permuted_rows, plain_rows
from theory.symbols import family, i, real

X, S, V = (family(name) for name in ("X", "S", "V"))
g = sp.Function("g")


def _given_attention(weight):
    """g(x_i, w a_i): whatever a block makes of a row and a multiple of what attention gives it."""
    given = attention_of_rows(i, lambda x, y: S[x, y], lambda y: V[y])
    return g(X[i], weight * given)


@derivation("encoder.only-attention-mixes-rows")
def without_attention_a_row_is_alone():
    return (
        Chain(_given_attention(real("w")))
        .given("attention-gives-nothing", real("w"), 0, "W^O = 0")
        .equals(g(X[i], 0), "no other row is left")
    )


refuses(
    without_attention_a_row_is_alone,
    lambda: Chain(_given_attention(real("w"))).equals(g(X[i], 0), "with any attention"),
)


@exact_run("encoder.only-attention-mixes-rows")
def rows_together_are_rows_apart():
    params = plain_params()
    params["attention.w_o"] = symbols.array([[0, 0], [0, 0]])
    together = flat(impl.encoder_block(symbols.array(list(ROWS)), params))
    apart = [v for row in ROWS for v in flat(impl.encoder_block(symbols.array([row]), params))]
    yield "x_1 = (1, 3), x_2 = (5, 0), W^O = 0", together, apart


@necessity("encoder.only-attention-mixes-rows", "attention-gives-nothing")
def with_attention_another_row_matters():
    first = [
        scaled_dot_product_attention(*[symbols.array([[0], [other]])] * 3).tolist()[0][0]
        for other in (0, 1)
    ]
    return Witness(
        given={"X": "(0, 0), then (0, 1)", "W^O": "1"},
        claimed="attention gives the first row the same",
        left=first[1],
        op="=",
        right=first[0],
    )


@counterexample("encoder.embedded-tokens-are-the-input")
def positions_are_added():
    tokens = symbols.xp.asarray([1, 0], dtype=INT)
    tables = {"tokens": [[1, 3], [5, 0]], "positions": [[0, 1], [1, 0]]}
    params = {name: symbols.array(table) for name, table in tables.items()}
    return Witness(
        given={"Embed(t)": "(5, 0), (1, 3)", "Pos(t)": "(0, 1), (1, 0)"},
        claimed="the input of the first layer is Embed(t)",
        left=impl.embedded(tokens, params).flat(),
        op="=",
        right=embed(tokens, params["tokens"]).flat(),
    )


def _whole(rows, row):
    """g(x_i, y_i): whatever a block makes of a row and what attention gives it."""
    return g(X[row], attention_of_rows(*rows, row))


@derivation("encoder.equivariant")
def a_block_is_equivariant():
    # A stack is a composition of blocks: induction on their number.
    return (
        Chain(g(X[sigma(i)], permuted_rows(i)))
        .by(reindex, "position.equivariant, inside any function of the row")
        .equals(g(X[sigma(i)], plain_rows(sigma(i))), "this is the output of the block for x_σ(i)")
    )


refuses(
    a_block_is_equivariant,
    lambda: (
        Chain(g(X[sigma(i)], permuted_rows(i)))
        .by(reindex, "σ")
        .equals(g(X[i], plain_rows(i)), "the row of x_i")
    ),
)


for _hypothesis, _run, _given in BARE_RUNS:
    necessity("encoder.equivariant", _hypothesis)(
        lambda run=_run, given=_given: Witness(
            given={**given, "shown for": "attention; all else works on each row alone"},
            claimed="the first output of the reversed pair is the second of the pair",
            left=run(1, 0)[0],
            op="=",
            right=run(0, 1)[1],
        )
    )
