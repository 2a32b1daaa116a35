"""The vectors of positions: sinusoids, as printed in two forms, or the rows of a learned table.

Method of the chapter: derivations for every width, any position, any score; general runs of `impl`;
witnesses in exact numbers.
"""

from impl.position import learned, sinusoidal
from proofs.arrays import expressions, shapes
from proofs.engine.at_case import At
from proofs.engine.evidence import counterexample, derivation, formed, sizes
from theory import letters
from theory.position.sinusoids import column, half, p, pair


def sinusoids(length, width):
    return sinusoidal(length, width, xp=expressions.xp)


@derivation("position.both-printed-forms-agree")
def even_columns_agree(chain):
    return chain.given("", pair, 2 * half, "an even column is the first of its pair")


@derivation("position.both-printed-forms-agree", duty=1)
def odd_columns_agree(chain):
    return chain.given("", pair, 2 * half + 1, "(i - 1)/d at i = 2k + 1")


@counterexample("position.columns-count-from-one")
def the_first_column_would_be_a_cosine():
    return At(
        {letters.d_model: 2, p: 1, column: 1},
        sinusoids(2, 2)[1, ...].tolist(),
        "the row of position 1, columns counted from 0",
    )


@counterexample("position.columns-run-up-to-d-model")
def one_component_too_many():
    return At({letters.d_model: 2}, sinusoids(2, 2)[1, ...].tolist(), "the row of position 1")


@counterexample("position.d-model-is-the-length")
def one_element_in_a_wider_model():
    return At(
        {letters.L: 1, letters.d_model: 2}, sinusoids(1, 2).flat(), "the only row, of width 2"
    )


def of_places(places, columns):
    return sinusoidal(*places.shape, *columns.shape, xp=shapes.xp)


sizes("position.sizes", {"sinusoid": of_places})
sizes("position.sizes", {"learned": lambda table, places, columns: learned(places, table)}, duty=1)
formed("position.sizes", duty=2)
