"""A format of p bits in exact rational numbers, and a softmax in it with a chosen exponential."""

from fractions import Fraction

from theory.fifty_digits import mp


def nearest(number: Fraction, bits: int) -> Fraction:
    """Return the float of so many bits that is nearest to a number, an even one of two."""
    step = _step(number, bits)
    return round(number / step) * step if step else number


def below(number: Fraction, bits: int) -> Fraction:
    """Return the largest float that is at most a positive number."""
    step = _step(number, bits)
    return number // step * step


def _step(number, bits):
    """Return the distance of the floats around a number."""
    if number == 0:
        return Fraction(0)
    size, exponent = abs(number), 0
    while size >= 1:
        size, exponent = size / 2, exponent + 1
    while size < Fraction(1, 2):
        size, exponent = size * 2, exponent - 1
    return Fraction(2) ** (exponent - bits)


def real(number: Fraction):
    """Return a rational number with all the digits in use."""
    return mp.mpf(number.numerator) / number.denominator


def rational(number) -> Fraction:
    """Return a number of many digits as it is."""
    sign, mantissa, exponent, _ = mp.mpf(number)._mpf_
    return Fraction(-mantissa if sign else mantissa) * Fraction(2) ** exponent


def weight_of_two(x: Fraction, m: Fraction, bits: int) -> Fraction:
    """Return the computed weight of x beside m, with exponentials as wrong as c = 1 allows.

    That of x is as large, that of 0 as small as they can be.
    """
    u = Fraction(1, 2**bits)
    low = rational(mp.exp(real(nearest(x - m, bits))))
    e_x, e_0 = below(low * (1 + u), bits), 1 - u
    return nearest(e_x / nearest(e_0 + e_x, bits), bits)
