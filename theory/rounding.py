"""Rounding bounds: the one place that tolerances come from, with rounding_blocks.py for blocks.

u is the unit roundoff, η the spacing of subnormal numbers. An operation returns the exact result
times 1 + δ with |δ| ≤ u, or off by η where it underflows; exp, log and the like are within c u, by
the table of theory/elementary.py, which the chapter floats measures. Products of k such factors
stay within exp(±1.1 k u), since -log(1 - x) ≤ 1.1 x for the x that occur here (x ≤ 5 · 2⁻⁸).
Arguments are numbers of fifty digits, from the exact values.

Fifty digits round as well: "digits" is a format like the others, of 169 bits and without underflow.
Where both sides of a comparison are computed in it, they differ by at most twice the bound of the
longer computation.
"""

from mpmath import mp

from theory.elementary import within
from theory.formats import FORMATS

UNIT = {"digits": mp.mpf(2) ** -169} | {
    name: mp.mpf(2) ** -each.bits for name, each in FORMATS.items()
}
SUBNORMAL = {"digits": mp.zero} | {name: mp.mpf(2) ** each.least for name, each in FORMATS.items()}


def factors(k, dtype):
    """Return 1.1 k u: how far the logarithm of k rounding factors can be from 0."""
    return mp.mpf(11) / 10 * k * UNIT[dtype]


def bound_weights(p, moved, dtype):
    """Bound weights whose exponentials were formed from logits that moved by at most `moved`.

    e_j is off by exp(±moved_j) and a c u factor; their sum by the p-mean of that, which convexity
    bounds by Σ p_j (exp(moved_j) - 1), and by n - 1 additions; the division adds one factor.
    """
    c = within("exp", dtype)
    mean = sum((pj * mp.expm1(aj) for pj, aj in zip(p, moved, strict=True)), mp.zero)
    rest = mean + factors(len(p) + 2 * c + 2, dtype)
    return [
        pi * mp.expm1(ai + rest) + (c + 2) * SUBNORMAL[dtype]
        for pi, ai in zip(p, moved, strict=True)
    ]


def bound_softmax(x, p, dtype):
    """Bound softmax: the rounding of x_i - m moves logit i by at most u (m - x_i)."""
    top = max(x)
    return bound_weights(p, [UNIT[dtype] * (top - xi) for xi in x], dtype)


def bound_mean(p, off, values, dtype):
    """Bound Σ p_j v_j from weights that are off by `off`: one product and n additions each."""
    grown = mp.expm1(factors(len(p) + 1, dtype))
    return sum(
        (
            abs(v) * (o + (pj + o) * grown) + 2 * SUBNORMAL[dtype]
            for pj, o, v in zip(p, off, values, strict=True)
        ),
        mp.zero,
    )


def bound_attention(scores, p, values, dtype):
    """Bound attention in one coordinate, from exact scores."""
    return bound_mean(p, bound_softmax(scores, p, dtype), values, dtype)


def bound_logsumexp(x, p, result, dtype):
    """Bound m + log Σ exp(x_j - m): the sum as in softmax, then a logarithm and an addition."""
    top, u = max(x), UNIT[dtype]
    mean = sum((pj * mp.expm1(u * (top - xj)) for pj, xj in zip(p, x, strict=True)), mp.zero)
    total = mean + factors(len(p) + within("exp", dtype), dtype)
    return (
        total
        + factors(within("log", dtype) + 1, dtype) * (abs(result - top) + total)
        + factors(1, dtype) * abs(result)
    )


def bound_log_softmax(x, p, results, dtype):
    """Bound x_i - m - log Σ: the difference moves by u (m - x_i), the rest as in logsumexp."""
    top = max(x)
    log_total = -max(results)
    return [
        factors(2, dtype) * (top - xi + abs(ri))
        + bound_logsumexp(x, p, top + log_total, dtype)
        - factors(1, dtype) * abs(top + log_total)
        + factors(1, dtype) * log_total
        for xi, ri in zip(x, results, strict=True)
    ]


def bound_gaussian(value, argument, dtype):
    """Bound exp(-r² β² / 2): β², its conversion and the product move the argument by 3 factors."""
    c = within("exp", dtype)
    moved = factors(3, dtype) * abs(argument) + factors(c, dtype) + SUBNORMAL[dtype]
    return value * mp.expm1(moved) + (c + 1) * SUBNORMAL[dtype]


def bound_kernel_regression(scores, p, values, beta, width, dtype):
    """Bound kernel regression: d differences, squares and additions, and β², move the scores.

    Score i moves by δ_i = 1.1 (d + 5) u |s_i|; the nearest point's, δ_*, moves the maximum.
    """
    tiny = width * SUBNORMAL[dtype] * (beta * beta + 1)
    moved = [factors(width + 5, dtype) * abs(s) + tiny for s in scores]
    top, least = max(scores), min(moved)
    u = UNIT[dtype]
    moved = [d + u * (top - s + d + least) for d, s in zip(moved, scores, strict=True)]
    return bound_mean(p, bound_weights(p, moved, dtype), values, dtype)


def bound_dot(size, width, dtype, more=0):
    """Bound a sum of `width` products whose absolute values sum to `size`: d factors each."""
    return size * mp.expm1(factors(width + more, dtype)) + width * SUBNORMAL[dtype]


def bound_scaled_dot(size, keys, width, dtype):
    """Bound Σ_a (q_a c) k_a, of sizes that sum to `size`: c and its product add three factors.

    A product q_a c that underflows is off by η, times |k_a|; `keys` is Σ |k_a|.
    """
    return bound_dot(size, width, dtype, more=3) + keys * SUBNORMAL[dtype]


def bound_scaled_attention(scores, off, p, values, dtype):
    """Bound attention in one coordinate, from scores that are themselves off by up to `off`.

    The largest computed score stands for the exact one, which shifts all alike; the rounding of
    the difference is u times it, grown by what both scores are off.
    """
    top, most = max(scores), max(off)
    moved = [e + UNIT[dtype] * (top - s + e + most) for s, e in zip(scores, off, strict=True)]
    return bound_mean(p, bound_weights(p, moved, dtype), values, dtype)


def bound_cosine(width, dtype):
    """Bound a cosine: each unit vector's entries carry d/2 + 5 factors, and the entries |q||k| ≤ 1.

    A quotient by the largest entry, a square, d - 1 additions, a root and a quotient: the root
    halves what stands below it.
    """
    return bound_dot(1, width, dtype, more=width + 10)


def bound_additive(hidden, w_out, widths, dtype, tanh=False):
    """Bound Σ_c w_c h_c, or Σ_c w_c tanh(h_c), with |h_c| at most `hidden`[c] before rounding.

    h is a sum of d_q + d_k products; tanh passes an error on at most as it is, and adds its own.
    """
    inside = [size * mp.expm1(factors(sum(widths) + 1, dtype)) for size in hidden]
    reach = [mp.mpf(1) if tanh else size for size in hidden]
    tanh_error = factors(within("tanh", dtype), dtype) if tanh else mp.zero
    under = sum(widths) * SUBNORMAL[dtype] * (1 + sum(map(abs, w_out), mp.zero))
    passed = sum((abs(v) * (e + tanh_error) for v, e in zip(w_out, inside, strict=True)), mp.zero)
    size = sum((abs(v) * (r + e) for v, r, e in zip(w_out, reach, inside, strict=True)), mp.zero)
    return passed + bound_dot(size, len(w_out), dtype, more=1) + under


def bound_scaled_sum(x, y, dtype):
    """Bound x + c p with y = c p: c and p in the dtype, a product that may underflow, a sum."""
    return factors(4, dtype) * (abs(x) + abs(y)) + SUBNORMAL[dtype]


def bound_sinusoid(angle, exponent, base, dtype):
    """Bound the sine or cosine of position / base**exponent.

    The exponent carries a factor, which the logarithm of the base enlarges; the power and the
    quotient add c + 1 more. An error of the angle passes on at most as it is; the sine adds its c.
    """
    more = within("power", dtype) + 1
    grown = mp.expm1(factors(exponent * abs(mp.log(base)) + more, dtype))
    return abs(angle) * grown + factors(max(within("sin", dtype), within("cos", dtype)), dtype)


def bound_feed_forward(hidden, w_2, b_2, width, dtype):
    """Bound Σ_b φ(h_b) w_b + b_2, |h_b| at most `hidden`[b]; φ passes an error on as it is.

    h is a sum of d products and a bias; the output is a sum of d_ff products and a bias.
    """
    off = [size * mp.expm1(factors(width + 1, dtype)) for size in hidden]
    passed = sum((abs(w) * e for w, e in zip(w_2, off, strict=True)), mp.zero)
    size = sum((abs(w) * (h + e) for w, h, e in zip(w_2, hidden, off, strict=True)), abs(b_2))
    under = width * SUBNORMAL[dtype] * (1 + sum(map(abs, w_2), mp.zero))
    return passed + bound_dot(size, len(w_2) + 1, dtype) + under


def bound_gelu(x, dtype):
    """Bound the tanh form: its argument, below 2(|x| + |x|³), carries 8 factors.

    Where that matters the tanh is not yet ±1, so |x| ≤ 20; a sum and two products follow.
    """
    size = min(abs(x), mp.mpf(20))
    inside = 2 * (size + size**3) * mp.expm1(factors(8, dtype))
    return abs(x) * (min(inside, 2) + factors(within("tanh", dtype) + 4, dtype)) + SUBNORMAL[dtype]


def bound_layer_norm(x, eps, dtype):
    """Bound the entries of a normalised row, before gain and bias.

    In units of the largest |x_j|: an entry carries u, its deviation from the mean E = (d + 4) u in
    all, and so does the root mean square, by the triangle inequality, besides d/2 + 8 factors
    more. With r = E / √(σ² + eps) < 1/4, an entry y moves by at most 2 (r + |y| (r + ...)); a row
    that is too flat for that is only known to have entries up to √d, twice. The unit and the root
    of eps may underflow, by η each, over √(σ² + eps).
    """
    d = len(x)
    top = max(map(abs, x))
    mean = sum(x, mp.zero) / d
    variance = sum(((v - mean) ** 2 for v in x), mp.zero) / d
    if top == 0:
        return [mp.zero] * d
    root = mp.sqrt(variance + eps)
    off = factors(d + 4, dtype) * top
    if variance == 0:
        return [mp.zero] * d  # equal units have an exact mean
    if off * 4 > root:
        return [2 * mp.sqrt(d)] * d
    r, relative = off / root, factors(d + 16, dtype)
    return [
        2 * (r + abs(v - mean) / root * (r + relative))
        + 4 * SUBNORMAL[dtype] * (1 + (1 + abs(v - mean) / root) / root)
        for v in x
    ]
