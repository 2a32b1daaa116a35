"""Rounding bounds by sizes alone: attention, and whole post-norm blocks.

Where the exact numbers are not at hand, it is known how large they can be: entries up to `reach`,
each off by up to `off`, go into a layer; how far its entries can be off comes out. The weights of
all layers are at most 1, so a sum of d products passes an error on at most d-fold. LayerNorm has
eps = 1: its derivative (I - 11ᵀ/d - yyᵀ/d)/√(σ² + 1) lengthens no vector, so an entry moves by at
most √d `off`. With eps = 0 there is no such bound, since σ can be as small as one likes.
"""

from theory.fifty_digits import mp
from theory.rounding.bounds import (
    SUBNORMAL,
    UNIT,
    bound_dot,
    bound_layer_norm,
    bound_mean,
    bound_scaled_dot,
    bound_weights,
    factors,
)
from theory.rounding.library_functions import wave, within


def bound_attended(score, off, value, count, dtype):
    """Bound a mean of `count` values up to `value`, by scores up to `score` that are off by `off`.

    As all scores move by as much, the bound does not depend on the weights. With value 1 it bounds
    by what part of itself a weight is off, where nothing underflows.
    """
    moved = [off + 2 * UNIT[dtype] * (score + off)] * count
    p = [mp.one / count] * count
    return bound_mean(p, bound_weights(p, moved, dtype), [mp.mpf(value)] * count, dtype)


def bound_dot_attended(score, width, value, count, dtype):
    """Bound attention whose scaled products of `width` factors sum to `score` in absolute value."""
    return bound_attended(score, bound_dot(score, width + 3, dtype), value, count, dtype)


def bound_heads(off, reach, width, heads, count, dtype):
    """Bound multi-head attention over `count` rows of `width` entries."""
    d_k, reach = width // heads, reach + off
    off = width * off + bound_dot(width * reach, width, dtype)
    size = width * reach + off  # of an entry of a query, key or value, exact or not
    score = mp.sqrt(d_k) * size**2
    moved = 2 * mp.sqrt(d_k) * size * off + bound_scaled_dot(score, d_k * size, d_k, dtype)
    head = off + bound_attended(score, moved, size, count, dtype)
    return width * head + bound_dot(width * (size + head), width, dtype)


def bound_net(off, reach, width, hidden, dtype):
    """Bound a feed-forward net with biases up to 1; ReLU passes an error on as it is."""
    size = width * (reach + off) + 1
    off = width * off + bound_dot(size, width + 1, dtype)
    return hidden * off + bound_dot(hidden * (size + off) + 1, hidden + 1, dtype)


def bound_norm(off, reach, width, dtype):
    """Bound LayerNorm with eps = 1, gains and biases up to 1: at worst √(σ² + eps) = 1."""
    root = mp.sqrt(width)
    r = factors(width + 4, dtype) * (reach + off)
    off = root * off + 2 * (r + root * (r + factors(width + 16, dtype)))
    return off + bound_dot(root + off + 1, 2, dtype)


def bound_norm_again(row, dtype):
    """Bound LN(z) - z for z = LN(row), with eps = 0: σ of z is near 1, above 1/2."""
    once, reach = max(bound_layer_norm(row, mp.zero, dtype)), mp.sqrt(len(row))
    return once + 2 * bound_norm(once, reach, len(row), dtype)


def _layers(width, heads, hidden, count, dtype, memory=None):
    """Yield how large what a layer gives can be, and how far it is off where its rows are.

    The rows have entries up to √d + 1, as have the encoder's, which are off by `memory`.
    """
    reach = mp.sqrt(width) + 1
    mixed, made = width**2 * reach, hidden * (width * reach + 1) + 1
    yield mixed, lambda off: bound_heads(off, reach, width, heads, count, dtype)
    if memory is not None:
        yield mixed, lambda off: bound_heads(max(off, memory), reach, width, heads, count, dtype)
    yield made, lambda off: bound_net(off, reach, width, hidden, dtype)


def bound_block(off, width, heads, hidden, count, dtype, memory=None):
    """Bound a block, of which each layer is added to its rows, and the sum is normalised."""
    reach = mp.sqrt(width) + 1
    for size, layer in _layers(width, heads, hidden, count, dtype, memory):
        off = bound_norm(
            bound_sum(off, layer(off), reach + size, dtype), reach + size, width, dtype
        )
    return off


def bound_pre_norm_block(width, heads, hidden, count, dtype):
    """Bound a block, of which each layer takes normalised rows, and is added to what they were."""
    off, reach = mp.zero, mp.sqrt(width) + 1
    for size, layer in _layers(width, heads, hidden, count, dtype):
        given = layer(bound_norm(off, reach, width, dtype))
        reach += size
        off = bound_sum(off, given, reach, dtype)
    return off


def bound_printed_block(width, heads, hidden, count, dtype):
    """Bound a block whose net is given the normalised rows and their norm, added up."""
    reach = mp.sqrt(width) + 1
    (size, attend), _ = _layers(width, heads, hidden, count, dtype)
    total = reach + size
    off = bound_norm(bound_sum(mp.zero, attend(mp.zero), total, dtype), total, width, dtype)
    both = bound_sum(off, bound_norm(off, reach, width, dtype), 2 * reach, dtype)
    return bound_net(both, 2 * reach, width, hidden, dtype)


def bound_sum(off, other, size, dtype):
    """Bound a sum up to `size` of two numbers that are off."""
    return off + other + factors(1, dtype) * (size + off + other)


def bound_turned(first, second, angle_off, dtype):
    """Bound one entry of a turned pair, whose sine and cosine are off by `angle_off`.

    They are rounded to the dtype; two products and a sum follow.
    """
    both, off = abs(first) + abs(second), angle_off + factors(1, dtype)
    return both * (off + factors(2, dtype) * (1 + off)) + 4 * SUBNORMAL[dtype]


def bound_rms_norm(normal, gain, width, dtype):
    """Bound an entry of RMSNorm: its exact value and gain, of a row of `width` entries.

    A row is divided by its largest entry, whose square is 1: what underflows is small beside it.
    """
    tiny = (width + 4) * (1 + abs(gain)) * SUBNORMAL[dtype]
    return abs(gain * normal) * mp.expm1(factors(width + 9, dtype)) + width * tiny


def bound_silu(x, value, dtype):
    """Bound SiLU by its exact value: two exponentials, a sum, a quotient and a product."""
    off = mp.expm1(factors(2 * within("exp", dtype) + 3, dtype))
    return abs(value) * off + (2 * abs(x) + 1) * SUBNORMAL[dtype]


def bound_gated(units, w_down, width, dtype):
    """Bound Σ_k SiLU(z_k) u_k w_k, of units (z, |z|, u, |u|) with the sizes of z and u as sums.

    An error of z passes on at most 1.1-fold, as the slope of SiLU is below 1.1.
    """
    passed, size = mp.zero, mp.zero
    for (z, reach, u, most), w in zip(units, w_down, strict=True):
        gate, z_off, u_off = abs(z), bound_dot(reach, width, dtype), bound_dot(most, width, dtype)
        off = z_off * mp.mpf(11) / 10 + bound_silu(gate + z_off, gate + z_off, dtype)
        unit = off * (abs(u) + u_off) + gate * u_off
        unit += factors(1, dtype) * (gate + off) * (abs(u) + u_off) + SUBNORMAL[dtype]
        passed += abs(w) * unit
        size += abs(w) * (gate * abs(u) + unit)
    return passed + bound_dot(size, len(w_down), dtype)


def bound_positive_feature(size, square, value, width, dtype):
    """Bound exp(x·w - ‖x‖²/2)/√m, from the sums of absolute products of x·w and of x·x."""
    inside = bound_dot(size, width, dtype) + bound_dot(square, width, dtype)
    inside += factors(1, dtype) * (size + square + inside) + SUBNORMAL[dtype]
    return value * mp.expm1(inside + factors(within("exp", dtype) + 2, dtype)) + SUBNORMAL[dtype]


def bound_wave(size, square, width, dtype):
    """Bound exp(‖x‖²/2)/√m times a cosine or sine of x·w, which pass an error on as it is."""
    off_wave = bound_dot(size, width, dtype) + factors(wave(dtype), dtype)
    grown = bound_dot(square, width, dtype) + factors(1, dtype) * square
    off = mp.expm1(grown + factors(within("exp", dtype) + 3, dtype))
    return mp.exp(square / 2) * (off_wave + off * (1 + off_wave)) + SUBNORMAL[dtype]
