"""The exact numbers of the trained model for sentences, enclosed by balls.

impl's own lines run on balls around the weights as they are shipped. What comes out is proved to
hold the exact numbers, so that the error of a computation in floats is known, and not estimated.
Balls forget that an error reaches a number on two ways and may cancel: each block widens them.
It needs python-flint.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import flint
import numpy as np
from flint import arb

from atensi.subjects import minilm
from impl.encoder import encoder_block
from impl.normalization import layer_norm
from impl.parameters import part
from proofs.arrays import balls

BITS, NARROW = 256, 53


def layers(sentences: Sequence[np.ndarray]) -> Iterator[list[Any]]:
    """Return the rows of each sentence's tokens as balls: embedded, and after each block."""
    rows = [_embedded(ids) for ids in sentences]
    yield rows
    for number in range(minilm.BLOCKS):
        block = _block(number)
        rows = [encoder_block(x, block, activation=gelu, eps=minilm.EPS) for x in rows]
        yield rows


def _embedded(ids: np.ndarray) -> Any:
    norm = "embeddings.LayerNorm"
    words, place = np.unique(ids, return_inverse=True)
    tables = [minilm.shipped()[f"embeddings.{name}.weight"] for name in
              ("word_embeddings", "position_embeddings", "token_type_embeddings")]  # fmt: skip
    tokens, positions, segments = (
        _numbers(each) for each in (tables[0][words], tables[1][: len(ids)], tables[2][:1])
    )
    gain, bias = (balls.array(_numbers(minilm.shipped()[f"{norm}.{each}"]))
                  for each in ("weight", "bias"))  # fmt: skip
    return layer_norm(balls.array(tokens[place] + positions + segments), gain, bias, minilm.EPS)


def _numbers(table: np.ndarray) -> np.ndarray:
    return balls.array(table.astype(np.float64)).data


def _block(number):
    """Return a block's parameters; the LayerNorm before it says what makes biases needless."""
    before = ("embeddings.LayerNorm" if number == 0 else
              f"encoder.layer.{number - 1}.output.LayerNorm")  # fmt: skip
    own = f"encoder.layer.{number}."
    wide = {f"encoder.layer.0.{name.removeprefix(own)}": _numbers(each)
            for name, each in minilm.shipped().items() if name.startswith(own)}  # fmt: skip
    one = np.zeros(0, dtype=object)
    tables = {f"embeddings.{theirs}": one for theirs in minilm.TABLES.values()}
    tables |= {f"embeddings.LayerNorm.{each}": _numbers(minilm.shipped()[f"{before}.{each}"])
               for each in ("weight", "bias")}  # fmt: skip
    found = part(minilm.in_our_form(wide | tables), "encoder.0")
    return {name: balls.array(each) for name, each in found.items()}


def gelu(x: Any) -> Any:
    """Return x Φ(x) on balls."""
    root = arb(2).sqrt()
    return balls.array(np.frompyfunc(lambda z: z * (1 + (z / root).erf()) / 2, 1, 1)(x.data))


def pooled(x: Any) -> np.ndarray:
    """Return the embedding of a sentence, as balls."""
    mean = x.data.sum(axis=0) / len(x.data)
    return mean / (mean * mean).sum().sqrt()


def width(numbers: np.ndarray) -> float:
    """Return the largest radius of some balls."""
    return max(float(each.rad()) for each in numbers.ravel())


def apart(numbers: np.ndarray, floats: np.ndarray) -> float:
    """Return how far floats may be from the exact numbers, at most."""
    return max(float(abs(ball - arb(float(each))).upper())
               for ball, each in zip(numbers.ravel(), floats.ravel(), strict=True))  # fmt: skip


def narrow_widths(ids: np.ndarray) -> Iterator[float]:
    """Return how wide the balls get with few bits, as long as any number is told from another."""
    with flint.ctx.workprec(NARROW):
        try:
            for (x,) in layers([ids]):
                yield width(x.data)
        except balls.UndecidedError:  # whether a row is constant, as all seems possible
            return


def measured(sentences: Sequence[str]) -> dict[str, Any]:
    """Return how wide the balls get, and how far the floats of both are from the exact numbers.

    Each is the largest over the sentences, but with few bits, where it is that of the shortest.
    """
    from atensi.subjects import minilm_reference

    every = [ids[kept] for ids, kept in zip(*minilm.tokens(sentences), strict=True)]
    both = {"impl": minilm.embeddings, "transformers": minilm_reference.embeddings}
    widths = []
    with flint.ctx.workprec(BITS):
        for rows in layers(every):
            widths.append(max(width(x.data) for x in rows))
        exact = np.stack([pooled(x) for x in rows])
        off = {name: {dtype: apart(exact, run(sentences, dtype))
                      for dtype in ("float64", "float32")}
               for name, run in both.items()}  # fmt: skip
        return {
            "sentences": len(every), "tokens": sum(map(len, every)), "bits": BITS,
            "widths": widths, "width": width(exact), "off": off,
            "narrow": {"bits": NARROW, "widths": list(narrow_widths(min(every, key=len)))},
        }  # fmt: skip
