"""What the code of positions computes, at all sizes; the code counts rows and columns from 0."""

from impl.position import add_positions, learned, sinusoidal
from proofs.arrays.entries.family_arrays import Besides, library_of
from proofs.engine.evidence import computes, general_run
from theory.letters import d_model


def sinusoid(width, p, c):
    """Return column c of the row of position p."""
    return sinusoidal(p + 1, width, xp=library_of(width))[p, c]


computes("position.sinusoidal", {"sinusoid": Besides(sinusoid, d_model)}, "an even column")


computes(
    "position.sinusoidal",
    {"sinusoid": Besides(sinusoid, d_model)},
    "an odd column has the wavelength of the one before",
    duty=1,
)


@general_run("position.learned", {"learned": lambda W, p, c: learned(p, W)[c - 1]}, turned=True)
def a_learned_position_is_a_row_of_the_table(chain):
    return chain.picks("one entry of the one-hot vector is 1: it selects this row").closes(
        "this is the row"
    )


computes(
    "position.added",
    {"with_positions": lambda E, PE, c, i, j: add_positions(E, PE, c)[i - 1, j - 1]},
    "as it is printed",
)
