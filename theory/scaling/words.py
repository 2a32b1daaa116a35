"""Words and letters of the chapter on scaling."""

from theory.letters import d
from theory.stating.families import numbers
from theory.stating.variables import real
from theory.stating.vocabulary import word

C, B, t = real("C"), real("B"), real("t")
plain_q, plain_k = numbers("q", d), numbers("k", d)


@word(r"\mathrm{{E}}_{{{d}}}[(q \cdot k)^2]", computed=True)
def sampled_square(d):
    """The mean square of the scores of rows whose entries have mean 0 and variance 1."""


@word(r"\mathrm{{E}}_{{{d}}}[(q \cdot k/\sqrt {d})^2]", computed=True)
def sampled_scaled_square(d):
    """The same, of divided scores."""


@word(r"\mathrm{{E}}_{{{d}}}[\alpha_1 \alpha_2]", computed=True)
def sampled_gradient(d):
    """The mean product of the weights of two standard normal keys, for a query of signs."""


@word(r"\mathrm{{E}}_{{{d}}}[\alpha'_1 \alpha'_2]", computed=True)
def sampled_scaled_gradient(d):
    """The same, of divided scores."""
