"""Formats of floats: how many bits a number has, and how fine the subnormal ones are."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Format:
    """Binary floats of `bits` significant bits; subnormal ones are multiples of 2^least."""

    bits: int
    least: int


FORMATS = {
    "bfloat16": Format(8, -133),
    "float16": Format(11, -24),
    "float32": Format(24, -149),
    "float64": Format(53, -1074),
}
