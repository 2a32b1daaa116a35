"""Rounding bounds: the one place that tolerances come from; block_bounds.py has those of blocks.

Where a theorem proves a bound, for every order of summation, it is written as a term in
float_bounds.py or norm_bounds.py: the claim states that term, the theorem is generated from it, and
here it is evaluated.

u is the unit roundoff, η the spacing of subnormal numbers. An operation returns the exact result
times 1 + δ with |δ| ≤ u, or off by η where it underflows; exp, log and the like are within c u, by
the table of library_functions.py, which the chapter floats measures. Products of k such factors
stay within exp(±1.1 k u), since -log(1 - x) ≤ 1.1 x for the x that occur here (x ≤ 5 · 2⁻⁸).
Arguments are numbers of fifty digits, from the exact values.

Fifty digits round as well: "digits" is a format like the others, of 169 bits and without underflow.
Where both sides of a comparison are computed in it, they differ by at most twice the bound of the
longer computation.
"""

from theory.fifty_digits import mp
from theory.letters import i, n
from theory.rounding import attention_terms as terms
from theory.rounding import norm_terms as norm
from theory.rounding.formats import FORMATS
from theory.rounding.library_functions import wave, within
from theory.stating.families import numbers
from theory.stating.numeric import Numeric
from theory.stating.variables import real

UNIT = {"digits": mp.mpf(2) ** -169} | {
    name: mp.mpf(2) ** -each.bits for name, each in FORMATS.items()
}
SUBNORMAL = {"digits": mp.zero} | {name: mp.mpf(2) ** each.least for name, each in FORMATS.items()}

_P, _A, _W, _V, _X = (numbers(name, n) for name in "pawvx")
_R, _M, _D, _SIZE, _KEYS = (real(name) for name in ("r", "m", "d", "size", "keys"))

# the bounds that theorems prove, each the term of its claim
_WEIGHT = Numeric(terms.weights_off(_P, _A)[i])
_MEAN = Numeric(terms.mean_off(_P, _W, _V))
_LOGSUMEXP = Numeric(terms.logsumexp_off(_P, _A, _R, _M))
_LOG_SOFTMAX = Numeric(terms.log_softmax_off(_P, _A, _D, _X[i], i))
_SUM = Numeric(terms.sum_grows(terms.h) * _SIZE)
_DOT = Numeric(terms.dot_off(_SIZE, terms.h, n))
_SCALED = Numeric(terms.scaled_dot_off(_SIZE, _KEYS, terms.h, n))
_MOVED = Numeric(terms.score_moves(_R, _D))
_NORM = Numeric(norm.ROW.normalised_off(norm.x, norm.y, norm.r, norm.theta))
_AFFINE = Numeric(norm.affine_off(norm.y, norm.off, norm.gain, norm.bias))
_PART = {"r": Numeric(norm.ROW.moved), "theta": Numeric(norm.ROW.lost)}


def factors(k, dtype):
    """Return 1.1 k u: how far the logarithm of k rounding factors can be from 0."""
    return mp.mpf(11) / 10 * k * UNIT[dtype]


def _given(dtype, **heights):
    """Return the numbers of a format, by the letters of the terms, and heights of sums."""
    named = {terms.u: UNIT[dtype], terms.eta: SUBNORMAL[dtype], terms.c: within("exp", dtype)}
    return named | {getattr(terms, name): height for name, height in heights.items()}


def _with_exponentials(count, dtype):
    """Return the numbers of a format for a sum of so many exponentials, where it is fine enough."""
    given = _given(dtype, h=count - 1) | {n: count}
    if given[terms.c] * given[terms.u] + count * given[terms.eta] > mp.mpf(1) / 11:
        raise ValueError(f"{dtype} is too coarse for {count} exponentials: no bound is proved")
    return given


def bound_weights(p, moved, dtype):
    """Bound weights whose exponentials were formed from logits that moved by at most `moved`."""
    count = len(p)
    values = {_P: p, _A: moved, **_with_exponentials(count, dtype)}
    return _WEIGHT.at(values, [{i: place + 1} for place in range(count)])


def _moves(x, top, dtype):
    """Return how far the rounding of x_i - m moves logit i, also where halves are subtracted."""
    return [UNIT[dtype] * (top - xi) + 3 * SUBNORMAL[dtype] for xi in x]


def bound_softmax(x, p, dtype):
    """Bound softmax: the rounding of x_i - m moves logit i by at most u (m - x_i) + 3η."""
    return bound_weights(p, _moves(x, max(x), dtype), dtype)


def bound_mean(p, off, values, dtype):
    """Bound Σ p_j v_j from weights that are off by `off`, in any order of summation."""
    given = {_P: p, _W: off, _V: values, n: len(p), **_given(dtype, g=len(p) - 1)}
    return _MEAN.once(given)


def bound_attention(scores, p, values, dtype):
    """Bound attention in one coordinate, from exact scores."""
    return bound_mean(p, bound_softmax(scores, p, dtype), values, dtype)


def bound_logsumexp(x, p, result, dtype):
    """Bound m + log Σ exp(x_j - m): the sum as in softmax, then a logarithm and an addition."""
    return _LOGSUMEXP.once(_logarithms(x, p, dtype) | {_R: result})


def bound_log_softmax(x, p, results, dtype):
    """Bound x_i - m - log Σ exp(x_j - m): the sum as in softmax, a logarithm and a subtraction."""
    given = _logarithms(x, p, dtype) | {_D: -max(results), _X: results}
    return _LOG_SOFTMAX.at(given, [{i: place + 1} for place in range(len(results))])


def _logarithms(x, p, dtype):
    top = max(x)
    known = {_P: p, _A: _moves(x, top, dtype), _M: top, terms.c_log: within("log", dtype)}
    return known | _with_exponentials(len(p), dtype)


def bound_gaussian(value, argument, dtype):
    """Bound exp(-r² β² / 2): β², its conversion and the product move the argument by 3 factors."""
    c = within("exp", dtype)
    moved = factors(3, dtype) * abs(argument) + factors(c, dtype) + SUBNORMAL[dtype]
    return value * mp.expm1(moved) + (c + 1) * SUBNORMAL[dtype]


def bound_kernel_regression(scores, p, values, beta, width, dtype):
    """Bound kernel regression: d differences, squares and additions, and β², move the scores.

    Score i moves by δ_i = 1.1 (d + 5) u |s_i|; the nearest point's, δ_*, moves the maximum.
    """
    moved = moved_kernels(scores, beta, width, dtype)
    return bound_mean(p, bound_weights(p, moved, dtype), values, dtype)


def moved_kernels(scores, beta, width, dtype):
    """Return how far the differences of the logarithms of kernels to the largest move."""
    tiny = width * SUBNORMAL[dtype] * (beta * beta + 1)
    moved = [factors(width + 5, dtype) * abs(s) + tiny for s in scores]
    top, least = max(scores), min(moved)
    u = UNIT[dtype]
    return [d + u * (top - s + d + least) for d, s in zip(moved, scores, strict=True)]


def bound_sum(size, count, dtype):
    """Bound a sum of floats whose absolute values sum to `size`, in any order."""
    return _SUM.once({_SIZE: size, **_given(dtype, h=count - 1)})


def bound_dot(size, width, dtype, more=0):
    """Bound a sum of `width` products whose absolute values sum to `size`, in any order."""
    return _DOT.once({_SIZE: size, n: width, **_given(dtype, h=width - 1 + more)})


def bound_scaled_dot(size, keys, width, dtype):
    """Bound Σ_a (q_a c) k_a, of sizes that sum to `size`; `keys` is Σ |k_a|."""
    return _SCALED.once({_SIZE: size, _KEYS: keys, n: width, **_given(dtype, h=width - 1)})


def bound_scaled_attention(scores, off, p, values, dtype):
    """Bound attention in one coordinate, from scores that are themselves off by up to `off`."""
    return bound_mean(p, bound_weights(p, moved_scores(scores, off, dtype), dtype), values, dtype)


def moved_scores(scores, off, dtype):
    """Return how far the differences of scores that are off by `off` to the largest move.

    The largest computed score stands for the exact one, which shifts all alike: it is below the
    largest score by no more than the largest of `off`.
    """
    top, most, given = max(scores), max(off), _given(dtype)
    return [
        _MOVED.once({_R: top - s + most, _D: e, **given}) for s, e in zip(scores, off, strict=True)
    ]


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
    return abs(angle) * grown + factors(wave(dtype), dtype)


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

    Entries may be divided by the largest one, and deviations by theirs, or not. A row that is too
    flat is only known to have entries up to √d, twice.
    """
    d = len(x)
    mean = sum(x, mp.zero) / d
    variance = sum(((v - mean) ** 2 for v in x), mp.zero) / d
    if variance == 0:
        return [mp.zero] * d  # equal units have an exact mean
    rho, top = mp.sqrt(variance + eps), max(map(abs, x))
    given = _given(dtype, h=d - 1) | {
        norm.A: sum(map(abs, x), mp.zero) / d,
        norm.q: mp.sqrt(sum((v * v for v in x), mp.zero) / d),
        norm.tau: max(top, mp.one),
        norm.rho: rho,
        norm.zeta: max(1 / rho, 2 * mp.sqrt(d)),
    }
    r, theta = (_PART[name].once(given) for name in ("r", "theta"))
    if r > _most(norm.MOST_MOVED) or theta > _most(norm.MOST_LOST):
        return [2 * mp.sqrt(d)] * d
    given |= {norm.r: r, norm.theta: theta}
    return [_NORM.once(given | {norm.x: abs(v), norm.y: abs(v - mean) / rho}) for v in x]


def bound_affine(y, off, gain, bias, dtype):
    """Bound gain · y + bias, of an entry that is off by up to `off`."""
    sizes = {norm.y: abs(y), norm.off: off, norm.gain: abs(gain), norm.bias: abs(bias)}
    return _AFFINE.once(sizes | _given(dtype))


def _most(part):
    return mp.mpf(part.numerator) / part.denominator


def bound_linear_attention(p, values, width, dtype):
    """Bound linear attention with positive features elu(x) + 1, from its exact weights.

    Numerator and denominator are sums of positive terms, each with two features, their product,
    and sums over `width` features and over the keys.
    """
    rounding = factors(2 * within("exp", dtype) + 5 + width + len(values), dtype)
    return mp.expm1(2 * rounding) * sum(w * abs(v) for w, v in zip(p, values, strict=True))


def bound_local_linear(scores, points, step, values, beta, dtype):
    """Bound local-linear regression: each product of two kernels carries both their errors.

    points: distances z_j from the point nearest to the query, which lies `step` away from it. That
    point has the kernel 1 and z = 0, so (Σ K z)² is at most Σ K z² times (Σ K - 1): the weights
    sum to Σ K z² at least.
    """
    kernels = [mp.exp(s - max(scores)) for s in scores]
    moved = max(moved_kernels(scores, beta, 1, dtype))
    rounding = 2 * moved + factors(2 * within("exp", dtype) + 2 * len(scores) + 9, dtype)
    power = lambda z, r: sum(k * v**r for k, v in zip(kernels, z, strict=True))
    near, far = [abs(z) for z in points], abs(step)
    total, first, second = (power(near, r) for r in range(3))
    sizes = [k * (second + far * first + z * (first + far * total))
             for k, z in zip(kernels, near, strict=True)]  # fmt: skip
    wrong = mp.expm1(rounding) * sum(s * abs(v) for s, v in zip(sizes, values, strict=True))
    mass = total * second - power(points, 1) ** 2
    off = mp.expm1(rounding) * (total * second + first**2)
    largest = sum(s * abs(v) for s, v in zip(sizes, values, strict=True)) / mass
    return (wrong + largest * off) / (mass - off)
