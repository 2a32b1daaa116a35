"""The balls reading: arrays of balls [m ± r] of Arb, each of which holds the exact number.

`impl` runs unchanged, and what comes out is proved to lie in the balls: rounding widens them, and
never loses the number. A float is a ball without a radius. The largest of a row is a ball around
all that it may be, which is enough for a shift. What `impl` asks of a number, such as whether it is
0, is answered where the whole ball answers; else the run stops, for either answer would be a guess.
Where a ball may hold anything, as after a division by one around 0, nothing answers.

It needs python-flint, which no other part does.
"""

from types import SimpleNamespace

import flint
import numpy as np
from flint import arb, arb_mat, fmpz

from proofs.arrays.namespace import Namespace
from proofs.arrays.objects import ObjectArray

BITS = 169  # as many as those of the digits reading
flint.ctx.prec = BITS
INF = arb.pos_inf()


class UndecidedError(ValueError):
    """A question to which not all numbers of a ball have the same answer."""


def _convert(value):
    if isinstance(value, arb):
        return value
    if hasattr(value, "_mpf_"):  # a number of fifty digits, as it is
        return from_digits(value)
    return arb(value.item() if isinstance(value, np.generic) else value)


def from_digits(number) -> arb:
    """Return the ball without a radius around a number of mpmath."""
    sign, mantissa, exponent, _ = number._mpf_
    if not mantissa and exponent:  # an infinity, or NaN
        return arb(float(number))
    return arb((fmpz(-mantissa if sign else mantissa), exponent))


def _known(value):
    ball = _convert(value)
    if ball.is_nan():
        raise UndecidedError("balls: a ball that may hold anything was asked what it is")
    return ball


def _decide(question, yes, no):
    if not (yes or no):
        raise UndecidedError(f"balls: {question} is not decided by the whole ball; give more bits")
    return bool(yes)


def _equal(a, b):
    a, b = _known(a), _known(b)
    return _decide(f"whether {a} = {b}", a == b, a != b)


def _less(a, b):
    a, b = _known(a), _known(b)
    return _decide(f"whether {a} < {b}", a < b, a >= b)


def _is_infinite(a):
    return _decide(f"whether {a} is infinite", abs(_known(a)) == INF, a.is_finite())


class _Balls(Namespace):
    """The functions of the standard over balls; products of matrices are Arb's own."""

    def matmul(self, a, b):
        lead = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
        out = np.empty((*lead, a.shape[-2], b.shape[-1]), dtype=object)
        left, right = (np.broadcast_to(each, lead + each.shape[-2:]) for each in (a, b))
        for place in np.ndindex(lead):
            product = _matrix(left[place]) * _matrix(right[place])
            out[place] = np.asarray(product.entries(), dtype=object).reshape(out.shape[-2:])
        return out


def _matrix(table: np.ndarray) -> arb_mat:
    rows, columns = table.shape
    return arb_mat(rows, columns, table.ravel().tolist())


xp = _Balls(
    "balls",
    SimpleNamespace(
        convert=_convert,
        exp=arb.exp,
        log=lambda a: -INF if a == 0 else a.log(),
        tanh=arb.tanh,
        sqrt=arb.sqrt,
        sin=arb.sin,
        cos=arb.cos,
        abs=abs,
        maximum=lambda a, b: _known(a).max(_known(b)),
        equal=_equal,
        less=_less,
        isfinite=lambda a: not _is_infinite(a),
        isinf=_is_infinite,
        isnan=lambda a: _known(a).is_nan(),
        pi=arb.pi(),
        inf=INF,
        nan=arb.nan(),
    ),
)


def array(values):
    """Read numbers, or an array of floats, as balls without a radius."""
    return xp.asarray(values.data if isinstance(values, ObjectArray) else values)
