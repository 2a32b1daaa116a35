"""How far rounding takes attention that is computed as a fold, in any order of its parts.

A part sums up exp(x_j - m) and exp(x_j - m) v_j; each merge multiplies both by exp(m - c) and adds.
Shifts only grow on the way to the largest score. So what the rounding of the differences x_j - m,
m - c, ... moves in the exponents adds up to what that of x_j - max x would move: u (max x - x_j),
as in softmax, and 3η a difference. Each merge adds the c factors of an exponential, a product and
an addition.
"""

from mpmath import mp

from theory.elementary import within
from theory.formats import FORMATS
from theory.rounding import SUBNORMAL, UNIT, factors, moved_kernels, moved_scores


def bound_fold(p, moved, values, merges, dtype, least=1):
    """Bound Σ p_j v_j, computed as a quotient of sums that went through so many merges.

    p: the exact weights. moved: how far the differences of their logits to the largest move.
    Term j of either sum carries factors whose logarithms sum to at most a_j. The mass is then at
    least exp(-Σ p_j a_j) of what it should be, by convexity, and at most Σ p_j exp(a_j), whose
    logarithm t is the larger of the two: weight j is off by (exp(a_j + t) - 1) p_j. What underflows
    is off by η, before it meets sums of at most n exponentials, and the mass is about 1 or more; or
    `least`, where no shift has brought the largest score to 0.
    """
    (own, lost), eta = _own(len(p), merges, dtype), SUBNORMAL[dtype]
    lost /= min(1, least)
    if lost > mp.mpf(1) / 11:
        raise ValueError(f"{dtype} is too coarse for {merges} merges of {len(p)} pairs")
    a = [move + own for move in moved]
    mass = sum((weight * mp.exp(each) for weight, each in zip(p, a, strict=True)), mp.zero)
    t = mp.log(mass) + mp.mpf(11) / 10 * lost
    parts = [weight * abs(value) for weight, value in zip(p, values, strict=True)]
    off = sum((part * mp.expm1(each + t) for part, each in zip(parts, a, strict=True)), mp.zero)
    off += lost * (1 + max(map(abs, values)))
    return off + factors(1, dtype) * (sum(parts, mp.zero) + off) + eta


def _own(n, merges, dtype):
    """Return the logarithm of the factors of a term beside its exponent, and what underflows."""
    eta, c = SUBNORMAL[dtype], within("exp", dtype)
    own = factors(c + n + 2 + merges * (c + 2), dtype) + 3 * merges * eta
    return own, (n + 2 * merges * (n + 1)) * eta * mp.exp(own)


def bound_merged(reach, size, n, merges, dtype):
    """Bound a mass or output of n pairs: Σ |exp(x_j - m) v_j| is `size`, m - x_j at most `reach`.

    In a mass every value is 1; n max |v_j| is at least the size of an output.
    """
    own, lost = _own(n, merges, dtype)
    return size * mp.expm1(UNIT[dtype] * reach + own) + lost * (1 + size)


def bound_folded_attention(scores, off, p, values, merges, dtype):
    """Bound attention in one coordinate, as a fold, from scores that are off by up to `off`."""
    return bound_fold(p, moved_scores(scores, off, dtype), values, merges, dtype)


def bound_tiled_attention(scores, off, p, values, merges, dtype):
    """Bound attention in one coordinate, in tiles, with the largest score subtracted or not.

    It is, where exponentials could lie below the reciprocal of the root of the largest float.
    """
    unshifted, form = sum(map(mp.exp, scores), mp.zero), FORMATS[dtype]
    least = max(unshifted, mp.sqrt(mp.mpf(2) ** (form.least + form.bits - 3)))
    return bound_fold(p, moved_scores(scores, off, dtype), values, merges, dtype, least)


def bound_nearby_regression(scores, p, values, beta, width, merges, dtype):
    """Bound kernel regression from the points near a query: the others weigh at most u."""
    whole = bound_folded_regression(scores, p, values, beta, width, merges, dtype)
    return whole + UNIT[dtype] * (max(values) - min(values))


def bound_folded_regression(scores, p, values, beta, width, merges, dtype):
    """Bound kernel regression as a fold."""
    return bound_fold(p, moved_kernels(scores, beta, width, dtype), values, merges, dtype)
