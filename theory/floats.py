"""Floats: how far the numbers that a library computes are from the exact ones."""

from theory.claim import Claim
from theory.elementary import FAR, WITHIN
from theory.finite_masks import FLOAT_CLAIMS as MASKED
from theory.float_claims import CLAIMS as ROUNDED
from theory.float_fold_claims import CLAIMS as FOLDED
from theory.float_norm_claims import CLAIMS as NORMALISED
from theory.float_order_claims import CLAIMS as REORDERED
from theory.float_stored_claims import CLAIMS as STORED
from theory.formats import FORMATS
from theory.stating.families import cos, erf, exp, log, real, sin, sqrt, tanh, word
from theory.stating.statements import line, states
from theory.stating.terms import term

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


def within(function, computed, exact, size=None, until=None):
    """Return the relations of a function's error, one for each format; size: of the exact value.

    until: how far t goes in each format.
    """
    size = size or (lambda t: abs(exact(t)))
    for name, c in WITHIN[function].items():
        each = FORMATS[name]
        u, eta = term(2) ** -each.bits, term(2) ** each.least
        allowed = (u if c == 1 else c * u) * size(t) + eta
        when = line(t, "≤", until[name]) if until else ()
        yield line(abs(computed(each.bits, t) - exact(t)), "≤", allowed, when=when)


CLAIMS = (
    Claim(
        id="floats.exp-within-c",
        states=states(*within("exp", computed_exp, exp, exp), given=line(t, "≤", 0)),
        scope="floats",
        says="At every float t up to 0, the computed exponential is within c u of the exact one, "
        "and the spacing of subnormal numbers. c is 1 in the formats of 16 bits, 4 in float32 and "
        "2 in float64.",
    ),
    Claim(
        id="floats.exp-above-zero-within-c",
        states=states(
            *within("exp above 0", computed_exp, exp, exp, until=FAR), given=line(t, "≥", 0)
        ),
        scope="floats",
        says="At every float t from 0 to 45, to 6 in float16 and to 355 in float64, the computed "
        "exponential is within c u of the exact one, with the same c as below 0.",
        note="That is half the logarithm of the largest float. Attention in tiles takes "
        "exponentials of such scores, where none is so large that something must be subtracted.",
    ),
    Claim(
        id="floats.log-within-c",
        states=states(*within("log", computed_log, log, log), given=line(t, "≥", 1)),
        scope="floats",
        says="At every float t from 1 on the computed logarithm is within c u of the exact one, "
        "with c = 4 in float32 and c = 2 in float64.",
    ),
    Claim(
        id="floats.log-below-one-within-c",
        states=states(
            *within("log below 1", computed_log, log),
            given=(line(t, ">", 0), line(t, "≤", 1)),
        ),
        scope="floats",
        says="At every float t between 0 and 1 the computed logarithm is within c u of the exact "
        "one, with c = 5 in float32 and c = 2 in float64.",
    ),
    Claim(
        id="floats.tanh-within-c",
        states=states(*within("tanh", computed_tanh, tanh)),
        scope="floats",
        says="At every float t the computed tanh is within c u of the exact one, with c = 2 in "
        "float32 and float64.",
    ),
    Claim(
        id="floats.erf-within-c",
        states=states(*within("erf", computed_erf, erf)),
        scope="floats",
        says="At every float t the computed erf is within c u of the exact one, with c = 1 in "
        "float32 and c = 4 in float64.",
        note="GELU is x (1 + erf(x/√2)) / 2; the code has its tanh form, as the array API has no "
        "erf.",
    ),
    Claim(
        id="floats.sine-within-c",
        states=states(*within("sin", computed_sin, sin)),
        scope="floats",
        says="At every float t the computed sine is within c u of the exact one, also next to its "
        "zeros, with c = 3 in float32.",
    ),
    Claim(
        id="floats.cosine-within-c",
        states=states(*within("cos", computed_cos, cos)),
        scope="floats",
        says="At every float t the computed cosine is within c u of the exact one, also next to "
        "its zeros, with c = 3 in float32.",
    ),
    Claim(
        id="floats.root-within-u",
        states=states(*within("sqrt", computed_sqrt, sqrt, sqrt), given=line(t, "≥", 0)),
        scope="floats",
        says="At every float t that is not negative, the computed root is within u of the exact "
        "one.",
    ),
    Claim(
        id="floats.power-within-c",
        states=states(
            *within("power", computed_power, *2 * (lambda t: term(10000) ** t,)),
            given=(line(t, "≥", 0), line(t, "≤", 1)),
        ),
        scope="floats",
        says="At every float t from 0 to 1 the computed power of 10000 is within c u of the exact "
        "one, with c = 2 in float32 and float64.",
    ),
    *ROUNDED,
    *REORDERED,
    *MASKED,
    *NORMALISED,
    *STORED,
    *FOLDED,
)
