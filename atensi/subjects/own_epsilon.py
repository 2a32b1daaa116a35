"""A norm that takes no ε has one of its own, which is found by rows of two sizes."""

import numpy as np

from atensi.subjects.offer import Function, NotOfferedError, RefusedError

SIZES = (2.0**-10, 1.0)
DIGITS = 3  # of an ε, which is 10^-k where anybody writes it


def own(norm: Function) -> float:
    """Return the ε of a norm that takes none: of (-s, 0, s), (s/y)² - s² · 2/3."""
    try:
        norm(np.asarray([-1.0, 0.0, 1.0]), eps=1.0)
    except NotOfferedError:
        pass
    else:
        raise NotOfferedError("it takes an ε")
    found = [(s / norm(np.asarray([-s, 0.0, s]))[2]) ** 2 - s * s * 2 / 3 for s in SIZES]
    near = np.abs(found[1] - found[0]) < 16 * np.finfo("float32").eps
    if not near:  # by no ε is it ours, whose formula it will be held against
        return float("nan")
    return 0.0 if abs(found[0]) < 1e-12 else float(f"{found[0]:.{DIGITS}g}")


def with_it_alone(norm: Function, epsilon: float) -> Function:
    """Return the norm for its own ε; of an ε that is none, whatever is asked for."""

    def called(*given, eps=0.0, **options):
        if eps not in (epsilon, None) and epsilon == epsilon:
            raise RefusedError(f"its ε is {epsilon:g}")
        return norm(*given, **options)

    return called
