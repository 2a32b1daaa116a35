"""A norm that takes no ε has one of its own, which is found by rows of some sizes."""

import inspect

import numpy as np

from atensi.judging.zoo import own_functions
from atensi.subjects.offer import Function, NotOfferedError, RefusedError

SIZES = (2.0**-20, 2.0**-10, 1.0)  # the squares of the first are near the smallest ε in use
DIGITS = 3  # of an ε, which is 10^-k where anybody writes it
NONE = 1e-18  # what the squares of the first leave of float32s


def own(norm: Function) -> float:
    """Return the ε of a norm that takes none: of (-s, 0, s), (s/y)² - s² · 2/3."""
    try:
        norm(np.asarray([-1.0, 0.0, 1.0]), eps=1.0)
    except NotOfferedError:
        pass
    else:
        raise NotOfferedError("it takes an ε")
    with np.errstate(divide="ignore", over="ignore"):  # halves have no squares of the first
        found = [(s / norm(np.asarray([-s, 0.0, s]))[2]) ** 2 - s * s * 2 / 3 for s in SIZES]
    known = [each for each in found if np.isfinite(each)]
    if not known or np.ptp(known) >= 16 * np.finfo("float32").eps:
        return float("nan")  # by no ε is it ours, whose formula it will be held against
    return 0.0 if abs(known[0]) < NONE else float(f"{known[0]:.{DIGITS}g}")


def with_it_alone(norm: Function, epsilon: float, name: str) -> Function:
    """Return the norm for its own ε; of an ε that is none, whatever is asked for."""
    names = [*inspect.signature(own_functions()[name]).parameters]

    def called(*given, eps=0.0, **options):
        if len(given) == len(names):
            given, eps = given[:-1], given[-1]
        if eps not in (epsilon, None) and epsilon == epsilon:
            raise RefusedError(f"its ε is {epsilon:g}")
        return norm(*given, **options)

    return called
