"""How far rounding takes attention that is computed as a fold, in any tree of its parts.

The bounds are the terms of fold_bounds.py, which the claims of the chapter floats state and
theorems prove. Shifts only grow on the way to the largest score. So what the rounding of the
differences x_j - m, m - c, ... moves in the exponents adds up to what that of x_j - max x would
move: u (max x - x_j), as in softmax, and 3η a difference.
"""

from theory.fifty_digits import mp
from theory.letters import n
from theory.rounding import fold_terms as terms
from theory.rounding.attention_terms import c, eta, h, u
from theory.rounding.bounds import SUBNORMAL, UNIT, moved_kernels, moved_scores
from theory.rounding.formats import FORMATS
from theory.rounding.library_functions import within
from theory.stating.families import numbers
from theory.stating.numeric import Numeric
from theory.stating.variables import real

_P, _A, _V = (numbers(name, n) for name in "pav")
_MU, _SIZE, _VALUES = (real(name) for name in ("mu", "s", "v"))

_FOLD = Numeric(terms.folded_off(_P, _A, _V, _MU))
_LEFT = Numeric(terms.fold_grows() - 1 + terms.mass_lost(_MU))
_MERGED = Numeric(terms.merged_off(_SIZE, _VALUES, terms.losses()))


BELOW, BOTH = ("exp",), ("exp", "exp above 0")  # where exponentials are taken


def _of_parts(count, merges, dtype, exps=BELOW):
    """Return the numbers of a format, for so many pairs: no tree is higher than its merges."""
    near = max(within(each, dtype) for each in exps)
    given = {u: UNIT[dtype], eta: SUBNORMAL[dtype], c: near}
    return given | {n: count, h: max(count - 1, 0), terms.level: merges, terms.merges: merges}


def bound_fold(p, moved, values, merges, dtype, least=1, exps=BELOW):
    """Bound Σ p_j v_j, computed as a quotient of sums that went through so many merges.

    p: the exact weights. moved: how far the differences of their logits to the largest move before
    any merge. The exponentials sum to 1 at least; or to `least`, where no shift has brought the
    largest score to 0: then each sum is one of products, in some order (computed_unshifted.v).
    """
    given = _of_parts(len(p), merges, dtype, exps) | {_MU: min(1, least)}
    if _LEFT.once(given) >= 1:
        raise ValueError(f"{dtype} is too coarse for {merges} merges of {len(p)} pairs")
    along = 3 * merges * SUBNORMAL[dtype]
    return _FOLD.once(given | {_P: p, _A: [move + along for move in moved], _V: values})


def bound_merged(reach, size, count, merges, dtype):
    """Bound a mass or output of so many pairs, Σ exp(x_j - m) v_j with m - x_j at most `reach`.

    `size` is at least Σ |v_j|: in a mass every value is 1.
    """
    grown = mp.exp(UNIT[dtype] * reach + 3 * (merges + 1) * SUBNORMAL[dtype])
    given = _of_parts(count, merges, dtype) | {_SIZE: size * grown, _VALUES: size}
    return _MERGED.once(given) + size * (grown - 1)


def bound_folded_attention(scores, off, p, values, merges, dtype):
    """Bound attention in one coordinate, as a fold, from scores that are off by up to `off`."""
    return bound_fold(p, moved_scores(scores, off, dtype), values, merges, dtype)


def bound_tiled_attention(scores, off, p, values, merges, dtype):
    """Bound attention in one coordinate, in tiles, with the largest score subtracted or not."""
    moved = moved_scores(scores, off, dtype)
    return bound_fold(p, moved, values, merges, dtype, _unshifted(scores, moved, dtype), BOTH)


def bound_nearby_regression(scores, p, values, beta, width, merges, dtype):
    """Bound kernel regression from the points near a query: the others weigh at most u."""
    moved = moved_kernels(scores, beta, width, dtype)
    whole = bound_fold(p, moved, values, merges, dtype, _unshifted(scores, moved, dtype))
    return whole + UNIT[dtype] * (max(values) - min(values))


def _unshifted(scores, moved, dtype):
    """Return what exponentials sum to at least, from which no largest score is subtracted.

    Scores may have moved downwards. The largest is subtracted where an exponential could lie below
    the reciprocal of the root of the largest float: half of it, as lengths of rows are rounded.
    """
    form = FORMATS[dtype]
    least = mp.sqrt(mp.mpf(2) ** (form.least + form.bits - 5))
    return max(sum((mp.exp(s - m) for s, m in zip(scores, moved, strict=True)), mp.zero), least)


def bound_folded_regression(scores, p, values, beta, width, merges, dtype):
    """Bound kernel regression as a fold."""
    return bound_fold(p, moved_kernels(scores, beta, width, dtype), values, merges, dtype)
