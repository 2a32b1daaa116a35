"""Token by token: what the decoder generates, and what it knows of the source's order."""

from itertools import product

import sympy as sp

from impl import decoder as impl
from impl.heads import scaled_dot_product_attention
from impl.parameters import transformer_shapes
from impl.reversal import reverse, reversing_parameters
from proofs.arrays import digits, symbols
from proofs.arrays.objects import INT
from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, derivation, exact_run, necessity, refuses
from proofs.engine.rules import reindex, sigma
from theory import decoder as theory
from theory.softmax import weight
from theory.symbols import family, k

X, v = family("X"), family("v")


def _counting_machine(hears):
    """An encoder-decoder that follows token t by t + 1, or by s + 1 if it hears the source s more.

    Tokens 0 to 4 are unit vectors. Self-attention and the net give nothing; the output layer
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
        expected = [token for token in made[1:] if token != 4]
        yield (
            f"source {source}, weighted by {hears}",
            [len(ours), *ours],
            [len(expected), *expected],
        )


@exact_run("decoder.reverses-short-sequences")
def every_short_sequence_is_reversed():
    params = reversing_parameters(tokens=2, longest=3, xp=digits.xp)
    for length in range(4):
        sequences = list(product((1, 2), repeat=length))
        ours = [value for s in sequences for value in (*reverse(s, params, digits.xp), -1)]
        turned = [value for s in sequences for value in (*s[::-1], -1)]
        yield f"every sequence of length {length}, {len(sequences)} in all", ours, turned


def _crossed(key, value):
    """One query's output, with any score s(m_k) and any value v(m_k) of the encoder's rows."""
    return theory.sum_over(k, weight(key, k) * value(k))


@derivation("decoder.without-positions-sources-are-multisets")
def the_order_of_the_source_is_lost():
    return (
        Chain(_permuted_source())
        .by(reindex, "σ runs over all rows of the source")
        .equals(
            _crossed(lambda place: X[place], lambda place: v[place]),
            "this is the output in the first order",
        )
    )


refuses(
    the_order_of_the_source_is_lost,
    lambda: Chain(_permuted_source()).by(reindex, "σ").equals(v[k], "the value of one row"),
)


def _permuted_source():
    return _crossed(lambda place: X[sigma(place)], lambda place: v[sigma(place)])


@necessity("decoder.without-positions-sources-are-multisets", "no-positions")
def with_positions_the_order_is_known():
    params = reversing_parameters(tokens=2, longest=2, xp=digits.xp)
    first, second = (reverse(s, params, digits.xp)[0] for s in ((1, 2), (2, 1)))
    return Witness(
        given={"source": "(1, 2), then (2, 1)", "weights": "those that reverse a sequence"},
        claimed="the first generated token is the same",
        left=first,
        op="=",
        right=second,
    )


@necessity("decoder.without-positions-sources-are-multisets", "no-mask")
def a_causal_source_knows_its_order():
    sums = [
        sum(scaled_dot_product_attention(*[symbols.array(rows)] * 3, is_causal=True).flat())
        for rows in ([[0], [1]], [[1], [0]])
    ]
    return Witness(
        given={"source rows": "(0, 1), then (1, 0)", "mask": "causal, in the encoder"},
        claimed="the mean of the encoder's rows, the output for equal scores, is the same",
        left=sums[0] / 2,
        op="=",
        right=sums[1] / 2,
    )
