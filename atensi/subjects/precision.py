"""What a function computes in, and keeps its sines in: told by digits that float32 has not."""

from collections.abc import Callable
from typing import Any

import numpy as np

from atensi.subjects.offer import Function, NotOfferedError, RefusedError
from atensi.subjects.small_inputs import of_ones
from theory.fifty_digits import mp
from theory.rounding.bounds import bound_sinusoid

PRECISION = {"float64": 0.0, "float32": 1.0, "float16": 2.0}
FAR = 2048  # positions: at the last ones angles of float32 are off by ten times its last digit


def of_its_digits(name: str) -> Callable[[Function], float]:
    """Ask a function for numbers of float64, and for those rounded to float32, if it tells them."""

    def probe(function: Function) -> float:
        rng = np.random.default_rng(0)
        full = _of_arrays(of_ones(name), lambda each: rng.uniform(size=each.shape))
        short = _of_arrays(full, lambda each: each.astype("float32").astype("float64"))
        try:
            one, other = (_flat(function(*given)) for given in (full, short))
        except RefusedError as error:
            raise NotOfferedError("it takes no float64, as its laws tell") from error
        return 2.0 if one.dtype.itemsize < 4 else float(np.array_equal(one, other))

    return probe


def _of_arrays(given, change):
    """Return what is given, with its arrays changed."""
    return [change(each) if isinstance(each, np.ndarray) else each for each in given]


def _flat(output):
    return np.concatenate([np.ravel(each) for each in output]
                          if isinstance(output, tuple) else [np.ravel(output)])  # fmt: skip


def of_sines(sinusoidal: Function) -> float:
    """Say what the sine of 1 is kept in."""
    off = abs(float(np.asarray(sinusoidal(2, 4))[1, 0]) - np.sin(1))
    return _least(lambda dtype: off <= np.finfo(dtype).eps, PRECISION)


def of_angles(rotary: Function) -> float:
    """Say what angles are taken in: the last of four entries is a cosine, in either form.

    Halves cannot tell such positions apart.
    """
    rows = np.zeros((FAR, 4), dtype="float32")
    rows[:, 3] = 1
    found = np.asarray(rotary(rows))[FAR // 2 :, 3]
    off = [abs(mp.mpf(float(each)) - mp.cos(mp.mpf(p) / 100))
           for p, each in enumerate(found, start=FAR // 2)]  # fmt: skip
    stored = mp.mpf(float(np.finfo("float32").eps))
    return _least(lambda dtype: all(
        each <= bound_sinusoid(mp.mpf(p) / 100, mp.mpf("0.5"), 10000, dtype) + stored
        for p, each in enumerate(off, start=FAR // 2)
    ), ("float64", "float32"))  # fmt: skip


def _least(fits, dtypes):
    for dtype in dtypes:
        if fits(dtype):
            return PRECISION[dtype]
    raise NotOfferedError("it keeps no bound")


def kept_in(function: Function, dtype: str) -> Function:
    """Say of a function that its sines are kept in this, as its laws ask for."""

    def called(*given: Any, **options: Any) -> Any:
        return function(*given, **options)

    called.sines_in = dtype  # type: ignore[attr-defined]
    return called
