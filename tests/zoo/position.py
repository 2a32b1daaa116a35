"""Wrong positions."""

import numpy as np

from impl import position
from tests.zoo import specimen


def _angles(length, width, base, exponent):
    return np.arange(length)[:, None] / float(base) ** exponent(np.arange(width))


def _mixed(angle):
    return np.where(np.arange(angle.shape[1]) % 2 == 0, np.sin(angle), np.cos(angle))


@specimen(
    "sinusoidal", "the exponent uses 2i with i the column itself", "Kyubyong/transformer#38", 2018
)
def sinusoidal_with_doubled_exponent(length, width, base=10000):
    return _mixed(_angles(length, width, base, lambda i: 2 * i / width))


@specimen(
    "sinusoidal",
    "sine and cosine of a pair differ in frequency",
    "jadore801120/attention-is-all-you-need-pytorch#32",
    2017,
)
def sinusoidal_of_unpaired_frequencies(length, width, base=10000):
    return _mixed(_angles(length, width, base, lambda i: i / width))


@specimen("sinusoidal", "all sines first, then all cosines", "tensorflow/examples#270", 2020)
def sinusoidal_in_two_halves(length, width, base=10000):
    table = position.sinusoidal(length, width, base)
    return np.concatenate([table[:, ::2], table[:, 1::2]], axis=1)


@specimen(
    "sinusoidal",
    "columns counted from 1, as one draft's ranges say",
    "chengchingwen/Transformers.jl#92",
    2022,
)
def sinusoidal_from_column_one(length, width, base=10000):
    return position.sinusoidal(length, width + 1, base)[:, 1:]


@specimen("sinusoidal", "positions counted from 1", "PrimeIntellect-ai/prime-rl#1545", 2026)
def sinusoidal_from_position_one(length, width, base=10000):
    return position.sinusoidal(length + 1, width, base)[1:]


@specimen(
    "sinusoidal",
    "positions relative to the length, as one document says",
    "sihyun-yu/REPA#40",
    2025,
)
def sinusoidal_of_relative_positions(length, width, base=10000):
    exponent = lambda i: (i - i % 2) / width
    return _mixed(_angles(length, width, base, exponent) / max(1, length))


@specimen("sinusoidal", "a base of 1000", "maxjcohen/transformer#62", 2023)
def sinusoidal_of_another_base(length, width, base=10000):
    return position.sinusoidal(length, width, base / 10)


@specimen("sinusoidal", "rows repeat after a few positions", "pytorch/torchtitan#2849", 2026)
def sinusoidal_that_repeats(length, width, base=10000):
    return position.sinusoidal(length, width, base)[np.arange(length) % 4]


@specimen("sinusoidal", "normalised to unit length")
def sinusoidal_of_unit_rows(length, width, base=10000):
    return position.sinusoidal(length, width, base) / ((width + 1) / 2) ** 0.5


@specimen("learned", "positions counted from 1", "DreamLM/Dream-VLX#3", 2026)
def learned_from_one(positions, table):
    return table[positions - 1]


@specimen("learned", "the last position of the table is taken for the one before it")
def learned_without_the_last_position(positions, table):
    return table[np.minimum(positions, max(0, len(table) - 2))]


@specimen("add_positions", "the embedding is scaled in the place of the position")
def add_positions_to_scaled_embeddings(embeddings, positions, scale=1.0):
    return embeddings * scale + positions


@specimen(
    "add_positions",
    "scaled by √d, as the draft says that the original does",
    "Kyubyong/transformer#60",
    2018,
)
def add_positions_times_the_root(embeddings, positions, scale=1.0):
    return embeddings + positions * (scale * embeddings.shape[-1] ** 0.5)


@specimen(
    "add_positions", "the first position for every row", "AkiRusProd/numpy-transformer#1", 2023
)
def add_one_position(embeddings, positions, scale=1.0):
    return embeddings + positions[:1, ...] * scale


@specimen("add_positions", "positions ten times too large, whatever the scale")
def add_positions_tenfold(embeddings, positions, scale=1.0):
    return embeddings + positions * (scale * 10)


@specimen("dot", "the parts that cross tokens and positions are dropped")
def dot_of_squares(q, k):
    return (q * q) @ (k * k).mT


@specimen(
    "dot",
    "the running sum keeps eight binary digits, so its order decides",
    "pytorch/pytorch#96074",
    2023,
)
def dot_with_a_short_sum(q, k):
    summed = np.zeros((*q.shape[:-1], k.shape[-2]), dtype=q.dtype)
    for a in range(q.shape[-1]):
        digits, exponent = np.frexp(summed + q[..., :, None, a] * k[..., None, :, a])
        summed = np.ldexp(np.round(digits * 256) / 256, exponent)
    return summed


@specimen(
    "sinusoidal",
    "cosines in the even columns, sines in the odd",
    "flashinfer-ai/flashinfer#3819",
    2026,
)
def sinusoidal_with_cosines_first(length, width, base=10000):
    angle = _angles(length, width, base, lambda i: (i - i % 2) / width)
    return np.where(np.arange(width) % 2 == 0, np.cos(angle), np.sin(angle))


@specimen(
    "learned",
    "positions counted from behind the padding token's number",
    "huggingface/transformers#36537",
    2025,
)
def learned_from_behind_the_padding(positions, table):
    return table[(positions + 2) % len(table)]


@specimen("add_positions", "positions divided by √d", "nicklashansen/dreamer4#4", 2026)
def add_positions_over_the_root(embeddings, positions, scale=1.0):
    return embeddings + positions * (scale / embeddings.shape[-1] ** 0.5)


@specimen(
    "sinusoidal",
    "positions counted in bfloat16: from 256 on, neighbours are one",
    "nkalyanv99/UNI-D2#6",
    2026,
)
def sinusoidal_of_positions_in_bfloat16(length, width, base=10000):
    digits, exponent = np.frexp(np.arange(length))
    counted = np.ldexp(np.round(digits * 256) / 256, exponent).astype(int)
    return position.sinusoidal(max(length, 1) + length // 128, width, base)[counted]


@specimen("sinusoidal", "a table of 4096 rows begins again", "pytorch/torchtitan#2849", 2026)
def sinusoids_that_begin_again(length, width, base=10000):
    return position.sinusoidal(min(length, 4096), width, base)[np.arange(length) % 4096]
