"""What sums of halves are kept in: the narrowest of three derived bounds that a subject keeps.

Each bound is that of attention: with sums in float32 and one rounding of the result, with weights
that are rounded to halves besides, and with sums that are kept in halves themselves.
"""

import numpy as np

from atensi.subjects.offer import NotOfferedError, RefusedError
from atensi.subjects.questions import REFUSED

ONCE, HALVES = "float32, rounded once", "halves"
ANSWERS = {ONCE: 0.0, "float32, with weights rounded to halves": 1.0, HALVES: 2.0,
           "nothing that a bound allows": 3.0, REFUSED: None}  # fmt: skip
UNIT = {"float16": 2.0**-11, "bfloat16": 2.0**-8}
SUBNORMAL = {"float16": 2.0**-25, "bfloat16": 2.0**-134}  # half the distance of the smallest


def _cases(dtype):
    """Return rows whose sums need rounding, and sums of so many that halves stand still."""
    waves = lambda *shape: np.sin(np.arange(np.prod(shape)) ** 1.5).reshape(shape)
    many = np.zeros((4096, 1))
    for rows in (
        # of two heads and values as wide as keys: some libraries have a kernel for these alone
        (waves(1, 2, 8, 64), waves(1, 2, 300, 64), 1 + waves(1, 2, 300, 64) / 4),
        (waves(1, 2, 8, 4), waves(1, 2, 9, 4), waves(1, 2, 9, 4) / 1000),
        (waves(8, 64), waves(300, 64), 1 + waves(300, 2) / 4),
        (np.zeros((1, 1)), many, 1 + many),
        (waves(8, 4), waves(3, 4), waves(3, 9) / 10000),
        (10 * waves(8, 4), waves(7, 4), waves(7, 9) / 10000),
    ):
        yield [each.astype(dtype) for each in rows]


def _fits(came, given, dtype):
    """Say of each of the three bounds whether what came keeps it."""
    from atensi_bounds import attention_tolerance

    from impl.heads import scaled_dot_product_attention

    wide = [each.astype("float64") for each in given]
    exact, short = scaled_dot_product_attention(*wide), [each.astype("float32") for each in given]
    within = attention_tolerance(*short)
    once = within + UNIT[dtype] * (np.abs(exact) + within) + SUBNORMAL[dtype]
    fused, stepwise = (
        attention_tolerance(*wide, dtype=dtype, kernel=kernel, accumulate=sums)
        for kernel, sums in (("fused", "float32"), ("stepwise", dtype))
    )
    off = np.abs(np.asarray(came).astype("float64") - exact)
    return [bool((off <= bound).all()) for bound in (once, np.fmax(once, fused), stepwise)]


def summed_in(name):
    """Return the question for a format: the place of the first bound that all cases keep."""

    def probe(attention):
        if name == "bfloat16":
            from ml_dtypes import bfloat16 as dtype
        else:
            dtype = np.dtype(name)
        fit, refused = [], None
        for given in _cases(dtype):
            try:
                fit.append(_fits(attention(*given), given, name))
            except (NotOfferedError, RefusedError) as error:  # no heads, or no values so wide
                refused = error
        if not fit:
            raise refused or AssertionError("there are cases")
        return float([*map(all, zip(*fit, strict=True)), True].index(True))

    return probe
