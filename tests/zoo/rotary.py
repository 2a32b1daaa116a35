"""Wrong rotary positions."""

import numpy as np

from impl.rotary import rotary
from tests.zoo import specimen


def _with(x, angles, halved=False):
    c, s = np.cos(angles).astype(x.dtype), np.sin(angles).astype(x.dtype)
    half = x.shape[-1] // 2
    one, two = (x[..., :half], x[..., half:]) if halved else (x[..., 0::2], x[..., 1::2])
    turned = [one * c - two * s, one * s + two * c]
    return np.concatenate(turned, -1) if halved else np.stack(turned, -1).reshape(x.shape)


def _angles(x, start, base):
    half = x.shape[-1] // 2
    return np.arange(start, start + x.shape[-2])[:, None] / base ** (np.arange(half) / half)


@specimen("rotary", "rows are turned backwards", "karpathy/nanochat#489", 2026)
def rotary_backwards(x, start=0, base=10000.0, halved=False):
    return _with(x, -_angles(x, start, base), halved)


@specimen("rotary", "every row has the angle of position 0", "Blaizzy/mlx-vlm#1983", 2026)
def rotary_of_position_zero(x, start=0, base=10000.0, halved=False):
    return _with(x, 0 * _angles(x, start, base), halved)


@specimen("rotary", "positions start at 0 after a cache, too",
          "lucidrains/rotary-embedding-torch#11", 2023)  # fmt: skip
def rotary_that_forgets_the_cache(x, start=0, base=10000.0, halved=False):
    return rotary(x, 0, base, halved)


@specimen(
    "rotary",
    "the exponent is k/d in the place of 2k/d: all angles but the first are wrong",
    "rasbt/LLMs-from-scratch#410",
    2024,
)
def rotary_with_half_the_exponent(x, start=0, base=10000.0, halved=False):
    return _with(x, _angles(x, start, base**0.5), halved)


@specimen(
    "rotary",
    "positions count from 1, so that the first row is turned",
    "PrimeIntellect-ai/prime-rl#3466",
    2026,
)
def rotary_counted_from_one(x, start=0, base=10000.0, halved=False):
    return rotary(x, start + 1, base, halved)


@specimen("rotary", "the base is ignored", "lyogavin/airllm#369", 2026)
def rotary_with_its_own_base(x, start=0, base=10000.0, halved=False):
    return rotary(x, start, 10000.0, halved)


@specimen(
    "rotary",
    "pairs lie half a row apart, whatever is asked for",
    "huggingface/transformers#47403",
    2026,
)
def rotary_always_halved(x, start=0, base=10000.0, halved=False):
    return rotary(x, start, base, True)


@specimen("rotary", "both entries of a pair get the minus")
def rotary_with_two_minuses(x, start=0, base=10000.0, halved=False):
    turned = np.array(rotary(x, start, base, halved))
    other = np.array(rotary(x * np.asarray([1, -1] * (x.shape[-1] // 2), x.dtype), start, base))
    if not halved:
        turned[..., 1::2] = -other[..., 1::2]
    return turned


@specimen("rotary", "of a batch, positions are counted along the heads",
          "facebookresearch/xformers#841", 2023)  # fmt: skip
def rotary_along_the_heads(x, start=0, base=10000.0, halved=False):
    if x.ndim < 3:
        return rotary(x, start, base, halved)
    return rotary(x.swapaxes(-2, -3), start, base, halved).swapaxes(-2, -3)


@specimen("rotary", "positions are counted in float16: from 2048 on, neighbours are one",
          "EleutherAI/gpt-neox#1003", 2023)  # fmt: skip
def rotary_counted_in_halves(x, start=0, base=10000.0, halved=False):
    return rotary(x, int(np.float16(min(start, 65504))), base, halved)


@specimen("rotary", "beyond eight columns the angles begin again")
def rotary_of_narrow_heads(x, start=0, base=10000.0, halved=False):
    if halved or x.shape[-1] <= 8:
        return rotary(x, start, base, halved)
    return np.concatenate(
        [rotary(x[..., at : at + 8], start, base) for at in range(0, x.shape[-1], 8)], axis=-1
    )


@specimen("rotary", "of two texts put together, the second keeps its own positions",
          "MemTensor/MemOS#2315", 2026)  # fmt: skip
def rotary_of_two_texts(x, start=0, base=10000.0, halved=False):
    half = x.shape[-2] // 2
    texts = x[..., :half, :], x[..., half:, :]
    return np.concatenate([rotary(text, start, base, halved) for text in texts], axis=-2)


@specimen("rotary", "what came before is counted twice", "mlx-node/mlx-node#33", 2026)
def rotary_with_the_cache_twice(x, start=0, base=10000.0, halved=False):
    return rotary(x, 2 * start, base, halved)


@specimen("rotary", "neighbours are paired, but have the angles of pairs half a row apart",
          "facebookresearch/vjepa2#15", 2025)  # fmt: skip
def rotary_of_mismatched_pairs(x, start=0, base=10000.0, halved=False):
    if halved:
        return rotary(x, start, base, halved)
    angles = np.tile(_angles(x, start, base), 2)
    across = np.stack([-x[..., 1::2], x[..., 0::2]], -1).reshape(x.shape)
    return (x * np.cos(angles) + across * np.sin(angles)).astype(x.dtype)


@specimen("rotary", "positions begin again after 16 rows", "pytorch/torchtitan#2849", 2026)
def rotary_in_blocks_of_sixteen(x, start=0, base=10000.0, halved=False):
    blocks = [x[..., row : row + 16, :] for row in range(0, max(1, x.shape[-2]), 16)]
    return np.concatenate([rotary(each, start, base, halved) for each in blocks], axis=-2)


@specimen("rotary", "of heads wider than 64 the other columns are not turned")
def rotary_of_64_columns(x, start=0, base=10000.0, halved=False):
    turned = rotary(x, start, base, halved)
    turned[..., 64:] = x[..., 64:]
    return turned


@specimen("rotary", "rows from the 64th on are not turned")
def rotary_of_64_rows(x, start=0, **options):
    turned = np.array(rotary(x, start=start, **options))
    turned[..., 64:, :] = x[..., 64:, :]
    return turned
