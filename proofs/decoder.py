"""Why the claims on the decoder hold, or fail.

Method: a derivation for one causal row of any length; the dependence reading of the whole decoder;
exact runs of `impl` at small sizes; the worked table in exact numbers.
"""

from itertools import product

import sympy as sp

from impl import decoder as impl
from impl.heads import causal_mask, scaled_dot_product_attention
from impl.parameters import block_shapes, transformer_shapes
from impl.reversal import reverse, reversing_parameters
from impl.softmax import softmax
from proofs.arrays import dependence, digits, shapes, symbols
from proofs.arrays.objects import INT
from proofs.derivation import Chain
from proofs.evidence import Witness, derivation, exact_run, necessity, sizes
from proofs.rules import reindex, sigma
from theory import decoder as theory
from theory.encoder import normalised
from theory.softmax import weight
from theory.symbols import (
    b,
    d_ff,
    d_k,
    family,
    h,
    j,
    k,
    m,
    n,
    nonnegative,
    positive,
    real,
    size,
    sum_to,
)  # fmt: skip

X, W, bias, v = (family(name) for name in ("X", "W", "b", "v"))
kappa, e = family("kappa", nonnegative=True), family("e", positive=True)


def _flat(array):
    return array.data.ravel().tolist()


EYE = [[1, 0], [0, 1]]


def _params():
    """One head for each attention, W^O = 1 and 3, a net of ReLU; plain norms."""
    attention = {"w_q": [EYE], "w_k": [EYE], "w_v": [EYE]}
    given = {
        **{f"attention.{name}": value for name, value in attention.items()},
        **{f"crossed.{name}": value for name, value in attention.items()},
        "attention.w_o": EYE, "crossed.w_o": [[3, 0], [0, 3]],
        "net.w_1": [[0, 1], [1, 0]], "net.b_1": [1, 2], "net.w_2": EYE, "net.b_2": [0, 0],
        **{f"norm_{k}.gain": [1, 1] for k in (1, 2, 3)},
        **{f"norm_{k}.bias": [0, 0] for k in (1, 2, 3)},
    }  # fmt: skip
    return {name: symbols.array(value) for name, value in given.items()}


@exact_run("decoder.block")
def one_row_through_the_block():
    for row, memory in (([1, 3], [4, 0]), ([5, 0], [0, 2])):
        printed = theory.block(
            row,
            lambda y: y,  # a row alone attends to itself
            lambda _, source=memory: [3 * value for value in source],
            lambda y: [sp.Max(0, y[1] + 1), sp.Max(0, y[0] + 2)],
            normalised,
        )
        ours = impl.decoder_block(symbols.array([row]), symbols.array([memory]), _params())
        yield f"y = {tuple(row)}, M = {tuple(memory)}", _flat(ours), printed


def _symbolic(crossed=True):
    """Shapes of a decoder's block of h heads, from those of 5 heads in rows of 15."""
    known = {5: h, 3: d_k, 15: h * d_k, 7: d_ff}
    named = block_shapes(15, 5, 7, crossed=crossed)
    return {name: shapes.array(*(known[s] for s in shape)) for name, shape in named.items()}


@sizes("decoder.sizes")
def sizes_of_the_decoder():
    width, vocabulary = h * d_k, size("V")
    params = {f"decoder.0.{name}": each for name, each in _symbolic().items()}
    params |= {f"encoder.0.{name}": each for name, each in _symbolic(crossed=False).items()}
    params |= {
        "tokens": shapes.array(vocabulary, width), "positions": shapes.array(size("N"), width),
        "output.w": shapes.array(width, vocabulary), "output.b": shapes.array(vocabulary),
    }  # fmt: skip
    rows, memory = shapes.array(m, width), shapes.array(n, width)
    yield "Block(y, M)", impl.decoder(rows, memory, params).shape, (m, width), {}
    yield "logits", impl.logits(rows, params).shape, (m, vocabulary), {}


def _changed():
    """A masked row in which key k's exponential is multiplied and its value moved."""
    at_k = lambda place: sp.KroneckerDelta(place, k)  # noqa: E731
    return theory.masked_output(
        kappa,
        lambda place: e[place] * (1 + at_k(place) * (positive("c") - 1)),
        lambda place: v[place] + at_k(place) * real("t"),
    )


@derivation(
    "decoder.causal",
    wrong=lambda: Chain(_changed()).equals(theory.masked_output(kappa, e, v), "any key"),
)
def a_masked_key_has_no_influence():
    opened = (
        _sum(v) + kappa[k] * e[k] * (positive("c") * (v[k] + real("t")) - v[k])
    ) / (_sum() + kappa[k] * e[k] * (positive("c") - 1))  # fmt: skip
    return (
        Chain(_changed())
        .equals(opened, "key k set apart")
        .given("later-masked", kappa[k], 0, "κ_ik = 0")
        .equals(theory.masked_output(kappa, e, v), "nothing of key k is left")
    )


def _sum(values=None):
    one = lambda place: 1 if values is None else values[place]  # noqa: E731
    return theory.sum_over(j, kappa[j] * e[j] * one(j))


@derivation(
    "decoder.row-moves-with-earlier-values",
    wrong=lambda: Chain(_slope_by_a_value()).equals(e[k] / _sum(), "masked or not"),
)
def the_slope_is_the_masked_weight():
    return Chain(_slope_by_a_value()).equals(kappa[k] * e[k] / _sum(), "only term k contains v_k")


def _slope_by_a_value():
    return sp.Derivative(theory.masked_output(kappa, e, v), v[k])


@derivation(
    "decoder.row-moves-with-earlier-values",
    wrong=lambda: Chain(_weight(nonnegative("kappa"), positive("r"))).above(0, "kept or not"),
)
def a_kept_value_has_a_positive_slope():
    return Chain(_weight(1, nonnegative("r"))).above(0, "κ = 1: a share of a positive sum")


def _weight(kept, others):
    """κ e/(κ e + r), r being what the other keys weigh."""
    return kept * positive("e") / (kept * positive("e") + others)


@exact_run("decoder.causal")
def no_row_of_the_whole_decoder_depends_on_a_later_one():
    params = {
        name: dependence.constants(*shape)
        for name, shape in transformer_shapes(5, 4, 4, 2, 3, layers=2).items()
    }
    for length in (1, 3):
        target, memory = (dependence.inputs(name, length, 4) for name in "ys")
        scores = impl.logits(impl.decoder(target, memory, params), params)
        found = dependence.names(scores)
        places = range(1, length + 1)
        ours = [int(f"y{column}" in names) for names in found for column in places]
        source = [int(f"s{column}" in names) for names in found for column in places]
        printed = [int(column <= row) for row in places for column in places]
        yield f"two blocks, m = {length}: on y", ours, printed
        yield f"two blocks, m = {length}: on the source", source, [1] * len(source)


@necessity("decoder.causal", "later-masked")
def without_a_mask_a_later_row_matters():
    outputs = [
        _flat(scaled_dot_product_attention(*[symbols.array([[0], [later]])] * 3))[0]
        for later in (0, 1)
    ]
    return Witness(
        given={"X": "(0, 0), then (0, 1)", "mask": "none"},
        claimed="the first row stays",
        left=outputs[1],
        op="=",
        right=outputs[0],
    )


@exact_run("decoder.worked-table")
def the_table_is_masked_and_normalised():
    scores = symbols.array([[sp.log(value) for value in row] for row in theory.BEFORE])
    before = _flat(softmax(scores))
    yield "before: each row sums to 1", before, [value for row in theory.BEFORE for value in row]
    after = _flat(softmax(scores, where=causal_mask(3, 3, xp=symbols.xp)))
    yield "masked, then softmax", after, [value for row in theory.AFTER for value in row]
    divided = []
    for place, row in enumerate(theory.BEFORE):
        kept = [value if column <= place else 0 for column, value in enumerate(row)]
        divided += [value / sum(kept) for value in kept]
    yield "softmax, then masked and divided", divided, after


@exact_run("decoder.all-prefixes-at-once")
def a_causal_row_is_the_last_row_of_its_prefix():
    for length in (2, 3):
        x, values = symbols.entries(X, length, 1), symbols.entries(v, length)[..., None]
        causal = _flat(scaled_dot_product_attention(x, x, values, is_causal=True))
        prefixes = [
            _flat(scaled_dot_product_attention(x[:k, ...], x[:k, ...], values[:k, ...]))[-1]
            for k in range(1, length + 1)
        ]
        yield f"n = {length}", causal, prefixes


@exact_run("decoder.output-layer")
def the_output_layer_is_softmax_of_a_linear_map():
    params = {"output.w": symbols.entries(W, 2, 2), "output.b": symbols.entries(bias, 2)}
    ours = _flat(impl.next_token_probabilities(symbols.entries(X, 1, 2), params))
    score = lambda word: sum_to(2, b, X[1, b] * W[b, word]) + bias[word]  # noqa: E731
    printed = [weight(score, word).subs(n, 2).doit() for word in (1, 2)]
    yield "d = 2, |V| = 2", ours, printed


def _counting_machine(hears):
    """An encoder-decoder that follows token t by t + 1, or by s + 1 if it hears the source s more.

    Tokens 0 to 4 are unit vectors. Attention to oneself and the net give nothing; the output layer
    shifts by one.
    """
    unit = [[int(p == q) for q in range(5)] for p in range(5)]
    params = {}
    for name, shape in transformer_shapes(5, 6, 5, 1, 5, layers=1).items():
        entries = [1 if name.endswith("gain") else 0] * int(sp.prod(shape))
        params[name] = digits.xp.reshape(digits.array(entries), shape)
    params["tokens"] = digits.array(unit)
    params["decoder.0.crossed.w_v"] = digits.array([unit])
    params["decoder.0.crossed.w_o"] = digits.array(
        [[hears * value for value in row] for row in unit]
    )
    params["output.w"] = digits.array([row[-1:] + row[:-1] for row in unit])
    return params


@exact_run("decoder.generation")
def generation_appends_the_likeliest_token():
    def tokens(*places):
        return digits.xp.asarray(list(places), dtype=INT)

    for hears, source in ((0, (2,)), (3, (1, 1)), (3, (2, 2, 2))):
        params, made = _counting_machine(hears), [0]
        for _ in range(5):
            scores = impl.transformer(tokens(*source), tokens(*made), params).tolist()[-1]
            made.append(scores.index(max(scores)))
            if made[-1] == 4:
                break
        ours = impl.generate(tokens(*source), params, start=0, end=4, longest=5, cached=False)
        kept = [token for token in made[1:] if token != 4]
        yield f"hears {hears}, source {source}", [len(ours), *ours], [len(kept), *kept]


@exact_run("decoder.reverses-short-sequences")
def every_short_sequence_is_reversed():
    params = reversing_parameters(tokens=2, longest=3, xp=digits.xp)
    for length in range(4):
        sequences = list(product((1, 2), repeat=length))
        ours = [value for s in sequences for value in (*reverse(s, params, digits.xp), -1)]
        turned = [value for s in sequences for value in (*s[::-1], -1)]
        yield f"all {len(sequences)} sequences of length {length}", ours, turned


def _crossed(key, value):
    """One query's output, with any score s(m_k) and any value v(m_k) of the encoder's rows."""
    return theory.sum_over(k, weight(key, k) * value(k))


@derivation(
    "decoder.without-positions-sources-are-multisets",
    wrong=lambda: Chain(_permuted_source()).by(reindex, "σ").equals(v[k], "the value of one row"),
)
def the_order_of_the_source_is_lost():
    return (
        Chain(_permuted_source())
        .by(reindex, "σ runs over all rows of the source, which are permuted rows")
        .equals(_crossed(lambda place: X[place], lambda place: v[place]), "as for the first order")
    )


def _permuted_source():
    return _crossed(lambda place: X[sigma(place)], lambda place: v[sigma(place)])


@necessity("decoder.without-positions-sources-are-multisets", "no-positions")
def with_positions_the_order_is_known():
    params = reversing_parameters(tokens=2, longest=2, xp=digits.xp)
    first, second = (reverse(s, params, digits.xp)[0] for s in ((1, 2), (2, 1)))
    return Witness(
        given={"source": "(1, 2), then (2, 1)", "weights": "those that reverse"},
        claimed="the first generated token is the same",
        left=first,
        op="=",
        right=second,
    )


@necessity("decoder.without-positions-sources-are-multisets", "no-mask")
def a_causal_source_knows_its_order():
    sums = [
        sum(_flat(scaled_dot_product_attention(*[symbols.array(rows)] * 3, is_causal=True)))
        for rows in ([[0], [1]], [[1], [0]])
    ]
    return Witness(
        given={"source rows": "(0, 1), then (1, 0)", "mask": "causal, in the encoder"},
        claimed="the encoder's rows have the same mean, which equal scores would give a query",
        left=sums[0] / 2,
        op="=",
        right=sums[1] / 2,
    )


@exact_run("decoder.cache-equals-full-pass")
def the_newest_row_asks_the_cache():
    for length in (2, 3):
        q, keys = symbols.entries(X, length, 1), symbols.entries(W, length, 1)
        values = symbols.entries(v, length)[..., None]
        full = _flat(scaled_dot_product_attention(q, keys, values, is_causal=True))
        cached = [
            _flat(scaled_dot_product_attention(q[k - 1 : k, ...], keys[:k, ...], values[:k, ...]))
            for k in range(1, length + 1)
        ]
        yield f"n = {length}", full, [row[0] for row in cached]
