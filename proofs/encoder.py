"""Why the claims on the encoder hold, or fail.

Method: derivations where every row-wise part is an arbitrary function; exact runs of `impl` on
single rows, where attention is linear and roots stay plain; type checks on symbolic sizes.
"""

import sympy as sp

from impl import encoder as impl
from impl.feedforward import feed_forward
from impl.heads import multi_head_attention, scaled_dot_product_attention
from impl.parameters import block_shapes
from proofs.arrays import shapes, symbols
from proofs.arrays.objects import INT
from proofs.derivation import Chain
from proofs.evidence import Witness, counterexample, derivation, exact_run, necessity, sizes
from proofs.position import BARE_RUNS, attention_of_rows, permuted_rows, plain_rows
from proofs.rules import reindex, sigma
from theory import encoder as theory
from theory import feedforward
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

X, y, v = family("X"), family("y"), family("v")
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
        impl.embedded(row, {"tokens": symbols.array([[1], [2]])})
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
            given={**given, "encoder": "one block whose other parts change nothing"},
            claimed="the first output of the reversed pair is the second of the pair",
            left=run(1, 0)[0],
            op="=",
            right=run(0, 1)[1],
        )
    )


@counterexample("encoder.attention-alone")
def most_parameters_are_in_the_net():
    net, attention = feedforward.parameters(1, 4), 4
    return Witness(
        given={"d": "1", "d_ff": "4"},
        claimed="at least half of a block's parameters belong to attention",
        left=attention,
        op="≥",
        right=HALF * (attention + net),
    )


@counterexample("encoder.always-lighter")
def long_and_narrow_sequences_cost_more():
    return Witness(
        given={"n": "2", "d": "1"},
        claimed="mixing by attention takes no more multiplications than by recurrence",
        left=theory.attention_cost(2, 1),
        op="≤",
        right=theory.recurrence_cost(2, 1),
    )


@derivation(
    "encoder.lighter-when-shorter-than-wide",
    wrong=lambda: Chain(theory.attention_cost(n, n + size("t"))).below(
        theory.attention_cost(n, n), "fewer than at width n"
    ),
)
def short_sequences_cost_less():
    width = n + size("t")
    return Chain(theory.attention_cost(n, width)).below(
        theory.recurrence_cost(n, width), "d = n + t with t ≥ 1: the difference is 2 n d t"
    )


@necessity("encoder.lighter-when-shorter-than-wide", "shorter-than-wide")
def equal_length_and_width_cost_the_same():
    return Witness(
        given={"n": "1", "d": "1"},
        claimed="n² d < n d²",
        left=theory.attention_cost(1, 1),
        op="<",
        right=theory.recurrence_cost(1, 1),
    )


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
    total = theory.attention_cost(n, width) + 4 * n * width**2
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
    wrong=lambda: Chain(_summed(real("w"))).equals(y[o], "with any attention"),
)
def the_row_passes_where_attention_gives_nothing():
    return Chain(_summed(0)).equals(y[o], "x + 0, before the norm")


def _summed(weight):
    """x + attention W^O, with W^O a multiple of one matrix."""
    return y[o] + weight * sum_over(a, v[a] * X[a, o])


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
    return Chain(_from_above()).at_most(
        real("M") * sum_over(j, BETA[j]), "t_j ≥ 0; the sum of β is 1 - nε"
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
    return Chain(_from_below()).at_least(
        real("m") * sum_over(j, GAMMA[j]), "u_j ≥ 0; the sum of γ is 1 - nε"
    )


@derivation(
    "encoder.residual-keeps-differences",
    wrong=lambda: Chain(_apart()).equals(0, "as without the residual"),
)
def a_common_term_keeps_differences():
    return Chain(_apart()).equals(X[i] - X[k], "the common term cancels")


def _apart():
    return (X[i] + real("c")) - (X[k] + real("c"))


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
        given={"block": "of the decoder", "its layers": ", ".join(sorted(layers))},
        claimed="it has two",
        left=len(layers),
        op="=",
        right=2,
    )
