"""What the code of positions computes, at all sizes; the code counts rows and columns from 0."""

from impl.position import add_positions, learned, sinusoidal
from proofs.arrays.entries.family_arrays import Besides, library_of
from proofs.engine.evidence import general_run
from theory.letters import d_model


def sinusoid(width, p, c):
    """Return column c of the row of position p."""
    return sinusoidal(p + 1, width, xp=library_of(width))[p, c]


@general_run("position.sinusoidal", {"sinusoid": Besides(sinusoid, d_model)})
def even_columns_are_sines(chain):
    return chain.closes("an even column")


@general_run("position.sinusoidal", {"sinusoid": Besides(sinusoid, d_model)}, duty=1)
def odd_columns_are_cosines(chain):
    return chain.closes("an odd column has the wavelength of the one before")


@general_run("position.learned", {"learned": lambda W, p, c: learned(p, W)[c - 1]}, turned=True)
def a_learned_position_is_a_row_of_the_table(chain):
    return chain.picks("one entry of the one-hot vector is 1: it selects this row").closes(
        "this is the row"
    )


@general_run(
    "position.added",
    {"with_positions": lambda E, PE, c, i, j: add_positions(E, PE, c)[i - 1, j - 1]},
)
def positions_are_added_times_a_scale(chain):
    return chain.closes("as it is printed")
