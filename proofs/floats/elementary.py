"""How far the library's elementary functions are from the exact ones, on all floats of a format."""

from proofs.engine.evidence import exhaustive
from proofs.exhaustive.known import measures
from theory.floats.words import t


@exhaustive("floats.exp-within-c", "computed_exp")
def exponentials():
    return measures("exp", t)


@exhaustive("floats.exp-above-zero-within-c", "computed_exp")
def exponentials_above_zero():
    return measures("exp above 0", t)


@exhaustive("floats.log-within-c", "computed_log")
def logarithms():
    return measures("log", t)


@exhaustive("floats.log-below-one-within-c", "computed_log")
def negative_logarithms():
    return measures("log below 1", t)


@exhaustive("floats.tanh-within-c", "computed_tanh")
def hyperbolic_tangents():
    return measures("tanh", t)


@exhaustive("floats.erf-within-c", "computed_erf")
def error_functions():
    return measures("erf", t)


@exhaustive("floats.sine-within-c", "computed_sin")
def sines():
    return measures("sin", t)


@exhaustive("floats.cosine-within-c", "computed_cos")
def cosines():
    return measures("cos", t)


@exhaustive("floats.root-within-u", "computed_sqrt")
def roots():
    return measures("sqrt", t)


@exhaustive("floats.power-within-c", "computed_power")
def powers():
    return measures("power", t)
