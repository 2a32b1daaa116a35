"""Why the claims on positions hold, or fail.

Method: derivations for any number d of pairs, any frequencies, any score; exact runs of `impl` at
small sizes; witnesses in exact numbers.
"""

import sympy as sp

from impl.heads import causal_mask, scaled_dot_product_attention
from impl.position import add_positions, learned, sinusoidal
from proofs.arrays import shapes, symbols
from proofs.arrays.objects import INT
from proofs.derivation import Chain
from proofs.evidence import Witness, counterexample, derivation, exact_run, necessity, sizes
from proofs.rules import powers, reindex, sigma
from theory import position as theory
from theory.scores import dot
from theory.softmax import weight
from theory.symbols import (
    L,
    a,
    b,
    d,
    d_model,
    family,
    i,
    k,
    positive,
    real,
    size,
    sum_over,
    sum_to,
)  # fmt: skip

E, PE, S, V, W, omega = (family(name) for name in ("E", "PE", "S", "V", "W", "omega"))
e, e_, p, p_ = (family(name) for name in ("e", "e'", "p", "p'"))
place, other = real("p"), real("q")


def _sinusoidal(length, width):
    return sinusoidal(length, width, xp=symbols.xp)


def _flat(array):
    return array.data.ravel().tolist()


@exact_run("position.sinusoidal")
def sinusoids_are_those_of_both_printed_forms():
    for length, width in ((2, 1), (3, 2), (2, 3), (3, 4)):
        columns = [
            theory.sinusoid_by_column(pos, i, width) for pos in range(length) for i in range(width)
        ]
        yield f"by column: L = {length}, d = {width}", _flat(_sinusoidal(length, width)), columns
    pairs = [value for pos in (0, 1, 2) for pair in (0, 1)
             for value in theory.sinusoid_by_pair(pos, pair, 4)]  # fmt: skip
    yield "by pair: L = 3, d = 4", _flat(_sinusoidal(3, 4)), pairs


@derivation(
    "position.both-printed-forms-agree",
    wrong=lambda: Chain(_exponent_by_column(2 * _pair() + 1)).equals(
        2 * _pair() / d_model, "the odd column, without taking 1 off"
    ),
)
def even_columns_agree():
    return Chain(_exponent_by_column(2 * _pair())).equals(2 * _pair() / d_model, "i = 2k")


@derivation(
    "position.both-printed-forms-agree",
    wrong=lambda: Chain(_exponent_by_column(2 * _pair())).equals(_pair() / d_model, "k for 2k"),
)
def odd_columns_agree():
    return Chain(_exponent_by_column(2 * _pair() + 1) - 1 / d_model).equals(
        2 * _pair() / d_model, "(i - 1)/d at i = 2k + 1"
    )


def _pair():
    return sp.Symbol("k", integer=True, nonnegative=True)


def _exponent_by_column(column):
    return column / d_model


@counterexample("position.columns-count-from-one")
def the_first_column_would_be_a_cosine():
    return Witness(
        given={"d_model": "2", "p": "1", "i": "1, the first"},
        claimed="the first component is the original's, sin 1",
        left=theory.sinusoid_by_column(1, 1, 2),
        op="=",
        right=theory.sinusoid_by_pair(1, 0, 2)[0],
        ours=_sinusoidal(2, 2)[1, ...].tolist(),
        instead="the row of position 1, columns counted from 0",
    )


@counterexample("position.columns-run-up-to-d-model")
def one_component_too_many():
    return Witness(
        given={"d_model": "2"},
        claimed="there are d_model columns i with 0 ≤ i ≤ d_model",
        left=len(range(0, 2 + 1)),
        op="=",
        right=2,
        ours=_sinusoidal(2, 2)[1, ...].tolist(),
        instead="the row of position 1",
    )


@counterexample("position.d-model-is-the-length")
def one_element_in_a_wider_model():
    row = _sinusoidal(1, 2)
    return Witness(
        given={"L": "1", "d_model": "2"},
        claimed="d_model is the number of elements",
        left=row.shape[1],
        op="=",
        right=row.shape[0],
        ours=_flat(row),
        instead="the one row, of width 2",
    )


@sizes("position.sizes")
def sizes_of_positions():
    table = sinusoidal(L, d_model, xp=shapes.xp)
    yield "PE", table.shape, (L, d_model), {}
    trained = shapes.array(size("N"), d_model)
    yield "Pos(t)", learned(shapes.array(L, dtype=INT), trained).shape, (L, d_model), {}
    yield "E + PE", add_positions(shapes.array(L, d_model), table).shape, (L, d_model), {}


@exact_run("position.added")
def positions_are_added_entry_by_entry():
    for length, width in ((1, 2), (2, 2)):
        ours = add_positions(
            symbols.entries(E, length, width), symbols.entries(PE, length, width), sp.Rational(1, 3)
        )
        printed = [
            theory.with_positions(E[row, column], PE[row, column], sp.Rational(1, 3))
            for row in range(1, length + 1)
            for column in range(1, width + 1)
        ]
        yield f"L = {length}, d = {width}, scale 1/3", _flat(ours), printed


@exact_run("position.learned")
def learned_positions_are_rows_of_a_table():
    table = symbols.entries(W, 3, 2)
    for places in ((0,), (2, 0), (0, 1, 2)):
        ours = learned(symbols.xp.asarray(list(places), dtype=INT), table)
        printed = [
            sum(sp.KroneckerDelta(pos + 1, row) * W[row, column] for row in (1, 2, 3))
            for pos in places
            for column in (1, 2)
        ]
        yield f"positions {places} of 3", _flat(ours), printed


def _worked(tenths, scale):
    rows = symbols.array([[theory.TENTH * value for value in row] for row in tenths])
    return _flat(add_positions(rows, symbols.array(theory.POS), scale))


@counterexample("position.worked-sum-as-printed")
def the_first_entry_does_not_add_up():
    return Witness(
        given={"E_11": "0.2", "PE_11": "1", "printed X_11": "0.3"},
        claimed="0.2 + 1 = 0.3",
        left=_worked(theory.E_123, 1)[0],
        op="=",
        right=theory.TENTH * theory.X_123[0][0],
        ours=_worked(theory.E_123, 1)[:4],
        instead="the first row of the sum as printed",
    )


@counterexample("position.worked-sum-as-printed")
def the_second_sum_does_not_add_up_either():
    return Witness(
        given={"E_11": "0.3", "PE_11": "1", "printed X'_11": "0.4"},
        claimed="0.3 + 1 = 0.4",
        left=_worked(theory.E_321, 1)[0],
        op="=",
        right=theory.TENTH * theory.X_321[0][0],
        ours=_worked(theory.E_321, 1)[:4],
        instead="the first row of the second sum as printed",
    )


@exact_run("position.worked-sum-at-one-tenth")
def both_sums_are_right_at_one_tenth():
    for name, given, printed in (
        ("(t_1, t_2, t_3)", theory.E_123, theory.X_123),
        ("(t_3, t_2, t_1)", theory.E_321, theory.X_321),
    ):
        expected = [theory.TENTH * value for row in printed for value in row]
        yield name, _worked(given, theory.TENTH), expected


def _self_attention(*rows, mask=None):
    x = symbols.array([[row] for row in rows])
    return _flat(scaled_dot_product_attention(x, x, x, mask=mask))


@counterexample("position.order-does-not-change-the-result")
def a_reversed_pair_has_reversed_outputs():
    one, two = _self_attention(0, 1), _self_attention(1, 0)
    return Witness(
        given={"X": "(0, 1)", "PX": "(1, 0)"},
        claimed="the first output is the same",
        left=two[0],
        op="=",
        right=one[0],
        ours=two,
        instead="the outputs of (1, 0), which are those of (0, 1) in reverse",
    )


def attention_of_rows(row, score, value):
    """One row of self-attention, with any score s(x_i, x_k) and any value v(x_k)."""
    return sum_over(k, weight(lambda key: score(row, key), k) * value(k))


def permuted_rows(row):
    return attention_of_rows(row, lambda x, y: S[sigma(x), sigma(y)], lambda y: V[sigma(y)])


def plain_rows(row):
    return attention_of_rows(row, lambda x, y: S[x, y], lambda y: V[y])


@derivation(
    "position.equivariant",
    wrong=lambda: (
        Chain(permuted_rows(i)).by(reindex, "σ runs over all").equals(plain_rows(i), "row i")
    ),
)
def self_attention_is_equivariant():
    return (
        Chain(permuted_rows(i))
        .by(reindex, "σ runs over all keys, in both sums")
        .equals(plain_rows(sigma(i)), "the row of x_σ(i)")
    )


@derivation(
    "position.order-cannot-be-learned",
    wrong=lambda: Chain(sum_over(i, permuted_rows(i))).equals(
        sum_over(i, plain_rows(i)), "unchanged"
    ),
)
def the_sum_of_the_outputs_forgets_the_order():
    return (
        Chain(sum_over(i, plain_rows(sigma(i))))
        .by(reindex, "position.equivariant, then σ runs over all rows")
        .equals(sum_over(i, plain_rows(i)), "the sum over all rows")
    )


def _order_witness(claim, hypothesis, given, claimed, changed, before, instead):
    necessity(claim, hypothesis)(
        lambda: Witness(
            given=given, claimed=claimed, left=changed(), op="=", right=before(), instead=instead,
        )
    )  # fmt: skip


def _with_places(*rows):
    """Self-attention of rows to which the positions 0 and 1 are added."""
    return _self_attention(*(row + position for position, row in enumerate(rows)))


def _causal(*rows):
    return _self_attention(*rows, mask=causal_mask(2, 2, xp=symbols.xp))


BARE_RUNS = (
    ("no-positions", _with_places, {"E": "(0, 1), then (1, 0)", "PE": "(0, 1)"}),
    ("no-mask", _causal, {"X": "(0, 1), then (1, 0)", "mask": "causal"}),
)

for _hypothesis, _run, _given in BARE_RUNS:
    _order_witness(
        "position.equivariant", _hypothesis, _given,
        "the first output of the reversed pair is the second of the pair",
        lambda run=_run: run(1, 0)[0], lambda run=_run: run(0, 1)[1], "",
    )  # fmt: skip
    _order_witness(
        "position.order-cannot-be-learned", _hypothesis, _given,
        "the outputs have the same sum",
        lambda run=_run: sum(run(1, 0)), lambda run=_run: sum(run(0, 1)), "",
    )  # fmt: skip


@necessity("position.order-cannot-be-learned", "symmetric-read-out")
def the_first_output_knows_what_stands_there():
    return Witness(
        given={"X": "(0, 1), then (1, 0)", "read": "the first output"},
        claimed="what is read is the same",
        left=_self_attention(1, 0)[0],
        op="=",
        right=_self_attention(0, 1)[0],
    )


@counterexample("position.works-on-a-set")
def a_repeated_element_counts():
    once, twice = _self_attention(0, 1), _self_attention(0, 1, 1)
    return Witness(
        given={"X": "(0, 1)", "X'": "(0, 1, 1), the same set"},
        claimed="the element 0 has the same output",
        left=twice[0],
        op="=",
        right=once[0],
        ours=twice,
        instead="the outputs of (0, 1, 1)",
    )


@counterexample("position.added-positions-always-tell-the-order")
def three_tokens_like_their_positions_are_confused():
    positions = (0, 1, 3)  # and tokens like them

    def rows(*order):
        tokens = symbols.array([[positions[token]] for token in order])
        return sorted(_flat(add_positions(tokens, symbols.array([[p] for p in positions]))))

    first, second = rows(1, 2, 0), rows(2, 0, 1)
    return Witness(
        given={"tokens": "0, 1, 3", "positions": "0, 1, 3", "orders": "(1, 3, 0) and (3, 0, 1)"},
        claimed="the sums of squares of the rows differ, as the multisets do",
        left=sum(x**2 for x in first),
        op="≠",
        right=sum(x**2 for x in second),
        ours=[first, second],
        instead="the rows of both orders, sorted",
    )


@derivation(
    "position.two-tokens-tell-their-order",
    wrong=lambda: Chain(_swapped()).equals(0, "the multisets may be equal"),
)
def two_tokens_tell_their_order():
    return Chain(_swapped()).equals(
        _square(e, e_) * _square(p, p_), "one token is left over, and one position"
    )


def _square(x, y):
    return sum_to(d, b, (x[b] - y[b]) ** 2)


def _swapped():
    tokens = sum_to(d, b, ((e[b] + p[b]) - (e_[b] + p[b])) ** 2)
    places = sum_to(d, b, ((e[b] + p[b]) - (e[b] + p_[b])) ** 2)
    return tokens * places


@derivation(
    "position.length-of-a-row",
    wrong=lambda: Chain(_length_squared()).equals(2 * d * real("c") ** 2, "sines alone"),
)
def all_rows_have_one_length():
    return Chain(_length_squared()).equals(real("c") ** 2 * d, "sin² + cos² = 1, d pairs")


def _length_squared():
    return real("c") ** 2 * theory.inner_product(place, place, omega)


def _lone_sine(claim, claimed, left, right):
    """Without an even width the last column is a sine by itself."""
    necessity(claim, "even-width")(
        lambda: Witness(
            given={"d_model": "1", "PE": "(0), (sin 1), (sin 2)"},
            claimed=claimed,
            left=left(_flat(_sinusoidal(3, 1))),
            op="=",
            right=right(_flat(_sinusoidal(3, 1))),
            instead="",
        )
    )


_lone_sine(
    "position.length-of-a-row", "|PE_1|² = 1/2", lambda row: row[1] ** 2, lambda _: sp.S.Half
)
_lone_sine(
    "position.inner-product-knows-the-offset", "⟨PE_0, PE_1⟩ = ⟨PE_1, PE_2⟩",
    lambda row: row[0] * row[1], lambda row: row[1] * row[2],
)  # fmt: skip
_lone_sine(
    "position.shift-is-a-rotation", "PE_1 = r PE_0 for some number r, but PE_0 = 0",
    lambda row: row[1], lambda row: row[0],
)  # fmt: skip
_lone_sine(
    "position.original-balances-token-and-place", "|√1 e|² = 1 is 2 |PE_1|²",
    lambda _: 1, lambda row: 2 * row[1] ** 2,
)  # fmt: skip


@counterexample("position.original-scales-the-positions")
def the_original_scales_the_embedding():
    return Witness(
        given={"d_model": "4", "e": "1", "PE": "0"},
        claimed="the draft's sum is the original's",
        left=theory.with_positions(1, 0, sp.sqrt(4)),
        op="=",
        right=theory.original(1, 0, 4),
        ours=_flat(add_positions(symbols.array([[1]]), symbols.array([[0]]), 2)),
        instead="the draft's sum",
    )


@derivation(
    "position.original-balances-token-and-place",
    wrong=lambda: Chain(_scaled_token()).equals(theory.inner_product(place, place, omega), "as is"),
)
def token_and_place_are_balanced():
    length = sum_to(2 * d, b, e[b] ** 2)
    return (
        Chain(_scaled_token())
        .equals(2 * d * length, "the root squared is the width, 2d")
        .given("unit-embeddings", length, 1, "the embedding has length 1")
        .equals(2 * theory.inner_product(place, place, omega), "position.length-of-a-row")
    )


def _scaled_token():
    return sum_to(2 * d, b, (sp.sqrt(2 * d) * e[b]) ** 2)


@necessity("position.original-balances-token-and-place", "unit-embeddings")
def a_zero_embedding_is_not_balanced():
    row = _flat(_sinusoidal(1, 2))
    return Witness(
        given={"d_model": "2", "e": "(0, 0)"},
        claimed="|√2 e|² = 2 |PE_0|²",
        left=0,
        op="=",
        right=2 * sum(value**2 for value in row),
        ours=row,
        instead="PE_0",
    )


@counterexample("position.relative-to-the-length")
def the_middle_of_two_lengths():
    short, long = _sinusoidal(2, 2), _sinusoidal(4, 2)
    return Witness(
        given={"d_model": "2", "p/L": "1/2: p = 1 of L = 2, and p = 2 of L = 4"},
        claimed="the same relative place has the same vector",
        left=long[2, ...].tolist(),
        op="=",
        right=short[1, ...].tolist(),
        ours=long[1, ...].tolist(),
        instead="p = 1 of L = 4, which has the vector of p = 1 of L = 2",
    )


def _offset():
    return sp.Symbol("k", integer=True, positive=True)


def _distance(frequency):
    first, second = frequency * (place + _offset()), frequency * place
    return (sp.sin(first) - sp.sin(second)) ** 2 + (sp.cos(first) - sp.cos(second)) ** 2


@derivation(
    "position.unique",
    wrong=lambda: Chain(_distance(1)).at_least(4, "further than opposite points"),
)
def positions_are_as_far_apart_as_in_the_first_pair():
    rest = sum_over(a, _distance(omega[a]))
    return (
        Chain(_distance(1) + rest)
        .at_least(_distance(1), "the other pairs add squares")
        .equals(2 - 2 * sp.cos(_offset()), "angle sums")
    )


@derivation(
    "position.unique",
    wrong=lambda: Chain(2 - 2 * sp.cos(real("k"))).above(0, "for any shift"),
)
def the_first_pair_never_repeats():
    return Chain(2 - 2 * sp.cos(_offset())).above(0, "k is an integer, not 0")


@necessity("position.unique", "whole-positions")
def a_full_turn_comes_back():
    at_turn = theory.sinusoid_by_pair(2 * sp.pi, 0, 2)
    start = theory.sinusoid_by_pair(0, 0, 2)
    return Witness(
        given={"d_model": "2", "p": "2π", "q": "0"},
        claimed="|PE_p - PE_q|² > 0",
        left=sum((x - y) ** 2 for x, y in zip(at_turn, start, strict=True)),
        op=">",
        right=0,
    )


@necessity("position.unique", "two-columns")
def a_lone_sine_comes_nearer():
    column = _flat(_sinusoidal(4, 1))
    return Witness(
        given={"d_model": "1", "p": "3", "q": "0"},
        claimed="|PE_3 - PE_0|² ≥ 2 - 2 cos 3",
        left=(column[3] - column[0]) ** 2,
        op="≥",
        right=2 - 2 * sp.cos(3),
        ours=column,
        instead="the sines of 0 to 3",
    )


@counterexample("position.as-many-periods-as-dimensions")
def a_pair_shares_one_period():
    periods = {theory.wavelength(sp.Integer(column // 2), 2, 10000) for column in range(2)}
    return Witness(
        given={"d_model": "2"},
        claimed="two dimensions have two periods",
        left=len(periods),
        op="=",
        right=2,
        ours=[*periods],
        instead="the periods",
    )


@derivation(
    "position.wavelengths",
    wrong=lambda: Chain(_ratio()).equals(positive("b") ** (1 / d_model), "a step a column"),
)
def wavelengths_are_geometric():
    return (
        Chain(_ratio())
        .by(powers, "exponents add up")
        .equals(positive("b") ** (2 / d_model), "2(i + 1)/d - 2i/d")
    )


def _ratio():
    at_pair = lambda pair: theory.wavelength(pair, d_model, positive("b"))  # noqa: E731
    return at_pair(_pair() + 1) / at_pair(_pair())


@derivation(
    "position.longest-wavelength",
    wrong=lambda: Chain(_longest()).above(2 * sp.pi * sp.exp(_log_base()), "beyond the base"),
)
def no_wavelength_reaches_the_base():
    return Chain(_longest()).below(2 * sp.pi * sp.exp(_log_base()), "d/2 - 1 < d/2")


@derivation(
    "position.longest-wavelength",
    wrong=lambda: Chain(_last_wavelength()).equals(2 * sp.pi * positive("b"), "the base itself"),
)
def the_last_pair_has_this_wavelength():
    return Chain(_last_wavelength()).equals(
        2 * sp.pi * positive("b") ** (1 - 1 / d), "2(d - 1)/(2d), d being the number of pairs"
    )


def _last_wavelength():
    return theory.wavelength(d - 1, 2 * d, positive("b"))


def _log_base():
    """log b, which is positive: the base is above 1."""
    return positive("log_b")


def _longest():
    """Write b^(1 - 2/d) as exp((1 - 2/d) log b)."""
    pairs = d  # of pairs, so the width is 2d and the last pair is d - 1
    return 2 * sp.pi * sp.exp(_log_base() * (1 - 1 / pairs))


def _periods(width, base):
    """The different periods of the columns, by 003:50."""
    return {theory.wavelength(sp.Integer(column // 2), width, base) for column in range(width)}


for _hypothesis, _width, _base in (("even-width", 1, 10000), ("base-above-one", 4, 1)):
    necessity("position.wavelengths", _hypothesis)(
        lambda width=_width, base=_base: Witness(
            given={"d_model": str(width), "base": str(base)},
            claimed="there are d_model/2 different periods",
            left=len(_periods(width, base)),
            op="=",
            right=sp.Rational(width, 2),
        )
    )


@necessity("position.longest-wavelength", "even-width")
def a_lone_sine_is_longer():
    return Witness(
        given={"d_model": "3", "base": "8", "the last column": "2, a sine by itself"},
        claimed="its wavelength is 2π · 8^(1 - 2/3)",
        left=theory.wavelength(sp.Integer(1), 3, sp.Integer(8)),
        op="=",
        right=2 * sp.pi * sp.Integer(8) ** (1 - sp.Rational(2, 3)),
    )


@necessity("position.longest-wavelength", "base-above-one")
def a_base_of_one_has_one_wavelength():
    return Witness(
        given={"base": "1", "d_model": "2"},
        claimed="the longest wavelength is below 2π · 1",
        left=theory.wavelength(sp.Integer(0), 2, 1),
        op="<",
        right=2 * sp.pi,
    )


@derivation(
    "position.inner-product-knows-the-offset",
    wrong=lambda: Chain(theory.inner_product(place, other, omega)).equals(
        sum_over(a, sp.cos(omega[a] * (place + other))), "the sum of positions"
    ),
)
def inner_products_know_the_offset():
    return Chain(theory.inner_product(place, other, omega)).equals(
        sum_over(a, sp.cos(omega[a] * (place - other))), "the cosine of a difference"
    )


@derivation(
    "position.shift-is-a-rotation",
    wrong=lambda: Chain(sp.sin(real("omega") * (place + other))).equals(
        sp.sin(real("omega") * place), "periodic in every shift"
    ),
)
def a_shifted_sine_is_turned():
    frequency = real("omega")
    return Chain(sp.sin(frequency * (place + other))).equals(
        sp.cos(frequency * other) * sp.sin(frequency * place)
        + sp.sin(frequency * other) * sp.cos(frequency * place),
        "the first row of R, with k = q",
    )


@derivation(
    "position.shift-is-a-rotation",
    wrong=lambda: Chain(sp.cos(real("omega") * (place + other))).equals(
        sp.cos(real("omega") * place) * sp.cos(real("omega") * other), "the sine left out"
    ),
)
def a_shifted_cosine_is_turned():
    frequency = real("omega")
    return Chain(sp.cos(frequency * (place + other))).equals(
        -sp.sin(frequency * other) * sp.sin(frequency * place)
        + sp.cos(frequency * other) * sp.cos(frequency * place),
        "the second row of R",
    )


@derivation(
    "position.scores-have-four-parts",
    wrong=lambda: Chain(_score()).equals(dot(e, e_) + dot(p, p_), "no part that crosses"),
)
def scores_have_four_parts():
    return Chain(_score()).equals(
        dot(e, e_) + dot(e, p_) + dot(p, e_) + dot(p, p_), "products of sums"
    )


def _score():
    return dot(lambda column: e[column] + p[column], lambda column: e_[column] + p_[column])
