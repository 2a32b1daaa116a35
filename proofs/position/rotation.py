"""A row is a point on each of d circles: all have one length, and a shift turns them."""

import sympy as sp

from proofs.engine.derivation import Chain
from proofs.engine.evidence import Witness, derivation, necessity, refuses
from proofs.position.sinusoids import sinusoids
from theory import position as theory
from theory.symbols import a, b, d, family, real, sum_over, sum_to

e, omega = family("e"), family("omega")
place, other = real("p"), real("q")


@derivation("position.length-of-a-row")
def all_rows_have_one_length():
    return Chain(_length_squared()).equals(
        real("c") ** 2 * d, "sin² + cos² = 1 for each of d pairs"
    )


refuses(
    all_rows_have_one_length,
    lambda: Chain(_length_squared()).equals(2 * d * real("c") ** 2, "sines alone"),
)


def _length_squared():
    return real("c") ** 2 * theory.inner_product(place, place, omega)


def _lone_sine(claim, claimed, left, right):
    """Without an even width the last column is a sine by itself."""
    necessity(claim, "even-width")(
        lambda: Witness(
            given={"d_model": "1", "PE": "(0), (sin(1)), (sin(2))"},
            claimed=claimed,
            left=left(sinusoids(3, 1).flat()),
            op="=",
            right=right(sinusoids(3, 1).flat()),
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
    "position.original-balances-token-and-place", "|√1 e|² = 1 = 2 |PE_1|²",
    lambda _: 1, lambda row: 2 * row[1] ** 2,
)  # fmt: skip


@derivation("position.original-balances-token-and-place")
def token_and_place_are_balanced():
    length = sum_to(2 * d, b, e[b] ** 2)
    return (
        Chain(_scaled_token())
        .equals(2 * d * length, "(√(2d))² = 2d")
        .given("unit-embeddings", length, 1, "the embedding has length 1")
        .equals(2 * theory.inner_product(place, place, omega), "position.length-of-a-row")
    )


refuses(
    token_and_place_are_balanced,
    lambda: Chain(_scaled_token()).equals(theory.inner_product(place, place, omega), "as is"),
)


def _scaled_token():
    return sum_to(2 * d, b, (sp.sqrt(2 * d) * e[b]) ** 2)


@necessity("position.original-balances-token-and-place", "unit-embeddings")
def a_zero_embedding_is_not_balanced():
    row = sinusoids(1, 2).flat()
    return Witness(
        given={"d_model": "2", "e": "(0, 0)"},
        claimed="|√2 e|² = 2 |PE_0|²",
        left=0,
        op="=",
        right=2 * sum(value**2 for value in row),
        ours=row,
        instead="PE_0",
    )


@derivation("position.inner-product-knows-the-offset")
def inner_products_know_the_offset():
    return Chain(theory.inner_product(place, other, omega)).equals(
        sum_over(a, sp.cos(omega[a] * (place - other))), "the cosine of a difference"
    )


refuses(
    inner_products_know_the_offset,
    lambda: Chain(theory.inner_product(place, other, omega)).equals(
        sum_over(a, sp.cos(omega[a] * (place + other))), "the sum of positions"
    ),
)


@derivation("position.shift-is-a-rotation")
def a_shifted_sine_is_turned():
    frequency = real("omega")
    return Chain(sp.sin(frequency * (place + other))).equals(
        sp.cos(frequency * other) * sp.sin(frequency * place)
        + sp.sin(frequency * other) * sp.cos(frequency * place),
        "the first row of R, with k = q",
    )


refuses(
    a_shifted_sine_is_turned,
    lambda: Chain(sp.sin(real("omega") * (place + other))).equals(
        sp.sin(real("omega") * place), "periodic in every shift"
    ),
)


@derivation("position.shift-is-a-rotation")
def a_shifted_cosine_is_turned():
    frequency = real("omega")
    return Chain(sp.cos(frequency * (place + other))).equals(
        -sp.sin(frequency * other) * sp.sin(frequency * place)
        + sp.cos(frequency * other) * sp.cos(frequency * place),
        "the second row of R",
    )


refuses(
    a_shifted_cosine_is_turned,
    lambda: Chain(sp.cos(real("omega") * (place + other))).equals(
        sp.cos(real("omega") * place) * sp.cos(real("omega") * other), "the sine left out"
    ),
)
