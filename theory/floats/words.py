"""Words and letters of the chapter on floats."""

from theory.stating.variables import real
from theory.stating.vocabulary import word

t = real("t")


@word(r"\mathrm{{fl}}_{{{bits}}}(\exp({t}))", computed=True)
def computed_exp(bits, t):
    """What NumPy computes of exp at a float, in the format with so many bits."""


@word(r"\mathrm{{fl}}_{{{bits}}}(\log({t}))", computed=True)
def computed_log(bits, t):
    """What NumPy computes of log at a float, in the format with so many bits."""


@word(r"\mathrm{{fl}}_{{{bits}}}(\tanh({t}))", computed=True)
def computed_tanh(bits, t):
    """What NumPy computes of tanh at a float, in the format with so many bits."""


@word(r"\mathrm{{fl}}_{{{bits}}}(\operatorname{{erf}}({t}))", computed=True)
def computed_erf(bits, t):
    """What SciPy computes of erf at a float, in the format with so many bits.

    It has no erf of 16 bits: this is that of float32, rounded once.
    """


@word(r"\mathrm{{fl}}_{{{bits}}}(\sin({t}))", computed=True)
def computed_sin(bits, t):
    """What NumPy computes of sin at a float, in the format with so many bits."""


@word(r"\mathrm{{fl}}_{{{bits}}}(\cos({t}))", computed=True)
def computed_cos(bits, t):
    """What NumPy computes of cos at a float, in the format with so many bits."""


@word(r"\mathrm{{fl}}_{{{bits}}}(\sqrt{{{t}}})", computed=True)
def computed_sqrt(bits, t):
    """What NumPy computes of a root of a float, in the format with so many bits."""


@word(r"\mathrm{{fl}}_{{{bits}}}(10000^{{{t}}})", computed=True)
def computed_power(bits, t):
    """What NumPy computes of a power of 10000 at a float, in the format with so many bits."""
