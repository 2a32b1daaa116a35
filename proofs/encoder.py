"""Why the claims on the encoder hold, or fail.

Method: derivations where every row-wise part is an arbitrary function; exact runs of `impl` on
single rows, where attention is linear and roots stay plain; type checks on symbolic sizes.
"""

import sympy as sp

from impl import encoder as impl
from impl.feedforward import feed_forward
from impl.heads import multi_head_attention, scaled_dot_product_attention
from impl.lookup import attention
from impl.parameters import block_shapes
from proofs.arrays import shapes, symbols
from proofs.arrays.objects import INT
from proofs.derivation import Chain
from proofs.evidence import Witness, counterexample, derivation, exact_run, necessity, sizes
from proofs.position import BARE_RUNS, attention_of_rows, permuted_rows, plain_rows
from proofs.rules import reindex, sigma
from theory import encoder as theory
from theory import normalization as norm
from theory.symbols import (
    L,
    a,
    d,
    d_ff,
    d_k,
    family,
    h,
    i,
    j,
    k,
    n,
    nonnegative,
    o,
    real,
    size,
    sum_over,
)  # fmt: skip

X, S, V, y, v = (family(name) for name in ("X", "S", "V", "y", "v"))
g = sp.Function("g")
HALF = sp.Rational(1, 2)


def _params(width=2):
    """One head of identities, a net of ReLU with biases, plain norms."""
    eye = [[int(p == q) for q in range(width)] for p in range(width)]
    ones, ramp = [1] * width, list(range(1, width + 1))
    given = {
        "attention.w_q": [eye], "attention.w_k": [eye], "attention.w_v": [eye],
        "attention.w_o": [[2 * value for value in row] for row in eye],
        "net.w_1": [row[::-1] for row in eye], "net.b_1": ramp, "net.w_2": eye,
        "net.b_2": [0] * width,
        "norm_1.gain": ones, "norm_1.bias": [0] * width,
        "norm_2.gain": ones, "norm_2.bias": [0] * width,
    }  # fmt: skip
    return {name: symbols.array(value) for name, value in given.items()}


def _attend(row):
    """One row attends to itself: x W^V W^O, here 2x."""
    return [2 * value for value in row]


def _net(row):
    return [sp.Max(0, value + b) for b, value in enumerate(row[::-1], start=1)]


ROWS = ([1, 3], [5, 0])  # of width 2, so that all roots are plain


def _flat(array):
    return [sp.radsimp(value) for value in array.data.ravel()]


def _wired(claim, formula, run, *norms):
    """Register the exact run of a block against its printed wiring."""

    @exact_run(claim)
    def one_row_through_the_block():
        for row in ROWS:
            printed = formula(row, _attend, _net, *norms)
            ours = run(symbols.array([row]), _params(len(row)))
            yield f"x = {tuple(row)}", _flat(ours), [sp.radsimp(value) for value in printed]


_NORM = theory.normalised
_wired("encoder.block", theory.post_norm, impl.encoder_block, _NORM, _NORM)
_wired(
    "encoder.pre-norm-block", theory.pre_norm,
    lambda x, params: impl.encoder_block(x, params, order="pre"), _NORM, _NORM,
)  # fmt: skip
_wired("encoder.block-as-printed", theory.as_printed, impl.encoder_block_as_printed, _NORM)


@counterexample("encoder.printed-block-is-the-original")
def the_printed_block_is_not_normalised():
    row = symbols.array([ROWS[0]])
    printed = _flat(impl.encoder_block_as_printed(row, _params()))
    original = _flat(impl.encoder_block(row, _params()))
    return Witness(
        given={"x": "(1, 3)", "net": "max(0, (x_2, x_1) + (1, 2))"},
        claimed="both blocks give the same first entry",
        left=printed[0],
        op="=",
        right=original[0],
        ours=original,
        instead="the original's row",
    )


SUM, SQUARES = sum_over(a, y[a]), sum_over(a, y[a] ** 2)


def _twice():
    """LN(y)_o + y_o, with σ² opened as Σ y²/d - (Σ y/d)²."""
    return (y[o] - SUM / d) / sp.sqrt(SQUARES / d - SUM**2 / d**2) + y[o]


@derivation(
    "encoder.printed-block-is-the-net-of-twice-z",
    wrong=lambda: Chain(_twice()).equals(2 * y[o], "for any row"),
)
def a_normalised_row_is_doubled():
    return (
        Chain(_twice())
        .given("normalised", SQUARES, d, "Σ y² = d")
        .given("normalised", SUM, 0, "Σ y = 0")
        .equals(2 * y[o], "LN(Z) = Z")
    )


@necessity("encoder.printed-block-is-the-net-of-twice-z", "normalised")
def a_gain_spoils_it():
    z = [2 * value for value in theory.normalised(ROWS[0])]  # as a gain of 2 leaves it
    return Witness(
        given={"Z": "(-2, 2)"},
        claimed="LN(Z) + Z = 2Z, second entry",
        left=theory.normalised(z)[1] + z[1],
        op="=",
        right=2 * z[1],
    )


@counterexample("encoder.block-takes-tokens")
def the_second_block_gets_no_tokens():
    row = impl.encoder_block(symbols.array([ROWS[0]]), _params())
    try:
        impl.embedded(row, {"tokens": symbols.array([[1], [2]]), "positions": symbols.array([[0]])})
    except TypeError as error:
        message = str(error)
    return Witness(
        given={"EncoderBlock_1(t)": _flat(row), "Embed says": message},
        claimed="the entries are tokens, whole numbers from 0 on",
        left=min(_flat(row)),
        op="≥",
        right=0,
    )


def _shapes(width, hidden):
    """Shapes of a block with h heads, width = h d_k."""
    return {name: shapes.array(*shape) for name, shape in _block(width, hidden).items()}


def _block(width, hidden):
    """The shapes of a block of h heads, from those of 5 heads in rows of 15 and a net of 7."""
    known = {5: h, 3: d_k, 15: width, 7: hidden}
    named = block_shapes(15, 5, 7)
    return {name: tuple(known[size_] for size_ in shape) for name, shape in named.items()}


@sizes("encoder.stack-sizes")
def sizes_of_the_stack():
    width = h * d_k
    params = {f"encoder.{block}.{name}": each
              for block in (0, 1) for name, each in _shapes(width, d_ff).items()}  # fmt: skip
    params |= {"tokens": shapes.array(size("V"), width), "positions": shapes.array(L, width)}
    tokens = shapes.array(L, dtype=INT)
    yield "Embed(t) + Pos(t)", impl.embedded(tokens, params).shape, (L, width), {}
    yield "Encoder(t), two blocks", impl.encode(tokens, params).shape, (L, width), {}


@sizes("encoder.all-rows-at-once")
def one_pass_for_every_length():
    # The length is a symbol: this one run, with its fixed list of operations, is that of every L.
    rows = shapes.array(L, h * d_k)
    with shapes.counting() as cost:
        output = impl.encoder_block(rows, _shapes(h * d_k, d_ff))
    yield "EncoderBlock(X)", output.shape, (L, h * d_k), {"peak memory": cost.peak_memory}


def _given_attention(weight):
    """g(x_i, w a_i): whatever a block makes of a row and a multiple of what attention gives it."""
    given = attention_of_rows(i, lambda x, y: S[x, y], lambda y: V[y])
    return g(X[i], weight * given)


@derivation(
    "encoder.only-attention-mixes-rows",
    wrong=lambda: Chain(_given_attention(real("w"))).equals(g(X[i], 0), "with any attention"),
)
def without_attention_a_row_is_alone():
    return (
        Chain(_given_attention(real("w")))
        .given("attention-gives-nothing", real("w"), 0, "W^O = 0")
        .equals(g(X[i], 0), "no other row is left")
    )


@exact_run("encoder.only-attention-mixes-rows")
def rows_together_are_rows_apart():
    params = _params()
    params["attention.w_o"] = symbols.array([[0, 0], [0, 0]])
    together = _flat(impl.encoder_block(symbols.array(list(ROWS)), params))
    apart = [v for row in ROWS for v in _flat(impl.encoder_block(symbols.array([row]), params))]
    yield "x_1 = (1, 3), x_2 = (5, 0), W^O = 0", together, apart


@necessity("encoder.only-attention-mixes-rows", "attention-gives-nothing")
def with_attention_another_row_matters():
    first = [
        scaled_dot_product_attention(*[symbols.array([[0], [other]])] * 3).tolist()[0][0]
        for other in (0, 1)
    ]
    return Witness(
        given={"X": "(0, 0), then (0, 1)", "W^O": "1"},
        claimed="what the first row is given stays",
        left=first[1],
        op="=",
        right=first[0],
    )


@counterexample("encoder.attention-replaces-order")
def reversed_rows_have_reversed_outputs():
    forth, back = (
        scaled_dot_product_attention(*[symbols.array(rows)] * 3).data.ravel().tolist()
        for rows in ([[0], [1]], [[1], [0]])
    )
    return Witness(
        given={"X": "(0, 1), then (1, 0)"},
        claimed="the element 0 has another output where it comes last",
        left=back[1],
        op="≠",
        right=forth[0],
        ours=back,
        instead="the outputs of (1, 0)",
    )


def _whole(rows, row):
    """g(x_i, y_i): whatever a block makes of a row and what attention gives it."""
    return g(X[row], attention_of_rows(*rows, row))


@derivation(
    "encoder.equivariant",
    wrong=lambda: (
        Chain(g(X[sigma(i)], permuted_rows(i)))
        .by(reindex, "σ")
        .equals(g(X[i], plain_rows(i)), "the row of x_i")
    ),
)
def a_block_is_equivariant():
    # A stack is a composition of blocks: induction on their number.
    return (
        Chain(g(X[sigma(i)], permuted_rows(i)))
        .by(reindex, "position.equivariant, inside any function of the row")
        .equals(g(X[sigma(i)], plain_rows(sigma(i))), "the block's output for x_σ(i)")
    )


for _hypothesis, _run, _given in BARE_RUNS:
    necessity("encoder.equivariant", _hypothesis)(
        lambda run=_run, given=_given: Witness(
            given={**given, "shown": "on attention; all else works on each row alone"},
            claimed="the first output of the reversed pair is the second of the pair",
            left=run(1, 0)[0],
            op="=",
            right=run(0, 1)[1],
        )
    )


@counterexample("encoder.block-is-lighter-than-lstm-with-attention")
def the_net_outweighs_the_gates():
    return Witness(
        given={"n": "1", "d": "1", "d_ff": "4"},
        claimed="the block multiplies no more than an LSTM layer with attention",
        left=theory.attention_layer_cost(1, 1) + theory.net_cost(1, 1),
        op="≤",
        right=theory.lstm_cost(1, 1) + theory.attention_cost(1, 1),
    )


@derivation(
    "encoder.attention-layer-is-lighter-than-lstm-with-attention",
    wrong=lambda: Chain(_block_cost()).below(_recurrent_cost(), "with the net as well"),
)
def attention_multiplies_less_than_gates():
    return Chain(theory.attention_layer_cost(n, d)).below(
        _recurrent_cost(), "four matrices against eight"
    )


@derivation(
    "encoder.attention-layer-is-lighter-than-lstm-with-attention",
    wrong=lambda: Chain(_block_cost() - _recurrent_cost()).equals(0, "the same"),
)
def the_block_multiplies_more():
    return Chain(_block_cost() - _recurrent_cost()).equals(4 * n * d**2, "12 matrices against 8")


def _block_cost():
    return theory.attention_layer_cost(n, d) + theory.net_cost(n, d)


def _recurrent_cost():
    return theory.lstm_cost(n, d) + theory.attention_cost(n, d)


@sizes("encoder.costs")
def costs_of_a_block():
    width = h * d_k
    rows = shapes.array(n, width)
    heads = shapes.array(h, n, d_k)
    with shapes.counting() as mixing:
        mixed = scaled_dot_product_attention(heads, heads, heads)
    yield from _counted("mixing", mixed, (h, n, d_k), mixing, theory.attention_cost(n, width))
    params = _shapes(width, d_ff)
    own = {name.removeprefix("attention."): each for name, each in params.items()
           if name.startswith("attention.")}  # fmt: skip
    with shapes.counting() as attention:
        output = multi_head_attention(rows, rows, own)
    total = theory.attention_layer_cost(n, width)
    yield from _counted("attention", output, (n, width), attention, total)
    net = {name.removeprefix("net."): each for name, each in params.items()
           if name.startswith("net.")}  # fmt: skip
    with shapes.counting() as fed:
        output = feed_forward(rows, net)
    yield from _counted("net", output, (n, width), fed, 2 * n * width * d_ff)


def _counted(name, array, shape, cost, printed):
    """Yield the shape, and the count as a shape of its own, so that it is compared too."""
    yield name, array.shape, shape, {"multiply-adds": cost.multiply_adds}
    counted, stated = sp.expand(cost.multiply_adds), sp.expand(printed)
    yield f"{name}: multiply-adds", (counted,), (stated,), {}


@counterexample("encoder.net-sees-attention-alone")
def the_net_sees_the_sum():
    params = _params()
    params["attention.w_o"] = symbols.array([[0, 0], [0, 0]])
    row = symbols.array([ROWS[0]])
    net = {name.removeprefix("net."): each for name, each in params.items()
           if name.startswith("net.")}  # fmt: skip
    blind = _flat(feed_forward(symbols.array([[0, 0]]), net))
    z = impl.layer_norm(row)
    seen = _flat(feed_forward(z, net))
    return Witness(
        given={"x": "(1, 3)", "W^O": "0, so attention gives (0, 0)"},
        claimed="the net's output is that of (0, 0), first entry",
        left=seen[0],
        op="=",
        right=blind[0],
        ours=_flat(impl.encoder_block(row, params)),
        instead="the block's row, from the net of LN(x) = (-1, 1)",
    )


@derivation(
    "encoder.net-sees-the-normalised-sum",
    wrong=lambda: Chain(_square_of_sum(real("w"))).equals(_square_of_sum(0), "with any attention"),
)
def the_row_passes_where_attention_gives_nothing():
    # squares of entries, whose signs are those of the deviations
    plain = (y[o] - norm.mean(y)) ** 2 / norm.variance(y)
    return Chain(_square_of_sum(0)).equals(plain, "LN(x + 0)")


def _square_of_sum(weight):
    """LN(x + attention W^O)², one entry, with W^O a multiple of one matrix."""
    row = lambda column: y[column] + weight * v[column]  # noqa: E731
    return (row(o) - norm.mean(row)) ** 2 / norm.variance(row)


@exact_run("encoder.net-sees-the-normalised-sum")
def the_block_without_attention_output_is_a_net_of_its_row():
    for row in ROWS:
        params = _params()
        params["attention.w_o"] = symbols.array([[0, 0], [0, 0]])
        z = theory.normalised(row)
        printed = theory.normalised([a + b for a, b in zip(z, _net(z), strict=True)])
        yield f"x = {tuple(row)}", _flat(impl.encoder_block(symbols.array([row]), params)), printed


BETA, GAMMA = family("beta", nonnegative=True), family("gamma", nonnegative=True)


def _output(weights):
    """Σ_j (ε + β_j) v_j: weights of at least ε, whose rests β sum to 1 - nε."""
    return sum_over(j, (nonnegative("epsilon") + weights[j]) * v[j])


@derivation(
    "encoder.attention-contracts",
    wrong=lambda: Chain(_output(BETA) - _output(GAMMA)).equals(0, "all rows are equal at once"),
)
def the_common_part_cancels():
    return Chain(_output(BETA) - _output(GAMMA)).equals(
        sum_over(j, BETA[j] * v[j]) - sum_over(j, GAMMA[j] * v[j]), "ε Σ v_j is in both outputs"
    )


def _from_above():
    """Σ β_j v_j with v_j = M - t_j, M the largest value."""
    return sum_over(j, BETA[j] * (real("M") - family("t", nonnegative=True)[j]))


@derivation(
    "encoder.attention-contracts",
    wrong=lambda: Chain(_from_above()).at_least(real("M") * sum_over(j, BETA[j]), "at least"),
)
def one_rest_is_at_most_its_share_of_the_largest():
    rest = 1 - n * nonnegative("epsilon")
    return (
        Chain(_from_above())
        .at_most(real("M") * sum_over(j, BETA[j]), "t_j ≥ 0")
        .given("weights-at-least", sum_over(j, BETA[j]), rest, "weights ε + β_j sum to 1")
    )


def _from_below():
    """Σ γ_j v_j with v_j = m + u_j, m the least value."""
    return sum_over(j, GAMMA[j] * (real("m") + family("u", nonnegative=True)[j]))


@derivation(
    "encoder.attention-contracts",
    wrong=lambda: Chain(_from_below()).at_most(real("m") * sum_over(j, GAMMA[j]), "at most"),
)
def the_other_is_at_least_its_share_of_the_least():
    # Together: the difference is at most (1 - nε) (M - m).
    rest = 1 - n * nonnegative("epsilon")
    return (
        Chain(_from_below())
        .at_least(real("m") * sum_over(j, GAMMA[j]), "u_j ≥ 0")
        .given("weights-at-least", sum_over(j, GAMMA[j]), rest, "weights ε + γ_j sum to 1")
    )


@necessity("encoder.attention-contracts", "weights-at-least")
def sharp_weights_keep_the_distance():
    scores = symbols.array([[0, -sp.oo], [-sp.oo, 0]])
    output = attention(scores, symbols.array([[0], [1]])).data.ravel().tolist()
    return Witness(
        given={"α": "(1, 0), (0, 1)", "v": "(0, 1)", "ε": "1/4"},
        claimed="y_2 - y_1 ≤ (1 - 2/4) (1 - 0)",
        left=output[1] - output[0],
        op="≤",
        right=HALF,
    )


@derivation(
    "encoder.residual-keeps-differences",
    wrong=lambda: Chain(_apart()).equals(0, "as without the residual"),
)
def a_common_term_keeps_differences():
    return Chain(_apart()).equals(X[i] - X[k], "the common term cancels")


def _apart():
    return (X[i] + real("c")) - (X[k] + real("c"))


@necessity("encoder.residual-keeps-differences", "common-output")
def attention_may_cancel_its_input():
    x = symbols.array([[-1], [1]])
    output = x + scaled_dot_product_attention(x, x, x * (-1 / sp.tanh(1)))
    first, second = output.data.ravel().tolist()
    return Witness(
        given={"x": "(-1, 1)", "W^Q = W^K": "1", "W^V": "-1/tanh 1"},
        claimed="the sums differ by x_2 - x_1",
        left=sp.simplify((second - first).rewrite(sp.exp)),
        op="=",
        right=2,
    )


@necessity("encoder.residual-keeps-differences", "before-the-norm")
def a_norm_may_make_rows_equal():
    rows = impl.layer_norm(symbols.array([[1, 3], [2, 4]])).tolist()
    return Witness(
        given={"x": "(1, 3) and (2, 4), of which the norm is taken"},
        claimed="the first entries differ by 1",
        left=rows[1][0] - rows[0][0],
        op="=",
        right=1,
        ours=rows[0] + rows[1],
        instead="both rows, normalised",
    )


@necessity("encoder.residual-keeps-differences", "residual")
def without_it_equal_keys_make_equal_rows():
    x = symbols.array([[1], [2]])
    zero = symbols.array([[0], [0]])
    output = scaled_dot_product_attention(zero, zero, x).data.ravel().tolist()
    return Witness(
        given={"x": "(1, 2)", "W^Q = W^K": "0", "W^V": "1"},
        claimed="y_2 - y_1 = x_2 - x_1",
        left=output[1] - output[0],
        op="=",
        right=1,
        ours=output,
        instead="the outputs without a residual",
    )


@counterexample("encoder.each-block-has-two-parts")
def a_decoder_block_has_three():
    parts = {name.split(".")[0] for name in block_shapes(2, 1, 1, crossed=True)}
    layers = {part for part in parts if not part.startswith("norm")}
    return Witness(
        given={"block": "of the decoder, by 004:67-78", "its layers": ", ".join(sorted(layers))},
        claimed="it has two",
        left=len(layers),
        op="=",
        right=2,
    )
