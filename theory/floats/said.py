"""Floats: how far the numbers that a library computes are from the exact ones."""

from theory.claim import Claim
from theory.floats.computed_attention import CLAIMS as ROUNDED
from theory.floats.merged_parts import CLAIMS as FOLDED
from theory.floats.normalising import CLAIMS as NORMALISED
from theory.floats.order import CLAIMS as REORDERED
from theory.floats.storing import CLAIMS as STORED
from theory.floats.words import (
    computed_cos,
    computed_erf,
    computed_exp,
    computed_log,
    computed_power,
    computed_sin,
    computed_sqrt,
    computed_tanh,
    t,
)
from theory.lookup.finite_masks import FLOAT_CLAIMS as MASKED
from theory.rounding.formats import FORMATS
from theory.rounding.library_functions import FAR, TURNS, WITHIN
from theory.stating.operations import cos, erf, exp, log, sin, sqrt, tanh
from theory.stating.relations import line
from theory.stating.statements import states
from theory.stating.terms import term


def within(function, computed, exact, size=None, until=(), far=lambda t: t):
    """Return the relations of a function's error, one for each format; size: of the exact value.

    until: how far t goes in a format, or what `far` makes of it.
    """
    size = size or (lambda t: abs(exact(t)))
    for name, c in WITHIN[function].items():
        each = FORMATS[name]
        u, eta = term(2) ** -each.bits, term(2) ** each.least
        allowed = (u if c == 1 else c * u) * size(t) + eta
        when = line(far(t), "≤", until[name]) if name in until else ()
        yield line(abs(computed(each.bits, t) - exact(t)), "≤", allowed, when=when)


FEW_TURNS = {form: term(2) ** (most.bit_length() - 1) for form, most in TURNS.items()}


def beside_one(function, computed, exact):
    """Return the relations of an error that is measured beside 1."""
    for name, c in WITHIN[function].items():
        u = term(2) ** -FORMATS[name].bits
        error = abs(computed(FORMATS[name].bits, t) - exact(t))
        yield line(error, "≤", u if c == 1 else c * u)


CLAIMS = (
    Claim(
        id="floats.exp-within-c",
        states=states(*within("exp", computed_exp, exp, exp), given=line(t, "≤", 0)),
        scope="floats",
        says="At every float t up to 0, the computed exponential is off by at most c u times the "
        "exact one, and the spacing of subnormal numbers. c is 1 in the formats of 16 bits, 4 in "
        "float32 and 2 in float64.",
    ),
    Claim(
        id="floats.exp-above-zero-within-c",
        states=states(
            *within("exp above 0", computed_exp, exp, exp, until=FAR), given=line(t, "≥", 0)
        ),
        scope="floats",
        says="At every float t from 0 to 45, to 6 in float16 and to 355 in float64, the computed "
        "exponential is off by at most c u times the exact one, and the spacing of subnormal "
        "numbers, with the same c as below 0.",
        note="That is half the logarithm of the largest float, rounded up. Attention in tiles "
        "takes exponentials of such scores, where none is so large that something must be "
        "subtracted.",
    ),
    Claim(
        id="floats.log-within-c",
        states=states(*within("log", computed_log, log, log), given=line(t, "≥", 1)),
        scope="floats",
        says="At every float t from 1 on, the computed logarithm is off by at most c u times the "
        "exact one, and the spacing of subnormal numbers. c is 1 in the formats of 16 bits, 4 in "
        "float32 and 2 in float64.",
    ),
    Claim(
        id="floats.log-below-one-within-c",
        states=states(
            *within("log below 1", computed_log, log),
            given=(line(t, ">", 0), line(t, "≤", 1)),
        ),
        scope="floats",
        says="At every float t between 0 and 1, the computed logarithm is off by at most c u "
        "times the size of the exact one, and the spacing of subnormal numbers. c is 1 in the "
        "formats of 16 bits, 5 in float32 and 2 in float64.",
    ),
    Claim(
        id="floats.tanh-within-c",
        states=states(*within("tanh", computed_tanh, tanh)),
        scope="floats",
        says="At every float t, the computed tanh is off by at most c u times the size of the "
        "exact one, and the spacing of subnormal numbers. c is 1 in the formats of 16 bits, and 2 "
        "in float32 and float64.",
    ),
    Claim(
        id="floats.erf-within-c",
        states=states(*within("erf", computed_erf, erf)),
        scope="floats",
        says="At every float t, the computed erf is off by at most c u times the size of the "
        "exact one, and the spacing of subnormal numbers. c is 1 in the formats of 16 bits and in "
        "float32, and 5 in float64.",
        note="GELU is x (1 + erf(x/√2)) / 2; the code has its approximation by tanh, as the array "
        "API has no erf.",
    ),
    Claim(
        id="floats.sine-within-c",
        states=states(*within("sin", computed_sin, sin, until=FEW_TURNS, far=abs)),
        scope="floats",
        says="At every float t, in float64 at those up to 2^24 in size, the computed sine is off "
        "by at most c u times the size of the exact one, and the spacing of subnormal numbers, "
        "also next to its zeros. c is 1 in the formats of 16 bits, 3 in float32 and 2 in float64.",
        note="Farther out, next to a zero, float64 loses digits: NumPy 2.4's sine of 0x1.4c96c"
        "11134d36p+578, which is -4.97e-18, is off by 143 thousand u times that "
        "(floats.far-sine-within-u).",
    ),
    Claim(
        id="floats.far-sine-within-u",
        states=states(*beside_one("far sin", computed_sin, sin)),
        scope="floats",
        says="At every float64 t, however large, the computed sine is off by at most u.",
        note="So sums of sines have digits enough, but what is divided by a sine may not.",
        builds_on=("floats.sine-within-c",),
    ),
    Claim(
        id="floats.cosine-within-c",
        states=states(*within("cos", computed_cos, cos, until=FEW_TURNS, far=abs)),
        scope="floats",
        says="At every float t, in float64 at those up to 2^24 in size, the computed cosine is off "
        "by at most c u times the size of the exact one, and the spacing of subnormal numbers, "
        "also next to its zeros. c is 1 in the formats of 16 bits, 3 in float32 and 2 in float64.",
    ),
    Claim(
        id="floats.far-cosine-within-u",
        states=states(*beside_one("far cos", computed_cos, cos)),
        scope="floats",
        says="At every float64 t, however large, the computed cosine is off by at most u.",
        builds_on=("floats.cosine-within-c",),
    ),
    Claim(
        id="floats.root-within-u",
        states=states(*within("sqrt", computed_sqrt, sqrt, sqrt), given=line(t, "≥", 0)),
        scope="floats",
        says="At every float t that is not negative, the computed root is off by at most u times "
        "the exact one, and the spacing of subnormal numbers.",
    ),
    Claim(
        id="floats.power-within-c",
        states=states(
            *within("power", computed_power, *2 * (lambda t: term(10000) ** t,)),
            given=(line(t, "≥", 0), line(t, "≤", 1)),
        ),
        scope="floats",
        says="At every float t from 0 to 1 in float16, float32 and float64, the computed 10000^t "
        "is off by at most c u times the exact one, and the spacing of subnormal numbers. c is 1 "
        "in float16, and 2 in float32 and float64.",
    ),
    *ROUNDED,
    *REORDERED,
    *MASKED,
    *NORMALISED,
    *STORED,
    *FOLDED,
)
